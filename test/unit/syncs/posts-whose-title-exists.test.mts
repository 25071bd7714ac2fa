import { expect, test, vi } from 'vitest';
import { oncePerTitle } from '../../../nodes/Feedback/post/same-title';
import type { FeedbackClient } from '../../../nodes/shared/client/client';
import { ask, asked, by, ids, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

const create = async (titles: string[], ifTitleExists: unknown, more: object = {}, setup = {}) =>
	await run(
		'post.create',
		{
			title: (_: unknown, index: number) => titles[index],
			type: by('key', 'idea'),
			ifTitleExists,
			additionalFields: more,
		},
		titles.map(() => ({})),
		setup,
	);
const rows = () => sandbox.rows('SELECT title FROM posts').length;

test('an existing post is returned if its whole title matches, in any letter case', async () => {
	const { feedback_id } = await ask('POST', '/v1/post', { title: 'Dark mode', type: 'bug' });
	await ask('POST', '/v1/post', { title: 'Dark mode for charts', type: 'idea' });
	expect(await create([' dark MODE '], 'returnExisting')).toMatchObject([
		{ feedback_id, title: 'Dark mode', type: 'bug', status: 'open', existed: true },
	]);
	expect(asked()).toEqual(['GET /v1/posts']);
	const [made] = await create(['Light mode'], 'returnExisting');
	expect(made).toMatchObject({ title: 'Light mode', existed: false });
	// The second and the third one show whether the search finds a title that exists.
	expect(asked()).toEqual([...Array<string>(3).fill('GET /v1/posts'), 'POST /v1/post']);
});

test('a new title takes as few requests where each description holds its title', async () => {
	sandbox.createPosts(250);
	sandbox.run("UPDATE posts SET description = 'We need ' || title");
	expect(await create(['Light mode'], 'returnExisting')).toMatchObject([{ existed: false }]);
	expect(asked()).toEqual([...Array<string>(3).fill('GET /v1/posts'), 'POST /v1/post']);
});

test.each([
	['Dark mode', 'Dark \u00A0mode'],
	['Dark  mode', 'Dark mode'],
	['Dark mode', ' Dark\nmode'],
	['Dark mode é', 'Dark mode e\u0301'],
])(
	'an existing post %j is returned for %j, which differs in blanks or in how accents are written',
	async (stored, given) => {
		const { feedback_id } = await ask('POST', '/v1/post', { title: stored, type: 'idea' });
		const found = await create([given, given.toUpperCase()], 'returnExisting');
		expect(found).toMatchObject(Array(2).fill({ feedback_id, existed: true }));
		const [{ path }] = sandbox.requests;
		expect(path).toMatch(/search=Dark%20mode[&%]/);
	},
);

test.each(['\u200B', '\u2060', '\u200E', '\u00AD', '\uFEFF', '\uFE0F', '\u200D'])(
	'titles that look the same are one, with %j among their letters',
	async (sign) => {
		const titles = [`Dark${sign} mode`, `${sign}Dark mode`, `Dark mode${sign}`, 'Dark mode'];
		expect(new Set(ids(await create(titles, 'returnExisting'), 'feedback_id')).size).toBe(1);
		expect(ids(await create(titles, 'returnExisting'), 'existed')).toEqual(Array(4).fill(true));
		expect(rows()).toBe(1);
	},
);

test.each([
	[
		'flags',
		'Kits for \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
		'Kits for \u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
	],
	['families', 'For \u{1F468}\u200D\u{1F469}', 'For \u{1F468}\u{1F469}'],
	[
		'joined letters',
		'\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645',
		'\u0645\u06CC\u062E\u0648\u0627\u0647\u0645',
	],
])('titles that look different stay apart: %s', async (_what, ...titles) => {
	expect(ids(await create(titles, 'returnExisting'), 'existed')).toEqual([false, false]);
});

test('a title of more than 1,000 characters is created, and looked up nowhere', async () => {
	const titles = ['x'.repeat(1_000), 'x'.repeat(1_001)];
	const message = "'Title' is longer than 1,000 characters, so nothing is looked up by it";
	const found = await create(titles, 'returnExisting', {}, { continueOnFail: true });
	expect(found).toMatchObject([{ existed: false }, { error: { message } }]);
	expect(rows()).toBe(1);
	expect(await create([titles[1]], 'createAnother')).toMatchObject([{ existed: false }]);
});

test.each([
	['', 'open'],
	['planned', 'planned'],
])(
	'a post has its status where it was just made, also for rows that find it: %j',
	async (given, status) => {
		const more = given ? { status: by('key', given) } : {};
		const found = await create(['Dark mode', 'dark mode'], 'returnExisting', more);
		expect(ids(found, 'status')).toEqual([status, status]);
		expect(ids(await create(['Dark mode'], 'returnExisting'), 'status')).toEqual([status]);
	},
);

test('rows with one title make it from the first, also where its author is looked up', async () => {
	sandbox.createUsers(1, { data_mail: 'ada@example.com' });
	const users = [by('data_mail', 'ada@example.com'), by('id', 30_001)];
	const made = await create(['Dark mode', 'dark mode'], 'returnExisting', {
		description: (_: unknown, at: number) => `row ${at}`,
		user: (_: unknown, at: number) => users[at],
	});
	expect(ids(made, 'existed')).toEqual([false, true]);
	expect(sandbox.rows('SELECT title, description FROM posts')).toEqual([
		{ title: 'Dark mode', description: 'row 0' },
	]);
});

test('a title whose create another execution has cancelled may exist, and is not created again', async () => {
	const cancel = new AbortController();
	sandbox.fault({ method: 'POST', action: { type: 'timeout', applied: true } });
	const first = create(['Dark mode'], 'returnExisting', {}, { signal: cancel.signal });
	await vi.waitUntil(() => rows() === 1);
	const second = create(['dark mode', 'Dark Mode'], 'returnExisting', {}, { continueOnFail: true });
	cancel.abort();
	await expect(first).rejects.toThrow('The execution was cancelled');
	const error = {
		message: "The post 'Dark mode' may exist already",
		description:
			'Another execution was creating it when it was cancelled. Look for the post in the service, then run this item again. This item changed nothing.',
	};
	const [found, again] = await second;
	expect(found).toEqual({ error });
	expect(again).toEqual({ error });
	expect(rows()).toBe(1);
});

test('a new post that its search does not find yet is returned, without another request', async () => {
	sandbox.createPosts(3);
	await ask('POST', '/v1/post', { title: 'Log in', type: 'idea' });
	sandbox.createPosts(1);
	const data = { items: {}, has_more: false };
	sandbox.fault({
		path: /search=log/i,
		action: { type: 'json', value: { status: 'success', data } },
	});
	expect(await create(['log in'], 'returnExisting')).toMatchObject([{ existed: true }]);
	expect(asked()).toEqual(Array(3).fill('GET /v1/posts'));
});

test('an existing post is returned also if the search minds letter case, and the first page does not have it', async () => {
	await ask('POST', '/v1/post', { title: 'Dark mode', type: 'idea' });
	sandbox.createPosts(100);
	const value = { status: 'success', data: { items: {}, has_more: false } };
	sandbox.fault({ path: /search=[a-z]/, times: Infinity, action: { type: 'json', value } });
	expect(await create(['dark mode'], 'returnExisting')).toMatchObject([{ existed: true }]);
});

test('an existing post gets the vote of the user, and a new one none', async () => {
	const { feedback_id } = await ask('POST', '/v1/post', { title: 'Dark mode', type: 'idea' });
	const [ada] = sandbox.createUsers(1);
	const [found] = await create(['dark mode', 'Light mode'], 'vote', { user: by('id', ada) });
	expect(found).toMatchObject({ feedback_id, existed: true });
	expect(sandbox.requests.filter(({ path }) => path.endsWith('/vote'))).toMatchObject([
		{ path: `/v1/post/${feedback_id}/vote`, body: { vote: 1, user_id: ada } },
	]);
	expect(rows()).toBe(2);
});

test('an existing post is returned also if the menu is filled by its label, and a word that it lacks is refused', async () => {
	await ask('POST', '/v1/post', { title: 'Dark mode', type: 'idea' });
	const [found] = await create(['Dark mode'], () => 'return the existing post');
	expect(found).toMatchObject({ existed: true });
	await expect(create(['Dark mode'], () => 'existing')).rejects.toThrow(
		"'If the Title Exists' must be one of Create Another, Return the Existing Post, Vote for It",
	);
	await expect(create(['Dark mode'], () => '')).rejects.toThrow(
		"'If the Title Exists' is empty in item 0",
	);
	expect(rows()).toBe(1);
});

test('several items with one title create one post', async () => {
	const made = await create(['Dark mode', 'dark mode', 'Dark mode '], 'returnExisting');
	expect(ids(made, 'existed')).toEqual([false, true, true]);
	expect(new Set(ids(made, 'feedback_id')).size).toBe(1);
	expect(rows()).toBe(1);
});

test('executions at the same time create one post for a title, and another if the first one fails', async () => {
	const both = async () =>
		await Promise.all([
			create(['Dark mode', 'Light mode'], 'returnExisting', {}, { continueOnFail: true }),
			create(['dark  mode', 'DARK MODE'], 'returnExisting', {}, { continueOnFail: true }),
		]);
	const [one, other] = await both();
	expect(new Set([one[0], ...other].map(({ feedback_id }) => feedback_id)).size).toBe(1);
	expect(rows()).toBe(2);
	sandbox.run('DELETE FROM posts');
	sandbox.fault({ method: 'POST', path: '/v1/post', action: { type: 'forbidden' } });
	await both();
	expect(rows()).toBe(2);
});

test.each([
	['', 0],
	[', also one whose answer was lost', 2],
])(
	'executions at the same time create one post for a title that one of them reaches later%s',
	async (_what, failures) => {
		const titles = Array.from({ length: 60 }, (_unused, n) => `Idea ${n}`);
		if (failures) {
			sandbox.fault({ method: 'POST', action: { type: 'internalError', applied: true } });
		}
		// Both read the list before most posts are made.
		const output = await Promise.all(
			[titles, titles.toReversed()].map(
				async (of) => await create(of, 'returnExisting', {}, { continueOnFail: true }),
			),
		);
		expect(rows()).toBe(60);
		expect(output.flat().filter(({ error }) => error)).toHaveLength(failures);
	},
);

test('titles of the last 10,000 searches are known to executions at the same time, and no more are remembered', async () => {
	const execution = () => {
		const made = new Map<unknown, unknown>();
		const once = (key: unknown, make: () => unknown) => {
			if (!made.has(key)) made.set(key, make());
			return made.get(key);
		};
		const page = async () => await Promise.resolve({ records: [], hasMore: false, size: 0 });
		return { scope: 'many titles', items: 20_000, once, page } as unknown as FeedbackClient;
	};
	const [one, other] = [execution(), execution()];
	const make = async () => await Promise.resolve({ feedback_id: 1 });
	await oncePerTitle(one, 'Begun', make);
	await oncePerTitle(other, 'First', make);
	for (let n = 0; n < 10_000; n++) await oncePerTitle(one, `Idea ${n}`, make);
	expect(await oncePerTitle(other, 'Idea 0', make)).toMatchObject({ existed: true });
	expect(await oncePerTitle(one, 'First', make)).toMatchObject({ existed: false });
});

test('a title is searched again after the first item with it failed', async () => {
	sandbox.fault({ method: 'POST', path: '/v1/post', action: { type: 'forbidden' } });
	const goesOn = { continueOnFail: true };
	const output = await create(Array(3).fill('Dark mode'), 'returnExisting', {}, goesOn);
	expect(output).toMatchObject([
		{ error: { httpCode: '403' } },
		{ existed: false },
		{ existed: true },
	]);
});

test.each(['resetAfter', 'resetBefore'] as const)(
	'a title whose first item may have been created is not created again: %s',
	async (type) => {
		sandbox.fault({ method: 'POST', path: '/v1/post', action: { type } });
		const titles = ['Dark mode', 'dark mode', 'Light mode', 'Dark mode'];
		const output = await create(titles, 'returnExisting', {}, { continueOnFail: true });
		const message = expect.stringContaining('connection to the service was lost');
		expect(output).toMatchObject([
			{ error: { message } },
			{ error: { message } },
			{ existed: false },
			{ error: { message } },
		]);
		expect(rows()).toBe(type === 'resetAfter' ? 2 : 1);
	},
);

test('titles are looked for in an order that does not move with votes', async () => {
	sandbox.settings.ignoredParameters = ['search'];
	sandbox.createPosts(250);
	await create(['ai'], 'returnExisting');
	const lists = sandbox.requests.filter(({ path }) => path.startsWith('/v1/posts?'));
	expect(lists.length).toBeGreaterThan(2);
	for (const { path } of lists) expect(path).toContain('sort=new');
});

test('rows of a large sheet are found in the list, of which no page is asked for twice', async () => {
	sandbox.createPosts(1_200);
	const titles = Array.from({ length: 1_200 }, (_, n) => `Post ${n + 1}`);
	const found = await create(titles, 'returnExisting');
	expect(ids(found, 'title')).toEqual(titles);
	// Three searches and 12 pages.
	expect(asked().length).toBeLessThanOrEqual(3 + 12);
});
