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

/** Where the data of a node says which hint it has taken. */
const TAKEN = 'hint';

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
		return Object.keys({ ...this.node, ...this.hints }).length === 0;
	}

	/** Whether n8n keeps what is stored only where the poll ends well; it stores news and their execution at once then. */
	get isStaged(): boolean {
		return isStaged(this.node);
	}

	/** What is stored of a list at this moment: another object once another poll has stored something. */
	stored({ key }: WatchedList): unknown {
		return this.hints[key] ?? this.node[key];
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
		const isWatched = (key: string) => watched.some((list) => list.key === key);
		const hints = Object.entries(this.hints).filter(([key]) => isWatched(key));
		const left = new Map(hints);
		for (const { list, next, before } of plans) {
			const isHint = left.delete(list.key);
			const isConfirmed = (this.node[list.key] as Partial<Cursor> | undefined)?.unconfirmed;
			if (isConfirmed || isHint || !isSame(next, before)) {
				this.node[list.key] = writeCursor(next);
			}
			const isNew = !before || before.scope !== next.scope || before.settings !== next.settings;
			if (isHint || isNew) left.set(list.key, writeCursor(next));
		}
		for (const key of Object.keys(this.node)) {
			if (key.startsWith('/') && !isWatched(key)) delete this.node[key];
		}
		if (!isStaged(this.node)) return;
		const isPlanned = (key: string) => plans.some(({ list }) => list.key === key);
		if (isRegistration(this.context)) this.leaveHints(left);
		else this.takeHints(hints.filter(([key]) => !isPlanned(key)));
	}

	/**
	 * With durable cursors n8n throws away what the poll of a registration remembers, and everything up to the first
	 * scheduled poll would count as known. The workflow's own data, which n8n does save then, hands it on.
	 */
	private leaveHints(hints: ReadonlyMap<string, unknown>): void {
		if (hints.size === 0 && this.left === undefined) return;
		if (hints.size === 0) delete this.global[this.place];
		else this.global[this.place] = { ...Object.fromEntries(hints), [TAKEN]: randomString(12) };
	}

	/**
	 * Each is taken once. n8n saves that it is gone with the next news, so the memory says it too.
	 * @param others those of lists that could not be read this time
	 */
	private takeHints(others: ReadonlyArray<[string, unknown]>): void {
		if (this.left === undefined) return;
		for (const [key, hint] of others) this.node[key] = hint;
		if (this.node[TAKEN] !== this.left[TAKEN]) this.node[TAKEN] = this.left[TAKEN];
		delete this.global[this.place];
	}

	/** What was left for this poll. Only durable cursors have any: the data of the workflow is not ours. */
	private get hints(): StaticData {
		if (!isStaged(this.node)) return {};
		const { left } = this;
		return left === undefined || left[TAKEN] === this.node[TAKEN] ? {} : left;
	}

	private get left(): StaticData | undefined {
		return this.global[this.place] as StaticData | undefined;
	}

	private get global(): StaticData {
		return this.context.getWorkflowStaticData('global') as StaticData;
	}

	private get place(): string {
		return this.context.getNode().id;
	}
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
	const short = (cursor: Cursor) => ({ ...cursor, snapshot: undefined, comments: undefined });
	return isSameJson(short(next), short(before));
}

export const isSameJson = (one: unknown, other: unknown) =>
	JSON.stringify(one) === JSON.stringify(other);
