// What is measured in a text: the length of its sentences, how hard they are to read, and words this project does not use.
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

/** The years of school that a sentence may ask for, by the Automated Readability Index. Shorter ones measure nothing. */
const READER = { years: 16, minWords: 12 };

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

export function sentencesIn(text: string): string[] {
	// A sentence may begin with the name of n8n, which the segmenter takes for the middle of one.
	const readable = text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/(?<=[.!?] )n8n\b/g, 'N8n');
	return [...segmenter.segment(readable)]
		.map(({ segment }) => segment.trim())
		.filter((sentence) => wordsIn(sentence).length > 0);
}

export const wordsIn = (text: string) =>
	text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

export function findingsIn(
	passage: Passage,
	{ wordsPerSentence, sentences: most = Infinity, characters = Infinity }: Bounds,
	terms: readonly Term[],
): Finding[] {
	const { file, line, text } = passage;
	const found: string[] = [];
	const sentences = sentencesIn(text);
	for (const sentence of sentences) {
		const { length } = wordsIn(sentence);
		if (length > wordsPerSentence) {
			found.push(`${length} words in a sentence, at most ${wordsPerSentence}: ${sentence}`);
		}
		if (yearsOfSchool(sentence) > READER.years) found.push(`hard to read: ${sentence}`);
	}
	if (sentences.length > most) {
		found.push(`${sentences.length} sentences, at most ${most}: ${text}`);
	}
	if (text.length > characters) {
		found.push(`${text.length} characters, at most ${characters}: ${text}`);
	}
	return [...found.map((says) => ({ file, line, says })), ...termsIn(passage, terms)];
}

export function termsIn({ file, line, text }: Passage, terms: readonly Term[]): Finding[] {
	return terms.flatMap(({ not, say }) => {
		const [word] = not.exec(text) ?? [];
		return word ? [{ file, line, says: `"${word}": say "${say}" in: ${text}` }] : [];
	});
}

/** Long words and long sentences, weighed as E. A. Smith and R. J. Senter did. */
function yearsOfSchool(sentence: string): number {
	const words = wordsIn(sentence);
	if (words.length < READER.minWords) return 0;
	const characters = words.join('').replaceAll(/[^\p{L}\p{N}]/gu, '').length;
	return 4.71 * (characters / words.length) + 0.5 * words.length - 21.43;
}
