import { type IPollFunctions, randomString } from 'n8n-workflow';
import type { WatchedList } from '../settings';
import { type Cursor, noComments, readCursor, type StoredEntry, writeCursor } from './cursor';
import type { Snapshot } from './snapshot';

/** What n8n's default engine gives a poll, and its durable one the poll of a registration; a scheduled one has less. */
const DEFAULT_BUDGET_MS = 300_000;

/** Milliseconds a poll may take; n8n before 2.38 does not say. */
export function pollBudgetMs(context: IPollFunctions): number {
	return typeof context.getPollBudgetMs === 'function'
		? context.getPollBudgetMs()
		: DEFAULT_BUDGET_MS;
}

/**
 * Whether the memory is a copy that n8n keeps only once a scheduled poll has ended well, as with its durable cursors.
 * What it saves by itself notices changes, and bears a mark for them.
 */
const isStaged = (memory: object) => !('__dataChanged' in memory);

/** Whether n8n polls because it registers the workflow: with durable cursors it throws away what that poll remembers. */
export const isRegistration = (context: IPollFunctions) =>
	pollBudgetMs(context) === DEFAULT_BUDGET_MS;

/** Registrations that have polled before. */
const polledBefore = new WeakSet<IPollFunctions>();
/** Registrations whose first poll has ended well. */
const begun = new WeakSet<IPollFunctions>();

/** Whether it is the first poll of this registration. Asked once a poll. */
export function isFirstPoll(context: IPollFunctions): boolean {
	const isFirst = !polledBefore.has(context);
	polledBefore.add(context);
	return isFirst;
}

/** Whether someone has just switched the workflow on, and no poll has ended well since. */
export function isActivation(context: IPollFunctions): boolean {
	const mode = context.getActivationMode();
	return (mode === 'activate' || mode === 'create') && !begun.has(context);
}

/** The poll has ended well. */
export function markBegun(context: IPollFunctions): void {
	begun.add(context);
}

/**
 * Whether a throw now would silence the trigger for good: n8n polls once while it registers a workflow, and gives a
 * workflow up when that fails a few times, although it is shown as active. With memory there is something to go on
 * from, and the next scheduled poll reports the failure. Without, someone has just switched the workflow on.
 */
export function silencesForGood(
	context: IPollFunctions,
	{ isFirst, hasMemory }: { isFirst: boolean; hasMemory: boolean },
): boolean {
	const mode = context.getActivationMode();
	const isAtStart =
		mode === 'init' ||
		mode === 'leadershipChange' ||
		(mode === 'update' && isRegistration(context));
	return isFirst && isAtStart && hasMemory;
}

type StaticData = Record<string, unknown>;

/** What is to be remembered of a list. */
export interface Planned {
	list: WatchedList;
	next: Cursor;
	/** Undefined where nothing is remembered of this list yet. */
	before?: Cursor;
}

/** Names this process: a batch is delivered again by the next one, and not by this. */
export const thisProcess = randomString(12);

/** What n8n keeps for the trigger at this moment: not to be used any longer after waiting for something. */
export class Memory {
	private readonly node: StaticData;

	constructor(private readonly context: IPollFunctions) {
		this.node = context.getWorkflowStaticData('node') as StaticData;
	}

	get isEmpty(): boolean {
		return Object.keys({ ...this.node, ...this.handedOn }).length === 0;
	}

	/** Whether n8n keeps what is stored only where the poll ends well; it stores news and their execution at once then. */
	get isStaged(): boolean {
		return isStaged(this.node);
	}

	/** What is stored of a list at this moment: another object once another poll has stored something. */
	stored({ key }: WatchedList): unknown {
		const handedOn = this.handedOn[key];
		return serialOf(handedOn) > serialOf(this.node[key]) ? handedOn : this.node[key];
	}

	/** What is remembered of the list at this path, with whatever query it was read. */
	recall(list: WatchedList): Cursor | undefined {
		return confirmed(readCursor(this.stored(list)));
	}

	/**
	 * Stores what changed, and only that: n8n saves the memory of the whole workflow after any assignment. What is
	 * remembered of a list that nobody watches any more goes.
	 */
	store(plans: readonly Planned[], watched: readonly WatchedList[]): void {
		const fresh = new Map<string, unknown>();
		for (const { list, next, before } of plans) {
			const { key } = list;
			const stored = this.stored(list);
			const isOfNode = stored === this.node[key];
			const { unconfirmed } = (stored ?? {}) as Partial<Cursor>;
			if (isOfNode && !unconfirmed && isSame(next, before)) continue;
			const numbered = { ...next, serial: serialOf(stored) + 1 };
			if (before?.settings !== next.settings || !isOfNode) fresh.set(key, writeCursor(numbered));
			this.node[key] = writeCursor(numbered);
		}
		for (const key of Object.keys(this.node)) {
			const isWatched = watched.some((list) => list.key === key);
			if (key.startsWith('/') && !isWatched) delete this.node[key];
		}
		if (this.isStaged) this.handOn(isRegistration(this.context) ? fresh : new Map(), watched);
	}

	/**
	 * With durable cursors n8n throws away what the poll of a registration remembers, and everything up to the first
	 * scheduled poll would count as known. The workflow's own data, which n8n does save then, hands it on, until each list
	 * was stored by a scheduled poll.
	 */
	private handOn(lists: ReadonlyMap<string, unknown>, watched: readonly WatchedList[]): void {
		const still = watched.filter((list) => this.stored(list) !== this.node[list.key]);
		const all = new Map([...still.map((list) => [list.key, this.stored(list)] as const), ...lists]);
		const data = this.ofWorkflow;
		const place = this.context.getNode().id;
		if (all.size > 0) data[place] = Object.fromEntries(all);
		else if (data[place] !== undefined) delete data[place];
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

/** A batch that this process has handed over counts as delivered; after a restart it is delivered once more. */
function confirmed(cursor: Cursor | undefined): Cursor | undefined {
	if (!cursor?.unconfirmed) return cursor;
	const { unconfirmed, ...before } = cursor;
	if (unconfirmed.by !== thisProcess) return before;
	const { snapshot, comments = noComments } = before;
	return {
		...before,
		snapshot: snapshot.with(toEntries(snapshot, unconfirmed.records)),
		comments: comments.with(toEntries(comments, unconfirmed.comments)),
	};
}

const toEntries = (snapshot: Snapshot, stored: readonly StoredEntry[]) =>
	stored.map(([id, at, text]) => ({ id, at, values: snapshot.valuesOf(text) }));

/** A snapshot in which nothing changed is the same object, so only what is short is compared as text. */
export function isSame(next: Cursor, before: Cursor | undefined): boolean {
	if (!before || next.snapshot !== before.snapshot) return false;
	// An empty one is not stored.
	const { comments = noComments } = before;
	if ((next.comments ?? noComments) !== comments) return false;
	const long = { snapshot: undefined, comments: undefined, serial: undefined };
	return isSameJson({ ...next, ...long }, { ...before, ...long });
}

const isSameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
