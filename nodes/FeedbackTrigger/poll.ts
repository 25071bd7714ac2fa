import {
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	isResourceLocatorValue,
	NodeOperationError,
} from 'n8n-workflow';
import type { FeedbackClient } from '../shared/client/client';
import type { Patience } from '../shared/client/retry';
import { normalizeBaseUrl } from '../shared/client/base-url';
import { connect, readCredential } from '../shared/node/connection';
import { toNodeError } from '../shared/node/failure';
import { clock, type CredentialType } from '../shared/node/transport';
import { idOf, simplify } from '../shared/service/records';
import type { Cursor, Stretch } from './cursor';
import { events, type WatchedEvent } from './events';
import { changedFields, fingerprint } from './fingerprint';
import { Memory, pollBudgetMs, silencesForGood, thisProcess } from './memory';
import { sweepDone, sweepDue } from './sweep';
import {
	applicable,
	nextPage,
	oldestFirst,
	plan,
	type ReadPage,
	type Sighting,
	type Source,
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
/** Pages and news of one event in one poll, to bound the memory; what is left comes in the next poll. */
const MOST_PAGES = 100;
const MOST_NEWS = 2_500;
/** With something left over from former polls, each gets on with it: the newest page, the seam, and one page more. */
const FEWEST_PAGES = 4;

/** How many items of each event a manual test shows. */
const SAMPLE = 3;

/** Registrations that have polled before: n8n's default engine keeps one context for the life of each. */
const polledBefore = new WeakSet<IPollFunctions>();

/** One event with the settings of the node. */
interface Watched extends Source {
	event: WatchedEvent;
	query: Readonly<Record<string, unknown>>;
}

/** What was read of one list, and which second look was owed when that began. */
interface Reading {
	pages: readonly ReadPage[];
	recheck?: Stretch;
}

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
		const watched = await watchedBy(context);
		const readings = await readAll(context, watched);
		const items = handOver(context, watched, readings);
		return items.length > 0 ? [items] : null;
	} catch (error) {
		const failure = toNodeError(error, { node: context.getNode() });
		if (!silencesForGood(context, isFirst)) throw failure;
		context.logger.warn(
			`The first poll after a start failed, the next one tries again: ${failure.message}`,
		);
		return null;
	}
}

/** Reads every list, each within its share of the time there is. */
async function readAll(context: IPollFunctions, watched: readonly Watched[]): Promise<Reading[]> {
	const budgetMs = Math.min(LONGEST_POLL_MS, SHARE_OF_BUDGET * pollBudgetMs(context));
	const start = clock.now();
	const signal = AbortSignal.timeout(budgetMs);
	const timeoutMs = Math.min(REQUEST_TIMEOUT_MS, budgetMs);
	const feedback = await connect(context, { patience: PATIENCE, signal, timeoutMs });
	const memory = new Memory(context);
	const cursors = watched.map(({ event, scope }) => {
		const cursor = memory.recall(event, scope);
		if (!cursor && memory.has(event)) {
			context.logger.warn(
				`What was stored of '${event.option.name}' cannot be read: it starts anew, without what is there already`,
			);
		}
		return cursor;
	});
	const readings: Reading[] = [];
	for (const [index, one] of watched.entries()) {
		const cursor = cursors[index];
		const list = `${context.getWorkflow().id} ${context.getNode().id} ${one.scope}`;
		const sweep = cursor && !cursor.backlog ? sweepDue(list) : [];
		const deadline = start + budgetMs * SHARE_FOR_READING * ((index + 1) / watched.length);
		const isLate = () => signal.aborted || clock.now() >= deadline;
		const pages = await read(feedback, one, cursor, sweep, isLate);
		sweepDone(list, sweep, pages);
		readings.push({ pages, recheck: cursor?.recheck });
	}
	return readings;
}

async function read(
	feedback: FeedbackClient,
	watched: Watched,
	cursor: Cursor | undefined,
	sweep: readonly Stretch[],
	isLate: () => boolean,
): Promise<ReadPage[]> {
	const { event, query } = watched;
	const fewest = cursor?.backlog || cursor?.recheck ? FEWEST_PAGES : 1;
	const pages: ReadPage[] = [];
	let news = 0;
	for (;;) {
		const known = applicable(cursor, watched, pages);
		const number = nextPage(known, pages, sweep);
		if (number === undefined || pages.length >= MOST_PAGES || news >= MOST_NEWS) return pages;
		if (pages.length >= fewest && isLate()) return pages;
		const page = toReadPage(event, number, await feedback.page(event.list, number, query), known);
		news += page.sightings.filter(({ record }) => record !== undefined).length;
		pages.push(page);
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
	const by = redeliver === true ? thisProcess : undefined;
	const memory = new Memory(context);
	const found: Array<{ sighting: Sighting; item: INodeExecutionData }> = [];
	for (const [index, { event, scope, account }] of watched.entries()) {
		const cursor = memory.recall(event, scope);
		const { pages, recheck } = readings[index];
		const { news, next } = plan(event, { scope, account }, cursor, pages, by);
		// What another poll has owed since is not settled by pages that were read before.
		const isOwedSince = JSON.stringify(cursor?.recheck) !== JSON.stringify(recheck);
		if (isOwedSince) next.recheck ??= cursor?.recheck;
		memory.store(event, cursor, next);
		found.push(
			...news.map((sighting) => ({ sighting, item: toItem(context, event, sighting, cursor) })),
		);
	}
	memory.forgetAllBut(watched.map(({ event }) => event));
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
	for (const { event, query } of await watchedBy(context)) {
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

/** @throws UnusableBaseUrl */
async function watchedBy(context: IPollFunctions): Promise<Watched[]> {
	const { authentication = 'feedbackBearerApi' } = context.getNode().parameters;
	const credential = readCredential(await context.getCredentials(authentication as CredentialType));
	const baseUrl = normalizeBaseUrl(credential.baseUrl, credential.allowHttp);
	const account = fingerprint({ ...credential }, ['apiKey']);
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
				account,
			};
		});
}
