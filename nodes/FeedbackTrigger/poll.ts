import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { ServiceFailure } from '../shared/client/service-failure';
import { BRIEF } from '../shared/client/retry';
import { toNodeError } from '../shared/node/failure';
import { clock } from '../shared/node/transport';
import { Diff } from './diff';
import { ListFailure, namesOf, sample, toItems } from './items';
import { Failures, isEndOfTime } from './reading/failures';
import { type Reading, readLists } from './reading/lists';
import { roundOf } from './reading/round';
import { readSettings, type Settings } from './settings';
import { settle } from './settle';
import { readCursor } from './snapshot/cursor';
import { isRegistration, Memory, pollBudgetMs, processKey } from './snapshot/memory';

/** A poll requests no page after this time, except the first few of each list. After the longer time it stops waiting. */
const POLL_MS = 25_000;
const LONGEST_POLL_MS = 45_000;
const SHARE_OF_BUDGET = 0.8;

/** An audit reads a whole list within this number of polls, or within one poll for each page of a longer list. */
const AUDIT_POLLS = 20;
/** The page or post that each audit read last, in this process. */
const places = new Map<string, number>();

/** The registrations that have polled, and those of them that had a successful poll. */
const polled = new WeakSet<IPollFunctions>();
const begun = new WeakSet<IPollFunctions>();

/** Whether n8n registered the workflow because someone activated it. */
const isSwitchedOn = (context: IPollFunctions) =>
	['activate', 'create'].includes(context.getActivationMode());

/**
 * One poll: reads the settings and the pages of each list, finds what fires, and stores the snapshots. If a list fails
 * halfway, the poll keeps what it has read. A poll that throws delivers nothing.
 * @returns null if nothing fires
 * @throws NodeApiError | NodeOperationError
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isManual = context.getMode() === 'manual';
	const isFirst = !isManual && !polled.has(context);
	try {
		if (isManual) return [await sample(context, { patience: BRIEF })];
		polled.add(context);
		const items = await pollOnce(context);
		begun.add(context);
		return items.length > 0 ? [items] : null;
	} catch (thrown) {
		const failure = named(context, thrown);
		if (!isFirst || !silencesForGood(context)) throw failure;
		context.logger.warn(
			`The first poll after a start failed, the next one tries again: ${failure.message}`,
		);
		return null;
	}
}

/**
 * Whether a throw would silence the trigger permanently. n8n polls once while it registers a workflow. If that fails a few
 * times, n8n never polls again, but still shows the workflow as active. With a stored snapshot the poll need not throw: the
 * next scheduled poll continues from it and reports the failure.
 */
const silencesForGood = (context: IPollFunctions) =>
	isRegistration(context) && !isSwitchedOn(context) && !new Memory(context).isEmpty;

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const shareMs = SHARE_OF_BUDGET * pollBudgetMs(context);
	const start = clock.now();
	const over = new AbortController();
	const done = new AbortController();
	const longestMs = Math.min(LONGEST_POLL_MS, shareMs);
	// Requests that this ends fail like requests that the service did not answer in time.
	const timeUp = new DOMException('The time of the poll is up', 'TimeoutError');
	void clock.sleep(longestMs, done.signal).then(() => over.abort(timeUp));
	try {
		const terms = { patience: BRIEF, timeoutMs: longestMs, signal: over.signal };
		const settings = await readSettings(context, terms);
		const { baseUrl } = settings.feedback;
		const isHeard = begun.has(context) || !silencesForGood(context);
		const failures = new Failures(processKey(context, baseUrl), isHeard);
		const memory = new Memory(context);
		const stored = new Map(settings.lists.map(({ key }) => [key, memory.stored(key)]));
		const isAnew = settings.ignoreWhileInactive && isSwitchedOn(context) && !begun.has(context);
		const recall = (key: string) => (isAnew ? undefined : readCursor(stored.get(key)));
		const ofList = (list: string) => processKey(context, `${baseUrl} ${list}`);
		const diffs = settings.lists.map(
			(list) => new Diff(list, recall(list.key), roundOf(ofList(list.scope))),
		);
		const readings = await readLists(diffs, {
			...{ feedback: settings.feedback, failures },
			end: start + Math.min(POLL_MS, shareMs),
			place: (list, ...asked) => nextPlace(ofList(list), ...asked),
		});
		return handOver(context, settings, readings, { failures, stored });
	} finally {
		done.abort();
	}
}

/** The next page of an audit, or post to compare comments of. Starts at random. A number beyond the last one reads none. */
function nextPlace(list: string, depth: number, isAgain: boolean): number {
	const polls = Math.max(AUDIT_POLLS, depth);
	const last = places.get(list) ?? Math.floor(Math.random() * polls);
	const next = last >= polls ? 1 : last + 1;
	// A page that failed is read again until that is reported. Otherwise its failure would only be logged in each round.
	const place = isAgain ? last : next;
	places.set(list, place);
	return place;
}

/** Synchronous from here on, so that no other poll can run in between. */
function handOver(
	context: IPollFunctions,
	{ simplify: isShort }: Settings,
	readings: readonly Reading[],
	{ failures, stored }: { failures: Failures; stored: ReadonlyMap<string, unknown> },
): INodeExecutionData[] {
	const memory = new Memory(context);
	// Never overwrites a snapshot that another poll has stored meanwhile. The next poll finds again what that one missed.
	const isMoved = (key: string) => memory.stored(key) !== stored.get(key);
	const isStale = readings.some(({ diff: { list, batch } }) => memory.isTaken(list.key, batch));
	const plans = readings
		.filter(({ diff, pages }) => !isStale && pages.read.size > 0 && !isMoved(diff.list.key))
		.map((reading) => {
			const { list, cursor: before } = reading.diff;
			return { ...settle(reading), key: list.key, before };
		});
	const news = plans.flatMap((plan) => plan.news);
	const items = toItems(news, isShort);
	for (const reading of readings)
		log(context, reading, stored.get(reading.diff.list.key) !== undefined);
	// Throws before anything is stored, so that the next poll finds the same items again.
	throwIfSaid(readings, failures, memory.isEmpty);
	// A stale poll works on an old copy of the data. n8n would store it over the newer one, with all lists.
	if (!isStale) memory.store(plans, [...stored.keys()]);
	return items;
}

/** Logs a list that starts although the trigger ran before, and failures that do not fail the poll. */
function log(context: IPollFunctions, { diff, pages, failure }: Reading, wasKnown: boolean) {
	const { list, cursor } = diff;
	const names = namesOf(list);
	const warn = (message: string) => context.logger.warn(message);
	const isBegun = !cursor && pages.read.size > 0;
	if (isBegun && (wasKnown || context.getActivationMode() === 'update')) {
		warn(
			`${names} starts and ignores existing items. It is new, was renamed, reads another workspace or other posts, or its stored data cannot be read.`,
		);
	}
	if (failure && !isEndOfTime(failure)) {
		const { message } = named(context, new ListFailure(failure, list));
		warn(`${names} could not be read completely: ${message}`);
	}
}

/**
 * Fails a poll that could read nothing, and a first activation in which a list could not be read. A list or post that fails
 * while others work is reported in the third poll in a row, then in every 20th, so that no failure stays silent.
 * @param isFresh whether no snapshot is stored yet
 */
function throwIfSaid(readings: readonly Reading[], failures: Failures, isFresh: boolean): void {
	const isAll = readings.every(({ pages }) => pages.read.size === 0);
	for (const { diff, failure } of readings) if (!failure) failures.end(diff.list.key);
	for (const { diff, pages, failure, comments } of readings) {
		const isAtOnce = isAll || (isFresh && pages.read.size === 0);
		const isSaid = failure && (failures.hasToBeSaid(diff.list.key) || isAtOnce);
		const said = isSaid ? failure : comments?.failureToSay();
		if (said) throw new ListFailure(said, diff.list, !isAll);
	}
}

/** The failure as an error for n8n, with the names of the events that it stops. */
function named(context: IPollFunctions, thrown: unknown) {
	const node = context.getNode();
	if (!(thrown instanceof ListFailure)) return toNodeError(thrown, { node });
	const { cause, list, isPartial } = thrown;
	const text = cause instanceof ServiceFailure ? cause.call.path.text : list.key;
	const events = list.events.filter(
		({ event }) =>
			text === list.key || (text.endsWith('/comments') ? event.isOfComments : event.one),
	);
	const error = toNodeError(cause, { node, event: namesOf({ events }) });
	// n8n pauses the whole node for half an hour after a failure that looks permanent.
	return isPartial
		? Object.assign(error, { failure: { cause: 'temporarily-unavailable' } })
		: error;
}
