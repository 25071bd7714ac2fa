import { fingerprintOf, isFingerprintOf } from '../shared/node/account';
import { type Finding, type News, textOf } from './diff';
import type { Reading } from './reading/lists';
import {
	type Cursor,
	LONGEST_TEXT,
	MOST_POSTS,
	MOST_TEXTS,
	noComments,
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
	const { list, cursor, names } = diff;
	const read = comments?.result();
	const posts = new Map(read?.posts.map((post) => [post.id, post]));
	const found = [...new Map([...pages.findings, ...posts]).values()];
	const news = [...found.flatMap((one) => one.news), ...(read?.news ?? [])];
	const waits = redeliverUnless !== undefined && news.length > 0;
	// A post whose comments were read waits with them, also where none of them fires.
	const isLater = (one: Finding) => waits && (one.news.length > 0 || posts.has(one.id));
	const { backlog } = pages;
	const isComplete = cursor?.isComplete === true || backlog === undefined;
	const known = cursor?.comments ?? noComments;
	return {
		news,
		next: {
			v: VERSION,
			scope: list.scope,
			workspace: cursor?.workspace ?? [...pages.workspaces][0],
			account: accountNext(list.account, cursor),
			settings: list.settings,
			snapshot: diff.snapshot.with(found.filter((one) => !isLater(one))),
			texts: texts([...(cursor?.texts ?? []), ...found.flatMap((one) => one.texts)]),
			isComplete,
			...(!isComplete && { head: cursor?.head ?? newestOf(found) }),
			isUnordered: pages.isUnordered,
			latest: (pages.latest || textOf(cursor?.latest)).slice(0, LONGEST_TIME),
			backlog,
			depth: pages.depth,
			...(read && {
				comments: waits ? known : known.with(read.read),
				...(read.left.size > 0 && { posts: [...read.left].slice(0, MOST_POSTS) }),
			}),
			...(waits && {
				unconfirmed: {
					by: redeliverUnless,
					records: found.filter(isLater).map((entry) => stored(entry, names)),
					comments: (read?.read ?? []).map((entry) => stored(entry, [])),
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
