// Whose turn it is among the older pages of a list: always the page that had its turn longest ago. The words are those of `plan.ts`.
import { type Look, MINUTE_MS } from './look';

/** A round takes this long, or one minute for each page if that is more. */
const ROUND_MINUTES = 20;

interface Page {
	/** When it had its turn. */
	turnAt: number;
	isBlank: boolean;
	isFailing: boolean;
}

const UNREAD: Page = { turnAt: Number.MIN_SAFE_INTEGER, isBlank: false, isFailing: false };

/** What this process knows of each page. The newest page, 0, has no turns: each poll reads it. */
export class Turns {
	private readonly pages = new Map<number, Page>();
	private readonly firstPage = Math.random();

	pageWasRead(page: number, isBlank: boolean): void {
		this.pages.set(page, { ...this.page(page), isBlank, isFailing: false });
	}

	pageFailed(page: number): void {
		this.pages.set(page, { ...this.page(page), isFailing: true });
	}

	/** Called once the poll delivers. */
	keep({ pages, now }: Look): void {
		for (const page of pages) this.pages.set(page, { ...this.page(page), turnAt: now });
	}

	isBlank(page: number): boolean {
		return this.page(page).isBlank;
	}

	isFailing(page: number): boolean {
		return this.page(page).isFailing;
	}

	/** Whether a page down to this one is failing. */
	isAnyFailing(depth: number): boolean {
		return [...this.pages].some(([page, { isFailing }]) => page <= depth && isFailing);
	}

	/** The pages that a poll reads: its share of those that are due. What is failing comes last, as it may take all the time. */
	due(depth: number, look: Look): number[] {
		// Goes down the list, as records do, so that none moves past it unseen. Starts at a random page.
		const first = Math.floor(this.firstPage * depth);
		const all = Array.from({ length: depth }, (_, place) => ((first + place) % depth) + 1);
		const turnAt = (page: number) => this.page(page).turnAt;
		// A failing page that comes last might never be reached where each poll is cut short.
		const isLeft = (page: number) => this.isFailing(page) && turnAt(page) < look.last;
		return all
			.filter((page) => turnAt(page) <= lastDue(depth, look))
			.filter((page) => !look.skipsAudit || isLeft(page))
			.sort((a, b) => turnAt(a) - turnAt(b))
			.slice(0, this.share(depth, look))
			.sort((a, b) => Number(this.isFailing(a)) - Number(this.isFailing(b)));
	}

	/** The number of due pages that a poll reads. */
	share(depth: number, { minutes }: Look): number {
		const polls = Math.max(1, Math.floor(roundOf(depth) / minutes));
		return Math.max(1, Math.ceil(depth / polls), Math.floor(minutes));
	}

	/** Since when a record was on no page: each page had its turn since, and half a round has passed, as records move down. */
	unseenSince(depth: number, { now, pages }: Look): number {
		const at = (page: number) => (pages.has(page) ? now : this.page(page).turnAt);
		const all = Array.from({ length: depth }, (_, page) => at(page + 1));
		return Math.min(now, ...all) - (depth > 0 ? (roundOf(depth) / 2) * MINUTE_MS : 0);
	}

	private page(number: number): Page {
		return this.pages.get(number) ?? UNREAD;
	}
}

const roundOf = (depth: number) => Math.max(ROUND_MINUTES, depth + 1);

/** A page that had its turn until then is due before the next poll, give or take a tenth. */
const lastDue = (depth: number, { now, minutes }: Look) =>
	now + (0.9 * minutes - roundOf(depth)) * MINUTE_MS;
