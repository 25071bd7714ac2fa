// One poll, and its three memories:
// - n8n's data: what is known. For each list a cursor with a snapshot of the records, and the backlog (`snapshot/`).
// - this process: what was looked at, and when (`Rotation`), and what failed (`Failures`).
// - this poll: what was seen (`Reading`).
//
// A poll reads pages of all lists in parallel: the newest, the backlog, and the older pages that are due. A diff compares each
// record with the snapshot, and the rules of the events decide what fires. Comments are read after the page of their post, and
// missing records, which no page shows, are requested by ID. Then all happens in one step, without waiting: failures that are
// due fail the poll, or else what was found becomes items and the next cursor. A poll that fails delivers and stores nothing,
// so that the next one finds the same again. What was looked at counts once a poll has delivered.
import type { INodeExecutionData } from 'n8n-workflow';
import { BRIEF } from '../shared/client/retry';
import { clock } from '../shared/node/n8n-transport';
import { toItems } from './items';
import type { Poll } from './n8n-poll';
import { nextCursor } from './next-cursor';
import { ProcessMemory } from './process-memory';
import { Failures } from './failures';
import { readLists } from './reading/lists';
import type { KnownList, Reading } from './reading/reading';
import { Rotation } from './reading/rotation';
import { log, throwIfDue, toError } from './report';
import { samples } from './samples';
import { readSettings, type Settings, type WatchedList } from './settings';
import { readCursor } from './snapshot/cursor';
import { Memory } from './snapshot/memory';

/** A poll requests no page after this time, except the first few of each list. After the longer time it stops waiting. */
const POLL_MS = 25_000;
const LONGEST_POLL_MS = 45_000;
const SHARE_OF_BUDGET = 0.8;

/** By trigger and list: what this process has looked at. */
const rotations = new ProcessMemory(() => new Rotation());

/** If a list fails halfway, the poll keeps what it has read. A poll that throws delivers nothing. @returns null if nothing fires */
export async function run(poll: Poll): Promise<INodeExecutionData[][] | null> {
	const isSilent = silencesForGood(poll);
	try {
		if (poll.isManual) return [await samples(poll)];
		const items = await readAndDeliver(poll, isSilent);
		return items.length > 0 ? [items] : null;
	} catch (thrown) {
		const failure = toError(poll, thrown);
		if (!isSilent) throw failure;
		poll.warn(`The first poll after a start failed, the next one tries again: ${failure.message}`);
		return null;
	}
}

/**
 * n8n polls once while it registers a workflow. If that fails a few times, n8n never polls again, but still shows the workflow
 * as active (n8n 2.41.1, n8n-io/n8n#33327). With a stored snapshot the poll need not throw: the next scheduled poll continues
 * from it and reports the failure.
 */
const silencesForGood = (poll: Poll) =>
	!poll.isManual &&
	poll.isFirst &&
	poll.isRegistration &&
	!poll.isSwitchedOn &&
	!new Memory(poll).isEmpty;

async function readAndDeliver(poll: Poll, isSilent: boolean): Promise<INodeExecutionData[]> {
	const shareMs = SHARE_OF_BUDGET * poll.budgetMs;
	const start = clock.now();
	const over = new AbortController();
	const done = new AbortController();
	const longestMs = Math.min(LONGEST_POLL_MS, shareMs);
	// Requests that this ends fail like requests that the service did not answer in time.
	const timeUp = new DOMException('The time of the poll is up', 'TimeoutError');
	void clock.sleep(longestMs, done.signal).then(() => over.abort(timeUp));
	try {
		const terms = { patience: BRIEF, timeoutMs: longestMs, signal: over.signal };
		const settings = await readSettings(poll, terms);
		const { feedback, lists } = settings;
		const failures = new Failures(poll.key(feedback.baseUrl), !isSilent);
		const memory = new Memory(poll);
		const stored = new Map(lists.map(({ key }) => [key, memory.stored(key)]));
		const { isEmpty } = memory;
		const known = lists.map((list) => asLeft(poll, list, settings, { stored, isEmpty }));
		const end = start + Math.min(POLL_MS, shareMs);
		const readings = await readLists(known, { feedback, failures, end });
		const items = handOver(poll, settings, readings, { failures, stored });
		for (const { diff, plan } of readings) if (plan.read.size > 0) poll.read.add(diff.list.key);
		return items;
	} finally {
		done.abort();
	}
}

/** The list as it was left, unless it starts: no cursor of this list is stored, or existing items are to be ignored. */
function asLeft(
	poll: Poll,
	list: WatchedList,
	settings: Settings,
	{ stored, isEmpty }: { stored: ReadonlyMap<string, unknown>; isEmpty: boolean },
): KnownList {
	const { key, scope, keyHash } = list;
	const isAnew = settings.ignoreWhileInactive && poll.isSwitchedOn && !poll.read.has(key);
	const cursor = isAnew ? undefined : readCursor(stored.get(key));
	const known = cursor?.scope === scope ? cursor : undefined;
	// What another key has shown says nothing about this one, which may read another workspace.
	const rotation = rotations.of(poll.key(`${settings.feedback.baseUrl} ${scope} ${keyHash}`));
	// Only a trigger of which nothing is stored is activated for the first time.
	const deliversExisting = settings.deliversExisting && isEmpty;
	return { list, known, rotation, look: rotation.begin(known?.since), deliversExisting };
}

/** Synchronous from here on, so that no other poll can run in between. */
function handOver(
	poll: Poll,
	settings: Settings,
	readings: readonly Reading[],
	{ failures, stored }: { failures: Failures; stored: ReadonlyMap<string, unknown> },
): INodeExecutionData[] {
	const memory = new Memory(poll);
	// Never overwrites a snapshot that another poll has stored meanwhile. The next poll finds again what that one missed.
	const isMoved = (key: string) => memory.stored(key) !== stored.get(key);
	const isStale = readings.some(({ diff: { list, batchId } }) => memory.isTaken(list.key, batchId));
	const found = readings
		.filter(({ diff, plan }) => !isStale && plan.read.size > 0 && !isMoved(diff.list.key))
		.map((reading) => {
			const { list, cursor: before, rotation, look } = reading.diff;
			return { ...nextCursor(reading), key: list.key, before, rotation, look };
		});
	const occurrences = found.flatMap((one) => one.occurrences);
	const items = toItems(occurrences, settings);
	for (const reading of readings)
		log(poll, reading, stored.get(reading.diff.list.key) !== undefined);
	// Throws before anything is stored, so that the next poll finds the same items again.
	throwIfDue(readings, failures, memory.isEmpty);
	// A stale poll works on an old copy of the data. n8n would store it over the newer one, with all lists.
	if (!isStale) memory.store(found, [...stored.keys()]);
	for (const { rotation, look, next } of found) rotation.delivered(look, next.snapshot);
	return items;
}
