import type { Reading } from './reading/reading';
import { newBatchId, VERSION } from './snapshot/cursor';
import { byTime } from './snapshot/snapshot';

/** Merges what a poll has read into the cursor of the list. @returns the next cursor, and what fires */
export function nextCursor({ diff, plan, found, comments }: Reading) {
	const { list, cursor, look, snapshot } = diff;
	const { backlog } = plan;
	const isComplete = diff.isComplete || backlog === undefined;
	const candidates = [...found.candidates.values()];
	const newest = candidates.toSorted(byTime).at(-1);
	const news = candidates.flatMap((one) => one.occurrences);
	const occurrences = [...found.existing, ...news, ...comments.occurrences];
	return {
		occurrences,
		next: {
			v: VERSION,
			scope: list.scope,
			workspace: workspaceOf(cursor?.workspace, found.workspaces),
			keyFingerprint: diff.keyFingerprint,
			settings: list.settings,
			batchId: occurrences.length > 0 ? newBatchId() : diff.batchId,
			snapshot: snapshot.with(candidates),
			isComplete,
			newestAtStart: isComplete ? undefined : (cursor?.newestAtStart ?? newest?.at),
			isUndated: found.isUndated,
			since: diff.comparison.isTimed ? look.hour : undefined,
			backlog,
			depth: plan.depth,
			comments: comments.memory(backlog === undefined),
		},
	};
}

/** A workspace that was empty when its key came shows its `product_id` only later. */
function workspaceOf(known: string | undefined, found: ReadonlySet<string>): string | undefined {
	return known !== undefined && found.has(known) ? known : ([...found][0] ?? known);
}
