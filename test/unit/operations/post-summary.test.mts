// What a summary of posts says, beside SQL over the same posts.
import { expect, test } from 'vitest';
import { by, ownSandboxInEachTest, run, sandbox } from '../syncs/run-in-sandbox.mts';

ownSandboxInEachTest();

function seed(count: number): void {
	for (const type of ['idea', 'bug', 'feature']) {
		for (const status of ['open', 'planned']) sandbox.createPosts(count, { type, status });
	}
	sandbox.run(
		'UPDATE posts SET total_up = feedback_id % 7, total_down = feedback_id % 3 = 0, total_comments = feedback_id % 5',
	);
}

const counted = (where = '1') =>
	sandbox.rows(`SELECT status, type, COUNT(*) AS posts, SUM(total_up - total_down) AS votes, SUM(total_comments) AS comments
		FROM posts WHERE ${where} GROUP BY status, type ORDER BY votes DESC, posts DESC`);

test('a summary of posts equals what SQL counts, with the most votes first', async () => {
	seed(150);
	// As many votes, so that the number of posts decides.
	for (const type of ['bug', 'bug', 'idea']) sandbox.createPosts(3, { type, status: 'closed' });
	const found = await run('post.summarize');
	expect(found).toEqual(expect.arrayContaining(counted()));
	const ranked = (sums: readonly Record<string, unknown>[]) =>
		sums.map(({ votes, posts }) => [votes, posts]);
	expect(ranked(found)).toEqual(ranked(counted()));
	expect(found).toHaveLength(8);
});

test('a summary of posts counts those that match the filters, also by date', async () => {
	seed(20);
	sandbox.run("UPDATE posts SET created = '2025-01-01 00:00:00' WHERE feedback_id % 2 = 0");
	const filters = { type: by('key', 'bug'), createdSince: '2025-06-01 00:00:00' };
	const found = await run('post.summarize', { filters });
	expect(found).toEqual(counted("type = 'bug' AND created > '2025-06-01'"));
	expect(found).toHaveLength(2);
});

test('a summary without posts has no items', async () => {
	expect(await run('post.summarize')).toEqual([]);
});
