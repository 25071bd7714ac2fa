import type { Page } from '../service/pages';

/** Maximum number of pages requested beyond the one that is needed, and so of requests without need. */
const MOST_AHEAD = 15;

/** Maximum size of the waiting pages: long pages are requested fewer at a time. */
const MOST_WAITING = 64 * 1024 * 1024;

/**
 * Requests pages before they are needed: two with the first page that brings new records, and one more with each page that
 * follows, since most lists are short. So at most as many are requested without need as the list has pages.
 */
export class Prefetch {
	private readonly pages = new Map<number, Promise<Page>>();
	private ahead = 0;
	/** Characters of the longest page so far. */
	private longest = 1;

	constructor(private readonly ask: (number: number) => Promise<Page>) {}

	/** @param wanted the maximum number of pages needed, including this one */
	async take(number: number, wanted: number): Promise<Page> {
		const fit = Math.floor(MOST_WAITING / this.longest);
		const last = number + Math.min(this.ahead, wanted - 1, fit);
		for (let next = number; next <= last; next++) this.start(next);
		const taken = this.pages.get(number)!;
		this.pages.delete(number);
		const page = await taken;
		this.longest = Math.max(this.longest, page.size);
		return page;
	}

	/** After a page with new records. */
	grow(): void {
		this.ahead = Math.min(Math.max(this.ahead + 1, 2), MOST_AHEAD);
	}

	/** Drops what was requested ahead, and starts again. */
	forget(): void {
		this.pages.clear();
		this.ahead = 0;
	}

	private start(number: number): void {
		if (this.pages.has(number)) return;
		const page = this.ask(number);
		// A failed page that nobody needs must not crash the process.
		page.catch(() => undefined);
		this.pages.set(number, page);
	}
}
