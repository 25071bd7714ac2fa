import type { IPollFunctions } from 'n8n-workflow';
import { clock } from '../../shared/node/transport';
import { type Cursor, readCursor, writeCursor } from './cursor';
import { Snapshot } from './snapshot';

/** What n8n in memory gives a poll, and with durable cursors the poll of a registration; a scheduled one has less. */
const DEFAULT_BUDGET_MS = 300_000;

/** Milliseconds a poll may take; n8n before 2.38 does not say. */
export function pollBudgetMs(context: IPollFunctions): number {
	return typeof context.getPollBudgetMs === 'function'
		? context.getPollBudgetMs()
		: DEFAULT_BUDGET_MS;
}

/** Whether n8n polls because it registers the workflow: with durable cursors it throws away what that poll stores. */
export const isRegistration = (context: IPollFunctions) =>
	pollBudgetMs(context) === DEFAULT_BUDGET_MS;

/** Names what one trigger of this process keeps. */
export const processKey = (context: IPollFunctions, what: string) =>
	`${context.getWorkflow().id} ${context.getNode().id} ${what}`;

type StaticData = Record<string, unknown>;

/** What is to be remembered of a list. */
export interface Planned {
	/** The path of the list. */
	key: string;
	next: Cursor;
	/** Undefined where nothing is remembered of this list yet. */
	before?: Cursor;
	/** Re-Deliver After Crash: whether this process alone remembers it, so that the next one repeats the batch. */
	isRepeated: boolean;
}

/** By trigger and list, what only this process remembers. */
const ofProcess = new Map<string, unknown>();

/** The batches of which this process found news, by trigger and list, and when. */
const taken = new Map<string, number>();

/** After that n8n has stored what a poll found, or never will: by default its scheduler waits no longer for a poll. */
const STORING_MS = 45_000;

/** What n8n keeps for the trigger at this moment: not to be used any longer after waiting for something. */
export class Memory {
	private readonly node: StaticData;
	/**
	 * Whether n8n keeps what is stored only where a scheduled poll ends well, and then together with the execution, as with
	 * durable cursors. What it saves by itself has a mark for changes.
	 */
	readonly isStaged: boolean;

	constructor(private readonly context: IPollFunctions) {
		this.node = context.getWorkflowStaticData('node') as StaticData;
		this.isStaged = !('__dataChanged' in this.node);
	}

	get isEmpty(): boolean {
		return Object.keys({ ...this.node, ...this.handedOn }).length === 0;
	}

	/** What is stored of a list at this moment: another object once another poll has stored something. */
	stored(key: string): unknown {
		const all = [this.node[key], this.handedOn[key], ofProcess.get(processKey(this.context, key))];
		return all.reduce((one, other) => (serialOf(other) > serialOf(one) ? other : one));
	}

	/** What is remembered of the list at this path, with whatever query it was read. */
	recall(key: string): Cursor | undefined {
		return readCursor(this.stored(key));
	}

	/**
	 * Whether another poll of this process has just found the news of this batch. n8n's scheduler gives each poll a copy of
	 * what is stored, and after a restart begins those of the last minute at once: all start from the same copy.
	 */
	isTaken(key: string, batch: string): boolean {
		if (isRegistration(this.context)) return false;
		const at = taken.get(processKey(this.context, `${key} ${batch}`));
		return at !== undefined && clock.now() - at < STORING_MS;
	}

	private take(key: string, batch: string): void {
		const now = clock.now();
		for (const [one, at] of taken) if (now - at >= STORING_MS) taken.delete(one);
		taken.set(processKey(this.context, `${key} ${batch}`), now);
	}

	/**
	 * Stores what changed, and only that: n8n saves the memory of the whole workflow after any assignment. What is
	 * remembered of a list that nobody watches any more goes.
	 */
	store(plans: readonly Planned[], watched: readonly string[]): void {
		const written: StaticData = {};
		for (const { key, next, before, isRepeated } of plans) {
			const stored = this.stored(key);
			const isHandedOn = stored !== undefined && stored === this.handedOn[key];
			if (isSame(next, before) && !isHandedOn) continue;
			if (before && before.batch !== next.batch) this.take(key, before.batch);
			const numbered = { ...next, serial: serialOf(stored) + 1 };
			if (isRepeated) {
				ofProcess.set(processKey(this.context, key), writeCursor(numbered));
				if (stored !== this.node[key]) this.node[key] = stored;
				continue;
			}
			this.node[key] = writeCursor(numbered);
			written[key] = writeCursor(numbered);
		}
		for (const key of Object.keys(this.node)) {
			if (!key.startsWith('/') || watched.includes(key)) continue;
			delete this.node[key];
			ofProcess.delete(processKey(this.context, key));
		}
		if (this.isStaged) this.handOn(isRegistration(this.context) ? written : {}, watched);
	}

	/**
	 * With durable cursors n8n throws away what the poll of a registration stores, and everything up to the first scheduled
	 * poll would be ignored. The workflow's own data, which n8n does save then, hands it on, until a scheduled poll has
	 * stored each list.
	 */
	private handOn(written: StaticData, watched: readonly string[]): void {
		const { handedOn, node } = this;
		const left = watched.filter((key) => serialOf(handedOn[key]) > serialOf(node[key]));
		const all = { ...Object.fromEntries(left.map((key) => [key, handedOn[key]])), ...written };
		const data = this.ofWorkflow;
		const { id } = this.context.getNode();
		if (Object.keys(all).length > 0) data[id] = all;
		else if (data[id] !== undefined) delete data[id];
	}

	/** Only durable cursors have any: the data of the workflow is not ours. */
	private get handedOn(): StaticData {
		if (!this.isStaged) return {};
		return (this.ofWorkflow[this.context.getNode().id] ?? {}) as StaticData;
	}

	private get ofWorkflow(): StaticData {
		return this.context.getWorkflowStaticData('global') as StaticData;
	}
}

/** Of two cursors, the one that was stored later has the higher number. */
function serialOf(stored: unknown): number {
	const { serial } = (stored ?? {}) as Partial<Cursor>;
	return Number.isSafeInteger(serial) ? Number(serial) : 0;
}

/** Whether a cursor says nothing new. A snapshot in which nothing changed is the same object. */
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
