import type { FeedbackClient } from '../../shared/client/client';
import { finderOf } from '../../shared/client/finder';
import { isFailureOf, ServiceFailure } from '../../shared/client/service-failure';
import { NotLookedUp } from '../../shared/node/lookups';
import { comparable } from '../../shared/service/comparable';
import { postList } from '../../shared/service/posts';
import type { DataRecord } from '../../shared/service/records';
import { beginning } from '../../shared/service/values';

/** Titles that any execution in this process looks for or creates, by workspace and title. */
const underWay = new Map<string, Promise<DataRecord>>();

/**
 * Finds or creates one post for each title, even while the service's search does not find it yet. Items of one execution with
 * the same title run one after the other, and executions at the same time wait for each other.
 * @returns the post, and whether it existed before
 * @throws ServiceFailure, or NotLookedUp, after a create that may have been applied: another create could double the post
 */
export async function oncePerTitle(
	feedback: FeedbackClient,
	title: string,
	make: () => Promise<DataRecord>,
): Promise<{ post: DataRecord; existed: boolean }> {
	const finder = finderOf(feedback, postList);
	const inDoubt = feedback.once(oncePerTitle, () => new Map<string, unknown>());
	const name = `${feedback.workspace} ${comparable('title', title)}`;
	for (let other = underWay.get(name); other; other = underWay.get(name)) {
		const made = await other.catch((failure: unknown) => {
			if (mayExist(failure)) inDoubt.set(name, ofOther(failure, title));
		});
		if (made) finder.makeHere(made, 'title', title);
		if (underWay.get(name) === other) underWay.delete(name);
	}
	if (inDoubt.has(name)) throw inDoubt.get(name);
	let existed = true;
	const findOrMake = async () => {
		const [found] = await finder.find('title', title);
		if (found) return found;
		existed = false;
		const made = await make();
		finder.makeHere(made, 'title', title);
		return made;
	};
	const mine = findOrMake();
	mine.catch((failure: unknown) => {
		if (mayExist(failure)) inDoubt.set(name, failure);
	});
	underWay.set(name, mine);
	try {
		return { post: await mine, existed };
	} finally {
		if (underWay.get(name) === mine) underWay.delete(name);
	}
}

const mayExist = (failure: unknown) =>
	failure instanceof ServiceFailure && failure.mayHaveBeenApplied;

/** The failure of another execution. That it was cancelled is not true of this one. */
function ofOther(failure: unknown, title: string): unknown {
	if (!isFailureOf(failure, 'cancelled')) return failure;
	return new NotLookedUp(
		`The post '${beginning(title, 80)}' may exist already`,
		'Another execution was creating it when it was cancelled. Look for the post in the service, then run this item again.',
	);
}
