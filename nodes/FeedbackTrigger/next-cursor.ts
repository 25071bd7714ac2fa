import { fingerprintOf } from '../shared/node/key-hash';
import type { Occurrence } from './comparison';
import type { Reading } from './reading/lists';
import { type Cursor, newBatchId, VERSION } from './snapshot/cursor';
import { byTime } from './snapshot/snapshot';

/** Merges what a poll has read into the cursor of the list. @returns the next cursor, and what fires */
export function nextCursor({ diff, pages, comments }: Reading): {
	occurrences: Occurrence[];
	next: Cursor;
} {
	const { list, cursor, rotation, snapshot } = diff;
	const { backlog } = pages;
	const isComplete = cursor?.isComplete === true || backlog === undefined;
	const found = [...pages.candidates.values()];
	const ofComments = comments?.result(backlog === undefined);
	const occurrences = found.flatMap((one) => one.occurrences);
	occurrences.push(...(ofComments?.occurrences ?? []));
	return {
		occurrences,
		next: {
			v: VERSION,
			scope: list.scope,
			workspace: cursor?.workspace ?? [...pages.workspaces][0],
			// Keeps the stored one while the key is the same. A new one would differ, because it is salted.
			keyFingerprint:
				cursor && diff.isSameKey ? cursor.keyFingerprint : fingerprintOf(list.keyHash),
			settings: list.settings,
			batchId: occurrences.length > 0 ? newBatchId() : diff.batchId,
			snapshot: snapshot.with(found),
			isComplete,
			...(!isComplete && {
				newestAtStart: cursor?.newestAtStart ?? found.toSorted(byTime).at(-1)?.at,
			}),
			...((cursor?.isUndated || pages.isUndated) && { isUndated: true }),
			...(diff.comparison.isTimed && { since: rotation.storedAt }),
			backlog,
			depth: pages.depth,
			comments: ofComments?.remember,
		},
	};
}
