import type { Page } from '../service/pages';
import { quietly } from './side-by-side';

/** How many pages, from the next one on, are under way or wait to be read. */
const NEAR = 20;

/** How much text they may hold; then fewer pages are asked for ahead. */
const MOST_CHARACTERS = 64 * 1024 * 1024;

/**
 * Asks for the pages of a list before they are needed, as soon as the service says that there are more. How many there
 * are it does not say: those known to exist are asked for freely, and one that may not exist now and then. Such a guess
 * leaps ahead, since with that page all before it are known to exist. Two pages are asked for in vain at the most, or a
 * tenth of those there are.
 */
export class Prefetch {
	private readonly pages = new Map<number, Promise<Page>>();
	private readonly guessed = new Set<number>();
	/** The last page known to exist, and the first known not to. */
	private last = 0;
	private end = Number.POSITIVE_INFINITY;
	private next = 0;
	private wanted = 1;
	private mayAsk = false;
	/** Characters of the longest page so far. */
	private longest = 0;

	/**
	 * @param leaps whether all of the list is wanted, so that it is worth while to find out how far it goes
	 * @param isNew whether a page has anything that did not come before: only then there is more behind it
	 */
	constructor(
		private readonly ask: (page: number) => Promise<Page>,
		private readonly leaps: boolean,
		private readonly isNew: (page: Page) => boolean,
	) {}

	/** @param wanted so many pages are needed at the most, this one included */
	async take(page: number, wanted: number): Promise<Page> {
		this.next = page;
		this.wanted = wanted;
		this.start(page);
		this.fill();
		const answer = await this.pages.get(page)!;
		this.pages.delete(page);
		return answer;
	}

	/** The list has grown: what was read ahead may stand elsewhere by now. */
	forget(): void {
		this.pages.clear();
		this.end = Number.POSITIVE_INFINITY;
	}

	private start(page: number): void {
		if (this.pages.has(page)) return;
		const answer = this.ask(page);
		this.pages.set(page, answer);
		quietly(answer.then((read) => this.learn(page, read)));
	}

	private learn(page: number, answer: Page): void {
		const { hasMore, size } = answer;
		this.longest = Math.max(this.longest, size);
		const exists = this.isNew(answer);
		if (exists) this.last = Math.max(this.last, hasMore ? page + 1 : page);
		if (!hasMore) this.end = Math.min(this.end, exists ? page + 1 : page);
		// What is the end now may not be when its turn comes, so it is asked for then.
		if (!hasMore && page !== this.next) this.pages.delete(page);
		// One far ahead has shown that it exists; what it holds would wait for long.
		if (this.near < NEAR && page >= this.next + this.near) this.pages.delete(page);
		if (page === 0) this.mayAsk = hasMore === true;
		this.fill();
	}

	private fill(): void {
		if (!this.mayAsk) return;
		const { last, end, next } = this;
		const needed = next + this.wanted - 1;
		// Of a part of the list, a tenth of what was read may be asked for in vain.
		const sure = this.leaps ? Math.min(last, end - 2) : Math.min(last + tenth(last - 10), end - 1);
		const near = Math.min(sure, next + this.near - 1, needed);
		for (let page = next + 1; page <= near; page++) this.start(page);
		if (!this.leaps || this.isGuessing) return;
		for (const guess of this.guesses()) {
			if (guess <= last || guess >= end || guess > needed || !this.mayGuess) continue;
			this.guessed.add(guess);
			this.start(guess);
		}
	}

	private get near(): number {
		return Math.min(NEAR, Math.max(1, Math.floor(MOST_CHARACTERS / this.longest)));
	}

	/** Twice as far as the list is known to go; or between there and where it ends, the middle first, if not all may be asked for. */
	private guesses(): number[] {
		const { last, end } = this;
		if (end === Number.POSITIVE_INFINITY) return [(last + 1) * 2];
		return [2, 1, 3].map((quarter) => Math.floor(last + ((end - last) * quarter) / 4));
	}

	/** Guesses of which it is not known yet whether they exist. */
	private get isGuessing(): boolean {
		return [...this.guessed].some((page) => page > this.last && page < this.end);
	}

	/** One of those that may be asked for in vain is left for the page at the end. */
	private get mayGuess(): boolean {
		const inVain = [...this.guessed].filter((page) => page > this.last);
		return inVain.length < tenth(this.last - 9);
	}
}

const tenth = (pages: number) => Math.max(1, Math.floor(pages / 10));
