import type { Reading } from './reading/lists';
import { newBatchId, VERSION } from './snapshot/cursor';
import { byTime } from './snapshot/snapshot';

/** Merges what a poll has read into the cursor of the list. @returns the next cursor, and what fires */
export function nextCursor({ diff, pages, comments }: Reading) {
	const { list, cursor, look, snapshot } = diff;
	const { backlog } = pages;
	const isComplete = diff.isComplete || backlog === undefined;
	const found = [...pages.candidates.values()];
	const newest = found.toSorted(byTime).at(-1);
	const occurrences = [...found.flatMap((one) => one.occurrences), ...comments.occurrences];
	return {
		occurrences,
		next: {
			v: VERSION,
			scope: list.scope,
			workspace: workspaceOf(cursor?.workspace, pages.workspaces),
			keyFingerprint: pages.keyFingerprint,
			settings: list.settings,
			batchId: occurrences.length > 0 ? newBatchId() : diff.batchId,
			snapshot: snapshot.with(found),
			isComplete,
			newestAtStart: isComplete ? undefined : (cursor?.newestAtStart ?? newest?.at),
			isUndated: pages.isUndated,
			since: diff.comparison.isTimed ? look.hour : undefined,
			backlog,
			depth: pages.depth,
			comments: comments.memory(backlog === undefined),
		},
	};
}

/** A workspace that was empty when its key came shows its `product_id` only later. */
function workspaceOf(known: string | undefined, found: ReadonlySet<string>): string | undefined {
	return known !== undefined && found.has(known) ? known : ([...found][0] ?? known);
}
