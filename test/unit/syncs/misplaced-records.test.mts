// New posts that a service lists below older ones: docs/nodes/common.md says how to find them all the same.
import { expect, test } from 'vitest';
import { FeedbackPosts } from '../../../nodes/FeedbackPosts/FeedbackPosts.node';
import { scriptedOperations } from '../operations/scripted-operations.mts';
import { minutesAgo } from './run-in-sandbox.mts';

const { run, service } = scriptedOperations();

/** Posts of this age in minutes and older, the newest first. */
const posts = (count: number, feedback_id: number, created: number, updated?: number) =>
	Array.from({ length: count }, (_, n) => ({
		feedback_id: feedback_id - n,
		created: minutesAgo(created + n),
		updated: updated === undefined ? '' : minutesAgo(updated + n),
	}));

const recent = posts(20, 500, 10);
const imported = posts(200, 1_000, 100_000);
const edited = [...posts(1, 10, 200_000, 90), ...posts(200, 400, 100_000, 95)];

test.each([
	['by ID, after an import of old posts', 'createdSince', [...imported, ...recent]],
	['by their last change, and those without one last', 'changedSince', [...edited, ...recent]],
])('sorted %s, new posts are found oldest first', async (_what, filter, listed) => {
	service.answers(({ url }) => {
		const query = new URL(url, service.baseUrl).searchParams;
		const sorted = query.get('sort') === 'old' ? listed.toReversed() : listed;
		const [page, size] = ['page', 'per_page'].map((name) => Number(query.get(name)));
		const items = sorted.slice(page * size, (page + 1) * size);
		return { data: { items, has_more: (page + 1) * size < sorted.length, page } };
	});
	const found = await run(FeedbackPosts, 'post.getAll', {
		returnAll: true,
		filters: { [filter]: minutesAgo(60) },
		sorting: { sort: 'old' },
	});
	expect(new Set(found.map(({ feedback_id }) => feedback_id))).toEqual(
		new Set(recent.map(({ feedback_id }) => feedback_id)),
	);
});
