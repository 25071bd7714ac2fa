import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { ServiceFailure } from '../shared/client/service-failure';
import { BRIEF } from '../shared/client/retry';
import { toNodeError } from '../shared/node/failure';
import { clock } from '../shared/node/transport';
import { Diff } from './diff';
import { ListFailure, namesOf, sample, toItems } from './items';
import { Failures, isEndOfTime } from './reading/failures';
import { type Reading, readLists } from './reading/lists';
import { roundWith } from './reading/round';
import { readSettings, type Settings } from './settings';
import { settle } from './settle';
import { isRegistration, Memory, pollBudgetMs, processKey } from './snapshot/memory';

/** After so long no further page is asked for, but the first few of each list; after the longer time nothing is waited for. */
const POLL_MS = 25_000;
const LONGEST_POLL_MS = 45_000;
const SHARE_OF_BUDGET = 0.8;

/** An audit goes through a list within this number of polls, or as many as the list has pages. */
const AUDIT_POLLS = 20;
/** Where the audit of each list goes on, in this process. */
const places = new Map<string, number>();

/** The registrations that have polled, and of these the ones of which a poll has ended well. */
const polled = new WeakSet<IPollFunctions>();
const begun = new WeakSet<IPollFunctions>();

/** Whether someone has just switched the workflow on. */
const isSwitchedOn = (context: IPollFunctions) =>
	['activate', 'create'].includes(context.getActivationMode());

/**
 * One poll of the trigger: settings, pages of each list, what is news, and the memory. What was read before something
 * went wrong is kept; a poll that throws has delivered nothing.
 * @returns null when there is no news
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
 * Whether a throw now would silence the trigger permanently: n8n polls once while it registers a workflow, and gives a
 * workflow up when that fails a few times, although it is shown as active. What is stored is something to go on from, and
 * the next scheduled poll reports the failure.
 */
const silencesForGood = (context: IPollFunctions) =>
	isRegistration(context) && !isSwitchedOn(context) && !new Memory(context).isEmpty;

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const shareMs = SHARE_OF_BUDGET * pollBudgetMs(context);
	const start = clock.now();
	const over = new AbortController();
	const done = new AbortController();
	const longestMs = Math.min(LONGEST_POLL_MS, shareMs);
	// Reads like a service that did not answer in time.
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
		const isAnew = settings.beginAnew && isSwitchedOn(context) && !begun.has(context);
		const recall = (key: string) => (isAnew ? undefined : memory.recall(key));
		const diffs = settings.lists.map((list) => new Diff(list, recall(list.key)));
		const readings = await readLists(diffs, {
			...{ feedback: settings.feedback, failures },
			end: start + Math.min(POLL_MS, shareMs),
			place: (list, depth) => nextPlace(processKey(context, `${baseUrl} ${list}`), depth),
			round: (list, since, pages) =>
				roundWith(processKey(context, `${baseUrl} ${list}`), since, pages),
		});
		return handOver(context, settings, readings, { failures, stored });
	} finally {
		done.abort();
	}
}

/** The page of an audit: the one after the last, from a random one on. Some polls read none: the number is beyond the last page. */
function nextPlace(list: string, depth: number): number {
	const polls = Math.max(AUDIT_POLLS, depth);
	const last = places.get(list) ?? Math.floor(Math.random() * polls);
	const place = last >= polls ? 1 : last + 1;
	places.set(list, place);
	return place;
}

/** From here to the end nothing waits, so that no other poll can come in between. */
function handOver(
	context: IPollFunctions,
	{ simplify: isShort, redeliver }: Settings,
	readings: readonly Reading[],
	{ failures, stored }: { failures: Failures; stored: ReadonlyMap<string, unknown> },
): INodeExecutionData[] {
	const memory = new Memory(context);
	// What another poll has stored meanwhile stays as it is. What it did not find, the next one finds again.
	const isMoved = (key: string) => memory.stored(key) !== stored.get(key);
	const isStale = readings.some(({ diff: { list, batch } }) => memory.isTaken(list.key, batch));
	const plans = readings
		.filter(({ diff, pages }) => !isStale && pages.read.size > 0 && !isMoved(diff.list.key))
		.map((reading) => {
			const { list, cursor: before } = reading.diff;
			const settled = settle(reading);
			const isRepeated = redeliver && !memory.isStaged && settled.news.length > 0;
			return { ...settled, key: list.key, before, isRepeated };
		});
	const news = plans.flatMap((plan) => plan.news);
	const items = toItems(news, isShort);
	for (const reading of readings)
		log(context, reading, stored.get(reading.diff.list.key) !== undefined);
	// The next poll finds again what this one does not deliver.
	throwIfSaid(readings, failures, memory.isEmpty);
	// n8n would store an old copy over the newer one, with all its lists.
	if (!isStale) memory.store(plans, [...stored.keys()]);
	return items;
}

/** Says what does not end the poll. */
function log(context: IPollFunctions, { diff, failure }: Reading, wasKnown: boolean): void {
	const { list, cursor } = diff;
	const names = namesOf(list);
	const warn = (message: string) => context.logger.warn(message);
	if (!cursor && (wasKnown || context.getActivationMode() === 'update')) {
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
 * Ends a poll in which nothing could be read, or an activation that cannot begin each of its lists. What fails beside
 * others is said in the third poll in a row, and then in every 20th: nothing that stays broken stays silent.
 * @param isFresh whether nothing is remembered yet
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

/** What went wrong, with the events that it keeps from firing. */
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
	// n8n pauses the whole node for half an hour on what looks permanent.
	return isPartial
		? Object.assign(error, { failure: { cause: 'temporarily-unavailable' } })
		: error;
}
