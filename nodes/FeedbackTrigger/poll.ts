import {
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	isResourceLocatorValue,
	NodeOperationError,
	randomString,
} from 'n8n-workflow';
import type { FeedbackClient } from '../shared/client/client';
import type { Patience } from '../shared/client/retry';
import { connect } from '../shared/node/connection';
import { toNodeError } from '../shared/node/failure';
import { clock } from '../shared/node/transport';
import { idOf, simplify } from '../shared/service/records';
import { type Cursor, readCursor, type Stretch, writeCursor } from './cursor';
import { events, type WatchedEvent } from './events';
import { changedFields } from './fingerprint';
import { sweepDone, sweepDue } from './sweep';
import {
	applicable,
	keptBy,
	nextPage,
	oldestFirst,
	plan,
	type Reading,
	type ReadPage,
	type Sighting,
	toReadPage,
} from './watch';

/** A poll ends long before n8n gives it up, and soon enough that the start of a workflow does not hang on it. */
const LONGEST_POLL_MS = 25_000;
const SHARE_OF_BUDGET = 0.7;
/** After this share of its time a poll asks for no further page. */
const SHARE_FOR_READING = 0.7;

const REQUEST_TIMEOUT_MS = 10_000;
const PATIENCE: Patience = { tries: 3, triesAtLimit: 2, waitMs: 5_000 };

/** Limits, `per_page`: the whole of a small workspace in one request. */
const PAGE_SIZE = 100;
/** Pages of one event in one poll, to bound the memory; what is left comes in the next poll. */
const MOST_PAGES = 100;

/** How many items of each event a manual test shows. */
const SAMPLE = 3;

/** What n8n's default engine gives a poll; its durable engine has less. */
const DEFAULT_ENGINE_BUDGET_MS = 300_000;

/** Names this process, so that a batch is delivered again by the next one and not by this. */
const thisProcess = randomString(12);

/** Registrations that have polled before: n8n's default engine keeps one context for the life of each. */
const polledBefore = new WeakSet<IPollFunctions>();

/** One event with the settings of the node. */
interface Watched {
	event: WatchedEvent;
	query: Readonly<Record<string, unknown>>;
	/** Base URL, event and filters. The key is no part of it: it may be rotated. */
	scope: string;
}

type StaticData = Record<string, unknown>;

/**
 * One poll of the trigger: everything is read first; then, in one go, the memory is read again, what is news is told,
 * and the memory is written where it changed. A poll that throws has changed nothing.
 * @returns null when there is no news
 * @throws NodeApiError | NodeOperationError
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isFirst = !polledBefore.has(context);
	polledBefore.add(context);
	try {
		if (context.getMode() === 'manual') return [await sample(context)];
		const { watched, readings } = await readAll(context);
		const items = handOver(context, watched, readings);
		return items.length > 0 ? [items] : null;
	} catch (error) {
		const failure = toNodeError(error, { node: context.getNode() });
		if (!isFirst || !silencesForGood(context)) throw failure;
		context.logger.warn(
			`The first poll after a start failed, the next one tries again: ${failure.message}`,
		);
		return null;
	}
}

/** Reads every list, each within its share of the time there is. */
async function readAll(
	context: IPollFunctions,
): Promise<{ watched: Watched[]; readings: Reading[] }> {
	const budgetMs = Math.min(LONGEST_POLL_MS, SHARE_OF_BUDGET * pollBudgetMs(context));
	const start = clock.now();
	const signal = AbortSignal.timeout(budgetMs);
	const timeoutMs = Math.min(REQUEST_TIMEOUT_MS, budgetMs);
	const feedback = await connect(context, { patience: PATIENCE, signal, timeoutMs });
	const watched = watchedBy(context, feedback.baseUrl);
	const memory = context.getWorkflowStaticData('node') as StaticData;
	const readings: Reading[] = [];
	for (const [index, one] of watched.entries()) {
		const cursor = remembered(memory, one.event);
		if (!cursor && memory[one.event.option.value] !== undefined) {
			const { name } = one.event.option;
			context.logger.warn(
				`What was stored of '${name}' cannot be read: it starts anew, without what is there already`,
			);
		}
		const list = `${context.getWorkflow().id} ${context.getNode().id} ${one.scope}`;
		const due = cursor ? sweepDue(list) : [];
		const deadline = start + budgetMs * SHARE_FOR_READING * ((index + 1) / watched.length);
		const reading = await read(
			feedback,
			one,
			cursor,
			due,
			() => signal.aborted || clock.now() >= deadline,
		);
		sweepDone(list, due, reading);
		readings.push(reading);
	}
	return { watched, readings };
}

async function read(
	feedback: FeedbackClient,
	{ event, query, scope }: Watched,
	cursor: Cursor | undefined,
	due: readonly Stretch[],
	isLate: () => boolean,
): Promise<Reading> {
	const pages: ReadPage[] = [];
	for (;;) {
		const known = applicable(cursor, scope, pages);
		const number = nextPage(known, pages, due);
		if (number === undefined) return { pages, cut: false };
		if (pages.length >= MOST_PAGES || (pages.length > 0 && isLate())) return { pages, cut: true };
		const page = await feedback.page(event.list, number, query);
		pages.push(toReadPage(event, number, page, known));
		pages.sort((a, b) => a.number - b.number);
	}
}

/** From here to the end nothing waits, so that no other poll can come in between. */
function handOver(
	context: IPollFunctions,
	watched: readonly Watched[],
	readings: readonly Reading[],
): INodeExecutionData[] {
	const { redeliver } = context.getNodeParameter('options', {}) as { redeliver?: boolean };
	const memory = context.getWorkflowStaticData('node') as StaticData;
	const found: Array<{ sighting: Sighting; item: INodeExecutionData }> = [];
	for (const [index, { event, scope }] of watched.entries()) {
		const cursor = remembered(memory, event);
		const by = redeliver === true ? thisProcess : undefined;
		const { news, next } = plan(event, scope, cursor, readings[index], by);
		const key = event.option.value;
		const stored = writeCursor(next);
		// n8n saves the whole workflow's memory after any assignment, also one that changes nothing.
		if (JSON.stringify(memory[key]) !== JSON.stringify(stored)) memory[key] = stored;
		found.push(
			...news.map((sighting) => ({ sighting, item: toItem(context, event, sighting, cursor) })),
		);
	}
	return found.sort((a, b) => oldestFirst(a.sighting, b.sighting)).map(({ item }) => item);
}

function toItem(
	context: IPollFunctions,
	event: WatchedEvent,
	{ id, fingerprint, record = {} }: Sighting,
	cursor?: Cursor,
): INodeExecutionData {
	const { value } = event.option;
	const short = context.getNodeParameter('simplify', true) === true;
	const before = cursor?.seen.fingerprintOf(id) ?? fingerprint;
	return {
		json: {
			event: value,
			eventId: event.compares ? `${value}:${id}:${fingerprint}` : `${value}:${id}`,
			...(event.compares && { changedFields: changedFields(before, fingerprint, event.compares) }),
			...(short ? simplify(event.kind, record) : record),
		} as IDataObject,
	};
}

/** The newest few under the filters, as real output. Neither reads nor writes the memory of the active workflow. */
async function sample(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const feedback = await connect(context, { patience: PATIENCE, timeoutMs: REQUEST_TIMEOUT_MS });
	const items: INodeExecutionData[] = [];
	for (const { event, query } of watchedBy(context, feedback.baseUrl)) {
		const page = await feedback.page(event.list, 0, query);
		const records = page.records.filter((record) => idOf(event.kind, record) !== undefined);
		const { sightings } = toReadPage(event, 0, { records }, undefined);
		const newest = sightings
			.map((sighting, index) => ({ ...sighting, record: records[index] }))
			.sort(oldestFirst)
			.slice(-SAMPLE);
		items.push(...newest.map((sighting) => toItem(context, event, sighting)));
	}
	if (items.length > 0) return items;
	throw new NodeOperationError(
		context.getNode(),
		'No data with the current filter could be found',
		{
			description:
				'There is nothing yet that this trigger would show. Create a post or publish a changelog update in the service, or remove a filter, and test again.',
		},
	);
}

function watchedBy(context: IPollFunctions, baseUrl: string): Watched[] {
	const chosen = context.getNodeParameter('events') as string[];
	return events
		.filter(({ option }) => chosen.includes(option.value))
		.map((event) => {
			const filters = event.filters
				? (context.getNodeParameter(event.filters, {}) as Record<string, unknown>)
				: {};
			const filled = Object.entries(filters)
				.map(
					([name, value]) => [name, isResourceLocatorValue(value) ? value.value : value] as const,
				)
				.filter(([, value]) => value !== '' && value !== undefined && value !== null)
				.sort(([a], [b]) => (a < b ? -1 : 1));
			const narrowed = { ...event.defaults, ...Object.fromEntries(filled) };
			return {
				event,
				query: { per_page: PAGE_SIZE, ...event.order, ...narrowed },
				scope: JSON.stringify([baseUrl, event.option.value, narrowed]),
			};
		});
}

/** The memory of an event; undefined where there is none that can be read. */
function remembered(memory: StaticData, event: WatchedEvent): Cursor | undefined {
	const cursor = readCursor(memory[event.option.value], keptBy(event));
	if (!cursor) return undefined;
	const { unconfirmed, ...rest } = cursor;
	return unconfirmed?.by === thisProcess
		? { ...rest, seen: rest.seen.merged(unconfirmed.seen) }
		: rest;
}

/**
 * Whether a throw now would silence the trigger for good: n8n polls once while it registers a workflow, and gives a
 * workflow up when that fails a few times, although it is shown as active. With memory there is something to go on
 * from, and the next scheduled poll reports the failure. Without, someone has just switched the workflow on.
 */
function silencesForGood(context: IPollFunctions): boolean {
	const memory = context.getWorkflowStaticData('node') as StaticData;
	if (Object.keys(memory).length === 0) return false;
	const mode = context.getActivationMode();
	const defaultEngine = pollBudgetMs(context) === DEFAULT_ENGINE_BUDGET_MS;
	return mode === 'init' || mode === 'leadershipChange' || (mode === 'update' && defaultEngine);
}

/** Milliseconds; n8n before 2.38 does not say. */
function pollBudgetMs(context: IPollFunctions): number {
	return typeof context.getPollBudgetMs === 'function'
		? context.getPollBudgetMs()
		: DEFAULT_ENGINE_BUDGET_MS;
}
