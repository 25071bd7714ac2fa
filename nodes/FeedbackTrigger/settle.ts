import { fingerprintOf, isFingerprintOf } from '../shared/node/account';
import type { Finding, News } from './diff';
import type { Reading } from './reading/lists';
import {
	batchName,
	type Cursor,
	LONGEST_TEXT,
	MOST_TEXTS,
	type StoredEntry,
	VERSION,
} from './snapshot/cursor';
import { encodeValues } from './snapshot/encoding';
import { byTime, type Entry, LONGEST_TIME } from './snapshot/snapshot';

/** What a poll found of a list, and what is to be remembered of it. */
export interface Settled {
	news: News[];
	next: Cursor;
}

/**
 * Puts what a poll has read into what is remembered of the list.
 * @param redeliverUnless Re-Deliver After Crash: the process that, as long as it lives, has handed this batch over
 */
export function settle({ diff, pages, comments }: Reading, redeliverUnless?: string): Settled {
	const { list, cursor, snapshot } = diff;
	const { backlog } = pages;
	const isComplete = cursor?.isComplete === true || backlog === undefined;
	const found = [...pages.findings.values()];
	const ofComments = comments?.result(backlog === undefined);
	const news = [...found.flatMap((one) => one.news), ...(ofComments?.news ?? [])];
	const waits = redeliverUnless !== undefined && news.length > 0;
	const isLater = (one: Finding) => waits && one.news.length > 0;
	const remember = ofComments?.remember;
	const { read: readBefore, counts: countsBefore } = ofComments?.before ?? {};
	return {
		news,
		next: {
			v: VERSION,
			scope: list.scope,
			workspace: cursor?.workspace ?? [...pages.workspaces][0],
			account: accountNext(list.account, cursor),
			settings: list.settings,
			batch: news.length > 0 && !waits ? batchName() : diff.batch,
			snapshot: snapshot.with(found.filter((one) => !isLater(one))),
			texts: texts([...(cursor?.texts ?? []), ...found.flatMap((one) => one.texts)]),
			isComplete,
			...(!isComplete && { head: cursor?.head ?? newestOf(found) }),
			...((cursor?.isUndated || pages.isUndated) && { isUndated: true }),
			backlog,
			depth: pages.depth,
			...(remember && {
				comments:
					waits && readBefore && countsBefore
						? { ...remember, read: readBefore, counts: countsBefore }
						: remember,
			}),
			...(waits && {
				unconfirmed: {
					by: redeliverUnless,
					records: found.filter(isLater).map((entry) => stored(entry, snapshot.names)),
					read: (ofComments?.read ?? []).map((entry) => stored(entry, readBefore?.names ?? [])),
					counts: (ofComments?.counts ?? []).map((entry) =>
						stored(entry, countsBefore?.names ?? []),
					),
				},
			}),
		},
	};
}

/** The same text as long as the key is the same: it is salted. */
const accountNext = (account: string, cursor: Cursor | undefined) =>
	cursor && isFingerprintOf(account, cursor.account) ? cursor.account : fingerprintOf(account);

const newestOf = (entries: readonly Entry[]) =>
	entries.toSorted(byTime).at(-1)?.at.slice(0, LONGEST_TIME);

/** Once there is no more room, new texts are not kept: else the memory would change with every poll. */
const texts = (all: readonly string[]) =>
	[...new Set(all)].filter(({ length }) => length <= LONGEST_TEXT).slice(0, MOST_TEXTS);

const stored = ({ id, at, values }: Entry, names: readonly string[]): StoredEntry => [
	id,
	at,
	encodeValues(names, values),
];
