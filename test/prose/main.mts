// Reads everything that people read, and says what is too long, hard to read or put in words that this project does not use.
// `--figures` prints the length of the pages and of their sentences as well, `--texts` a table of all texts of the nodes.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deadLinks } from './links.mts';
import { passagesOf } from './pages.mts';
import { nodeTexts, tableOfTexts } from './node-texts.mts';
import { findingsIn, sentencesIn, wordsIn, type Finding } from './rules.mts';
import { notInPanels, terms } from './vocabulary.mts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const PAGES = ['*.md', 'docs/**/*.md', '.github/*.md'];
const IN_PAGES = { wordsPerSentence: 25 };
const IN_NODES = { wordsPerSentence: 20, sentences: 2, characters: 200 };
const AVERAGE_WORDS = 15;

const findings: Finding[] = [];
for (const file of PAGES.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
	const passages = passagesOf(file, readFileSync(join(root, file), 'utf8'));
	for (const passage of passages) findings.push(...(await findingsIn(passage, IN_PAGES, terms)));
	findings.push(...deadLinks(root, repository.url, file), ...longOnAverage(file, passages));
}
for (const text of nodeTexts(root)) {
	findings.push(...(await findingsIn(text, IN_NODES, [...terms, ...notInPanels])));
}

if (process.argv.includes('--texts')) console.log(tableOfTexts(root));
for (const { file, line, says } of findings) console.log(`${file}:${line} ${says}`);
console.log(findings.length === 0 ? 'Prose: nothing found' : `Prose: ${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;

/** Over sentences alone: words in a heading or a cell of a table are none. */
function longOnAverage(file: string, passages: { text: string }[]): Finding[] {
	const lengths = passages
		.flatMap(({ text }) => sentencesIn(text))
		.filter((sentence) => sentence.children.at(-1)?.type === 'PunctuationNode')
		.map(wordsIn);
	const average = lengths.reduce((sum, words) => sum + words, 0) / Math.max(lengths.length, 1);
	const longest = Math.max(0, ...lengths);
	if (process.argv.includes('--figures')) {
		const words = wordsOf(file);
		console.log(`${file}: ${words} words, ${average.toFixed(1)} a sentence, ${longest} at most`);
	}
	return average > AVERAGE_WORDS
		? [{ file, line: 1, says: `${average.toFixed(1)} words a sentence, at most ${AVERAGE_WORDS}` }]
		: [];
}

function wordsOf(file: string): number {
	return readFileSync(join(root, file), 'utf8').split(/\s+/).filter(Boolean).length;
}
