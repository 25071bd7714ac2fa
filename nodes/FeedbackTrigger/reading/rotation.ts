// What this process has looked at of one list, and whose turn it is in a poll: always the one looked at longest ago.
import { clock } from '../../shared/node/n8n-transport';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A page is due again after this time, or of a list with more pages after one minute for each of them. */
const ROUND_MINUTES = 20;
/** Maximum number of older pages that one poll reads. */
const MOST_DUE = 100;

/** When each thing was looked at last. */
export class Turns<Thing> {
	private readonly last = new Map<Thing, number>();
	/** What the present poll has changed, as it was before. */
	private readonly before = new Map<Thing, number | undefined>();

	get size(): number {
		return this.last.size;
	}

	at(thing: Thing): number | undefined {
		return this.last.get(thing);
	}

	take(thing: Thing, now: number): void {
		if (!this.before.has(thing)) this.before.set(thing, this.last.get(thing));
		this.last.set(thing, now);
	}

	/** From now on the turns count that were taken. */
	keep(): void {
		this.before.clear();
	}

	/** Gives back the turns that do not count yet. */
	takeBack(): void {
		for (const [thing, at] of this.before)
			if (at === undefined) this.last.delete(thing);
			else this.last.set(thing, at);
		this.before.clear();
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
	/** Whether the log says that the service answers each page with the same records. */
	isStuckSaid = false;
	/** For events that depend on the time: the hour in which this process stored the cursor last. */
	storedAt?: number;
	/** The audited pages, from 1. The newest page is read in each poll. */
	private readonly pages = new Turns<number>();
	/** Records, by the ID: when a page has shown them. */
	private readonly shown = new Turns<string>();
	private readonly turns = [this.posts, this.requested, this.pages, this.shown] as const;
	private readonly firstPage = Math.random();
	private readonly createdAt = clock.now();
	/** When the present poll started. */
	now = this.createdAt;
	/** The number of older pages that it may read. */
	private mostDue = 1;
	/** When n8n last came with a cursor that this process has not stored, as after a restart. And when that was stored. */
	private changedAt = 0;
	private storedBefore?: number;

	/** Starts a poll. What the one before did counts only if it delivered. @param stored when the cursor was stored that n8n gives it */
	start(stored: number | undefined): void {
		for (const turns of this.turns) turns.takeBack();
		// Two polls may start within one millisecond.
		const now = Math.max(clock.now(), this.now + 1);
		this.mostDue = Math.min(MOST_DUE, Math.ceil((now - this.now) / MINUTE_MS));
		this.now = now;
		if (stored !== undefined && stored === this.storedAt) return;
		this.changedAt = now;
		this.storedBefore = stored;
	}

	/** Ends a poll that delivers: from now on counts what it has looked at. */
	deliver(): void {
		for (const turns of this.turns) turns.keep();
	}

	/**
	 * The older pages that this poll reads, the one read longest ago first: those that are due, as many as minutes have passed.
	 * @param depth number of the last page
	 */
	duePages(depth: number): number[] {
		const at = (page: number) => this.pages.at(page) ?? Number.MIN_SAFE_INTEGER;
		const lastDue = this.now - Math.max(ROUND_MINUTES, depth + 1) * MINUTE_MS;
		// Goes down the list, as records do, so that none moves past it unseen. Starts at a random page.
		const first = Math.floor(this.firstPage * depth);
		const all = Array.from({ length: depth }, (_, place) => ((first + place) % depth) + 1);
		const due = all.filter((page) => at(page) <= lastDue).toSorted((a, b) => at(a) - at(b));
		return due.slice(0, this.isAuditCut ? 1 : this.mostDue);
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
