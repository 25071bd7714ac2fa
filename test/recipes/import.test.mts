// Import from another tool in a real n8n, once for each kind of file, and where steps fail. What it reads of the exports of sixteen
// tools, and what each row becomes, stands in test/contract/import-rows.test.mts.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { sharedN8n } from '../e2e/session.mts';
import { until } from '../n8n-host/host.mts';
import { chosen, folderOf } from '../n8n-host/hosts.mjs';
import { openKitchen } from './kitchen.mts';
import { deleteTable, rowsOf } from './tables.mts';

const RECIPE = 'import-from-another-tool';
const EXPORTS = join(import.meta.dirname, 'exports');
const TABLE = 'import_rows_of_tests';

const n8n = await sharedN8n();
const kitchen = await openKitchen(n8n);
const { sandbox } = kitchen;
const ours = (text: string) => text.replaceAll('"import_rows"', `"${TABLE}"`);
beforeEach(async () => {
	await deleteTable(n8n, TABLE);
	for (const type of ['idea', 'bug', 'feature']) {
		sandbox.run(
			'INSERT OR IGNORE INTO post_types (workspace_id, type) SELECT workspace_id, ? FROM (SELECT 1 AS workspace_id)',
			type,
		);
	}
	for (const name of ['ada.okafor', 'grace.li']) {
		sandbox.createUsers(1, { data_mail: `${name}@customer.example` });
	}
});
afterEach(async () => {
	await kitchen.clear();
	for (const table of ['votes', 'comments', 'post_metadata', 'posts']) {
		sandbox.run(`DELETE FROM ${table}`);
	}
	sandbox.run('DELETE FROM users WHERE admin_id = 0');
});
afterAll(async () => {
	await deleteTable(n8n, TABLE);
	await kitchen.close();
});

type Content = string | Buffer<ArrayBuffer>;

const fileOf = (content: Content, name: string): FormData => {
	const form = new FormData();
	form.set('field-0', new File([content], name));
	return form;
};

/** A spreadsheet of one sheet, as n8n's own library writes it. */
function workbook(rows: unknown[][]): Buffer<ArrayBuffer> {
	const { utils, write } = createRequire(
		join(folderOf(chosen), 'node_modules', 'n8n-nodes-base', 'package.json'),
	)('@e965/xlsx');
	const book = utils.book_new();
	utils.book_append_sheet(book, utils.aoa_to_sheet(rows));
	return write(book, { type: 'buffer', bookType: 'xlsx' });
}

async function open(change = ours): Promise<string> {
	const workflow = await kitchen.setUp(RECIPE, {}, change);
	await kitchen.activate(workflow);
	return workflow;
}

/** Sends the file to the form, and gives what the run says when it has ended. */
async function importing(
	workflow: string,
	content: Content,
	name = 'export.csv',
): Promise<string | undefined> {
	const before = (await n8n.executions(workflow)).length;
	expect((await kitchen.call('import-posts', fileOf(content, name))).status).toBe(200);
	const id = await until('the import has ended', async () => {
		const all = await n8n.executions(workflow);
		const isOver = all.every(({ status }) => !['new', 'running'].includes(status));
		return (
			all.length > before && isOver && all.map((one) => Number(one.id)).toSorted((a, b) => b - a)[0]
		);
	});
	return (await n8n.finished(String(id))).error?.message;
}

/** What the service holds. */
const held = () => ({
	posts: sandbox.rows(
		`SELECT title, description, type, status, posts.created, u.data_mail AS author FROM posts JOIN users u USING (user_id) ORDER BY feedback_id`,
	),
	votes: sandbox
		.rows(
			'SELECT title, u.data_mail FROM votes JOIN posts USING (feedback_id) JOIN users u ON u.user_id = votes.user_id ORDER BY 1, 2',
		)
		.map(({ title, data_mail }) => `${title}: ${data_mail}`),
	comments: sandbox
		.rows(
			'SELECT title, comment, public FROM comments JOIN posts USING (feedback_id) ORDER BY comment_id',
		)
		.map(
			({ title, comment, public: isPublic }) => `${title}: ${comment}${isPublic ? ' PUBLIC' : ''}`,
		),
	metadata: sandbox
		.rows(
			'SELECT title, key, value FROM post_metadata JOIN posts USING (feedback_id) ORDER BY feedback_id, key',
		)
		.map(({ title, key, value }) => `${title}: ${key} ${value}`),
});

const results = async () =>
	(await rowsOf(n8n, TABLE))
		.map(({ row, title, result, why }) => ({ row: Number(row), title, result, why }))
		.toSorted((a, b) => a.row - b.row);

function summary(): string[] {
	const { posts, metadata } = held();
	return posts.map(({ title, type, status, created, author }) => {
		const isNow =
			String(created) > new Date(Date.now() - 600_000).toISOString().slice(0, 19).replace('T', ' ');
		const entry = (key: string, word: string) => {
			const found = metadata.find((one) => one.startsWith(`${title}: ${key} `));
			return found ? ` ${word} ${found.slice(`${title}: ${key} `.length)}` : '';
		};
		const by = author ? ` by ${String(author).split('@')[0]}` : '';
		return `${title} (${type}, ${status}) ${isNow ? 'now' : created}${by}${entry('imported_from', 'from')}${entry('imported_votes', 'votes')}`;
	});
}

test('imports what UserVoice exports, and is silent the second time', async () => {
	const content = readFileSync(join(EXPORTS, 'uservoice.csv'));
	const workflow = await open();
	expect(await importing(workflow, content)).toBeUndefined();
	expect(summary()).toEqual([
		'Offline mode (idea, planned) 2022-03-01 09:15:00 by ada.okafor from https://feedback.acme.example/forums/1/suggestions/901 votes 2',
		'Widget for the home screen (idea, in-progress) 2022-05-11 17:00:00 by grace.li from https://feedback.acme.example/forums/1/suggestions/902 votes 1',
	]);
	expect(held()).toMatchObject({
		posts: [
			{
				description: 'Trains have no network.\n\nLet me **read** at least:\n\n- posts\n- comments',
			},
			{ description: '' },
		],
		votes: ['Offline mode: ada.okafor@customer.example', 'Offline mode: grace.li@customer.example'],
		comments: ['Widget for the home screen: Voted, but is no end-user: eve@elsewhere.example'],
	});
	const rows = await results();
	const before = held();
	sandbox.requests.length = 0;
	await importing(workflow, content);
	expect(held()).toEqual(before);
	expect(sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	expect(await results()).toEqual(rows);
	expect(rows.map(({ row, result }) => [row, result])).toEqual([
		[1, 'left out'],
		[2, 'created'],
		[3, 'joined'],
		[4, 'created'],
	]);
});

test('imports a spreadsheet, with its dates, an empty row and a row that is hidden', async () => {
	const workflow = await open();
	const rows = [
		['Title', 'Details', 'Created', 'Votes', 'Archived'],
		['Export', '<p>As <b>CSV</b></p>', 45_363.75, 12, false],
		[],
		['Dark mode', 'At night, please', 45_364, '', ''],
		['Secret', 'Old', '', 3, true],
	];
	expect(await importing(workflow, workbook(rows), 'export.xlsx')).toBeUndefined();
	expect(summary()).toEqual([
		'Export (idea, open) 2024-03-12 18:00:00 votes 12',
		'Dark mode (idea, open) 2024-03-13 00:00:00',
	]);
	expect(held().posts).toMatchObject([
		{ description: 'As **CSV**' },
		{ description: 'At night, please' },
	]);
	expect(await results()).toMatchObject([
		{ row: 2, result: 'created' },
		{ row: 4, result: 'created' },
		{ row: 5, title: 'Secret', result: 'left out', why: expect.stringContaining('Archived') },
	]);
});

test.each([
	['an empty file', '', 'export.csv', 'The file has no rows.'],
	['an empty spreadsheet', workbook([]), 'export.xlsx', 'The file has no rows.'],
	['what is no spreadsheet', 'PK\u0003\u0004x', 'export.xlsx', 'save it as XLSX.'],
	[
		'a file in Latin 1',
		Buffer.from('title\nCan\xb4t export\n', 'latin1'),
		'export.csv',
		'The file is not in UTF-8',
	],
])('imports nothing of %s, and says so', async (_label, content, name, says) => {
	const workflow = await open();
	expect(await importing(workflow, content, name)).toContain(says);
	expect(held().posts).toEqual([]);
});

test('keeps other words under an equal title as private comments, in the file and in the workspace, and votes for who asked', async () => {
	const [old] = sandbox.createPosts(1, { title: 'Dark mode', description: 'For the night' });
	const content = [
		'title,description,email,votes,url',
		'dark  MODE,For the projector,ada.okafor@customer.example,12,https://old.example/1',
		'Dark mode,For the night,grace.li@customer.example,,',
		'Export,As CSV,ada.okafor@customer.example,,https://old.example/2',
		'export,As PDF,eve@elsewhere.example,3,https://old.example/3',
		'Export,As CSV,ada.okafor@customer.example,,https://old.example/4',
		'Export,As CSV,ada.okafor@customer.example,,https://old.example/2',
	].join('\n');
	const workflow = await open();
	expect(await importing(workflow, content)).toBeUndefined();
	const after = held();
	expect(after.posts.map(({ title, description }) => `${title}: ${description}`)).toEqual([
		'Dark mode: For the night',
		'Export: As CSV',
	]);
	expect(after.comments.toSorted()).toEqual(
		[
			'Dark mode: Also asked for in other words:\n\ndark MODE\n\nFor the projector\n\nAsked for by: ada.okafor@customer.example\nVotes: 12\nAddress: https://old.example/1',
			'Export: Also asked for in other words:\n\nexport\n\nAs PDF\n\nAuthor, who is no end-user: eve@elsewhere.example\nVotes: 3\nAddress: https://old.example/3',
			'Export: Also asked for in other words:\n\nExport\n\nAs CSV\n\nAsked for by: ada.okafor@customer.example\nAddress: https://old.example/4',
		].toSorted(),
	);
	expect(after.votes).toEqual([
		'Dark mode: ada.okafor@customer.example',
		'Dark mode: grace.li@customer.example',
	]);
	expect((await results()).map(({ row, result }) => [row, result])).toEqual([
		[2, 'joined'],
		[3, 'there already'],
		[4, 'created'],
		[5, 'joined'],
		[6, 'joined'],
	]);
	// The rows that were saved are lost, as after n8n was stopped before it saved them.
	await deleteTable(n8n, TABLE);
	expect(await importing(workflow, content)).toBeUndefined();
	expect(held()).toEqual(after);
	expect(old).toBeGreaterThan(0);
});

test('a row whose vote, comment or metadata is refused is named, and made up for by the next import', async () => {
	const content = [
		'title,description,email,voter email,url',
		'One,a,eve@elsewhere.example,grace.li@customer.example,https://old.example/1',
		'Two,b,eve@elsewhere.example,ada.okafor@customer.example,https://old.example/2',
	].join('\n');
	const workflow = await open();
	const faults: [string, RegExp, string][] = [
		['POST', /vote$/, 'Vote: '],
		['POST', /comment$/, 'Keep Comments: '],
		['GET', /comments/, 'Keep Comments: '],
		['PUT', /meta$/, 'Set Metadata: '],
		['POST', /post$/, ''],
	];
	for (const [method, path, says] of faults) {
		sandbox.fault({ method, path, action: { type: 'unauthorized' } });
		expect(await importing(workflow, content), says).toContain(`: ${says}`);
		sandbox.clearFaults();
		expect(await importing(workflow, content)).toBeUndefined();
		const { posts, votes, comments, metadata } = held();
		expect([posts.length, votes.length, comments.length, metadata.length], says).toEqual([
			2, 2, 2, 2,
		]);
		for (const table of ['votes', 'comments', 'post_metadata', 'posts'])
			sandbox.run(`DELETE FROM ${table}`);
		await deleteTable(n8n, TABLE);
	}
});
