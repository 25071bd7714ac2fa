import { type IPollFunctions, randomString } from 'n8n-workflow';
import { batchName, type Cursor, readCursor, type StoredEntry, writeCursor } from './cursor';
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

/** What one registration has done, which n8n does not say. */
export interface Registration {
	/** Whether someone has just switched the workflow on, and no poll has ended well since. */
	isActivation: boolean;
	/** The poll has ended well. */
	end(): void;
	/**
	 * Whether a throw now would silence the trigger for good: n8n polls once while it registers a workflow, and gives a
	 * workflow up when that fails a few times, although it is shown as active. With memory there is something to go on
	 * from, and the next scheduled poll reports the failure. Without, someone has just switched the workflow on.
	 */
	silencesForGood(hasMemory: boolean): boolean;
}

/** Of each registration that has polled before, whether a poll has ended well. */
const polled = new WeakMap<IPollFunctions, boolean>();

/** Asked once a poll. */
export function registrationOf(context: IPollFunctions): Registration {
	const mode = context.getActivationMode();
	const isFirst = !polled.has(context);
	const isActivation = (mode === 'activate' || mode === 'create') && polled.get(context) !== true;
	const isAtStart = mode === 'init' || mode === 'leadershipChange' || mode === 'update';
	polled.set(context, polled.get(context) ?? false);
	return {
		isActivation,
		end: () => polled.set(context, true),
		silencesForGood: (hasMemory) =>
			isFirst && isAtStart && hasMemory && (mode !== 'update' || isRegistration(context)),
	};
}

type StaticData = Record<string, unknown>;

/** A list, as the memory knows it. */
interface Keyed {
	key: string;
}

/** What is to be remembered of a list. */
export interface Planned {
	list: Keyed;
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
	stored({ key }: Keyed): unknown {
		const handedOn = this.handedOn[key];
		return serialOf(handedOn) > serialOf(this.node[key]) ? handedOn : this.node[key];
	}

	/** What is remembered of the list at this path, with whatever query it was read. */
	recall(list: Keyed): Cursor | undefined {
		return confirmed(readCursor(this.stored(list)));
	}

	/**
	 * Stores what changed, and only that: n8n saves the memory of the whole workflow after any assignment. What is
	 * remembered of a list that nobody watches any more goes.
	 */
	store(plans: readonly Planned[], watched: readonly Keyed[]): void {
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
	private handOn(lists: ReadonlyMap<string, unknown>, watched: readonly Keyed[]): void {
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
	const { snapshot, comments } = before;
	const added = (to: Snapshot, entries: readonly StoredEntry[]) => to.with(toEntries(to, entries));
	return {
		...before,
		batch: batchName(),
		snapshot: added(snapshot, unconfirmed.records),
		...(comments && {
			comments: {
				...comments,
				read: added(comments.read, unconfirmed.read),
				counts: added(comments.counts, unconfirmed.counts),
			},
		}),
	};
}

const toEntries = (snapshot: Snapshot, stored: readonly StoredEntry[]) =>
	stored.map(([id, at, text]) => ({ id, at, values: snapshot.valuesOf(text) }));

/** A snapshot in which nothing changed is the same object, so only what is short is compared as text. */
function isSame(next: Cursor, before: Cursor | undefined): boolean {
	const [one, other] = [next.comments, before?.comments];
	if (!before || next.snapshot !== before.snapshot) return false;
	if (one?.read !== other?.read || one?.counts !== other?.counts) return false;
	const long = { snapshot: undefined, read: undefined, counts: undefined, serial: undefined };
	const shortOf = (cursor: Cursor) => ({
		...{ ...cursor, ...long },
		comments: cursor.comments && { ...cursor.comments, ...long },
	});
	return JSON.stringify(shortOf(next)) === JSON.stringify(shortOf(before));
}
