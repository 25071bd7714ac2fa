import { type IPollFunctions, randomString } from 'n8n-workflow';
import { type Cursor, readCursor, writeCursor } from './cursor';
import { events, type WatchedEvent } from './events';
import { keptBy } from './watch';

type StaticData = Record<string, unknown>;

/** What n8n's default engine gives a poll, and its durable one the poll of a registration; a scheduled one has less. */
const DEFAULT_BUDGET_MS = 300_000;

/** Larger baselines are not handed on: everything that runs in the workflow would carry them along. */
const LONGEST_HINT = 32_000;

/** Names this process, so that a batch is delivered again by the next one and not by this. */
export const thisProcess = randomString(12);

/** What n8n keeps for the trigger, as it stands at this moment: not to be used any longer after waiting for something. */
export class Memory {
	private readonly node: StaticData;

	constructor(private readonly context: IPollFunctions) {
		this.node = context.getWorkflowStaticData('node') as StaticData;
	}

	get isEmpty(): boolean {
		return Object.keys(this.node).length === 0;
	}

	/** What is remembered of an event; undefined where nothing is that can be read. */
	recall(event: WatchedEvent, scope: string): Cursor | undefined {
		const own = readCursor(this.node[event.option.value], keptBy(event));
		if (own?.scope === scope) return confirmed(own);
		return this.isStaged && !this.isRegistration ? (this.hint(event, scope) ?? own) : own;
	}

	/** Whether something is stored of an event of which nothing can be recalled. */
	has(event: WatchedEvent): boolean {
		return this.node[event.option.value] !== undefined;
	}

	/** @param before what was recalled */
	store(event: WatchedEvent, before: Cursor | undefined, next: Cursor): void {
		const key = event.option.value;
		const stored = writeCursor(next);
		// n8n saves the whole workflow's memory after any assignment, also one that changes nothing.
		if (JSON.stringify(this.node[key]) === JSON.stringify(stored)) return;
		this.node[key] = stored;
		const isBaseline = before?.scope !== next.scope;
		if (isBaseline && this.isStaged && this.isRegistration) this.leaveHint(key, stored);
	}

	/** An event that is chosen again later starts anew, and does not deliver what came in between. */
	forgetAllBut(watched: readonly WatchedEvent[]): void {
		for (const event of events) {
			const key = event.option.value;
			if (!watched.includes(event) && this.node[key] !== undefined) delete this.node[key];
		}
	}

	/**
	 * Whether this is a copy that n8n keeps only once a scheduled poll has ended well, as with its durable cursors. What
	 * it saves by itself notices changes, and bears a mark for them.
	 */
	private get isStaged(): boolean {
		return !('__dataChanged' in this.node);
	}

	private get isRegistration(): boolean {
		return pollBudgetMs(this.context) === DEFAULT_BUDGET_MS;
	}

	/**
	 * With durable cursors n8n throws away what the poll at activation remembers, and everything up to the first
	 * scheduled poll would go for known. The workflow's own data, which n8n does save then, hands the baseline on.
	 */
	private leaveHint(key: string, stored: object): void {
		if (JSON.stringify(stored).length > LONGEST_HINT) return;
		const global = this.context.getWorkflowStaticData('global') as StaticData;
		const { id } = this.context.getNode();
		global[id] = { ...(global[id] as StaticData | undefined), [key]: stored };
	}

	private hint(event: WatchedEvent, scope: string): Cursor | undefined {
		const global = this.context.getWorkflowStaticData('global') as StaticData;
		const hints = global[this.context.getNode().id] as StaticData | undefined;
		const cursor = readCursor(hints?.[event.option.value], keptBy(event));
		return cursor?.scope === scope ? cursor : undefined;
	}
}

/** Milliseconds; n8n before 2.38 does not say. */
export function pollBudgetMs(context: IPollFunctions): number {
	return typeof context.getPollBudgetMs === 'function'
		? context.getPollBudgetMs()
		: DEFAULT_BUDGET_MS;
}

/**
 * Whether a throw now would silence the trigger for good: n8n polls once while it registers a workflow, and gives a
 * workflow up when that fails a few times, although it is shown as active. With memory there is something to go on
 * from, and the next scheduled poll reports the failure. Without, someone has just switched the workflow on.
 * @param isFirst whether it is the first poll of this registration
 */
export function silencesForGood(context: IPollFunctions, isFirst: boolean): boolean {
	const mode = context.getActivationMode();
	const isRegistration = pollBudgetMs(context) === DEFAULT_BUDGET_MS;
	const isAtStart =
		mode === 'init' || mode === 'leadershipChange' || (mode === 'update' && isRegistration);
	return isFirst && isAtStart && !new Memory(context).isEmpty;
}

/** A batch that this process has handed over counts as delivered; after a restart it is delivered once more. */
function confirmed({ unconfirmed, ...cursor }: Cursor): Cursor {
	return unconfirmed?.by === thisProcess
		? { ...cursor, seen: cursor.seen.merged(unconfirmed.seen) }
		: cursor;
}
