import type { IPollFunctions } from 'n8n-workflow';
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
	 * Stores what changed, and only that: n8n saves the memory of the whole workflow after any assignment. What is
	 * remembered of a list that nobody watches any more goes.
	 */
	store(plans: readonly Planned[], watched: readonly string[]): void {
		const written: StaticData = {};
		for (const { key, next, before, isRepeated } of plans) {
			const stored = this.stored(key);
			const isHandedOn = stored !== undefined && stored === this.handedOn[key];
			if (isSame(next, before) && !isHandedOn) continue;
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
