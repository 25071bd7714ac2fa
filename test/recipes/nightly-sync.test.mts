// The recipe Nightly sync in a real n8n: after each night that ends well, the tables hold what the service holds, whatever
// happened before. POSTS=1000 is how many posts the large night has, RUNS=2 how many histories of five nights are played.
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { send } from '../contract/workspace.mts';
import { type N8nHost, startN8n, until } from '../n8n-host/host.mts';
import type { Sandbox } from '../sandbox/server.mts';
import { needs } from '../versions/needs.mts';
import { type Kitchen, openKitchen } from './kitchen.mts';
import { deleteTable, rowsOf } from './tables.mts';

const POSTS = Number(process.env.POSTS ?? 1_000);
const RUNS = Number(process.env.RUNS ?? 2);
const NO_TABLES = 'which has no Data Table node of today';

let n8n: N8nHost;
let kitchen: Kitchen;
let sandbox: Sandbox;
let workflow: string;
beforeAll(async () => {
	n8n = await startN8n();
	kitchen = await openKitchen(n8n.rest);
	({ sandbox } = kitchen);
	workflow = await kitchen.setUp('nightly-sync');
});
afterAll(async () => {
	await kitchen?.close();
	await n8n?.stop();
});

afterEach(startAnew);

const TABLES = {
	feedback_posts: `SELECT feedback_id, title, status, type, total_up - total_down AS total_sum, created, updated
		FROM posts ORDER BY feedback_id`,
	feedback_comments: `SELECT c.comment_id, c.feedback_id, c.comment, u.data_name, c.created, c.updated
		FROM comments c JOIN users u USING (user_id) ORDER BY c.comment_id`,
};

/** n8n adds columns of its own to each row. */
const isOurs = ([column]: [string, unknown]) => !['id', 'createdAt', 'updatedAt'].includes(column);

/** Table and service agree in every column, and no row is there twice. */
async function expectAgreement(): Promise<void> {
	for (const [table, sql] of Object.entries(TABLES)) {
		const held = await rowsOf(n8n.rest, table);
		const rows = held.map((row) => Object.fromEntries(Object.entries(row).filter(isOurs)));
		const key = table === 'feedback_posts' ? 'feedback_id' : 'comment_id';
		expect(rows.toSorted((a, b) => a[key] - b[key])).toEqual(sandbox.rows(sql));
	}
}

async function startAnew(): Promise<void> {
	for (const table of Object.keys(TABLES)) await deleteTable(n8n.rest, table);
	for (const table of ['votes', 'comments', 'posts']) sandbox.run(`DELETE FROM ${table}`);
}

/** What people do in a day, or while the sync reads. None of it touches a date by hand. */
interface Day {
	posts: number;
	/** Each a number that picks a post or comment, and the text or score that it gets. */
	comments: number[];
	votes: number[];
	titles: number[];
	edits: number[];
}

async function live({ posts, comments, votes, titles, edits }: Day): Promise<void> {
	if (posts > 0) sandbox.createPosts(posts);
	const idsOf = (sql: string) => sandbox.rows(sql).map((row) => Object.values(row).map(Number));
	const all = idsOf('SELECT feedback_id FROM posts').flat();
	if (all.length === 0) return;
	const post = (pick: number) => all[pick % all.length];
	for (const pick of comments) {
		await send(sandbox, 'POST', `/v1/post/${post(pick)}/comment`, { comment: `Number ${pick}` });
	}
	for (const pick of votes) {
		const vote = [1, -1, 0][pick % 3];
		await send(sandbox, 'POST', `/v1/post/${post(pick)}/vote`, { vote });
	}
	for (const pick of titles) {
		await send(sandbox, 'PUT', `/v1/post/${post(pick)}`, { title: `Title ${pick}` });
	}
	const written = idsOf('SELECT feedback_id, comment_id FROM comments');
	for (const pick of written.length > 0 ? edits : []) {
		const [of, comment] = written[pick % written.length];
		const body = { comment: `Edited ${pick}` };
		await send(sandbox, 'PUT', `/v1/post/${of}/comment/${comment}`, body);
	}
}

interface Night {
	day: Day;
	/** After that many requests of the night the service refuses everything, or people write. */
	refusedAfter?: number;
	written?: { after: number; day: Day };
}

/** Runs the recipe as its schedule does, and says whether it ended well. */
async function night({ refusedAfter, written }: Omit<Night, 'day'> = {}): Promise<boolean> {
	const { requests } = sandbox;
	requests.length = 0;
	if (refusedAfter !== undefined) {
		const action = { type: 'unauthorized' } as const;
		sandbox.fault({ method: 'GET', after: refusedAfter, times: Infinity, action });
	}
	const execution = await n8n.rest.begin(workflow, 'Every Night');
	if (written) {
		const isOver = async () => (await n8n.rest.execution(execution)).isOver;
		const isTime = async () => requests.length >= written.after || (await isOver());
		await until('the sync reads', isTime, { everyMs: 5 });
		await live(written.day);
	}
	const { error } = await n8n.rest.finished(execution, { timeoutMs: 900_000 });
	sandbox.clearFaults();
	if (refusedAfter === undefined) expect(error).toBeUndefined();
	return error === undefined;
}

const picks = fc.array(fc.nat(1_000), { maxLength: 6 });
const days: fc.Arbitrary<Day> = fc.record({
	posts: fc.nat(130),
	comments: picks,
	votes: picks,
	titles: picks,
	edits: picks,
});
const nights: fc.Arbitrary<Night> = fc.record(
	{
		day: days,
		refusedAfter: fc.nat(12),
		written: fc.record({ after: fc.nat(12), day: days }),
	},
	{ requiredKeys: ['day'] },
);

test(
	`the tables agree with the service in every column after five nights with refusals and writes, ${RUNS} times`,
	{ timeout: 1_800_000 },
	async (context) => {
		needs('2.1', NO_TABLES, context);
		await fc.assert(
			fc
				.asyncProperty(
					fc.array(nights, { minLength: 4, maxLength: 4 }),
					days,
					async (bad, last) => {
						for (const { day, ...accident } of bad) {
							await live(day);
							const endedWell = await night(accident);
							if (endedWell && !accident.written) await expectAgreement();
						}
						await live(last);
						await night();
						await expectAgreement();
					},
				)
				.afterEach(startAnew),
			{ numRuns: RUNS, endOnFailure: true },
		);
	},
);

test('a night in which n8n is killed while it saves is made up for', async (context) => {
	needs('2.1', NO_TABLES, context);
	const posts = sandbox.createPosts(300);
	for (const post of posts.slice(0, 20)) sandbox.createComments(1, { post });
	expect(await night()).toBe(true);
	// Changed rows are saved one by one, which leaves time to stop half-way.
	for (const post of posts.slice(0, 60)) {
		await send(sandbox, 'POST', `/v1/post/${post}/vote`, { vote: 1 });
	}
	sandbox.createPosts(30);
	sandbox.requests.length = 0;
	await n8n.rest.begin(workflow, 'Every Night');
	await until('half is saved', async () => {
		const voted = (await rowsOf(n8n.rest, 'feedback_posts')).filter((row) => row.total_sum === 1);
		return voted.length > 5;
	});
	await n8n.kill();
	await n8n.start();
	const saved = (await rowsOf(n8n.rest, 'feedback_posts')).filter((row) => row.total_sum === 1);
	expect(saved.length).toBeLessThan(60);
	await night();
	await expectAgreement();
});

test(
	`${POSTS} posts with a comment each are read by a request for 100 posts and one for each post`,
	{ timeout: 1_800_000 },
	async (context) => {
		needs('2.1', NO_TABLES, context);
		for (const post of sandbox.createPosts(POSTS)) sandbox.createComments(1, { post });
		for (const which of ['first', 'second']) {
			const start = performance.now();
			await night();
			const seconds = Math.round((performance.now() - start) / 100) / 10;
			const { length } = sandbox.requests;
			console.log(`the ${which} night: ${length} requests, ${seconds} s`);
			// The list of posts is read for the posts and for their comments, to its end.
			expect(length).toBeLessThanOrEqual(POSTS + 2 * (POSTS / 100 + 1));
			await expectAgreement();
		}
	},
);
