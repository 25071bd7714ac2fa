// Reads all lists at the same time, each request after request: its pages, and between them what is due of comments. Time, limits
// and failures end the reading of a list, and what was read until then counts.
import type { FeedbackClient } from '../../shared/client/client';
import { ServiceFailure } from '../../shared/client/failures';
import { pathOf } from '../../shared/client/path';
import { isFingerprintOf } from '../../shared/node/account';
import { clock } from '../../shared/node/transport';
import { Diff } from '../diff';
import { PAGE_SIZE, type WatchedList } from '../settings';
import { Comments } from './comments';
import { type Failures, isEndOfTime } from './failures';
import { Pages } from './pages';

/** Requests that a poll sends for a list, however slow they are: the newest page, the one above what is left, and the next. */
const LEAST = 3;
/** The number of the newest page by creation, where it is read beside the pages by the last change. */
const APART = -2;

/** What one poll reads of one list. */
export interface Reading {
	diff: Diff;
	pages: Pages;
	/** For New Comment: the comments of posts. */
	comments?: Comments;
	/** What kept it from being read to its end. */
	failure?: ServiceFailure;
	/** The same, where it left the list where it was. */
	stuck?: ServiceFailure;
	/** Whether what is remembered is of another workspace. */
	isOtherWorkspace: boolean;
}

export interface ReadingTerms {
	feedback: FeedbackClient;
	/** When no further page is asked for; the newest page of each list is asked for in any case. */
	end: number;
	failures: Failures;
	/** Where the audit of a list of so many pages goes on. */
	place(list: string, depth: number): number;
}

/** Reads all lists at the same time, each page after page, as far as time and limits allow. */
export async function readLists(diffs: readonly Diff[], terms: ReadingTerms): Promise<Reading[]> {
	// Where a limit ends the poll early, each list is the first one in its turn.
	const first = Math.floor(Math.random() * diffs.length);
	const poll: Poll = { ...terms, slowestMs: 0 };
	return await Promise.all(
		[...diffs.slice(first), ...diffs.slice(0, first)].map(
			async (diff) => await readList(diff, poll),
		),
	);
}

interface Poll extends ReadingTerms {
	slowestMs: number;
}

async function readList(known: Diff, poll: Poll): Promise<Reading> {
	const reading = await readKnown(known, poll);
	const isOtherWorkspace = isOther(known, reading);
	// The records of another workspace say nothing of what was known: its list is begun.
	return isOtherWorkspace
		? { ...(await readKnown(new Diff(known.list, undefined), poll)), isOtherWorkspace }
		: reading;
}

/**
 * Whether the key is that of another workspace: its records say so, or it is another key, and nothing on the newest page
 * is known.
 */
function isOther({ cursor, list, snapshot }: Diff, { pages }: Pick<Reading, 'pages'>): boolean {
	if (!cursor || isFingerprintOf(list.account, cursor.account)) return false;
	if (cursor.workspace !== undefined && pages.workspaces.size > 0) {
		return !pages.workspaces.has(cursor.workspace);
	}
	return !pages.knowsAny && !snapshot.isEmpty && !pages.isEmpty;
}

async function readKnown(diff: Diff, poll: Poll): Promise<Reading> {
	const { list, cursor } = diff;
	const { feedback, failures } = poll;
	const place = (what: string) => (depth: number) => poll.place(`${list.scope} ${what}`, depth);
	const comments =
		list.ofComments.length > 0
			? new Comments(feedback, diff, failures, place('comments'))
			: undefined;
	const pages = new Pages(diff, place('pages'), (found) => comments?.wants(found) === true);
	const { created = {}, updated = created } = list.list.newestFirst ?? {};
	// A first reading goes by the order of creation, in which no record moves while it is read.
	const isByChange = cursor?.isComplete === true && diff.comparesValues && updated !== created;
	const read = async (number: number, order: object) => {
		const query = { per_page: PAGE_SIZE, ...order, ...list.query };
		const page = await feedback.page(list.list, Math.max(0, number), query);
		// Of records without an ID nothing can be remembered.
		const lacksIds = page.records.length > 0 && page.records.every((one) => !diff.idOf(one));
		if (lacksIds) throw failureOf(diff, { kind: 'incomplete', status: 200 });
		pages.add(number, page);
	};
	// By the last change, the service may sort those last that were never changed, new ones too.
	let isApart = isByChange && cursor.isUndated === true;
	const next = (): (() => Promise<void>) | undefined => {
		// Of another workspace nothing more is read before it is begun.
		if (isOther(diff, { pages })) return undefined;
		if (isApart && pages.count > 0) {
			isApart = false;
			return async () => await read(APART, created);
		}
		const number = pages.next;
		// After the newest page: what it says of comments is newer than what stands below it.
		const send = pages.count > 0 && cursor ? comments?.next(number === undefined) : undefined;
		if (send || number === undefined) return send;
		return async () => await read(number, isByChange ? updated : created);
	};
	let failure: ServiceFailure | undefined;
	let sent = 0;
	for (let send = next(); send && !failure; send = next()) {
		const start = clock.now();
		if (sent++ >= LEAST && start + poll.slowestMs > poll.end) {
			failure = failureOf(diff, { kind: 'connectionLost', key: 'ETIMEDOUT' });
			break;
		}
		failure = await send().then(() => undefined, failureIn(list));
		poll.slowestMs = Math.max(poll.slowestMs, clock.now() - start);
	}
	const isBrokenOff = failure && isEndOfTime(failure) && hasProgress(pages, comments, diff);
	const stuck = isBrokenOff ? undefined : failure;
	return { diff, pages, comments, failure, stuck, isOtherWorkspace: false };
}

/** Whether a poll that ran out of time or met the limit has got on all the same. */
function hasProgress(pages: Pages, comments: Comments | undefined, { cursor }: Diff): boolean {
	const before = cursor?.backlog;
	const isStill = before && pages.backlog?.from === before.from;
	return pages.count > 0 && !isStill && comments?.isStuck !== true;
}

/** An error that says of which list it is. */
export class ListFailure extends Error {
	constructor(
		readonly cause: unknown,
		readonly list: WatchedList,
		/** Whether something else could be read. */
		readonly isPartial = false,
	) {
		super(list.key);
	}
}

/** The service's failures are reckoned with; any other one is a defect, which ends the poll. */
const failureIn = (list: WatchedList) => (error: unknown) => {
	if (error instanceof ServiceFailure) return error;
	throw new ListFailure(error, list);
};

function failureOf({ list }: Diff, problem: ServiceFailure['problem']): ServiceFailure {
	return new ServiceFailure(
		problem,
		{ method: 'GET', path: pathOf(list.list), repeatable: true },
		1,
		0,
	);
}
