import { clock } from '../../shared/node/n8n-transport';
import type { Poll, StaticData } from '../n8n-poll';
import { type Cursor, writeCursor } from './cursor';
import { Snapshot } from './snapshot';

export interface Planned {
	key: string;
	next: Cursor;
	/** The cursor that the poll started from; undefined if the list starts. */
	before?: Cursor;
}

/** By trigger, list and batch ID: when this process found the items of the batch. */
const taken = new Map<string, number>();

/** After this time n8n has stored what a poll found, or never will: the scheduler of n8n 2.41.1 gives up on a poll then. */
const STORING_MS = 45_000;

/** What n8n stores for the trigger at this moment. Do not use an instance after an `await`: make a new one. */
export class Memory {
	private readonly node: StaticData;
	/** With durable cursors n8n stores data only when a scheduled poll succeeds. Data that it saves by itself has a mark (n8n 2.41.1). */
	private readonly isStaged: boolean;

	constructor(private readonly poll: Poll) {
		this.node = poll.stored('node');
		this.isStaged = !('__dataChanged' in this.node);
	}

	get isEmpty(): boolean {
		return Object.keys({ ...this.node, ...this.handedOn }).length === 0;
	}

	/** The value stored for a list at this moment. It is another object once another poll has stored something. */
	stored(key: string): unknown {
		return this.isHandedOn(key) ? this.handedOn[key] : this.node[key];
	}

	/**
	 * Whether another poll of this process has just found the items of this batch. The scheduler of n8n 2.41.1 gives each poll a
	 * copy of the stored data. After a restart it starts the polls of the last minute at once, all with the same copy.
	 */
	isTaken(key: string, batchId: string): boolean {
		for (const [batch, at] of taken) if (clock.now() - at >= STORING_MS) taken.delete(batch);
		return !this.poll.isRegistration && taken.has(this.poll.key(`${key} ${batchId}`));
	}

	/** Stores only cursors that changed, because any assignment makes n8n (2.41.1) save the whole workflow. Deletes those not watched. */
	store(plans: readonly Planned[], watched: readonly string[]): void {
		const written: StaticData = {};
		for (const { key, next, before } of plans) {
			if (isSame(next, before) && !this.isHandedOn(key)) continue;
			if (before && before.batchId !== next.batchId)
				taken.set(this.poll.key(`${key} ${before.batchId}`), clock.now());
			written[key] = writeCursor({ ...next, serial: serialOf(this.stored(key)) + 1 });
			this.node[key] = written[key];
		}
		for (const key of Object.keys(this.node)) {
			if (key.startsWith('/') && !watched.includes(key)) delete this.node[key];
		}
		if (this.isStaged) this.handOn(this.poll.isRegistration ? written : {}, watched);
	}

	/**
	 * With durable cursors n8n 2.41.1 discards what a registration poll stores, but saves the workflow's own data. That data holds
	 * the cursors until a scheduled poll has stored each list. Otherwise all items up to that poll would count as existing.
	 */
	private handOn(written: StaticData, watched: readonly string[]): void {
		const { handedOn } = this;
		const left = watched.filter((key) => this.isHandedOn(key));
		const all = { ...Object.fromEntries(left.map((key) => [key, handedOn[key]])), ...written };
		const data = this.ofWorkflow;
		const { id } = this.poll.node;
		if (Object.keys(all).length > 0) data[id] = all;
		else if (data[id] !== undefined) delete data[id];
	}

	/** Whether the data of the workflow holds the newer cursor of a list. */
	private isHandedOn(key: string): boolean {
		return serialOf(this.handedOn[key]) > serialOf(this.node[key]);
	}

	/** Empty without durable cursors, because the data of the workflow belongs to the user. */
	private get handedOn(): StaticData {
		if (!this.isStaged) return {};
		return (this.ofWorkflow[this.poll.node.id] ?? {}) as StaticData;
	}

	private get ofWorkflow(): StaticData {
		return this.poll.stored('global');
	}
}

/** Of two cursors, the one that was stored later has the higher number. */
function serialOf(stored: unknown): number {
	const { serial } = (stored ?? {}) as Partial<Cursor>;
	return Number.isSafeInteger(serial) ? Number(serial) : 0;
}

/** Whether two cursors are equal apart from `serial`. An unchanged snapshot is the same object. */
function isSame(next: Cursor, before: Cursor | undefined): boolean {
	const short = (key: string, value: unknown) =>
		key === 'serial' || value instanceof Snapshot ? undefined : value;
	const long = ({ snapshot, comments }: Cursor) => [snapshot, comments?.read, comments?.counts];
	return (
		before !== undefined &&
		long(next).every((one, at) => one === long(before)[at]) &&
		JSON.stringify(next, short) === JSON.stringify(before, short)
	);
}
