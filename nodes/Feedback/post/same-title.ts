import type { FeedbackClient } from '../../shared/client/client';
import { comparable } from '../../shared/client/finder';
import { ServiceFailure } from '../../shared/client/service-failure';
import type { DataRecord } from '../../shared/service/records';

/**
 * Finds or creates one post for each title in an execution. All items with that title get the same post, even while the
 * service's search does not find it yet.
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
	const name = comparable('title', title);
	for (let before = known.get(name); before; before = known.get(name)) {
		const post = await before.catch(unlessApplied);
		if (post) return { post, existed: true };
		if (known.get(name) === before) known.delete(name);
	}
	let existed = true;
	const mine = find().then(async (found) => {
		existed = found !== undefined;
		return found ?? (await make());
	});
	known.set(name, mine);
	return { post: await mine, existed };
}

function unlessApplied(failure: unknown): undefined {
	if (failure instanceof ServiceFailure && failure.mayHaveBeenApplied) throw failure;
	return undefined;
}
