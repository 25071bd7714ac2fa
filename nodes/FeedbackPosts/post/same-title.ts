import type { FeedbackClient } from '../../shared/client/client';
import { comparable } from '../../shared/client/find-by-field';
import type { DataRecord } from '../../shared/service/records';

/**
 * What one item of an execution makes or finds under a title, all others with that title find: also while the search does
 * not know it yet.
 * @returns the post, and whether it was there before
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
		const post = await before.catch(() => undefined);
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
