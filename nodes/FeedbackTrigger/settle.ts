import { fingerprintOf, isFingerprintOf } from '../shared/node/account';
import type { News } from './diff';
import { type Pages, united } from './reading/pages';
import type { Reading } from './reading/lists';
import {
	type Backlog,
	type Cursor,
	LONGEST_TEXT,
	MOST_POSTS,
	MOST_TEXTS,
	noComments,
	type StoredEntry,
	VERSION,
} from './snapshot/cursor';
import { encodeValues } from './snapshot/encoding';
import { isSameJson } from './snapshot/memory';
import { type Entry, LONGEST_TIME, Snapshot } from './snapshot/snapshot';

/** What a poll found of a list, and what is to be remembered of it. */
export interface Settled {
	news: News[];
	next: Cursor;
}

/**
 * Puts what a poll has read into what is remembered now, which another poll may have changed since it began: what that
 * one has met is left to it.
 * @param now what is remembered at this moment
 * @param redeliverUnless Re-Deliver After Crash: the process that, as long as it lives, has handed this batch over
 * @returns undefined where nothing was read, or another poll has begun the list
 */
export function settle(
	{ diff, pages, comments, isOtherWorkspace }: Reading,
	now: Cursor | undefined,
	redeliverUnless?: string,
): Settled | undefined {
	const { list, cursor, names } = diff;
	const current = now?.scope === list.scope && !isOtherWorkspace ? now : undefined;
	if (pages.count === 0 || (cursor === undefined) !== (current === undefined)) return undefined;
	const snapshot = (current?.snapshot ?? Snapshot.empty()).keeping(names);
	const read = comments?.result();
	const posts = new Map(read?.posts.map((post) => [post.id, post]));
	const found = [...new Map([...pages.findings, ...posts]).values()].filter(
		({ id, at, before }) => snapshot.get(id, at) === before,
	);
	const ids = new Set(found.map(({ id }) => id));
	const known = current?.comments ?? noComments;
	const ofComments = (read?.news ?? []).filter(
		({ id, at, post = '' }) => ids.has(post) && known.get(id, at) === undefined,
	);
	const news = [...found.flatMap((one) => one.news), ...ofComments];
	const waits = redeliverUnless !== undefined && news.length > 0;
	// A post whose comments were read waits with them, also where none of them fires.
	const isLater = (one: (typeof found)[number]) =>
		waits && (one.news.length > 0 || posts.has(one.id));
	const readNow = (read?.read ?? []).filter(({ post }) => ids.has(post));
	const later = { records: found.filter(isLater), comments: waits ? readNow : [] };
	const { backlog, isComplete } = progress(pages, diff.stored, current);
	const left = [...new Map([...appeared(current?.posts, cursor?.posts), ...(read?.left ?? [])])];
	return {
		news,
		next: {
			v: VERSION,
			scope: list.scope,
			place: list.place,
			workspace: current?.workspace ?? [...pages.workspaces][0],
			account: accountNext(list.account, current?.account),
			...settingsNext(list.settings, current, backlog, read?.waiting ?? 0),
			snapshot: snapshot.with(found.filter((one) => !isLater(one))),
			texts: texts([...(now?.texts ?? []), ...found.flatMap((one) => one.texts)]),
			isComplete,
			...(!isComplete && { head: current?.head ?? newest(found).slice(0, LONGEST_TIME) }),
			isUnordered: pages.isUnordered,
			latest: (pages.latest || (current?.latest ?? '')).slice(0, LONGEST_TIME),
			backlog,
			depth: pages.depth,
			...(comments && {
				comments: waits ? known : known.with(readNow),
				...(left.length > 0 && { posts: left.slice(0, MOST_POSTS) }),
			}),
			...(waits && {
				unconfirmed: {
					by: redeliverUnless,
					records: later.records.map((entry) => stored(entry, names)),
					comments: later.comments.map((entry) => stored(entry, [])),
				},
			}),
		},
	};
}

/** The same text as long as the key is the same: it is salted. */
const accountNext = (account: string, stored = '') =>
	isFingerprintOf(account, stored) ? stored : fingerprintOf(account);

/** Until the whole list was read once with the new settings, the old ones decide as well. */
function settingsNext(
	settings: string,
	current: Cursor | undefined,
	backlog: Backlog | undefined,
	posts: number,
) {
	const isOpen = posts > 0 || (backlog !== undefined && backlog.to === undefined);
	const isChanged = current !== undefined && current.settings !== settings;
	return isChanged && isOpen ? { settings: current.settings, incoming: settings } : { settings };
}

/** The first reading is complete as soon as nothing is left that goes to the end of the list. */
function progress({ backlog: mine, count }: Pages, start?: Cursor, current?: Cursor) {
	const isThrough = mine === undefined || mine.to !== undefined;
	const isComplete = current?.isComplete === true || isThrough;
	if (isSameJson(start?.backlog, current?.backlog)) return { backlog: mine, isComplete };
	// What another poll has left since may be pushed down by what this one has met above.
	const { from = 0, to } = current?.backlog ?? {};
	const theirs = current?.backlog && { from, ...(to !== undefined && { to: to + count }) };
	return { backlog: united(mine, theirs), isComplete };
}

const newest = (entries: readonly Entry[]) =>
	entries.reduce((newest, { at }) => (at > newest ? at : newest), '');

/** The posts that another poll has left since. */
const appeared = (now: Cursor['posts'] = [], before: Cursor['posts'] = []) =>
	now.filter(([id]) => !before.some(([other]) => other === id));

/** Once there is no more room, new texts are not kept: else the memory would change with every poll. */
const texts = (all: readonly string[]) =>
	[...new Set(all)].filter(({ length }) => length <= LONGEST_TEXT).slice(0, MOST_TEXTS);

const stored = ({ id, at, values }: Entry, names: readonly string[]): StoredEntry => [
	id,
	at,
	encodeValues(names, values),
];
