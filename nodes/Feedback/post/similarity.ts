import type { DataRecord } from '../../shared/service/records';

/** A post that is similar to a text. */
export interface Similar {
	post: DataRecord;
	/** From 0 to 100. */
	score: number;
}

/** The rest of a longer text is not compared. */
const MOST_CHARACTERS = 10_000;

/** At most 50 characters: a text without blanks is no single word. */
const WORD = /[\p{L}\p{M}\p{N}]{2,50}/gu;
const MOST_PARTS = 150;

/** Words of these scripts have one or two characters, and no blanks between them. */
const SHORT = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;

/** How much of the score is that of the title alone. The rest is that of title and description together. */
const TITLE = 0.2;

/** Kept because the items of an execution are compared with the same posts. */
const known = new WeakMap<DataRecord, Record<'title' | 'all', ReadonlySet<string>>>();

/**
 * Compares a text with posts by the parts of words that both have, three characters each. So "invoice" is similar to
 * "invoices". A part weighs more if fewer posts have it. The score is the cosine of the weights.
 */
export class Similarity {
	private readonly counts = new Map<string, number>();

	constructor(private readonly posts: readonly DataRecord[]) {
		for (const post of posts) {
			for (const part of partsOf(post).all) {
				this.counts.set(part, (this.counts.get(part) ?? 0) + 1);
			}
		}
	}

	/** The words of a text, the long and rare ones first. */
	tellingWords(text: string): string[] {
		const weighed = wordsIn(text).map((word) => ({ word, weight: this.weight(partsIn(word)) }));
		return weighed.sort((a, b) => b.weight - a.weight).map(({ word }) => word);
	}

	/** The posts that have anything in common with the text, the most similar first. */
	ranked(text: string): Similar[] {
		const parts = partsIn(text);
		const weight = this.weight(parts);
		const cosine = (others: ReadonlySet<string>) => {
			const shared = [...others].filter((part) => parts.has(part));
			return this.weight(shared) / Math.sqrt(weight * this.weight(others)) || 0;
		};
		return this.posts
			.map((post): Similar => {
				const { title, all } = partsOf(post);
				return { post, score: 100 * (TITLE * cosine(title) + (1 - TITLE) * cosine(all)) };
			})
			.filter(({ score }) => score > 0)
			.sort((a, b) => b.score - a.score);
	}

	private weight(parts: Iterable<string>): number {
		let sum = 0;
		for (const part of parts) {
			sum += Math.log(1 + this.posts.length / ((this.counts.get(part) ?? 0) + 0.5)) ** 2;
		}
		return sum;
	}
}

function partsOf(post: DataRecord) {
	const { title, description } = post;
	const parts = known.get(post) ?? {
		title: partsIn(title),
		all: new Set([...partsIn(title), ...partsIn(description)]),
	};
	known.set(post, parts);
	return parts;
}

/** The parts of the words of a text, without accents. The beginning and the end of a word are marked. */
function partsIn(text: unknown): Set<string> {
	const parts = new Set<string>();
	for (const word of wordsIn(text)) {
		const marked = `^${word.normalize('NFKD').replaceAll(/\p{M}/gu, '')}$`;
		// A letter can become 18, of which only the first are compared.
		for (let at = 0; at < Math.min(marked.length - 2, MOST_PARTS); at++) {
			parts.add(marked.slice(at, at + (SHORT.test(marked.slice(at, at + 2)) ? 2 : 3)));
		}
	}
	return parts;
}

/** Tickets and mails often come as HTML. */
const MARKUP = /<[a-z/!][^<>]*>|&#?\w+;/gi;

/** The words of a text in lower case, each once. */
function wordsIn(text: unknown): string[] {
	const plain = String(text ?? '')
		.replaceAll(MARKUP, ' ')
		.slice(0, MOST_CHARACTERS);
	return [...new Set(plain.toLowerCase().match(WORD))];
}
