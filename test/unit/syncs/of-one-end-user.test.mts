// The filter that no list of the API has: what came from one end-user, such as for a call or a request under GDPR.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	asked,
	by,
	ids,
	minutesAgo,
	ownSandboxInEachTest,
	run,
	sandbox,
} from './run-in-sandbox.mts';

ownSandboxInEachTest();

interface Listed {
	task: string;
	id: string;
	/** Creates one of this end-user. */
	make(user: number, more?: { created?: string }): number;
}

const lists: Listed[] = [
	{
		task: 'post.getAll',
		id: 'feedback_id',
		make: (user, more) => sandbox.createPosts(1, { ...more, user })[0],
	},
	{
		task: 'comment.getAllOfPosts',
		id: 'comment_id',
		make: (user, more) => {
			// Each below a post of somebody else.
			const [post] = sandbox.createPosts(1);
			return sandbox.createComments(1, { ...more, post, user })[0];
		},
	},
	{
		task: 'npsResponse.getAll',
		id: 'promoter_id',
		make: (user, more) => sandbox.createResponses(1, { ...more, user })[0],
	},
];

const sorted = (found: unknown[]) => found.map(Number).toSorted((a, b) => a - b);

describe.each(lists)('$task', ({ task, id, make }) => {
	const list = async (endUser: object, more: object = {}) =>
		ids(await run(task, { returnAll: true, filters: { endUser, ...more } }), id);

	test.each([
		['id', (user: number) => user],
		['id', (user: number) => `${user}.0`],
		['data_mail', (user: number) => `a.${user}@example.com`],
		['data_id', (user: number) => `crm-${user}`],
	])('gives what one end-user wrote, named by %s', async (mode, named) => {
		const [ada, bob] = sandbox.createUsers(2);
		sandbox.run(
			"UPDATE users SET data_mail = 'a.' || user_id || '@example.com', data_id = 'crm-' || user_id",
		);
		const wanted = [make(ada), make(ada)];
		make(bob);
		expect(sorted(await list(by(mode, named(ada))))).toEqual(wanted);
	});

	test('gives nothing of an end-user who wrote nothing, and refuses one that nobody is', async () => {
		const [ada, bob] = sandbox.createUsers(2);
		make(bob);
		expect(await list(by('id', ada))).toEqual([]);
		const nobody = list(by('data_mail', 'nobody@example.com'));
		await expect(nobody).rejects.toThrow("No end-user has the email address 'nobody@example.com'");
		// The list is not read for nobody.
		expect(new Set(asked())).toEqual(new Set(['GET /v1/users']));
	});

	test('reads on until the limit is full, and no further', async () => {
		const [ada, bob] = sandbox.createUsers(2);
		make(ada);
		for (let at = 0; at < 120; at++) make(bob);
		const parameters = { limit: 1, filters: { endUser: by('id', ada) } };
		expect(await run(task, parameters)).toHaveLength(1);
		const newest = make(ada);
		const [found] = ids(await run(task, parameters), id);
		if (task !== 'comment.getAllOfPosts') expect(found).toBe(newest);
	});

	test('keeps to dates as well', async () => {
		const [ada, bob] = sandbox.createUsers(2);
		const [, recent] = [90, 30].map((minutes) => make(ada, { created: minutesAgo(minutes) }));
		make(bob, { created: minutesAgo(30) });
		expect(await list(by('id', ada), { createdSince: minutesAgo(60) })).toEqual([recent]);
	});

	test('is refused where an expression names nobody', async () => {
		const nobody = list({ __rl: true, mode: 'id', value: () => undefined });
		await expect(nobody).rejects.toThrow("'End-User' is empty in item 0");
		expect(sandbox.requests).toEqual([]);
	});

	test('leaves out what names no end-user', async () => {
		const [ada] = sandbox.createUsers(1);
		const [odd, mine] = [make(ada), make(ada)];
		const users = [null, undefined, 'Ada', [], {}, { user_id: null }, { user_id: `${ada}0` }];
		const records = users.map((user, at) => ({
			[id]: odd + 100 + at,
			user,
			created: minutesAgo(1),
		}));
		const all = [...records, { [id]: mine, user: { user_id: `${ada}` }, created: minutesAgo(1) }];
		const value = { status: 'success', data: { items: all, comments: all, has_more: false } };
		const path = task === 'comment.getAllOfPosts' ? /\/comments/ : undefined;
		sandbox.fault({ path, action: { type: 'json', value } });
		const found = await list(by('id', ada));
		const others = found.filter((one) => Number(one) >= odd + 100);
		expect([found.includes(mine), others]).toEqual([true, []]);
	});
});

test('a summary counts the posts of one end-user', async () => {
	const [ada, bob] = sandbox.createUsers(2);
	for (const user of [ada, bob, ada]) sandbox.createPosts(1, { user });
	const found = await run('post.summarize', { filters: { endUser: by('id', ada) } });
	expect(found).toMatchObject([{ status: 'open', type: 'idea', posts: 2 }]);
});

test('any list gives exactly the records of the end-user, in its own order, up to any limit', async () => {
	const [ada, bob, cem] = sandbox.createUsers(3);
	const authors = fc.array(fc.constantFrom(ada, bob, cem), { maxLength: 25 });
	await fc.assert(
		fc.asyncProperty(authors, fc.integer({ min: 1, max: 12 }), async (users, limit) => {
			sandbox.run('DELETE FROM posts');
			const posts = users.map((user) => ({ user, id: sandbox.createPosts(1, { user })[0] }));
			const expected = posts.filter(({ user }) => user === ada).map((post) => post.id);
			const filters = { endUser: by('id', ada) };
			const found = await run('post.getAll', { limit, filters });
			expect(ids(found, 'feedback_id')).toEqual(expected.toReversed().slice(0, limit));
		}),
		{ numRuns: 40 },
	);
});
