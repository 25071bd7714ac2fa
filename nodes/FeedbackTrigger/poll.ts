import {
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import { ServiceFailure } from '../shared/client/failures';
import type { Patience } from '../shared/client/retry';
import { toNodeError } from '../shared/node/failure';
import { clock } from '../shared/node/transport';
import type { ProblemKind } from '../shared/service/problems';
import { simplify } from '../shared/service/records';
import { isActivation, isFirstPoll, markBegun, pollBudgetMs, silencesForGood } from './engine';
import type { WatchedEvent } from './events';
import { changedFields } from './fingerprint';
import { Memory, thisProcess } from './memory';
import { type News, oldestFirst, plan } from './news';
import { passes, toSighting } from './page';
import { Reading } from './reading';
import { readSettings, type Settings } from './settings';
import { sweepDue } from './sweep';

/** A poll ends long before n8n gives it up, and soon enough that the start of a workflow does not hang on it. */
const LONGEST_POLL_MS = 28_000;
const SHARE_OF_BUDGET = 0.8;

const REQUEST_TIMEOUT_MS = 10_000;
const PATIENCE: Patience = { tries: 3, triesAtLimit: 2, waitMs: 5_000 };

/** Pages and news of one event in one poll, to bound the memory; what is left comes in the next poll. */
const MOST_PAGES = 100;
const MOST_NEWS = 2_500;
/** So many pages an event may read before the next one has its turn. */
const PAGES_IN_A_TURN = 4;

/** How many items of each event a manual test shows. */
const SAMPLE = 3;

/** What kept a poll from reading all it would have, and of which event. */
interface Hindrance {
	error: ServiceFailure;
	event: WatchedEvent;
}

/** An error that says of which event it is. */
class EventFailure extends Error {
	constructor(
		readonly cause: unknown,
		readonly event: WatchedEvent,
	) {
		super(event.option.name);
	}
}

/**
 * One poll of the trigger: settings, then pages, then news, then memory. What was read before something went wrong is
 * kept; a poll that throws has got nowhere, and has changed nothing.
 * @returns null when there is no news
 * @throws NodeApiError | NodeOperationError
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isManual = context.getMode() === 'manual';
	const isFirst = !isManual && isFirstPoll(context);
	try {
		if (isManual) return [await sample(context)];
		const items = await pollOnce(context);
		markBegun(context);
		return items.length > 0 ? [items] : null;
	} catch (thrown) {
		const { cause: error, event } =
			thrown instanceof EventFailure ? thrown : { cause: thrown, event: undefined };
		const failure = toNodeError(error, { node: context.getNode(), event: event?.option.name });
		const hasMemory = isFirst && !new Memory(context).isEmpty;
		if (!silencesForGood(context, { isFirst, hasMemory })) throw failure;
		context.logger.warn(
			`The first poll after a start failed, the next one tries again: ${failure.message}`,
		);
		return null;
	}
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const budgetMs = Math.min(LONGEST_POLL_MS, SHARE_OF_BUDGET * pollBudgetMs(context));
	const end = clock.now() + budgetMs;
	const timeUp = new AbortController();
	const done = new AbortController();
	void clock.sleep(budgetMs, done.signal).then(() => timeUp.abort(new TimeUp()));
	try {
		const settings = await readSettings(context, {
			patience: PATIENCE,
			signal: timeUp.signal,
			timeoutMs: Math.min(REQUEST_TIMEOUT_MS, budgetMs),
		});
		const readings = begin(context, settings);
		const hindrance = await read(settings, readings, end);
		return handOver(context, settings, readings, hindrance);
	} finally {
		done.abort();
	}
}

/** Reads, as a reason to end, like a service that did not answer in time. */
class TimeUp extends Error {
	readonly name = 'TimeoutError';
}

/** What is read of each event's list, by the memory as it is now. */
function begin(context: IPollFunctions, { watched, beginAnew }: Settings): Reading[] {
	const memory = new Memory(context);
	const isAnew = beginAnew && isActivation(context);
	return watched.map((one) => {
		const cursor = isAnew ? undefined : memory.recall(one);
		if (!cursor && memory.isGarbled(one.event)) {
			context.logger.warn(
				`What was stored of '${one.event.option.name}' cannot be read: it starts anew, without what is there already`,
			);
		}
		const isSettled = cursor !== undefined && cursor.owed.length === 0;
		return new Reading(one, cursor, isSettled ? sweepDue(context, one.scope, cursor.depth) : []);
	});
}

/**
 * Reads all lists in turns, and another one first in each poll: however little can be read in one, every event gets on.
 * @returns what went wrong, if anything did
 */
async function read(
	{ feedback }: Settings,
	readings: readonly Reading[],
	end: number,
): Promise<Hindrance | undefined> {
	const first = Math.floor(Math.random() * readings.length);
	let waiting = [...readings.slice(first), ...readings.slice(0, first)];
	let hindrance: Hindrance | undefined;
	let slowestMs = 0;
	for (let round = 0; waiting.length > 0; round++) {
		const unfinished: Reading[] = [];
		for (const [at, reading] of waiting.entries()) {
			const { event, query } = reading.watched;
			// The newest page of each comes before the depth of any but the first.
			const turn = round > 0 ? PAGES_IN_A_TURN : at === 0 ? PAGES_IN_A_TURN + 1 : 1;
			let number = nextPage(reading);
			for (let pages = 0; pages < turn && number !== undefined; pages++) {
				const start = clock.now();
				if (start + slowestMs > end) return hindrance ?? { error: tooSlow(), event };
				const answer = await feedback.page(event.list, number, query).catch(failureOf(event));
				if (answer instanceof ServiceFailure) {
					hindrance ??= { error: answer, event };
					if (MEANT_FOR_ALL.has(answer.problem.kind)) return hindrance;
					number = undefined;
				} else {
					reading.add(number, answer);
					number = nextPage(reading);
				}
				slowestMs = Math.max(slowestMs, clock.now() - start);
			}
			if (number !== undefined) unfinished.push(reading);
		}
		waiting = unfinished;
	}
	return hindrance;
}

function nextPage(reading: Reading): number | undefined {
	const isFull = reading.pages.size >= MOST_PAGES || reading.found >= MOST_NEWS;
	return isFull ? undefined : reading.next();
}

/** The service's failures are reckoned with; any other one is a defect, which ends the poll. */
const failureOf = (event: WatchedEvent) => (error: unknown) => {
	if (error instanceof ServiceFailure) return error;
	throw new EventFailure(error, event);
};

/** The other lists would fare no better. */
const MEANT_FOR_ALL: ReadonlySet<ProblemKind> = new Set([
	'rateLimited',
	'unauthorized',
	'unreachable',
	'cancelled',
]);

/** Whether time or the limit ran out, so that the next poll goes on from here. */
const isEndOfTime = ({ problem }: ServiceFailure) =>
	problem.kind === 'rateLimited' || problem.key === 'ETIMEDOUT';

function tooSlow(): ServiceFailure {
	const call = { method: 'GET', path: { text: '', things: [] }, repeatable: true } as const;
	return new ServiceFailure({ kind: 'connectionLost', key: 'ETIMEDOUT' }, call, 1, 0);
}

/** From here to the end nothing waits, so that no other poll can come in between. */
function handOver(
	context: IPollFunctions,
	{ watched, simplify: short, redeliver, beginAnew }: Settings,
	readings: readonly Reading[],
	hindrance: Hindrance | undefined,
): INodeExecutionData[] {
	const memory = new Memory(context);
	const isAnew = beginAnew && isActivation(context);
	const plans = readings.flatMap((reading) => {
		const { event } = reading.watched;
		const cursor = isAnew ? undefined : memory.recall(reading.watched, reading.memory);
		reading.end();
		if (reading.pages.size === 0 || reading.isUndecided) return [];
		const planned = plan(reading, cursor, redeliver ? thisProcess : undefined);
		const isChange = memory.isChangedBy(event, planned.next);
		return [{ ...planned, event, isBaseline: !cursor, isChange }];
	});
	const items = plans
		.flatMap(({ news, event }) => news.map((one) => ({ one, event })))
		.sort((a, b) => oldestFirst(a.one, b.one))
		.map(({ one, event }) => toItem(event, one, short));
	const isProgress = plans.some(({ isChange }) => isChange);
	if (hindrance && !isProgress && !isEndedInTime(hindrance, readings)) {
		throw new EventFailure(hindrance.error, hindrance.event);
	}
	if (hindrance && !isEndOfTime(hindrance.error)) {
		const { name } = hindrance.event.option;
		const { message } = toNodeError(hindrance.error, { node: context.getNode(), event: name });
		context.logger.warn(
			`'${name}' could not be read to the end, the next poll goes on from there: ${message}`,
		);
	}
	memory.store(
		plans,
		watched.map(({ event }) => event),
	);
	return items;
}

/** Whether time or the limit ran out where nothing is owed: the next poll looks again, and nobody has to know. */
function isEndedInTime({ error }: Hindrance, readings: readonly Reading[]): boolean {
	const begun = readings.filter(({ pages }) => pages.size > 0);
	return isEndOfTime(error) && begun.length > 0 && begun.every((one) => one.rests().length === 0);
}

function toItem(event: WatchedEvent, news: News, short: boolean): INodeExecutionData {
	const { value } = event.option;
	const { id, print, before = print, record } = news;
	return {
		json: {
			event: value,
			eventId: event.compares ? `${value}:${id}:${print}` : `${value}:${id}`,
			...(event.compares && { changedFields: changedFields(before, print, event.compares) }),
			...(short ? simplify(event.list.record, record) : record),
		} as IDataObject,
	};
}

/** The newest few under the filters, as real output. Neither reads nor writes the memory of the active workflow. */
async function sample(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const terms = { patience: PATIENCE, timeoutMs: REQUEST_TIMEOUT_MS };
	const { feedback, watched, simplify: short } = await readSettings(context, terms);
	const items: INodeExecutionData[] = [];
	for (const one of watched) {
		const { event, query } = one;
		const page = await feedback.page(event.list, 0, query).catch((error: unknown) => {
			throw new EventFailure(error, event);
		});
		const newest = page.records
			.filter((record) => passes(one, record))
			.flatMap((record) => ({ record, ...toSighting(one, record) }))
			.filter((sighting): sighting is News => sighting.id !== undefined)
			.sort(oldestFirst)
			.slice(-SAMPLE);
		items.push(...newest.map((news) => toItem(event, news, short)));
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
