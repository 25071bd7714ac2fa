// Reads everything that people read, and says what is too long, hard to read or put in words that this project does not use.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deadLinks } from './links.mts';
import { passagesOf } from './pages.mts';
import { commentsAndTitles, nodeTexts } from './node-texts.mts';
import { findingsIn, sentencesIn, termsIn, wordsIn, type Finding } from './rules.mts';
import { notInPanels, terms } from './vocabulary.mts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const PAGES = ['*.md', 'docs/**/*.md', '.github/*.md'];
const CODE = ['{nodes,credentials}/**/*.ts', 'test/**/*.{mts,mjs,cjs}', '*.{mts,mjs}'];
const IN_PAGES = { wordsPerSentence: 25 };
const IN_NODES = { wordsPerSentence: 20, sentences: 2, characters: 200 };
const AVERAGE_WORDS = 15;

const findings: Finding[] = [];
for (const file of PAGES.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
	const passages = passagesOf(file, readFileSync(join(root, file), 'utf8'));
	for (const passage of passages) findings.push(...findingsIn(passage, IN_PAGES, terms));
	findings.push(...deadLinks(root, repository.url, file), ...longOnAverage(file, passages));
}
for (const text of nodeTexts(root)) {
	findings.push(...findingsIn(text, IN_NODES, [...terms, ...notInPanels]));
}
for (const file of CODE.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
	if (/node_modules/.test(file)) continue;
	const texts = commentsAndTitles(file, readFileSync(join(root, file), 'utf8'));
	for (const text of texts) findings.push(...termsIn(text, terms));
}

for (const { file, line, says } of findings) console.log(`${file}:${line} ${says}`);
console.log(findings.length === 0 ? 'Prose: nothing found' : `Prose: ${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;

/** Over sentences alone, without headings and cells of tables. */
function longOnAverage(file: string, passages: { text: string }[]): Finding[] {
	const lengths = passages
		.flatMap(({ text }) => sentencesIn(text))
		.filter((sentence) => /[.!?:]['")]*$/.test(sentence))
		.map((sentence) => wordsIn(sentence).length);
	const average = lengths.reduce((sum, words) => sum + words, 0) / Math.max(lengths.length, 1);
	return average > AVERAGE_WORDS
		? [{ file, line: 1, says: `${average.toFixed(1)} words a sentence, at most ${AVERAGE_WORDS}` }]
		: [];
}
