import { type IPollFunctions, randomString } from 'n8n-workflow';
import { type Cursor, isCursor, readCursor, writeCursor } from './cursor';
import { isRegistration, isStaged, perRegistration } from './engine';
import { events, type Watched, type WatchedEvent } from './events';
import { keepingOf } from './keeping';

type StaticData = Record<string, unknown>;

/** Where the data of a node says which hint it has taken. */
const TAKEN = 'hint';

/** What is to be remembered of an event. */
interface Planned {
	event: WatchedEvent;
	next: Cursor;
	/** Nothing was remembered before. */
	isBaseline: boolean;
	/** As `isChangedBy` says. */
	isChange: boolean;
}

/** Names this process, so that a batch is delivered again by the next one and not by this. */
export const thisProcess = randomString(12);

interface LastRead {
	stored: unknown;
	cursor: Cursor;
}

/** What was read last of each event: what is stored is never changed, only replaced. */
const readLastOf = perRegistration(() => new Map<string, LastRead>());

/** What n8n keeps for the trigger, as it stands at this moment: not to be used any longer after waiting for something. */
export class Memory {
	private readonly node: StaticData;

	constructor(private readonly context: IPollFunctions) {
		this.node = context.getWorkflowStaticData('node') as StaticData;
	}

	get isEmpty(): boolean {
		return Object.keys(this.node).length === 0;
	}

	/** What is remembered of an event under these settings. */
	recall(watched: Watched): Cursor | undefined {
		const key = watched.event.option.value;
		return this.read(watched, this.hints[key]) ?? confirmed(this.read(watched, this.node[key]));
	}

	/** Whether something is stored of an event that cannot be read. */
	isGarbled({ option }: WatchedEvent): boolean {
		const stored = this.node[option.value];
		return stored !== undefined && !isCursor(stored);
	}

	/** Whether storing this would change anything. */
	isChangedBy(event: WatchedEvent, next: Cursor): boolean {
		const stored = (this.node[event.option.value] ?? {}) as StaticData;
		const written: StaticData = { ...writeCursor(next) };
		// Field by field: the long ones are mostly the very texts that were read.
		const isOther = (name: string) =>
			stored[name] !== written[name] &&
			JSON.stringify(stored[name]) !== JSON.stringify(written[name]);
		return Object.keys(stored).some(isOther) || Object.keys(written).some(isOther);
	}

	/**
	 * Stores what changed, and only that: n8n saves the whole workflow's memory after any assignment. An event that is
	 * chosen again later starts anew, and does not deliver what came in between.
	 */
	store(plans: readonly Planned[], watched: readonly WatchedEvent[]): void {
		const hints: StaticData = {};
		for (const { event, next, isBaseline, isChange } of plans) {
			if (isChange) this.node[event.option.value] = writeCursor(next);
			if (isBaseline) hints[event.option.value] = writeCursor(next);
		}
		for (const event of events) {
			const key = event.option.value;
			if (!watched.includes(event) && this.node[key] !== undefined) delete this.node[key];
		}
		if (!isStaged(this.node)) return;
		if (isRegistration(this.context)) this.leaveHints(hints);
		else this.takeHints(plans.map(({ event }) => event.option.value));
	}

	private read({ event, rule, scope }: Watched, stored: unknown): Cursor | undefined {
		if (stored === undefined) return undefined;
		const readLast = readLastOf(this.context);
		const last = readLast.get(event.option.value);
		if (last?.stored === stored && last.cursor.scope === scope) return last.cursor;
		const cursor = readCursor(stored, scope, keepingOf(rule), last?.cursor);
		if (cursor) readLast.set(event.option.value, { stored, cursor });
		return cursor;
	}

	/**
	 * With durable cursors n8n throws away what the poll at activation remembers, and everything up to the first
	 * scheduled poll would go for known. The workflow's own data, which n8n does save then, hands the baselines on.
	 */
	private leaveHints(hints: StaticData): void {
		const isNone = Object.keys(hints).length === 0;
		if (isNone && this.left === undefined) return;
		if (isNone) delete this.global[this.place];
		else this.global[this.place] = { ...hints, [TAKEN]: randomString(12) };
	}

	/**
	 * Each is taken once, also that of an event whose turn it was not yet. n8n saves that it is gone with the next news,
	 * so the memory says it too.
	 * @param planned the events that have gone on from theirs
	 */
	private takeHints(planned: readonly string[]): void {
		const { left } = this;
		if (left === undefined) return;
		for (const [key, hint] of Object.entries(this.hints)) {
			if (!planned.includes(key)) this.node[key] = hint;
		}
		delete this.global[this.place];
	}

	/** The baselines that were left for this poll. Only durable cursors have any: the data of the workflow is not ours. */
	private get hints(): StaticData {
		if (!isStaged(this.node) || isRegistration(this.context)) return {};
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
function confirmed(stored: Cursor | undefined): Cursor | undefined {
	if (!stored?.unconfirmed) return stored;
	const { unconfirmed, ...cursor } = stored;
	if (unconfirmed.by !== thisProcess) return cursor;
	const { seen, comments } = unconfirmed;
	return {
		...cursor,
		seen: cursor.seen.merged(seen),
		...(comments && { comments: cursor.comments?.merged(comments) ?? comments }),
	};
}
