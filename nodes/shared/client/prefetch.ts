import type { Page } from '../service/pages';
import { quietly } from './side-by-side';

/** How many pages, from the next one on, are under way or wait to be read. */
const NEAR = 20;

/** How many pages in a row are asked for that may not exist. */
const MOST_GUESSES = 7;

/** How much text they may hold in all; then fewer pages are asked for ahead. */
const MOST_CHARACTERS = 64 * 1024 * 1024;

/**
 * Asks for the pages of a list before they are needed, as soon as the service says that there are more: those known to
 * exist, as many again up to seven, and one farther ahead, which shows that all before it exist. So at most eight are
 * asked for without need.
 */
export class Prefetch {
	private readonly pages = new Map<number, Promise<Page>>();
	/** The last page known to exist, the first known not to, and the one that was asked for far ahead. */
	private last = 0;
	private end = Number.POSITIVE_INFINITY;
	private leap = 0;
	private next = 0;
	private wanted = 1;
	private mayAsk = false;
	/** Characters of the longest page so far, and of those that wait to be read. */
	private longest = 1;
	private held = 0;

	/**
	 * @param leaps whether all of the list is wanted, so that it is worth while to find out how far it goes
	 * @param isNew whether a page has anything that did not come before: only then there is more behind it
	 */
	constructor(
		private readonly ask: (page: number) => Promise<Page>,
		private readonly leaps: boolean,
		private readonly isNew: (page: Page) => boolean,
	) {}

	/** @param wanted this many pages are needed at most, this one included */
	async take(page: number, wanted: number): Promise<Page> {
		this.next = page;
		this.wanted = wanted;
		this.start(page);
		this.fill();
		const answer = await this.pages.get(page)!;
		this.pages.delete(page);
		this.held -= answer.size;
		return answer;
	}

	/** The list has grown: what was read ahead may stand elsewhere by now. */
	forget(): void {
		this.pages.clear();
		this.held = 0;
		this.end = Number.POSITIVE_INFINITY;
	}

	private start(page: number): void {
		if (this.pages.has(page)) return;
		const answer = this.ask(page).then((read) => {
			if (this.pages.get(page) === answer) this.learn(page, read);
			return read;
		});
		this.pages.set(page, quietly(answer));
	}

	private learn(page: number, answer: Page): void {
		const { hasMore = false, size } = answer;
		const exists = this.isNew(answer);
		if (exists) this.last = Math.max(this.last, hasMore ? page + 1 : page);
		if (!hasMore) this.end = Math.min(this.end, exists ? page + 1 : page);
		if (page === 0) this.mayAsk = hasMore;
		this.longest = Math.max(this.longest, size);
		this.held += size;
		if (page !== this.next && this.held > MOST_CHARACTERS) {
			this.pages.delete(page);
			this.held -= size;
		}
		this.fill();
	}

	private fill(): void {
		if (!this.mayAsk) return;
		const { end, last, leap, next } = this;
		const near = Math.max(1, Math.min(NEAR, Math.floor(MOST_CHARACTERS / this.longest)));
		const most = Math.min(next + this.wanted, end) - 1;
		const sure = Math.min(last + Math.min(last, MOST_GUESSES), next + near - 1, most);
		for (let page = next + 1; page <= sure; page++) this.start(page);
		const far = last + Math.min(last + 1, NEAR);
		if (!this.leaps || near < NEAR || leap > last || far <= sure || far > most) return;
		this.leap = far;
		this.start(far);
	}
}
