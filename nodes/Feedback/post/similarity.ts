import type { DataRecord } from '../../shared/service/records';
import { common, synonyms } from './words';

/** A post that shares words with a text. */
export interface Similar {
	post: DataRecord;
	/** From 0 to 100. */
	score: number;
	/** The words of the text that the post shares. */
	words: string[];
}

/** Weight of a word in the description, if one in the title weighs 1. */
const IN_DESCRIPTION = 0.8;

/** Factor for a single shared word, which may be chance. */
const SINGLE_WORD = 0.5;

/** Words with the same first characters count as one: "invoice", "invoices". */
const STEM = 6;

/** The rest of a longer text is not compared. */
const MOST_CHARACTERS = 10_000;

/** The terms of a post. */
type Bag = Record<'title' | 'description', ReadonlySet<string>>;

/** Kept because the items of an execution are compared with the same posts. */
const bags = new WeakMap<DataRecord, Bag>();

/**
 * Compares a text with posts by shared words, or words that mean the same. A word weighs more if fewer posts have it. The
 * score is the weight of the shared words, as a percentage of the weight of all telling words of the text.
 */
export class Similarity {
	private readonly bags: readonly Bag[];
	private readonly counts = new Map<string, number>();
	private readonly known = new Map<string, string[]>();

	constructor(private readonly posts: readonly DataRecord[]) {
		this.bags = posts.map((post) => this.bagOf(post));
		for (const { title, description } of this.bags) {
			for (const term of new Set([...title, ...description])) {
				this.counts.set(term, (this.counts.get(term) ?? 0) + 1);
			}
		}
	}

	/** The words that say what a text is about, the rarest first. */
	tellingWords(text: string): string[] {
		const byStem = new Map(wordsOf(text).map((word) => [stemOf(word), word]));
		return [...byStem.values()].sort((a, b) => this.weight(stemOf(b)) - this.weight(stemOf(a)));
	}

	/** The posts that share words with the text, the most similar first. */
	ranked(text: string): Similar[] {
		const words = this.tellingWords(text);
		const all = words.reduce((sum, word) => sum + this.weight(stemOf(word)), 0);
		return this.posts
			.map((post, at): Similar => {
				const shares = words.map((word) => ({ word, weight: this.share(word, at) }));
				const shared = shares.filter(({ weight }) => weight > 0);
				const sum = shared.reduce((total, { weight }) => total + weight, 0);
				const chance = shared.length === 1 && words.length > 1 ? SINGLE_WORD : 1;
				const score = Math.min(100, (100 * chance * sum) / all);
				return { post, score, words: shared.map(({ word }) => word) };
			})
			.filter(({ words: shared }) => shared.length > 0)
			.sort((a, b) => b.score - a.score);
	}

	/** What a word contributes to the score of a post. */
	private share(word: string, at: number): number {
		const { title, description } = this.bags[at];
		const weights = this.termsOf(word).map((term) => {
			const part = title.has(term) ? 1 : description.has(term) ? IN_DESCRIPTION : 0;
			return part * this.weight(term);
		});
		return Math.max(...weights);
	}

	private weight(term: string): number {
		return Math.log(1 + this.posts.length / ((this.counts.get(term) ?? 0) + 0.5));
	}

	private bagOf(post: DataRecord): Bag {
		const termsIn = (text: unknown) => new Set(wordsOf(text).flatMap((word) => this.termsOf(word)));
		const bag = bags.get(post) ?? {
			title: termsIn(post.title),
			description: termsIn(post.description),
		};
		bags.set(post, bag);
		return bag;
	}

	/** The terms by which a word is compared: its stem, and its groups of synonyms. */
	private termsOf(word: string): string[] {
		const terms = this.known.get(word) ?? [stemOf(word), ...groupsOf(word)];
		this.known.set(word, terms);
		return terms;
	}
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

const stemOf = (word: string) => {
	const plain = withoutAccents(word);
	return (plain.length > 3 ? plain.replace(/s$/, '') : plain).slice(0, STEM);
};

/** The synonym groups of a word. Entries of up to three letters match only a whole stem: too many words begin with them. */
const groupsOf = (word: string): string[] => {
	const plain = withoutAccents(word);
	return synonyms.flatMap((group, at) =>
		group.some((one) => (one.length > 3 ? plain.startsWith(one) : stemOf(plain) === one))
			? [`group ${at}`]
			: [],
	);
};

/** For comparing words only: a service may find a word only if it is searched for as written. */
const withoutAccents = (word: string) => word.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '');

/** Tickets and mails often come as HTML. */
const MARKUP = /<[^<>]*>|&#?\w+;/g;

/** The words of a text in lower case, without common words and single letters. */
function wordsOf(text: unknown): string[] {
	if (typeof text !== 'string') return [];
	const plain = text.replaceAll(MARKUP, ' ').slice(0, MOST_CHARACTERS);
	return [...segmenter.segment(plain.toLowerCase().replaceAll('’', "'"))]
		.filter(({ isWordLike, segment }) => isWordLike && segment.length > 1)
		.map(({ segment }) => segment)
		.filter((word) => !common.has(withoutAccents(word)));
}
