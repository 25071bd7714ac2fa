import type { FeedbackClient } from '../../shared/client/client';
import { comparable } from '../../shared/client/finder';
import { ServiceFailure } from '../../shared/client/service-failure';
import type { DataRecord } from '../../shared/service/records';

/** Titles that any execution in this process looks for or creates, by workspace and title. */
const underWay = new Map<string, Promise<DataRecord>>();

/**
 * Finds or creates one post for each title. All items of an execution with that title get the same post, even while the
 * service's search does not find it yet, and so do executions at the same time.
 * @returns the post, and whether it existed before
 * @throws ServiceFailure of an earlier item whose create may have been applied: another create could double the post
 */
export async function oncePerTitle(
	feedback: FeedbackClient,
	title: string,
	find: () => Promise<DataRecord | undefined>,
	make: () => Promise<DataRecord>,
): Promise<{ post: DataRecord; existed: boolean }> {
	const known = feedback.once(oncePerTitle, () => new Map<string, Promise<DataRecord>>());
	const name = `${feedback.workspace} ${comparable('title', title)}`;
	const earlier = () => known.get(name) ?? underWay.get(name);
	for (let before = earlier(); before; before = earlier()) {
		const post = await before.catch(unlessApplied);
		if (post) {
			known.set(name, before);
			return { post, existed: true };
		}
		for (const map of [known, underWay]) if (map.get(name) === before) map.delete(name);
	}
	let existed = true;
	const mine = find().then(async (found) => {
		existed = found !== undefined;
		return found ?? (await make());
	});
	known.set(name, mine);
	underWay.set(name, mine);
	try {
		return { post: await mine, existed };
	} finally {
		if (underWay.get(name) === mine) underWay.delete(name);
	}
}

function unlessApplied(failure: unknown): undefined {
	if (failure instanceof ServiceFailure && failure.mayHaveBeenApplied) throw failure;
	return undefined;
}
