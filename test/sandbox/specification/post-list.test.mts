import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { Database } from '../database.mts';
import { daysAgo } from '../timestamps.mts';
import { sentIds } from './client.mts';

ownSandbox();

beforeEach(() => sandbox.run('DELETE FROM posts'));

const newPost = async (fields: object) =>
	(await ask('POST', '/v1/post', { title: 'A post', type: 'idea', ...fields })).json.data
		.feedback_id as number;

describe('GET /v1/posts', () => {
	it('sorts as asked, and by creation otherwise', async () => {
		const [first] = sandbox.createPosts(1, { created: daysAgo(3) });
		const [second] = sandbox.createPosts(1, { created: daysAgo(2) });
		const [third] = sandbox.createPosts(1, { created: daysAgo(1) });
		sandbox.run(
			'UPDATE posts SET trend = 5, total_up = 1, updated = ? WHERE feedback_id = ?',
			daysAgo(1),
			second,
		);
		sandbox.run(
			'UPDATE posts SET scoring = 9.5, effort = 10, total_up = 4 WHERE feedback_id = ?',
			first,
		);
		sandbox.run(
			'UPDATE posts SET scoring = 3, updated = ? WHERE feedback_id = ?',
			daysAgo(2),
			third,
		);
		const expected = {
			'': [third, second, first],
			new: [third, second, first],
			old: [first, second, third],
			trend: [second, third, first],
			top: [first, second, third],
			updated: [second, third, first],
			scoring: [first, third, second],
			priority: [third, first, second],
			unheardOf: [third, second, first],
		};
		for (const [sort, ids] of Object.entries(expected)) {
			expect(sentIds(await ask('GET', `/v1/posts?sort=${sort}`), 'feedback_id'), sort).toEqual(ids);
		}
	});

	it('filters by status, type, owner, segment and words', async () => {
		const [ada] = sandbox.createUsers(1, { segments: ['beta', 'eu'] });
		const [ben] = sandbox.createUsers(1, { segments: ['trial'] });
		const posts = {
			bug: await newPost({ type: 'bug', title: 'Crash at 100% load' }),
			closed: await newPost({ status: 'closed', title: 'Under_score', user: ada }),
			idea: await newPost({ description: 'All about CRASHES', user: ben }),
		};
		const cases: Array<[query: string, found: Array<keyof typeof posts>]> = [
			['', ['bug', 'closed', 'idea']],
			['filter=all&type=all&owner=all&segment=all&search=', ['bug', 'closed', 'idea']],
			['filter=open', ['bug', 'idea']],
			['filter=closed', ['closed']],
			['filter=no-such-status', []],
			['type=bug', ['bug']],
			['type=no-such-type', []],
			['type=idea&filter=open', ['idea']],
			[`owner=${ada}`, ['closed']],
			['owner=nobody', []],
			['segment=beta', ['closed']],
			['segment=trial', ['idea']],
			['search=crash', ['bug', 'idea']],
			['search=100%25', ['bug']],
			['search=r_s', ['closed']],
			['search=%25', ['bug']],
			['search=crash&type=bug', ['bug']],
			['filter=open&filter=closed', ['closed']],
		];
		for (const [query, found] of cases) {
			const ids = found.map((name) => posts[name]).reverse();
			expect(sentIds(await ask('GET', `/v1/posts?${query}`), 'feedback_id'), query).toEqual(ids);
		}
	});

	it.each([
		['', 'posts_by_created'],
		['filter=open', 'posts_by_status'],
		['type=idea', 'posts_by_type'],
		['sort=trend', 'posts_by_trend'],
	])('reads only the rows of a page, by an index, for "%s"', async (query, index) => {
		const queries = vi.spyOn(Database.prototype, 'all');
		await ask('GET', `/v1/posts?${query}`);
		const sql = queries.mock.calls.map(([sql]) => sql).find((sql) => sql.includes('FROM posts'));
		queries.mockRestore();
		const plan = sandbox.rows(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail);
		expect(plan).toContainEqual(expect.stringContaining(`USING COVERING INDEX ${index} `));
		expect(plan.filter((step) => step === 'USE TEMP B-TREE FOR ORDER BY')).toHaveLength(1);
	});
});
