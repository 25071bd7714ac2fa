// The recipes that copy posts and comments each night, in a real n8n: after each night that ends well, the tables hold what the
// service holds, whatever happened before. POSTS=300 is how many posts the large night has, RUNS=1 how many histories of
// five nights are played.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../contract/workspace.mts';
import { startN8n, until } from '../n8n-host/host.mts';
import { type Service, startPostgres } from '../queue/services.mts';
import type { Sandbox } from '../sandbox/server.mts';
import { type Kitchen, openKitchen } from './kitchen.mts';
import { empty, Nights, tables } from './nights.mts';
import { readRecipe } from './recipe.mts';
import { deleteTable, rowsOf } from './tables.mts';

const POSTS = Number(process.env.POSTS ?? 300);
const RUNS = Number(process.env.RUNS ?? 1);

const n8n = await startN8n();
/** Of the recipe that saves there, once its tests have begun. */
let postgres: Service | undefined;
afterAll(async () => {
	await n8n.stop();
	await postgres?.stop();
});

async function ask(sql: string): Promise<string> {
	const place = ['-h', '127.0.0.1', '-p', String(postgres!.port), '-U', 'n8n', '-d', 'postgres'];
	return (await promisify(execFile)('psql', [...place, '-tAc', sql])).stdout;
}

/** n8n adds columns of its own to each row of a Data Table. */
const isOurs = ([column]: [string, unknown]) => !['id', 'createdAt', 'updatedAt'].includes(column);

const stores = {
	'nightly-sync': {
		open: async () => await openKitchen(n8n.rest),
		async savedIn(table: string): Promise<Record<string, unknown>[]> {
			const rows = await rowsOf(n8n.rest, table);
			return rows.map((row) => Object.fromEntries(Object.entries(row).filter(isOurs)));
		},
		drop: async (table: string) => await deleteTable(n8n.rest, table),
	},
	'nightly-sync-postgres': {
		async open(): Promise<Kitchen> {
			postgres ??= await startPostgres();
			const { port } = postgres;
			return await openKitchen(n8n.rest, {
				postgres: { host: '127.0.0.1', port, user: 'n8n', database: 'postgres' },
			});
		},
		async savedIn(table: string): Promise<Record<string, unknown>[]> {
			const rows = await ask(`SELECT coalesce(json_agg(t), '[]') FROM "${table}" t`);
			const dated = /"(\d{4}-\d\d-\d\d)T([\d:]{8})"/g;
			return JSON.parse(rows.replaceAll(dated, '"$1 $2"'));
		},
		drop: async (table: string) => void (await ask(`DROP TABLE IF EXISTS "${table}"`)),
	},
};

describe.each(Object.entries(stores))('%s', (recipe, { open, savedIn, drop }) => {
	let kitchen: Kitchen;
	let sandbox: Sandbox;
	let workflow: string;
	let nights: Nights;

	beforeAll(async () => {
		kitchen = await open();
		({ sandbox } = kitchen);
		workflow = await kitchen.setUp(recipe);
		nights = new Nights(n8n.rest, sandbox, workflow, savedIn);
	});
	afterAll(async () => await kitchen?.close());
	const startAnew = async () => {
		for (const table of tables) await drop(table);
		empty(sandbox);
	};
	afterEach(startAnew);

	const run = async (id = workflow) => (await n8n.rest.run(id, 'Every Night')).error;

	test(
		`the tables agree with the service in every column after five nights with refusals and writes (histories: ${RUNS})`,
		{ timeout: 1_800_000 },
		async () => await nights.play(RUNS, startAnew),
	);

	test('a night in which n8n is killed while it saves is made up for', async () => {
		const posts = sandbox.createPosts(100);
		for (const post of posts.slice(0, 20)) sandbox.createComments(1, { post });
		expect(await nights.night()).toBe(true);
		// Changed rows of a Data Table are saved one by one, which leaves time to stop half-way.
		for (const post of posts) {
			await send(sandbox, 'POST', `/v1/post/${post}/vote`, { vote: 1 });
			sandbox.createComments(1, { post });
		}
		const voted = async () =>
			(await savedIn('feedback_posts')).filter(({ total_sum }) => total_sum === 1).length;
		await n8n.rest.begin(workflow, 'Every Night');
		await until('some are saved', async () => (await voted()) > 5);
		await n8n.kill();
		await n8n.start();
		expect((await savedIn('feedback_comments')).length).toBeLessThan(20 + posts.length);
		await nights.night();
		await nights.expectAgreement();
	});

	test('deletes the rows of what was deleted, and changes nothing if a list cannot be read or is of another workspace', async () => {
		const posts = sandbox.createPosts(120);
		for (const post of posts) sandbox.createComments(1, { post });
		await nights.night();
		sandbox.run('DELETE FROM comments WHERE feedback_id <= ?', posts[30]);
		sandbox.run('DELETE FROM posts WHERE feedback_id <= ?', posts[20]);
		const held = async () => await Promise.all(tables.map(savedIn));
		const before = await held();
		sandbox.fault({
			path: /posts\?.*page=1/,
			times: Infinity,
			action: { type: 'unauthorized' },
		});
		expect(await run()).toBeDefined();
		sandbox.clearFaults();
		expect(await held()).toEqual(before);
		expect(await run()).toBeUndefined();
		await nights.expectAgreement();

		const after = await held();
		sandbox.run('DELETE FROM comments');
		for (const left of [11, 0]) {
			sandbox.run('DELETE FROM posts WHERE feedback_id >= ?', posts[21 + left]);
			expect((await run())?.message).toContain('More than half of the rows');
			expect(await held()).toEqual(after);
		}
		// They were deleted on purpose: a person does what the message says.
		for (const table of tables) await drop(table);
		expect(await run()).toBeUndefined();
		await nights.expectAgreement();
	});

	test('adds a row to sync_runs: what it read and changed, and nothing of a night that failed', async () => {
		const name = readRecipe(recipe).name;
		const runs = async () =>
			(await rowsOf(n8n.rest, 'sync_runs'))
				.filter(({ sync }) => sync === `${name} (${workflow})`)
				.toSorted((a, b) => Number(a.id) - Number(b.id));
		const posts = sandbox.createPosts(3);
		sandbox.createComments(2, { post: posts[0] });
		await nights.night();
		const before = (await runs()).length;
		await send(sandbox, 'POST', `/v1/post/${posts[1]}/vote`, { vote: 1 });
		sandbox.run('DELETE FROM posts WHERE feedback_id = ?', posts[2]);
		sandbox.createComments(1, { post: posts[0] });
		await nights.night();
		await nights.night({ refusedAfter: 0 });
		const [last, ...more] = (await runs()).slice(before);
		expect(more).toEqual([]);
		// Postgres writes every row again, and does not say which it changed.
		const updated = recipe === 'nightly-sync' ? 2 : null;
		expect(last).toMatchObject({ read: 5, inserted: 1, updated, deleted: 1 });
		expect(Date.parse(last.started)).toBeLessThanOrEqual(Date.now());
		expect(last.seconds).toBeGreaterThanOrEqual(0);
	});

	test('keeps to its own tables: those of another workspace and a newer backup stay as they are', async () => {
		const other = await open();
		try {
			sandbox.createPosts(30, { title: 'Ours' });
			const theirs = other.sandbox.createPosts(60, { title: 'Theirs' });
			await nights.night();
			const copy = await other.setUp(recipe, {}, (text) =>
				text.replaceAll(/"(feedback_(?:posts|comments))"/g, '"beta-$1"'),
			);
			expect(await run(copy)).toBeUndefined();
			other.sandbox.run('DELETE FROM posts WHERE feedback_id = ?', theirs[0]);
			expect(await run(copy)).toBeUndefined();
			expect(await savedIn('beta-feedback_posts')).toHaveLength(59);
			await nights.night();
			await nights.expectAgreement();
			// Without other names, it would meet the rows of the first one.
			other.sandbox.run('UPDATE posts SET feedback_id = feedback_id + 1000000');
			const shared = await other.setUp(recipe);
			expect((await run(shared))?.message).toContain('belong to the same workspace');
			await nights.expectAgreement();
		} finally {
			await other.close();
			for (const table of tables) await drop(`beta-${table}`);
		}
	});

	test('fails if a column of its table has another name', async () => {
		sandbox.createPosts(1);
		const renamed = await kitchen.setUp(recipe, {}, (text) =>
			text.replace('{"name":"title"', '{"name":"headline"').replace('title text', 'headline text'),
		);
		for (const id of [renamed, workflow]) expect((await run(id))?.message).toContain('title');
	});

	test.for(recipe === 'nightly-sync' ? [POSTS] : [])(
		'%i posts with a comment each are read by a request for 100 posts, up to fifteen to find the end, and one for each post',
		{ timeout: 1_800_000 },
		async (count) => {
			for (const post of sandbox.createPosts(count)) sandbox.createComments(1, { post });
			for (const which of ['first', 'second']) {
				await nights.night();
				// The list of posts is read for the posts and for their comments.
				const most = count + 2 * (count / 100 + 15);
				expect(sandbox.requests.length, which).toBeLessThanOrEqual(most);
				await nights.expectAgreement();
			}
		},
	);

	test.for(recipe === 'nightly-sync-postgres' ? ['Refused'] : [])(
		'a night that stops while it saves leaves all rows of a table as they were',
		async (refused) => {
			const posts = sandbox.createPosts(150);
			for (const post of posts) sandbox.createComments(1, { post });
			await nights.night();
			await nights.expectAgreement();
			await ask(`ALTER TABLE feedback_posts ADD CHECK (title <> '${refused}')`);
			sandbox.run("UPDATE posts SET title = 'New'");
			sandbox.run('UPDATE posts SET title = ? WHERE feedback_id = ?', refused, posts[70]);
			expect(await run()).toBeDefined();
			expect(await ask("SELECT count(*) FROM feedback_posts WHERE title = 'New'")).toBe('0\n');
			sandbox.run("UPDATE posts SET title = 'New', updated = '' WHERE feedback_id = ?", posts[70]);
			await nights.night();
			expect(await ask("SELECT count(*) FROM feedback_posts WHERE title = 'New'")).toBe('150\n');
		},
	);
});
