// What this process has looked at of one list, and whose turn it is in a poll: always the one looked at longest ago.
import { clock } from '../../shared/node/n8n-transport';
import type { Snapshot } from '../snapshot/snapshot';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A page is due again after this time, or of a list with more pages after one minute for each of them. */
const ROUND_MINUTES = 20;

/** When each thing was looked at last. */
export class Turns<Thing> {
	private readonly last = new Map<Thing, number>();
	/** By the present poll, which may not deliver. */
	private readonly taken = new Set<Thing>();
	private now = 0;

	/** Starts a poll. What the one before has not kept does not count. */
	start(now: number): void {
		this.taken.clear();
		this.now = now;
	}

	take(thing: Thing): void {
		this.taken.add(thing);
	}

	keep(isKept: (thing: Thing) => boolean = () => true): void {
		for (const thing of this.taken) if (isKept(thing)) this.last.set(thing, this.now);
	}

	at(thing: Thing, otherwise = Number.MIN_SAFE_INTEGER): number {
		return this.taken.has(thing) ? this.now : (this.last.get(thing) ?? otherwise);
	}

	/** Those never looked at first, then those looked at longest ago. */
	inTurn(things: readonly Thing[]): Thing[] {
		return things.toSorted((a, b) => this.at(a) - this.at(b));
	}
}

export class Rotation {
	/** Records, by the ID: when a poll has read their comments, or requested them because they were missing. */
	readonly asked = new Turns<string>();
	/** By the ID of a post: how many polls have looked for comments that it counts but does not list. */
	readonly unlisted = new Map<string, number>();
	/** Pages that failed, and that no poll has read since. */
	readonly failing = new Set<number>();
	/** Those of them that are left out until their turn in the audit. */
	private readonly passedOver = new Set<number>();
	/** Whether the log says that the service answers each page with the same records. */
	isStuckSaid = false;
	/** The audited pages, from 1. The newest page is read in each poll. */
	readonly pages = new Turns<number>();
	/** Pages that were empty, or the same as the one above, when they were read last. */
	readonly blank = new Set<number>();
	/** Records, by the ID: when a page has shown them. */
	readonly shown = new Turns<string>();
	private readonly firstPage = Math.random();
	private readonly createdAt = clock.now();
	/** When the present poll started, and the last one that delivered. */
	private now = this.createdAt;
	private deliveredAt = this.createdAt;
	/** The hour in which the present poll started. */
	hour = 0;
	/** Maximum number of older pages of a poll. After one that had no time for all: fewer than half, to get to what follows. */
	mostDue = Number.POSITIVE_INFINITY;
	/** When this process stored the cursor last, by the hour: for events that depend on the time. */
	private storedAt?: number;
	/** When n8n last came with a cursor that this process has not stored, as after a restart. And when that was stored. */
	private changedAt = 0;
	private storedBefore?: number;

	/** Starts a poll. What the one before did counts only if it delivered. @param stored when the cursor was stored that n8n gives it */
	start(stored: number | undefined): void {
		// Two polls may start within one millisecond.
		this.now = Math.max(clock.now(), this.now + 1);
		this.hour = this.now - (this.now % HOUR_MS);
		for (const turns of [this.asked, this.pages, this.shown]) turns.start(this.now);
		if (stored !== undefined && stored === this.storedAt) return;
		this.changedAt = this.now;
		this.storedBefore = stored;
	}

	/** Ends a poll that delivers: from now on counts what it has looked at. An endless list has more than the snapshot knows. */
	deliver(snapshot: Pick<Snapshot, 'get'>): void {
		this.storedAt = this.hour;
		this.deliveredAt = this.now;
		this.pages.keep();
		for (const turns of [this.asked, this.shown])
			turns.keep((id) => snapshot.get(id) !== undefined);
	}

	wasRead(page: number): void {
		this.failing.delete(page);
		this.passedOver.delete(page);
	}

	/** Leaves out a page that keeps failing, so that the others have their turns. */
	passOver(page: number): void {
		this.passedOver.add(page);
		this.pages.take(page);
	}

	/** Whether a page that keeps failing waits for its next turn. */
	isPassedOver(page: number, depth: number): boolean {
		return this.passedOver.has(page) && this.pages.at(page) > this.lastDue(depth);
	}

	/** A page that was looked at until then is due before the next poll, give or take a tenth. */
	private lastDue(depth: number): number {
		const round = Math.max(ROUND_MINUTES, depth + 1);
		return this.now + (0.9 * this.minutes - round) * MINUTE_MS;
	}

	/** The older pages that are overdue before the next poll, give or take a tenth: the share of one poll, longest ago first. */
	duePages(depth: number): number[] {
		const { minutes } = this;
		const round = Math.max(ROUND_MINUTES, depth + 1);
		const share = Math.ceil(depth / Math.max(1, Math.floor(round / minutes)));
		// Goes down the list, as records do, so that none moves past it unseen. Starts at a random page.
		const first = Math.floor(this.firstPage * depth);
		const all = Array.from({ length: depth }, (_, place) => ((first + place) % depth) + 1);
		const due = this.pages.inTurn(all.filter((page) => this.pages.at(page) <= this.lastDue(depth)));
		this.mostDue = Math.max(1, Math.min(this.mostDue, Math.max(share, Math.floor(minutes))));
		return due.slice(0, this.mostDue);
	}

	/** When the stored values of a record were read: by this process, if it has stored them, or else before n8n's cursor was stored. */
	readAt(id: string): number {
		const at = this.shown.at(id, 0);
		if (at >= this.changedAt) return at;
		return Math.min(at || Number.POSITIVE_INFINITY, this.storedBefore ?? this.changedAt);
	}

	/** Minutes since the last poll that delivered. */
	get minutes(): number {
		return (this.now - this.deliveredAt) / MINUTE_MS;
	}

	/** Whether no page has shown a record in two rounds of the audit. In one round a record that moves may escape it. */
	unseen(depth: number): (id: string) => boolean {
		const audited = Array.from({ length: depth }, (_, at) => this.pages.at(at + 1));
		const twoRoundsAgo = 2 * Math.min(this.now, ...audited) - this.now;
		return (id) => this.shown.at(id, this.createdAt) < twoRoundsAgo;
	}
}
