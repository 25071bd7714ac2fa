import { fingerprintOf, isFingerprintOf } from '../shared/node/key-hash';
import type { News } from './diff';
import type { Reading } from './reading/lists';
import { batchName, type Cursor, VERSION } from './snapshot/cursor';
import { byTime, type Entry } from './snapshot/snapshot';

/** What a poll found of a list, and what is to be remembered of it. */
export interface Settled {
	news: News[];
	next: Cursor;
}

/** Puts what a poll has read into what is remembered of the list. */
export function settle({ diff, pages, comments }: Reading): Settled {
	const { list, cursor, snapshot } = diff;
	const { backlog } = pages;
	const isComplete = cursor?.isComplete === true || backlog === undefined;
	const found = [...pages.findings.values()];
	const ofComments = comments?.result(backlog === undefined);
	const news = [...found.flatMap((one) => one.news), ...(ofComments?.news ?? [])];
	return {
		news,
		next: {
			v: VERSION,
			scope: list.scope,
			workspace: cursor?.workspace ?? [...pages.workspaces][0],
			keyFingerprint: fingerprintNext(list.keyHash, cursor),
			settings: list.settings,
			batch: news.length > 0 ? batchName() : diff.batch,
			snapshot: snapshot.with(found),
			isComplete,
			...(!isComplete && { head: cursor?.head ?? newestOf(found) }),
			...((cursor?.isUndated || pages.isUndated) && { isUndated: true }),
			backlog,
			depth: pages.depth,
			comments: ofComments?.remember,
		},
	};
}

/** The same text as long as the key is the same: it is salted. */
const fingerprintNext = (keyHash: string, cursor: Cursor | undefined) =>
	cursor && isFingerprintOf(keyHash, cursor.keyFingerprint)
		? cursor.keyFingerprint
		: fingerprintOf(keyHash);

const newestOf = (entries: readonly Entry[]) => entries.toSorted(byTime).at(-1)?.at;
