// What this process has looked at of one list, and whose turn it is in a poll: always what was looked at longest ago. The other
// files say what happened; this one alone concludes what is due.
import { clock } from '../../shared/node/n8n-transport';
import type { Snapshot } from '../snapshot/snapshot';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A page is due again after this time, or of a list with more pages after one minute for each of them. */
const ROUND_MINUTES = 20;
/** After this number of failures in a row a page is requested only by the audit. */
const LEFT_OUT_AFTER = 3;

/** What one poll looks at. It counts once the poll delivers. */
export class Look {
	/** The hour in which the poll started. */
	readonly hour: number;
	/** The older pages that had their turn. */
	readonly pages = new Set<number>();
	/** Pages that had their turn, with posts that have comments left to read. */
	readonly unfinished = new Set<number>();
	/** Records, by the ID, that a page has shown. */
	readonly shown = new Set<string>();
	/** Records, by the ID, that were requested, or whose comments were. */
	readonly requested = new Set<string>();
	/** The pages that it had read when its time was over in the audit. */
	cutAfter?: number;
	/** Whether it skips the audit, and whether its time was over before it could find out whether a record is deleted. */
	skipsAudit = false;
	isCutByMissing = false;

	/** @param now when the poll started */
	constructor(
		readonly now: number,
		/** Minutes since the last poll that delivered. */
		readonly minutes: number,
	) {
		this.hour = now - (now % HOUR_MS);
	}
}

export class Rotation {
	/** The older pages, from 1: when they had their turn. The newest page is read in each poll. */
	private readonly pages = new Map<number, number>();
	/** Those whose posts have comments left to read: due at once. */
	private unfinished: readonly number[] = [];
	/** Those that were empty, or the same as the one above, when they were read last. */
	private readonly blank = new Set<number>();
	/** Those that failed: how many times in a row. */
	private readonly failed = new Map<number, number>();
	/** Records, by the ID: when a page has shown them, and when they or their comments were requested. */
	private readonly shown = new Map<string, number>();
	private readonly requested = new Map<string, number>();
	/** By the ID of a post: since when polls look for comments that it counts, and find none. */
	private readonly searchedSince = new Map<string, number>();
	private readonly firstPage = Math.random();
	private readonly createdAt = clock.now();
	/** When the last poll started, and the last one that delivered. */
	private now = this.createdAt;
	private deliveredAt = this.createdAt;
	/** Maximum number of older pages of a poll. After one that had no time for all: fewer than half, to get to what follows. */
	private most = Number.POSITIVE_INFINITY;
	/** Whether the next poll skips the audit, to have requests left for missing records. */
	private skipsAudit = false;
	/** When this process stored the cursor last, by the hour: for events that depend on the time. */
	private storedAt?: number;
	/** When n8n last came with a cursor that this process has not stored, as after a restart. And when that was stored. */
	private changedAt = 0;
	private storedBefore?: number;
	/** Whether the log says that the service answers each page with the same records. */
	private isStuckLogged = false;

	/** A poll begins. @param stored when the cursor was stored that n8n gives it */
	begin(stored: number | undefined): Look {
		// Two polls may start within one millisecond.
		this.now = Math.max(clock.now(), this.now + 1);
		if (stored === undefined || stored !== this.storedAt) {
			this.changedAt = this.now;
			this.storedBefore = stored;
		}
		const look = new Look(this.now, (this.now - this.deliveredAt) / MINUTE_MS);
		look.skipsAudit = this.skipsAudit;
		return look;
	}

	/** @param isBlank whether it was empty, or the same as the page above */
	pageWasRead(page: number, isBlank: boolean): void {
		this.failed.delete(page);
		if (isBlank) this.blank.add(page);
		else this.blank.delete(page);
	}

	/** A page failed that is to blame itself. */
	pageFailed(page: number): void {
		this.failed.set(page, (this.failed.get(page) ?? 0) + 1);
	}

	/** Comments that the post counts were looked for. @param isVain whether none was found, and they are looked for again */
	searched(post: string, isVain: boolean): void {
		if (!isVain) this.searchedSince.delete(post);
		else if (!this.searchedSince.has(post)) this.searchedSince.set(post, this.now);
	}

	/** The poll delivers. Of an endless list, only what the snapshot knows is remembered. */
	delivered(look: Look, snapshot: Pick<Snapshot, 'get'>): void {
		const { now } = look;
		this.storedAt = look.hour;
		this.deliveredAt = now;
		this.most =
			look.cutAfter === undefined ? Number.POSITIVE_INFINITY : Math.floor(look.cutAfter / 2) - 2;
		// Not twice in a row, or what is never answered would stop the audit.
		this.skipsAudit = look.isCutByMissing && !look.skipsAudit;
		const left = this.unfinished.filter((page) => !look.pages.has(page));
		this.unfinished = [...left, ...look.unfinished];
		for (const page of look.pages) this.pages.set(page, now);
		const isKnown = (id: string) => snapshot.get(id) !== undefined;
		for (const id of look.shown) if (isKnown(id)) this.shown.set(id, now);
		for (const id of look.requested) if (isKnown(id)) this.requested.set(id, now);
	}

	stuckWasLogged(): void {
		this.isStuckLogged = true;
	}

	get isStuckKnown(): boolean {
		return this.isStuckLogged;
	}

	/** For how many minutes polls have found no comment of this post that it counts; none in the first one. */
	minutesInVain(post: string): number {
		return (this.now - (this.searchedSince.get(post) ?? this.now)) / MINUTE_MS;
	}

	isBlank(page: number): boolean {
		return this.blank.has(page);
	}

	/** Whether a page of this list failed, and no poll has read it since. */
	hasFailed(depth: number): boolean {
		return [...this.failed.keys()].some((page) => page <= depth);
	}

	/** Whether a page keeps failing, so that only the audit requests it. If it never answers, a poll gets to nothing below it. */
	isLeftOut(page: number): boolean {
		return (this.failed.get(page) ?? 0) >= LEFT_OUT_AFTER;
	}

	/** Records never requested first, then those requested longest ago. */
	inTurn(ids: readonly string[]): string[] {
		const at = (id: string) => this.requested.get(id) ?? 0;
		return ids.toSorted((a, b) => at(a) - at(b));
	}

	/** The older pages that a poll reads: those with comments left, and its share of those that are overdue before the next poll. */
	due(depth: number, look: Look): number[] {
		// Goes down the list, as records do, so that none moves past it unseen. Starts at a random page.
		const first = Math.floor(this.firstPage * depth);
		const all = Array.from({ length: depth }, (_, place) => ((first + place) % depth) + 1);
		const overdue = all
			.filter((page) => this.at(page) <= lastDue(depth, look))
			.sort((a, b) => this.at(a) - this.at(b))
			.slice(0, this.share(depth, look));
		return [...new Set([...this.unfinished, ...overdue])];
	}

	/** The number of overdue pages that a poll reads. */
	share(depth: number, { minutes, skipsAudit }: Look): number {
		if (skipsAudit) return 0;
		const polls = Math.max(1, Math.floor(roundOf(depth) / minutes));
		const all = Math.max(Math.ceil(depth / polls), Math.floor(minutes));
		return Math.max(1, Math.min(this.most, all));
	}

	/** When the stored values of a record were read: by this process, if it has stored them, or else before n8n's cursor was stored. */
	readAt(id: string): number {
		const at = this.shown.get(id) ?? 0;
		if (at >= this.changedAt) return at;
		return Math.min(at || Number.POSITIVE_INFINITY, this.storedBefore ?? this.changedAt);
	}

	/** Whether each page was read since one has shown the record, and half a round has passed: a record moves to later pages. */
	isMissing(depth: number, { now, pages, shown }: Look): (id: string) => boolean {
		const at = (page: number) => (pages.has(page) ? now : this.at(page));
		const audited = Array.from({ length: depth }, (_, page) => at(page + 1));
		const since = Math.min(now, ...audited) - (depth > 0 ? (roundOf(depth) / 2) * MINUTE_MS : 0);
		return (id) => !shown.has(id) && (this.shown.get(id) ?? this.createdAt) < since;
	}

	private at(page: number): number {
		return this.pages.get(page) ?? Number.MIN_SAFE_INTEGER;
	}
}

const roundOf = (depth: number) => Math.max(ROUND_MINUTES, depth + 1);

/** A page that had its turn until then is due before the next poll, give or take a tenth. */
const lastDue = (depth: number, { now, minutes }: Look) =>
	now + (0.9 * minutes - roundOf(depth)) * MINUTE_MS;
