// Reads all lists at the same time, each request after request: its pages, and after each page what is due of comments. Time,
// limits and failures end the reading of a list, and what was read until then counts.
import type { FeedbackClient } from '../../shared/client/client';
import { ServiceFailure } from '../../shared/client/service-failure';
import { pathOf } from '../../shared/client/path';
import { isFingerprintOf } from '../../shared/node/key-hash';
import { clock } from '../../shared/node/transport';
import { LARGEST_PAGE } from '../../shared/service/pages';
import { Diff } from '../diff';
import { Comments } from './comments';
import { type Failures, isEndOfTime, ofService } from './failures';
import { askForMissing, MOST_ASKED } from './missing';
import { Pages } from './pages';
import type { Round } from './round';

/** Requests that a poll sends for a list, however slow they are: the newest page, the one above what is left, and the next. */
const LEAST = 3;
/** The number of the newest page by creation, where it is read beside the pages by the last change. */
const APART = -2;

/** What one poll reads of one list. */
export interface Reading {
	diff: Diff;
	pages: Pages;
	/** For events on comments: those of posts. */
	comments?: Comments;
	/** Where an event looks at what a whole round has shown. */
	round?: Round;
	/** What left the list where it was, or why it is not known of a record whether it is deleted. */
	failure?: ServiceFailure;
}

export interface ReadingTerms {
	feedback: FeedbackClient;
	/** When no further page is asked for, but the first few of each list. */
	end: number;
	failures: Failures;
	/** Where the audit of a list of this number of pages goes on. */
	place(list: string, depth: number): number;
	round(list: string, since: number | undefined, pages: Pages): Round;
}

export async function readLists(diffs: readonly Diff[], terms: ReadingTerms): Promise<Reading[]> {
	// Where a limit ends the poll early, each list is the first one in its turn.
	const first = Math.floor(Math.random() * diffs.length);
	const inTurn = [...diffs.slice(first), ...diffs.slice(0, first)];
	// Of all lists together.
	const asks = { left: MOST_ASKED };
	return await Promise.all(inTurn.map(async (diff) => await readList(diff, terms, asks)));
}

async function readList(diff: Diff, terms: ReadingTerms, asks: { left: number }): Promise<Reading> {
	const { list } = diff;
	const place = (what: string) => (depth: number) => terms.place(`${list.scope} ${what}`, depth);
	const client = inTime(diff, terms);
	const comments =
		list.ofComments.length > 0
			? new Comments(client, diff, terms.failures, place('comments'))
			: undefined;
	const pages = new Pages(diff, place('pages'), comments);
	const ended = await readAll(diff, client, pages, comments).catch(ofService);
	if (isOther(diff, pages)) {
		// Its records say nothing of what was known: its list is begun.
		return await readList(new Diff(list, undefined), terms, asks);
	}
	// A poll that ran out of time or met the limit may have got on all the same.
	const from = diff.cursor?.backlog?.from;
	const hasMoved = from === undefined || pages.backlog?.from !== from;
	const isIdle = !comments || comments.due.size === 0;
	const hasProgress = pages.read.size > 0 && (comments?.isRead || (isIdle && hasMoved));
	const failure = ended && isEndOfTime(ended) && hasProgress ? undefined : ended;
	const { needsRound } = diff.judge;
	const round = needsRound ? terms.round(list.scope, diff.cursor?.since, pages) : undefined;
	const reading = { diff, pages, comments, round, failure };
	return ended ? reading : { ...reading, failure: await askForMissing(reading, client, asks) };
}

/** Whether another workspace is read: its records say so, or the key has changed and nothing on the newest page is known. */
function isOther({ cursor, list, snapshot }: Diff, { workspaces, knowsAny, met }: Pages): boolean {
	if (!cursor || isFingerprintOf(list.keyHash, cursor.keyFingerprint)) return false;
	if (cursor.workspace !== undefined && workspaces.size > 0)
		return !workspaces.has(cursor.workspace);
	return !knowsAny && !snapshot.isEmpty && met.size > 0;
}

function inTime(diff: Diff, { feedback, end }: ReadingTerms): Pick<FeedbackClient, 'get' | 'page'> {
	let sent = 0;
	const spend = () => {
		const isOver = sent++ >= LEAST && clock.now() >= end;
		if (isOver) throw failureOf(diff, { kind: 'connectionLost', key: 'ETIMEDOUT' });
	};
	return {
		async get(...asked) {
			spend();
			return await feedback.get(...asked);
		},
		async page(...asked) {
			spend();
			return await feedback.page(...asked);
		},
	};
}

async function readAll(
	diff: Diff,
	client: Pick<FeedbackClient, 'page'>,
	pages: Pages,
	comments?: Comments,
): Promise<undefined> {
	const { list, cursor } = diff;
	const { created = {}, updated = created } = list.list.newestFirst ?? {};
	const comparesValues = diff.snapshot.names.length > 0;
	// A first reading goes by the order of creation, in which no record moves while it is read.
	const isByChange = cursor?.isComplete === true && comparesValues && updated !== created;
	const read = async (number: number, order: object) => {
		const query = { per_page: LARGEST_PAGE, ...order, ...list.query };
		const page = await client.page(list.list, Math.max(0, number), { query });
		// Of records without an ID nothing can be remembered.
		const lacksIds = page.records.length > 0 && page.records.every((one) => !diff.idOf(one));
		if (lacksIds) throw failureOf(diff, { kind: 'incomplete', status: 200 });
		pages.add(number, page);
	};
	for (let { next } = pages; next !== undefined; { next } = pages) {
		await read(next, isByChange ? updated : created);
		// Of another workspace nothing more is read before it is begun.
		if (isOther(diff, pages)) return;
		// By the last change, the service may sort those last that were never changed, new ones too.
		if (next === 0 && isByChange && cursor.isUndated) await read(APART, created);
		// After the newest page: what it says of comments is newer than what stands below it.
		if (cursor) await comments?.readDue();
	}
	if (cursor) await comments?.compare();
}

function failureOf({ list }: Diff, problem: ServiceFailure['problem']): ServiceFailure {
	const call = { method: 'GET', path: pathOf(list.list), repeatable: true } as const;
	return new ServiceFailure(problem, call);
}
