import type { FeedbackClient } from '../../shared/client/client';
import { finderOf } from '../../shared/client/finder';
import { isFailureOf, ServiceFailure } from '../../shared/client/service-failure';
import { NotLookedUp } from '../../shared/node/lookups';
import { comparable } from '../../shared/service/comparable';
import { postList } from '../../shared/service/posts';
import type { DataRecord } from '../../shared/service/records';
import { beginning } from '../../shared/service/values';

/** The search for a title, and the create if no post has it. */
interface Search {
	readonly title: string;
	/** What comes out of a post that exists: a whole one may be long. */
	readonly post: Promise<DataRecord>;
	/** When it ended; infinite while it is under way. */
	endedAt: number;
}

/** The last search for each title, of any execution in this process, by scope and title. In the order of their ends. */
const searches = new Map<string, Search>();

/** Maximum number of searches to remember that have ended. */
const MOST_SEARCHES = 10_000;

/**
 * Finds or creates one post for each title, even while the service's search does not find it yet. Each search for a title waits
 * for the last one of any execution in this process, and takes its post, unless that had ended before this execution began.
 * @returns the post, and whether it existed before
 * @throws ServiceFailure, or NotLookedUp, after a create that may have been applied: another create could double the post
 */
export async function oncePerTitle(
	feedback: FeedbackClient,
	title: string,
	make: () => Promise<DataRecord>,
): Promise<{ post: DataRecord; existed: boolean }> {
	const began = feedback.once(oncePerTitle, () => performance.now());
	const finder = finderOf(feedback, postList);
	const name = `${feedback.scope} ${comparable('title', title)}`;
	const last = searches.get(name);
	let existed = true;
	const findOrMake = async (): Promise<DataRecord> => {
		const isRecent = last && last.endedAt >= began;
		const known = isRecent && (await last.post.catch(unlessInDoubt(last.title)));
		if (known) return known;
		const [found] = await finder.find('title', title);
		if (found) {
			const { feedback_id, title, type, status } = found;
			return { feedback_id, title, type, status };
		}
		existed = false;
		const made = await make();
		finder.makeHere(made, 'title', title);
		return made;
	};
	const mine: Search = { title, post: findOrMake(), endedAt: Number.POSITIVE_INFINITY };
	searches.set(name, mine);
	try {
		return { post: await mine.post, existed };
	} finally {
		mine.endedAt = performance.now();
		if (searches.get(name) === mine) keepLast(name, mine);
	}
}

/** Forgets the search that ended first, if there are too many. */
function keepLast(name: string, search: Search): void {
	searches.delete(name);
	searches.set(name, search);
	if (searches.size <= MOST_SEARCHES) return;
	for (const [first, { endedAt }] of searches) {
		if (endedAt === Number.POSITIVE_INFINITY) continue;
		searches.delete(first);
		return;
	}
}

/** After a create that may have been applied, nobody creates the post again. After another failure, the next search tries. */
const unlessInDoubt = (title: string) => (failure: unknown) => {
	if (failure instanceof NotLookedUp) throw failure;
	if (!(failure instanceof ServiceFailure && failure.mayHaveBeenApplied)) return undefined;
	if (!isFailureOf(failure, 'cancelled')) throw failure;
	// That it was cancelled is not true of this execution.
	throw new NotLookedUp(
		`The post '${beginning(title, 80)}' may exist already`,
		'Another execution was creating it when it was cancelled. Look for the post in the service, then run this item again.',
	);
};
