// What is measured in a text: the length of its sentences, how hard they are to read, and words this project does not use.
import { toString } from 'nlcst-to-string';
import type { Sentence } from 'nlcst';
import retextEnglish from 'retext-english';
import retextReadability from 'retext-readability';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { VFile } from 'vfile';
import type { Term } from './vocabulary.mts';

/** One paragraph, heading, cell or literal: what is read in one go. */
export interface Passage {
	file: string;
	line: number;
	text: string;
}

export interface Finding {
	file: string;
	line: number;
	says: string;
}

export interface Bounds {
	wordsPerSentence: number;
	sentences?: number;
	characters?: number;
}

/** Of a reader who has left school, as five of the seven measures of retext-readability have it. */
const READER = { age: 18, threshold: 5 / 7, minWords: 12 };

const english = unified().use(retextEnglish);
const readable = unified().use(retextEnglish).use(retextReadability, READER);

export function sentencesIn(text: string): Sentence[] {
	const sentences: Sentence[] = [];
	visit(english.parse(text), 'SentenceNode', (sentence: Sentence) => {
		if (wordsIn(sentence) > 0) sentences.push(sentence);
	});
	return sentences;
}

export function wordsIn(sentence: Sentence): number {
	return sentence.children.filter(({ type }) => type === 'WordNode').length;
}

export async function findingsIn(
	{ file, line, text }: Passage,
	bounds: Bounds,
	terms: readonly Term[],
): Promise<Finding[]> {
	const found: string[] = [];
	const sentences = sentencesIn(text);
	for (const sentence of sentences) {
		const words = wordsIn(sentence);
		if (words > bounds.wordsPerSentence) {
			found.push(
				`${words} words in a sentence, at most ${bounds.wordsPerSentence}: ${toString(sentence)}`,
			);
		}
	}
	if (sentences.length > (bounds.sentences ?? Infinity)) {
		found.push(`${sentences.length} sentences, at most ${bounds.sentences}: ${text}`);
	}
	if (text.length > (bounds.characters ?? Infinity)) {
		found.push(`${text.length} characters, at most ${bounds.characters}: ${text}`);
	}
	for (const { not, say } of terms) {
		const [word] = not.exec(text) ?? [];
		if (word) found.push(`"${word}": say "${say}" in: ${text}`);
	}
	for (const { reason, actual } of await hardToRead(text)) found.push(`${reason}: ${actual}`);
	return found.map((says) => ({ file, line, says }));
}

async function hardToRead(text: string) {
	const read = new VFile(text);
	await readable.run(readable.parse(read), read);
	return read.messages;
}
