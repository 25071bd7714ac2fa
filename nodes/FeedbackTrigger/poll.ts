import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { ServiceFailure } from '../shared/client/service-failure';
import { BRIEF } from '../shared/client/retry';
import { andMore, plain } from '../shared/node/explanations';
import { toNodeError } from '../shared/node/failure';
import { clock } from '../shared/node/n8n-transport';
import { Diff } from './diff';
import { toItems } from './items';
import { nextCursor } from './next-cursor';
import { ProcessMemory } from './process-memory';
import { type Failed, Failures, isEndOfTime, ListFailure } from './failures';
import { type Reading, readLists } from './reading/lists';
import { Rotation } from './reading/rotation';
import { samples } from './samples';
import { namesOf, readSettings, type Settings, type WatchedList } from './settings';
import { readCursor } from './snapshot/cursor';
import { isRegistration, Memory, pollBudgetMs, processKey } from './snapshot/memory';

/** A poll requests no page after this time, except the first few of each list. After the longer time it stops waiting. */
const POLL_MS = 25_000;
const LONGEST_POLL_MS = 45_000;
const SHARE_OF_BUDGET = 0.8;

/** Maximum number of IDs in a message. */
const MOST_NAMED = 10;

/** By trigger and list: what this process has looked at. */
const rotations = new ProcessMemory(() => new Rotation());

/** The registrations that have polled, and the lists that they have read. */
const begun = new WeakMap<IPollFunctions, Set<string>>();

/** Whether n8n registered the workflow because someone activated it. */
const isSwitchedOn = (context: IPollFunctions) =>
	['activate', 'create'].includes(context.getActivationMode());

/** If a list fails halfway, the poll keeps what it has read. A poll that throws delivers nothing. @returns null if nothing fires */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isManual = context.getMode() === 'manual';
	const isSilent = !isManual && !begun.has(context) && silencesForGood(context);
	try {
		if (isManual) return [await samples(context, { patience: BRIEF })];
		const items = await pollOnce(context, isSilent);
		return items.length > 0 ? [items] : null;
	} catch (thrown) {
		const failure = named(context, thrown);
		if (!isSilent) throw failure;
		context.logger.warn(
			`The first poll after a start failed, the next one tries again: ${failure.message}`,
		);
		return null;
	}
}

/**
 * n8n polls once while it registers a workflow. If that fails a few times, n8n never polls again, but still shows the workflow
 * as active. With a stored snapshot the poll need not throw: the next scheduled poll continues from it and reports the failure.
 */
const silencesForGood = (context: IPollFunctions) =>
	isRegistration(context) && !isSwitchedOn(context) && !new Memory(context).isEmpty;

async function pollOnce(context: IPollFunctions, isSilent: boolean): Promise<INodeExecutionData[]> {
	const read = begun.get(context) ?? new Set();
	begun.set(context, read);
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
		const failures = new Failures(processKey(context, baseUrl), !isSilent);
		const memory = new Memory(context);
		const stored = new Map(settings.lists.map(({ key }) => [key, memory.stored(key)]));
		const isAnew = ({ key }: WatchedList) =>
			settings.ignoreWhileInactive && isSwitchedOn(context) && !read.has(key);
		const diffs = settings.lists.map((list) => {
			const cursor = isAnew(list) ? undefined : readCursor(stored.get(list.key));
			const known = cursor?.scope === list.scope ? cursor : undefined;
			// What another key has shown says nothing about this one, which may read another workspace.
			const what = `${baseUrl} ${list.scope} ${list.keyHash}`;
			const rotation = rotations.of(processKey(context, what));
			return new Diff(list, known, rotation, rotation.begin(known?.since));
		});
		const readings = await readLists(diffs, {
			feedback: settings.feedback,
			failures,
			end: start + Math.min(POLL_MS, shareMs),
		});
		const items = handOver(context, settings, readings, { failures, stored });
		for (const { diff, pages } of readings) if (pages.read.size > 0) read.add(diff.list.key);
		return items;
	} finally {
		done.abort();
	}
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
	const isStale = readings.some(({ diff: { list, batchId } }) => memory.isTaken(list.key, batchId));
	const found = readings
		.filter(({ diff, pages }) => !isStale && pages.read.size > 0 && !isMoved(diff.list.key))
		.map((reading) => {
			const { list, cursor: before, rotation, look } = reading.diff;
			return { ...nextCursor(reading), key: list.key, before, rotation, look };
		});
	const occurrences = found.flatMap((one) => one.occurrences);
	const items = toItems(occurrences, isShort);
	for (const reading of readings)
		log(context, reading, stored.get(reading.diff.list.key) !== undefined);
	// Throws before anything is stored, so that the next poll finds the same items again.
	throwIfDue(readings, failures, memory.isEmpty);
	// A stale poll works on an old copy of the data. n8n would store it over the newer one, with all lists.
	if (!isStale) memory.store(found, [...stored.keys()]);
	for (const { rotation, look, next } of found) rotation.delivered(look, next.snapshot);
	return items;
}

/** Logs a list that starts although the trigger ran before, and failures that do not fail the poll. */
function log(
	context: IPollFunctions,
	{ diff, pages, failure, refusals }: Reading,
	wasKnown: boolean,
): void {
	const { list, cursor } = diff;
	const names = namesOf(list);
	const warn = (message: string) => context.logger.warn(message);
	const said = (cause: ServiceFailure) =>
		named(context, new ListFailure([{ cause, list }])).message;
	const isBegun = !cursor && pages.read.size > 0;
	if (isBegun && (wasKnown || context.getActivationMode() === 'update'))
		warn(
			`${names} starts and ignores existing items. It is new, was renamed, reads another workspace or other posts, or its stored data cannot be read.`,
		);
	if (failure && !isEndOfTime(failure))
		warn(`${names} could not be read completely: ${said(failure)}`);
	if (pages.isStuck && !diff.rotation.isStuckKnown) {
		diff.rotation.stuckWasLogged();
		warn(
			`${names} sees only the first page: the service answers every page with the same records.`,
		);
	}
	for (const refusal of refusals.map(said))
		warn(`Not requested again, as the service does not say whether it was deleted: ${refusal}`);
}

/** Fails a poll that could read nothing, and a first activation in which a list could not be read. `Failures` decides otherwise. */
function throwIfDue(readings: readonly Reading[], failures: Failures, isFirst: boolean): void {
	// A page that fails may have no turn for many polls, and none once the list is shorter.
	const isLeft = ({ diff, pages }: Reading) => diff.rotation.hasFailed(pages.depth);
	for (const one of readings) if (!one.failure && !isLeft(one)) failures.end(one.diff.list.key);
	const failed: Array<Failed & { what: string; times?: number }> = [];
	for (const { diff, failure: cause, comments } of readings) {
		const { list } = diff;
		if (cause) failed.push({ what: list.key, list, cause });
		if (comments.failure) failed.push({ what: `${list.key} comments`, list, ...comments.failure });
	}
	for (const { what, times } of failed) failures.count(what, times);
	const hasRead = ({ pages }: Reading) => pages.read.size > 0;
	const isAll = !readings.some(hasRead);
	// At the rate limit, other workflows may use it up.
	const isAtOnce = isAll && readings.some(({ failure }) => failure?.problem.kind !== 'rateLimited');
	const isIncomplete = isFirst && !readings.every(hasRead);
	const due = failures.due(failed.map(({ what }) => what));
	const said = failed.filter(({ what }) => isAtOnce || isIncomplete || due.includes(what));
	failures.said(due);
	if (said.length > 0) throw new ListFailure(said, !isAll);
}

/** The failures as one error for n8n. */
function named(context: IPollFunctions, thrown: unknown) {
	if (!(thrown instanceof ListFailure)) return toNodeError(thrown, { node: context.getNode() });
	const [error, ...others] = thrown.failed.map((one) => errorOf(context, one));
	error.message = [error, ...others].map(({ message }) => message).join('; ');
	// n8n pauses the whole node for half an hour after a failure that looks permanent.
	return thrown.isPartial
		? Object.assign(error, { failure: { cause: 'temporarily-unavailable' } })
		: error;
}

/** With the names of the events that the failure stops, and the IDs of the records if it is of some. */
function errorOf(context: IPollFunctions, { cause, list, posts }: Failed) {
	const { text = list.key, things = [] } = cause instanceof ServiceFailure ? cause.call.path : {};
	const id = things.at(0)?.id ?? text.split('/').at(3);
	const ids = posts ?? (id === undefined ? [] : [id]);
	const isOfComments = text.endsWith('/comments');
	const events = list.events.filter(
		({ event }) => ids.length === 0 || (isOfComments ? event.isOfComments : event.one),
	);
	const error = toNodeError(cause, { node: context.getNode(), event: namesOf({ events }) });
	if (ids.length === 0) return error;
	const { noun } = list.list.record;
	const shown = ids.slice(0, MOST_NAMED);
	const more = andMore(ids.length - shown.length);
	error.message += plain(` (${noun}${ids.length > 1 ? 's' : ''} ${shown.join(', ')})${more}`);
	return error;
}
