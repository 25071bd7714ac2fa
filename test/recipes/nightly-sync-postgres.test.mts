// The recipe Nightly sync to Postgres, with a real Postgres. RUNS=2 is how many histories of five nights are played.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedN8n } from '../e2e/session.mts';
import { type Service, startPostgres } from '../queue/services.mts';
import { type Kitchen, openKitchen } from './kitchen.mts';
import { empty, Nights, tables } from './nights.mts';

const RUNS = Number(process.env.RUNS ?? 2);
const n8n = await sharedN8n();
const run = promisify(execFile);
let postgres: Service;
let kitchen: Kitchen;
let nights: Nights;

beforeAll(async () => {
	postgres = await startPostgres();
	kitchen = await openKitchen(n8n, {
		postgres: { host: '127.0.0.1', port: postgres.port, user: 'n8n', database: 'postgres' },
	});
	const workflow = await kitchen.setUp('nightly-sync-postgres');
	nights = new Nights(n8n, kitchen.sandbox, workflow, savedIn);
});
afterAll(async () => {
	await kitchen?.close();
	await postgres?.stop();
});

async function ask(sql: string): Promise<string> {
	const place = ['-h', '127.0.0.1', '-p', String(postgres.port), '-U', 'n8n', '-d', 'postgres'];
	return (await run('psql', [...place, '-tAc', sql])).stdout;
}

async function savedIn(table: string): Promise<Record<string, unknown>[]> {
	const rows = await ask(`SELECT coalesce(json_agg(t), '[]') FROM ${table} t`);
	const dated = /"(\d{4}-\d\d-\d\d)T([\d:]{8})"/g;
	return JSON.parse(rows.replaceAll(dated, '"$1 $2"'));
}

async function startAnew(): Promise<void> {
	await ask(`DROP TABLE IF EXISTS ${tables.join(', ')}`);
	empty(kitchen.sandbox);
}

test(
	`the tables agree with the service in every column after five nights with refusals and writes, ${RUNS} times`,
	{ timeout: 1_800_000 },
	async () => await nights.play(RUNS, startAnew),
);

test('a night that stops while it saves leaves all rows of a table as they were', async () => {
	const { sandbox } = kitchen;
	const posts = sandbox.createPosts(150);
	for (const post of posts) sandbox.createComments(1, { post });
	await nights.night();
	await nights.expectAgreement();
	await ask(`ALTER TABLE feedback_posts ADD CHECK (title <> 'Refused')`);
	sandbox.run("UPDATE posts SET title = 'New'");
	sandbox.run("UPDATE posts SET title = 'Refused' WHERE feedback_id = ?", posts[70]);
	const workflow = await kitchen.setUp('nightly-sync-postgres');
	expect((await n8n.run(workflow, 'Every Night')).error).toBeDefined();
	expect(await ask("SELECT count(*) FROM feedback_posts WHERE title = 'New'")).toBe('0\n');
	sandbox.run("UPDATE posts SET title = 'Taken', updated = '' WHERE feedback_id = ?", posts[70]);
	await nights.night();
	expect(await ask("SELECT count(*) FROM feedback_posts WHERE title IN ('New', 'Taken')")).toBe(
		'150\n',
	);
	await startAnew();
});

test('saves what Postgres does not take: the character 0 is left out, and a date of zeros is null', async () => {
	const { sandbox } = kitchen;
	const [post] = sandbox.createPosts(1, { title: 'R\u0000D' });
	sandbox.createComments(1, { post, comment: 'R\u0000D' });
	for (const table of ['posts', 'comments']) {
		sandbox.run(`UPDATE ${table} SET created = '0000-00-00', updated = '0000-00-00 00:00:00'`);
	}
	await nights.night();
	expect(await ask('SELECT title, created, updated FROM feedback_posts')).toBe('RD||\n');
	expect(await ask('SELECT comment, created, updated FROM feedback_comments')).toBe('RD||\n');
	await startAnew();
});
