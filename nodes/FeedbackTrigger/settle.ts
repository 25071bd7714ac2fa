import { fingerprintOf } from '../shared/node/key-hash';
import type { News } from './diff';
import type { Reading } from './reading/lists';
import { batchName, type Cursor, VERSION } from './snapshot/cursor';
import { byTime } from './snapshot/snapshot';

/** Merges what a poll has read into the cursor of the list. @returns the next cursor, and the news that fires */
export function settle({ diff, pages, comments }: Reading): {
	news: News[];
	next: Cursor;
} {
	const { list, cursor, round, snapshot } = diff;
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
			// Keeps the stored one while the key is the same. A new one would differ, because it is salted.
			keyFingerprint:
				cursor && diff.isSameKey ? cursor.keyFingerprint : fingerprintOf(list.keyHash),
			settings: list.settings,
			batch: news.length > 0 ? batchName() : diff.batch,
			snapshot: snapshot.with(found),
			isComplete,
			...(!isComplete && { head: cursor?.head ?? found.toSorted(byTime).at(-1)?.at }),
			...((cursor?.isUndated || pages.isUndated) && { isUndated: true }),
			...(diff.judge.isTimed && { since: round.stored }),
			backlog,
			depth: pages.depth,
			comments: ofComments?.remember,
		},
	};
}
