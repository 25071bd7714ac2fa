// What this process has looked at of one list, and whose turn it is in a poll: always the one looked at longest ago.
import { clock } from '../../shared/node/n8n-transport';

const HOUR_MS = 3_600_000;
/** The audit reads each page once within this number of polls; of a list with more pages, one page in each poll. */
const AUDIT_POLLS = 20;
/** Where polls are rare, the audit also reads each page that no audit has read for this time: all of them in a daily poll. */
const LONGEST_ROUND_MS = 20 * HOUR_MS;

/** When each thing was looked at last. */
export class Turns<Thing> {
	private readonly last = new Map<Thing, number>();

	get size(): number {
		return this.last.size;
	}

	at(thing: Thing): number | undefined {
		return this.last.get(thing);
	}

	take(thing: Thing, now: number): void {
		this.last.set(thing, now);
	}

	/** The one looked at longest ago, or never; the first of several. */
	next(things: Iterable<Thing>): Thing | undefined {
		let next: Thing | undefined;
		let longest = Number.POSITIVE_INFINITY;
		for (const thing of things) {
			const at = this.last.get(thing) ?? Number.NEGATIVE_INFINITY;
			if (next !== undefined && at >= longest) continue;
			[next, longest] = [thing, at];
		}
		return next;
	}

	forgetUnless(isKept: (thing: Thing) => boolean): void {
		for (const thing of this.last.keys()) if (!isKept(thing)) this.last.delete(thing);
	}
}

export class Rotation {
	/** Posts, by the ID: when a poll has read their comments. */
	readonly posts = new Turns<string>();
	/** Missing records, by the ID: when a poll has requested them. */
	readonly requested = new Turns<string>();
	/** By the ID of a post: how many polls have looked for comments that it counts but does not list. */
	readonly unlisted = new Map<string, number>();
	/** Whether the last poll had no time or requests left for its audit. The next one reads one page, to get to what follows. */
	isAuditCut = false;
	/** For events that depend on the time: the hour in which this process stored the cursor last. */
	storedAt?: number;
	/** The audited pages, from 1. The newest page is read in each poll. */
	private readonly pages = new Turns<number>();
	/** Records, by the ID: when a page has shown them. */
	private readonly shown = new Turns<string>();
	/** When the last polls started, the present one last. */
	private readonly polls: number[] = [];
	private readonly firstPage = Math.random();
	private readonly createdAt = clock.now();
	/** When n8n last came with a cursor that this process has not stored, as after a restart. And when that was stored. */
	private changedAt = 0;
	private storedBefore?: number;

	/** Starts a poll. @param stored when the cursor was stored that n8n gives it */
	start(stored: number | undefined): void {
		// Two polls may start within one millisecond.
		const now = Math.max(clock.now(), this.now + 1);
		this.polls.push(now);
		if (this.polls.length > AUDIT_POLLS) this.polls.shift();
		if (stored !== undefined && stored === this.storedAt) return;
		this.changedAt = now;
		this.storedBefore = stored;
	}

	/** When the present poll started. */
	get now(): number {
		return this.polls.at(-1) ?? 0;
	}

	/**
	 * The pages that the audit reads in this poll, the one that it read longest ago first: one, or none, or where polls are
	 * rare all that it has not read for long.
	 * @param depth number of the last page
	 */
	duePages(depth: number): number[] {
		const at = (page: number) => this.pages.at(page) ?? 0;
		// Goes down the list, as records do, so that none moves past it unseen. Starts at a random page.
		const first = Math.floor(this.firstPage * depth);
		const all = Array.from({ length: depth }, (_, place) => ((first + place) % depth) + 1).toSorted(
			(a, b) => at(a) - at(b),
		);
		const isNew = at(all[0]) === 0;
		const isDue = isNew || (this.polls.length === AUDIT_POLLS && at(all[0]) < this.polls[0]);
		const isOverdue = (page: number) => (at(page) || this.createdAt) <= this.now - LONGEST_ROUND_MS;
		const due = all.filter((page, place) => (isDue && place === 0) || isOverdue(page));
		return this.isAuditCut ? due.slice(0, 1) : due;
	}

	/** Marks a page as audited. */
	takePage(page: number): void {
		this.pages.take(page, this.now);
	}

	/** Adds the records that a poll has read. Keeps no more of them than the snapshot knows, also of an endless list. */
	show(ids: ReadonlySet<string>, snapshot: { size: number; has(id: string): boolean }): void {
		for (const id of ids) this.shown.take(id, this.now);
		this.storedAt = this.now - (this.now % HOUR_MS);
		for (const turns of [this.shown, this.posts, this.requested])
			if (turns.size > ids.size + snapshot.size)
				turns.forgetUnless((id) => ids.has(id) || snapshot.has(id));
	}

	/**
	 * When the stored values of a record were read, in milliseconds. A change that is found now is not older. Unless this
	 * process has both read and stored them, it is when n8n's cursor was stored.
	 */
	readAt(id: string): number {
		const at = this.shown.at(id) ?? Number.POSITIVE_INFINITY;
		const isStored = at >= this.changedAt && at < Number.POSITIVE_INFINITY;
		return isStored ? at : Math.min(at, this.storedBefore ?? this.changedAt);
	}

	/**
	 * Whether a record may be deleted: no page has shown it for the time in which the audit reads the whole list twice. In one
	 * round a record that moves may escape it.
	 */
	unseen(depth: number): (id: string) => boolean {
		const audited = Array.from({ length: depth }, (_, at) => this.pages.at(at + 1) ?? 0);
		const oldest = Math.min(this.now, ...audited);
		if (oldest === 0) return () => false;
		const twoRoundsAgo = 2 * oldest - this.now;
		return (id) => (this.shown.at(id) ?? this.createdAt) < twoRoundsAgo;
	}
}
