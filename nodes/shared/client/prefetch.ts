import type { Page } from '../service/pages';

/** Maximum number of pages requested or waiting to be read. */
const MOST_PAGES = 20;

/** Maximum number of pages in a row that may not exist. */
const MOST_GUESSES = 7;

/** Maximum size of the waiting pages: long pages are requested fewer at a time. */
const MOST_CHARACTERS = 64 * 1024 * 1024;

/**
 * Requests pages before they are needed, while the service says that there are more: the pages known to exist, up to seven
 * beyond, and one farther ahead, which shows that all before it exist. So at most eight requests are wasted.
 */
export class Prefetch {
	private readonly pages = new Map<number, Promise<Page>>();
	private next = 0;
	private wanted = 1;
	/** The last page known to exist, the first known not to, and the one asked for farther ahead. */
	private last = 0;
	private end = Number.POSITIVE_INFINITY;
	private leap = 0;
	/** Characters of the longest page so far. */
	private longest = 1;

	constructor(private readonly ask: (page: number) => Promise<Page>) {}

	/** @param wanted the maximum number of pages needed, including this one */
	async take(page: number, wanted: number): Promise<Page> {
		this.next = page;
		this.wanted = wanted;
		this.start(page);
		this.fill();
		const answer = await this.pages.get(page)!;
		this.pages.delete(page);
		return answer;
	}

	/** Drops pages requested ahead, because the list has grown and its records have moved. */
	forget(): void {
		this.pages.clear();
	}

	private start(page: number): void {
		if (this.pages.has(page)) return;
		const answer = this.ask(page).then((read) => {
			if (this.pages.get(page) === answer) this.learn(page, read);
			return read;
		});
		// A failed page that nobody needs must not crash the process.
		answer.catch(() => undefined);
		this.pages.set(page, answer);
	}

	private learn(page: number, { records, hasMore = false, size }: Page): void {
		if (records.length > 0) this.last = Math.max(this.last, hasMore ? page + 1 : page);
		if (!hasMore) this.end = Math.min(this.end, page);
		this.longest = Math.max(this.longest, size);
		this.fill();
	}

	private fill(): void {
		const { last, next, wanted } = this;
		if (last === 0) return;
		const near = Math.min(MOST_PAGES, Math.floor(MOST_CHARACTERS / this.longest));
		const end = Math.min(next + wanted, this.end);
		const sure = Math.min(last + Math.min(last, MOST_GUESSES) + 1, next + near, end);
		for (let page = next + 1; page < sure; page++) this.start(page);
		const far = last + Math.min(last + 1, MOST_PAGES);
		if (this.leap > last || far < sure || far >= end) return;
		this.leap = far;
		this.start(far);
	}
}
