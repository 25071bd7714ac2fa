// A long file in a real n8n that is killed half-way. POSTS=5000 is how many rows it has.
import { afterAll, expect, test } from 'vitest';
import { startN8n, until } from '../n8n-host/host.mts';
import { openKitchen } from './kitchen.mts';
import { rowsOf } from './tables.mts';

const ROWS = Number(process.env.POSTS ?? 300);

const n8n = await startN8n();
const kitchen = await openKitchen(n8n.rest);
const { sandbox } = kitchen;
afterAll(async () => {
	await n8n.stop();
	await kitchen.close();
});

/** A machine that does other things beside it may take so long for a part. */
const PATIENCE = { timeoutMs: 1_200_000 };

const numbers = Array.from({ length: ROWS }, (_, at) => at);
/** Each tenth row asks for what the row before it asks for, in other words. */
const titleOf = (at: number) => `Wish ${at % 10 === 9 ? at - 1 : at}`;

const count = (table: string) => Number(sandbox.rows(`SELECT count(*) AS n FROM ${table}`)[0].n);

test(
	`${ROWS} rows are imported once, although n8n is killed twice, and begin again where they stopped`,
	{ timeout: 3_600_000 },
	async () => {
		for (const at of [0, 1, 2])
			sandbox.createUsers(1, { data_mail: `voter${at}@customer.example` });
		const lines = numbers.map(
			(at) =>
				`${titleOf(at)},"Words, number ${at}",2024-01-01 10:00:00,voter${at % 3}@customer.example,https://old.example/${at}`,
		);
		const content = ['title,description,created,voter email,url', ...lines].join('\n');
		const workflow = await kitchen.setUp('import-from-another-tool');
		await kitchen.activate(workflow);
		const send = async () => {
			const body = new FormData();
			body.set('field-0', new File([content], 'export.csv', { type: 'text/csv' }));
			expect((await kitchen.call('import-posts', body)).status).toBe(200);
		};
		// While posts are created, and while their votes are given.
		for (const isTime of [() => count('posts') > ROWS * 0.3, () => count('votes') > ROWS * 0.6]) {
			await send();
			await until('part of it is imported', isTime, { ...PATIENCE, everyMs: 20 });
			await n8n.kill();
			await n8n.start();
		}
		const before = sandbox.requests.length;
		await send();
		await until(
			'the import has ended',
			async () => {
				const all = await n8n.rest.executions(workflow);
				return all.length === 3 && all.every(({ status }) => !['new', 'running'].includes(status));
			},
			PATIENCE,
		);
		const [last] = (await n8n.rest.executions(workflow)).toSorted(
			(a, b) => Number(b.id) - Number(a.id),
		);
		expect(last.status).toBe('success');
		// The pieces that were saved are not sent again.
		const writes = sandbox.requests.slice(before).filter(({ method }) => method !== 'GET');
		expect(writes.length).toBeLessThan(ROWS * 3);
		const joined = numbers.filter((at) => at % 10 === 9);
		const created = numbers.filter((at) => at % 10 !== 9);
		expect(
			sandbox
				.rows('SELECT title FROM posts')
				.map(({ title }) => title)
				.toSorted(),
		).toEqual(created.map(titleOf).toSorted());
		expect(
			sandbox
				.rows('SELECT comment FROM comments')
				.map(({ comment }) => /number \d+/.exec(String(comment))![0])
				.toSorted(),
		).toEqual(joined.map((at) => `number ${at}`).toSorted());
		const voters = new Set(numbers.map((at) => `${titleOf(at)} ${at % 3}`));
		expect(count('votes')).toBe(voters.size);
		expect(count('post_metadata')).toBe(created.length);
		const results = (await rowsOf(n8n.rest, 'import_rows')).map(({ result }) => result);
		expect(results).toHaveLength(ROWS);
		expect(results).not.toContain('refused');
	},
);
