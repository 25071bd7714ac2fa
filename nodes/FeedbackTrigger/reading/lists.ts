// Reads all lists in parallel. Within a list it sends one request at a time: a page, then the comments that are due, then the
// next page. A timeout, a rate limit or a failure ends the reading of a list. What was read before still counts.
import type { FeedbackClient } from '../../shared/client/client';
import { type ListPage, ListReader } from '../../shared/client/list-reader';
import { ServiceFailure } from '../../shared/client/service-failure';
import { pathOf } from '../../shared/client/path';
import { clock } from '../../shared/node/n8n-transport';
import { Diff } from '../diff';
import { Comments } from '../comments/comments';
import { type Failures, isEndOfTime, NotSent, ofService } from '../failures';
import { findDeleted, mostRequested } from './missing';
import { Pages } from './pages';

/** Pages that a poll requests even after its time: the newest, the one above the backlog, and the next. By ID it is one more. */
const LEAST = 3;

export interface Reading {
	diff: Diff;
	pages: Pages;
	comments: Comments;
	/** Why the list could not be read, or why the poll could not find out whether a record was deleted. */
	failure?: ServiceFailure;
	refusals: readonly ServiceFailure[];
}

export interface ReadingTerms {
	feedback: FeedbackClient;
	/** Time after which the poll requests no page, except the first few of each list. */
	end: number;
	failures: Failures;
}

export async function readLists(diffs: readonly Diff[], terms: ReadingTerms): Promise<Reading[]> {
	// Starts with a random list, so that a rate limit does not always cut off the same one.
	const first = Math.floor(Math.random() * diffs.length);
	const inTurn = [...diffs.slice(first), ...diffs.slice(0, first)];
	const minutes = Math.max(...diffs.map(({ look }) => look.minutes));
	const requests = { left: mostRequested(minutes) };
	// All share the rate limit: what one leaves for its missing records, the audit of another would take.
	if (diffs.some(({ look }) => look.skipsAudit))
		for (const { look } of diffs) look.skipsAudit = true;
	return await Promise.all(inTurn.map(async (diff) => await readList(diff, terms, requests)));
}

async function readList(
	diff: Diff,
	terms: ReadingTerms,
	requests: { left: number },
): Promise<Reading> {
	const { list, rotation, look } = diff;
	const client = inTime(diff, terms);
	const comments = new Comments(client, diff, terms.failures);
	// A page that fails is read again by each poll until that is said: else that would take three rounds.
	// A first reading needs all pages: what it leaves out would fire as new.
	const mayLeaveOut = diff.isComplete && terms.failures.isSaid(list.key);
	const pages = new Pages(diff, comments, mayLeaveOut);
	const ended = await readAll(diff, client, pages, comments).catch(ofService);
	const { origin } = pages;
	// The snapshot of the former workspace does not apply, so the list starts over.
	const isWhole = ended === undefined && pages.passed === undefined;
	if (origin === 'other' || (origin === 'unknown' && isWhole))
		return await readList(new Diff(list, undefined, rotation, look), terms, requests);
	// What was not read may be known, so what was read is neither new nor of another workspace.
	if (origin === 'unknown') return nothingOf(diff, terms, ended ?? pages.passed);
	keepLook(diff, pages, ended);
	const failure = isProgress(diff, pages, comments, ended) ? undefined : (ended ?? pages.passed);
	const reading = { diff, pages, comments, failure };
	if (ended) return { ...reading, refusals: [] };
	return { ...reading, ...(await findDeleted(diff, pages, client, requests)) };
}

/** What the poll has looked at, as it counts once the poll delivers. */
function keepLook({ look, list, comparison }: Diff, pages: Pages, ended?: ServiceFailure): void {
	for (const page of pages.audited) look.pages.add(page);
	for (const page of pages.unfinished) look.unfinished.add(page);
	if (isEndOfTime(ended) && pages.isAuditing) look.cutAfter = pages.read.size;
	const needsRecords = comparison.isTimed || list.events.some(({ event }) => event.one);
	if (needsRecords) for (const id of pages.met) look.shown.add(id);
}

/** Whether a poll that ran out of time or hit the rate limit got on all the same. Then it has not failed. */
function isProgress(
	{ cursor }: Diff,
	pages: Pages,
	{ isRead, due }: Comments,
	ended?: ServiceFailure,
): boolean {
	if (!isEndOfTime(ended)) return false;
	if (pages.read.size === 0 || isRead || due.size > 0) return isRead;
	// A page that never answers must not hold up the others. What the audit had no time for has its turn in the next poll.
	if (pages.isAuditing) return ended instanceof NotSent || pages.read.size > (pages.passed ? 2 : 1);
	const from = cursor?.backlog?.from;
	return from === undefined || pages.backlog?.from !== from;
}

/** A reading that is stored as if it had not been. */
function nothingOf(diff: Diff, { feedback, failures }: ReadingTerms, failure?: ServiceFailure) {
	const comments = new Comments(feedback, diff, failures);
	return { diff, comments, pages: new Pages(diff, comments, false), failure, refusals: [] };
}

function inTime(
	{ list: { list } }: Diff,
	{ feedback, end }: ReadingTerms,
): Pick<FeedbackClient, 'get' | 'page'> {
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
	diff: Diff,
	client: Pick<FeedbackClient, 'page'>,
	pages: Pages,
	comments: Comments,
): Promise<undefined> {
	const { inOrder, byCreation } = readersOf(diff, client);
	for (let { next } = pages; next !== undefined; { next } = pages) {
		const page = await readPage(diff, client, inOrder, next).catch(ofService);
		if (page instanceof ServiceFailure) {
			pages.leaveOut(next, page);
			continue;
		}
		// The snapshot cannot store records without an ID.
		const lacksIds = page.records.length > 0 && page.records.every((one) => !diff.idOf(one));
		if (lacksIds) throw incomplete(diff);
		pages.add(next, page);
		if (next === 0 && byCreation) pages.meet((await byCreation.read(0)).records);
		// Waits for the newest page, whose comment counts are newer than those of the pages below.
		if (diff.isSameKey) await comments.readDue(false);
	}
	// The first poll of a new key finds out whose list it reads. Its comments wait for the next one.
	if (diff.isSameKey) await comments.readDue(true);
}

/**
 * A page may be empty by mistake. What a first reading misses would fire as new, and with a new key the records that are known
 * show whose list it is. So both read an empty page twice.
 */
async function readPage(
	diff: Diff,
	client: Pick<FeedbackClient, 'page'>,
	reader: ListReader,
	number: number,
): Promise<ListPage> {
	const page = await reader.read(number);
	if (page.records.length > 0 || (diff.isComplete && diff.isSameKey)) return page;
	// The reader itself would no longer see that the same page comes again.
	const again = await readersOf(diff, client).inOrder.read(number);
	return again.records.length > 0 ? again : page;
}

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
	// Sorted by last change, records that never changed may come last, even new ones.
	const byCreation = isByChange && cursor?.isUndated ? readerOf(created) : undefined;
	return { inOrder: readerOf(isByChange ? updated : created), byCreation };
}

function incomplete({ list }: Diff): ServiceFailure {
	const call = { method: 'GET', path: pathOf(list.list), repeatable: true } as const;
	return new ServiceFailure({ kind: 'incomplete', status: 200 }, call);
}
