// Reads all lists in parallel. Within a list it sends one request at a time: with a new key, it first finds out whose list it
// is. Then come a page, the comments that are due, the next page. A timeout, a rate limit or a failure ends the reading of a
// list. What was read before still counts.
import type { FeedbackClient } from '../../shared/client/client';
import { ListReader } from '../../shared/client/list-reader';
import { ServiceFailure } from '../../shared/client/service-failure';
import { pathOf } from '../../shared/client/path';
import { clock } from '../../shared/node/n8n-transport';
import { Diff } from '../diff';
import { DueComments } from '../comments/due-comments';
import {
	type Failures,
	isEndOfTime,
	isMeantForAll,
	isTimeout,
	NotSent,
	ofService,
} from '../failures';
import type { WatchedList } from '../settings';
import { Found } from './found';
import { findDeleted, mostRequested } from './missing';
import { Plan } from './plan';
import type { KnownList, Reading } from './reading';
import { isOfAnother, readSurely } from './whose';

/** Pages that a poll requests even after its time: the newest, the one above the backlog, and the next. By ID it is one more. */
const LEAST = 3;

export interface ReadingTerms {
	feedback: FeedbackClient;
	/** Time after which the poll requests no page, except the first few of each list. */
	end: number;
	failures: Failures;
}

type Client = Pick<FeedbackClient, 'get' | 'page'>;

export async function readLists(
	lists: readonly KnownList[],
	terms: ReadingTerms,
): Promise<Reading[]> {
	// Starts with a random list, so that a rate limit does not always cut off the same one.
	const first = Math.floor(Math.random() * lists.length);
	const inTurn = [...lists.slice(first), ...lists.slice(0, first)];
	const minutes = Math.max(...lists.map(({ look }) => look.minutes));
	const requests = { left: mostRequested(minutes) };
	// All share the rate limit: what one leaves for its missing records, the audit of another would take.
	if (lists.some(({ look }) => look.skipsAudit))
		for (const { look } of lists) look.skipsAudit = true;
	return await Promise.all(inTurn.map(async (one) => await readList(one, terms, requests)));
}

async function readList(
	{ list, known, rotation, look, deliversExisting }: KnownList,
	terms: ReadingTerms,
	requests: { left: number },
): Promise<Reading> {
	const client = inTime(list, terms);
	const isAnother = known && (await isOfAnother(list, known, client).catch(ofService));
	const before = isAnother === true ? undefined : known;
	const diff = new Diff(list, before, rotation, look, deliversExisting);
	const plan = new Plan(diff.cursor, rotation.turns, look, terms.failures.isSaid(list.key));
	const comments = new DueComments(client, diff, terms.failures);
	const reading: Reading = { diff, plan, comments, found: new Found(diff, comments), refusals: [] };
	if (isAnother instanceof ServiceFailure) return { ...reading, failure: isAnother };
	const ended = await readAll(reading, client).catch(ofService);
	keepLook(reading, ended);
	const failure = failureOf(reading, ended);
	return { ...reading, failure, ...(await findDeleted(reading, client, requests, ended)) };
}

/** What the poll has looked at, as it counts once the poll delivers. */
function keepLook(
	{ diff: { look, list, comparison }, plan, found, comments }: Reading,
	ended: ServiceFailure | undefined,
): void {
	const isLeft = plan.leavesFailing || comments.due.size > 0;
	look.isCutShort = isEndOfTime(ended) && isLeft;
	for (const page of plan.audited) look.pages.add(page);
	const needsRecords = comparison.isTimed || list.events.some(({ event }) => event.recordPath);
	if (needsRecords) for (const id of found.met) look.shown.add(id);
}

/** Why the list counts as failed, if it does. A page that failed is reported whatever else was read. */
function failureOf(
	reading: Reading,
	ended: ServiceFailure | undefined,
): ServiceFailure | undefined {
	const { plan, comments } = reading;
	const [failure = ended] = plan.failed.values();
	if (plan.failed.size > 0 || !isEndOfTime(ended)) return failure;
	return comments.isRead || gotOn(reading, ended) ? undefined : ended;
}

/** Whether a poll got on that ran out of time or hit the rate limit: such a poll has not failed. */
function gotOn({ diff, plan, comments }: Reading, ended: ServiceFailure | undefined): boolean {
	if (plan.read.size === 0 || comments.due.size > 0) return false;
	// What the audit had no time for has its turn in the next poll.
	if (plan.isAuditing) return ended instanceof NotSent || plan.read.size > 1;
	const from = diff.cursor?.backlog?.from;
	return from === undefined || plan.backlog?.from !== from;
}

function inTime({ list }: WatchedList, { feedback, end }: ReadingTerms): Client {
	let sent = 0;
	const next = (least: number) => {
		if (sent++ >= least && clock.now() >= end) throw new NotSent(pathOf(list));
		return feedback;
	};
	return {
		get: async (...asked) => await next(LEAST + 1).get(...asked),
		page: async (...asked) => await next(LEAST).page(...asked),
	};
}

async function readAll(
	{ diff, plan, found, comments }: Reading,
	client: Client,
): Promise<undefined> {
	const { reader, byCreation, newReader } = readersOf(diff, client);
	for (let { next } = plan; next !== undefined && !found.isFull; { next } = plan) {
		// What a first reading misses would fire as new.
		const read = diff.isComplete ? reader.read(next) : readSurely(next, reader, newReader);
		const page = await read.catch(ofService);
		if (page instanceof ServiceFailure) {
			const readsOn = isToBlame(page) && plan.pageFailed(next, page);
			if (!readsOn || isMeantForAll(page)) throw page;
			continue;
		}
		const { records, more, repeats } = page;
		// The snapshot cannot store records without an ID.
		const lacksIds = records.length > 0 && records.every((one) => !diff.idOf(one));
		if (lacksIds) throw incomplete(diff);
		const endsInNews = found.add(next, records);
		const isEmpty = records.length === 0;
		plan.pageWasRead(next, { endsInNews, isEmpty, isEnd: more === 'no', repeats });
		if (next === 0 && byCreation) found.meet((await byCreation.read(0)).records);
		// Waits for the newest page, whose comment counts are newer than those of the pages below.
		await comments.readDue(plan.leavesOnlyFailing);
	}
	await comments.readDue(true);
}

/** Whether a page failed by itself, or never answers. Other pages may be read. */
const isToBlame = (failure: ServiceFailure) =>
	!isMeantForAll(failure) || (isTimeout(failure) && !(failure instanceof NotSent));

/** What reads the pages and, where records that never changed come last, the newest page by creation. */
function readersOf(
	{ list, cursor, isComplete, comparison }: Diff,
	client: Pick<FeedbackClient, 'page'>,
) {
	const { created = {}, updated = created } = list.list.newestFirst ?? {};
	// Whether a record exists does not depend on its changes.
	const comparesValues = comparison.values.some(({ isOfKey }) => !isOfKey);
	// The first reading is sorted by creation, so that no record changes its place meanwhile.
	const isByChange = isComplete && comparesValues && updated !== created;
	const readerOf = (order: object) =>
		new ListReader(client, list.list, {
			query: { ...order, ...list.query },
			endsWithRepeats: true,
		});
	const newReader = () => readerOf(isByChange ? updated : created);
	// Sorted by last change, records that never changed may come last, even new ones.
	const byCreation = isByChange && cursor?.isUndated ? readerOf(created) : undefined;
	return { reader: newReader(), byCreation, newReader };
}

function incomplete({ list }: Diff): ServiceFailure {
	const call = { method: 'GET', path: pathOf(list.list), repeatable: true } as const;
	return new ServiceFailure({ kind: 'incomplete', status: 200 }, call);
}
