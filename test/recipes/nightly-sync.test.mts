// The recipe Nightly sync in a real n8n: after each night that ends well, the tables hold what the service holds, whatever
// happened before. POSTS=1000 is how many posts the large night has, RUNS=2 how many histories of five nights are played.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { send } from '../contract/workspace.mts';
import { type N8nHost, startN8n, until } from '../n8n-host/host.mts';
import type { Sandbox } from '../sandbox/server.mts';
import { needs } from '../versions/needs.mts';
import { type Kitchen, openKitchen } from './kitchen.mts';
import { empty, Nights, tables } from './nights.mts';
import { deleteTable, rowsOf } from './tables.mts';

const POSTS = Number(process.env.POSTS ?? 1_000);
const RUNS = Number(process.env.RUNS ?? 2);
const NO_TABLES = 'whose Data Table node lists no tables';

let n8n: N8nHost;
let kitchen: Kitchen;
let sandbox: Sandbox;
let nights: Nights;
let workflow: string;
beforeAll(async () => {
	n8n = await startN8n();
	kitchen = await openKitchen(n8n.rest);
	({ sandbox } = kitchen);
	workflow = await kitchen.setUp('nightly-sync');
	nights = new Nights(n8n.rest, sandbox, workflow, savedIn);
});
afterAll(async () => {
	await kitchen?.close();
	await n8n?.stop();
});
afterEach(async ({ task }) => {
	if (task.result?.state !== 'skip') await startAnew();
});

/** n8n adds columns of its own to each row. */
const isOurs = ([column]: [string, unknown]) => !['id', 'createdAt', 'updatedAt'].includes(column);

async function savedIn(table: string) {
	const rows = await rowsOf(n8n.rest, table);
	return rows.map((row) => Object.fromEntries(Object.entries(row).filter(isOurs)));
}

async function startAnew(): Promise<void> {
	for (const table of tables) await deleteTable(n8n.rest, table);
	empty(sandbox);
}

test(
	`the tables agree with the service in every column after five nights with refusals and writes, ${RUNS} times`,
	{ timeout: 1_800_000 },
	async (context) => {
		needs('2.3', NO_TABLES, context);
		await nights.play(RUNS, startAnew);
	},
);

test('a night in which n8n is killed while it saves is made up for', async (context) => {
	needs('2.3', NO_TABLES, context);
	const posts = sandbox.createPosts(300);
	for (const post of posts.slice(0, 20)) sandbox.createComments(1, { post });
	expect(await nights.night()).toBe(true);
	// Changed rows are saved one by one, which leaves time to stop half-way.
	for (const post of posts.slice(0, 60)) {
		await send(sandbox, 'POST', `/v1/post/${post}/vote`, { vote: 1 });
	}
	sandbox.createPosts(30);
	const voted = async () =>
		(await savedIn('feedback_posts')).filter(({ total_sum }) => total_sum === 1).length;
	await n8n.rest.begin(workflow, 'Every Night');
	await until('some are saved', async () => (await voted()) > 5);
	await n8n.kill();
	await n8n.start();
	expect(await voted()).toBeLessThan(60);
	await nights.night();
	await nights.expectAgreement();
});

test(
	`${POSTS} posts with a comment each are read by a request for 100 posts, up to eight to find the end, and one for each post`,
	{ timeout: 1_800_000 },
	async (context) => {
		needs('2.3', NO_TABLES, context);
		for (const post of sandbox.createPosts(POSTS)) sandbox.createComments(1, { post });
		for (const which of ['first', 'second']) {
			await nights.night();
			// The list of posts is read for the posts and for their comments, with up to eight pages beyond its end.
			const most = POSTS + 2 * (POSTS / 100 + 8);
			expect(sandbox.requests.length, which).toBeLessThanOrEqual(most);
			await nights.expectAgreement();
		}
	},
);

test('deletes the rows of what was deleted, and changes nothing if a list cannot be read or is of another workspace', async (context) => {
	needs('2.3', NO_TABLES, context);
	const posts = sandbox.createPosts(120);
	for (const post of posts) sandbox.createComments(2, { post });
	await nights.night();
	const run = async () => (await n8n.rest.run(workflow, 'Every Night')).error;
	const held = async () => await Promise.all(tables.map(savedIn));
	const before = await held();
	for (const post of [posts[0], posts[60], posts[119]]) {
		await send(sandbox, 'DELETE', `/v1/post/${post}`, {});
	}
	const [{ feedback_id, comment_id }] = sandbox.rows('SELECT * FROM comments LIMIT 1 OFFSET 9');
	await send(sandbox, 'DELETE', `/v1/post/${feedback_id}/comment/${comment_id}`, {});
	const path = /posts\?.*page=1/;
	sandbox.fault({ path, times: Infinity, action: { type: 'unauthorized' } });
	expect(await run()).toBeDefined();
	sandbox.clearFaults();
	expect(await held()).toEqual(before);
	expect(await run()).toBeUndefined();
	await nights.expectAgreement();

	const after = await held();
	sandbox.run('DELETE FROM comments');
	sandbox.run('DELETE FROM posts WHERE feedback_id > ?', posts[10]);
	sandbox.createPosts(1);
	expect((await run())?.message).toContain('More than half of the rows');
	expect(await held()).toEqual(after);
});

test('deletes the rows of the last few records, too', async (context) => {
	needs('2.3', NO_TABLES, context);
	for (const post of sandbox.createPosts(2)) sandbox.createComments(1, { post });
	await nights.night();
	for (const table of ['comments', 'posts']) {
		sandbox.run(`DELETE FROM ${table}`);
		await nights.night();
		expect(await savedIn(`feedback_${table}`)).toEqual([]);
	}
});

test('keeps to its own tables: those of another workspace and a newer backup stay as they are', async (context) => {
	needs('2.3', NO_TABLES, context);
	const other = await openKitchen(n8n.rest);
	try {
		sandbox.createPosts(30, { title: 'Ours' });
		const theirs = other.sandbox.createPosts(60, { title: 'Theirs' });
		await nights.night();
		const copy = await other.setUp('nightly-sync', {}, (text) =>
			text
				.replaceAll('"feedback_posts"', '"feedback_posts_b"')
				.replaceAll('"feedback_comments"', '"feedback_comments_b"'),
		);
		const run = async (id: string) => (await n8n.rest.run(id, 'Every Night')).error;
		expect(await run(copy)).toBeUndefined();
		other.sandbox.run('DELETE FROM posts WHERE feedback_id = ?', theirs[0]);
		expect(await run(copy)).toBeUndefined();
		expect(await savedIn('feedback_posts_b')).toHaveLength(59);
		await nights.night();
		await nights.expectAgreement();
		// Without other names, it would meet the rows of the first one.
		other.sandbox.run('UPDATE posts SET feedback_id = feedback_id + 1000000');
		const shared = await other.setUp('nightly-sync');
		expect((await run(shared))?.message).toContain('belong to the same workspace');
		await nights.expectAgreement();
	} finally {
		await other.close();
		for (const table of tables) await deleteTable(n8n.rest, `${table}_b`);
	}
});
