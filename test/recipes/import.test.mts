// Import from another tool in a real n8n: the exports of twelve tools, odd files, and 5,000 rows that n8n is killed in.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { sharedN8n } from '../e2e/session.mts';
import { until } from '../n8n-host/host.mts';
import { openKitchen } from './kitchen.mts';
import { deleteTable, rowsOf } from './tables.mts';

const RECIPE = 'import-from-another-tool';
const EXPORTS = join(import.meta.dirname, 'exports');
const TABLE = 'import_rows_of_tests';

const n8n = await sharedN8n();
const kitchen = await openKitchen(n8n);
const { sandbox } = kitchen;
const ours = (text: string) => text.replaceAll('"import_rows"', `"${TABLE}"`);
const changed =
	(...changes: [string, string][]) =>
	(text: string) =>
		changes.reduce((changing, [from, to]) => {
			expect(changing).toContain(JSON.stringify(from).slice(1, -1));
			return changing.replace(JSON.stringify(from).slice(1, -1), JSON.stringify(to).slice(1, -1));
		}, ours(text));

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

const fileOf = (content: string | Buffer): FormData => {
	const form = new FormData();
	form.set('field-0', new File([content], 'export.csv', { type: 'text/csv' }));
	return form;
};

async function open(change = ours): Promise<string> {
	const workflow = await kitchen.setUp(RECIPE, {}, change);
	await kitchen.activate(workflow);
	return workflow;
}

/** Sends the file to the form, and gives what the run says when it has ended. */
async function importing(workflow: string, content: string | Buffer): Promise<string | undefined> {
	const before = (await n8n.executions(workflow)).length;
	expect((await kitchen.call('import-posts', fileOf(content))).status).toBe(200);
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

/** What each file leads to, row by row: type, status, date, author, and the metadata of old address and votes. */
const FILES: Record<string, string[]> = {
	aha: [
		'Calendar view (idea, done) 2021-11-30 06:00:00 by ada.okafor from https://acme.aha.example/ideas/APP-I-1 votes 23',
	],
	canny: [
		'Export as CSV (idea, planned) 2023-07-14 22:11:00 by ada.okafor from https://acme.canny.example/feature-requests/p/export-as-csv votes 41',
		'Login fails on Safari (idea, done) 2024-01-05 10:00:00 from https://acme.canny.example/bugs/p/login-fails-on-safari votes 3',
	],
	github: [
		'Support for arm64 (idea, open) 2025-01-31 23:59:59 from https://github.example/acme/app/issues/17',
	],
	'google-sheets': [
		'Two currencies (feature, open) now by grace.li',
		'Dark mode (idea, open) now by ada.okafor',
	],
	jira: [
		'Approve by mail (feature, open) 2024-09-03 09:05:00 from FEED-12 votes 7',
		'Totals are wrong in March (bug, done) 2024-02-29 23:59:00 from FEED-13 votes 0',
	],
	linear: [
		'Faster search (idea, open) 2024-05-01 10:00:00 by ada.okafor from ENG-12',
		'Crash on empty board (idea, done) 2024-05-02 10:00:00 by grace.li from ENG-13',
	],
	nolt: [
		'Print a post (idea, open) 2024-06-01 12:30:00 by ada.okafor from https://acme.nolt.example/1 votes 9',
		'Keyboard shortcuts (idea, in-progress) 2024-06-02 12:30:00 from https://acme.nolt.example/2 votes 12',
	],
	notion: [
		'Templates (idea, planned) 2024-03-12 15:45:00 by ada.okafor votes 5',
		'Numbers with a comma (bug, open) 2024-03-13 08:00:00 by grace.li votes 1',
	],
	productboard: [
		'Call with Umbrella (idea, open) 2024-02-29 12:00:00 by ada.okafor from https://acme.productboard.example/notes/1',
		'Search finds nothing if I write the plural, and I have to try each of the words… (idea, open) 2024-03-01 12:00:00 by grace.li from https://acme.productboard.example/notes/2',
	],
	trello: [
		'Roadmap per team (idea, open) now from https://trello.example/c/5f1 votes 4',
		'Undo (idea, done) now from https://trello.example/c/5f2 votes 0',
	],
	uservoice: [
		'Offline mode (idea, planned) 2022-03-01 09:15:00 by ada.okafor from https://feedback.acme.example/forums/1/suggestions/901 votes 2',
		'Widget for the home screen (idea, in-progress) 2022-05-11 17:00:00 by grace.li from https://feedback.acme.example/forums/1/suggestions/902 votes 1',
	],
	'excel-german': [
		'Rechnungen sammeln (bug, done) 2024-01-31 00:00:00 by ada.okafor votes 1.204',
		'Schriftgröße ändern (idea, open) 2024-02-01 00:00:00 votes 3',
	],
};

/** What a person writes into Words for a file in German. */
const GERMAN: [string, string][] = [
	['title, summary,', 'Titel, title, summary,'],
	['description, details,', 'Beschreibung, details,'],
	['status, state,', 'Status, state,'],
	['type, issue type,', 'Typ, issue type,'],
	['created, created at,', 'Erstellt am, created at,'],
	['author email, email,', 'E-Mail, email,'],
	['votes, vote count,', 'Stimmen, vote count,'],
	['idea = idea\nbug = bug', 'Idee = idea\nFehler = bug'],
	['open = open\nnew = open', 'Offen = open\nErledigt = done'],
];

/** The rows that a file has wrong, and what is said of them. */
const REFUSED: Record<string, [number, string][]> = {
	aha: [
		[
			3,
			"No post has the status 'Future consideration'. Posts have: none yet. Write a line into 'Statuses'",
		],
	],
	canny: [[3, "No post has the status 'under review'"]],
	github: [[3, "No post has the status 'CLOSED'"]],
	'google-sheets': [
		[2, "'Description' is #N/A, which a formula left."],
		[3, "'Title' is #REF!, which a formula left."],
		[4, "'Title' is #NAME?, which a formula left."],
	],
	'excel-german': [[4, "'Title' is #BEZUG!, which a formula left."]],
};

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

test.each(Object.keys(FILES))(
	'imports what %s exports, names what it refuses, and is silent the second time',
	async (name) => {
		const content = readFileSync(join(EXPORTS, `${name}.csv`));
		const german = (text: string) =>
			changed(...GERMAN)(text).replace(
				/("Date format","type":"string","value":)""/,
				'$1"dd.MM.yyyy"',
			);
		const workflow = await open(name === 'excel-german' ? german : ours);
		const message = await importing(workflow, content);
		const refused = REFUSED[name] ?? [];
		for (const [row] of refused) expect(message).toContain(`row ${row}, `);
		if (refused.length === 0) expect(message).toBeUndefined();
		expect(summary()).toEqual(FILES[name]);
		const rows = await results();
		expect(
			rows.filter(({ result }) => result === 'refused').map(({ row, why }) => [row, why]),
		).toEqual(refused.map(([row, why]) => [row, expect.stringContaining(why)]));
		const before = held();
		sandbox.requests.length = 0;
		await importing(workflow, content);
		expect(held()).toEqual(before);
		expect(sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		const named = (all: typeof rows) => all.map(({ row, title, result }) => [row, title, result]);
		expect(named(await results())).toEqual(named(rows));
	},
);

test('every file of the folder is played', () => {
	expect(
		globSync('*.csv', { cwd: EXPORTS })
			.map((file) => file.replace('.csv', ''))
			.toSorted(),
	).toEqual(Object.keys(FILES).toSorted());
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
		'Export: ada.okafor@customer.example',
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

test.each([
	['an Excel file', 'PK\u0003\u0004xl', 'This is an Excel file. Save it as CSV UTF-8.'],
	[
		'a file in Latin 1',
		Buffer.from('title\nCan\xb4t export\n', 'latin1'),
		'The file is not in UTF-8',
	],
	['a file in UTF-16', Buffer.from('title\nExport\n', 'utf16le'), 'The file is not in UTF-8'],
	['a website', '<html>\n<body>Sign in\n</body>\n', 'This is no CSV file.'],
	['JSON', '[{"title":"Export"}]', 'This is no CSV file.'],
	[
		'a quote that does not end',
		'title,description\nOne,"text\nTwo,more\n',
		'A quote in row 2 does not end',
	],
	['columns that nobody knows', 'Titre,Texte\nExport,CSV\n', 'The file has: Titre, Texte.'],
])('imports nothing of %s, and says what to do', async (_label, content, says) => {
	const workflow = await open();
	expect(await importing(workflow, content)).toContain(says);
	expect(held().posts).toEqual([]);
});

test('reads each cell as a person wrote it, and refuses by row what would be lost or changed', async () => {
	const long = `${'Word '.repeat(60)}🦉`;
	const content = [
		['\ufefftitle', 'Description ', 'TYPE', 'created', 'E-Mail'].join('\t'),
		...[
			['\u202eReversed\u202c', '', '', '', ''],
			[long, 'More', '', '', ''],
			['"Two\nlines"', '"A ""quote"""', '', '', ''],
			['None', 'Nothing above', '', '', ''],
			[' ', '', 'idea', '', ''],
			['\u200b\u2066', '', 'idea', '', ''],
			['[object Object]', '', '', '', ''],
			['A', 'B', 'idea', '', '', 'too', 'many'],
			['Few cells'],
			['Story', '', 'Saga', '', ''],
			['Early', '', 'Bug', '03/04/2025', ''],
			['Later', '', 'Bug', '2999-01-01', ''],
			['Serial', '', '', '45363', ''],
			['Zoned', '', '', '2024-03-12T15:45:10+02:00', ''],
			['a.b', '=1+1', '', '', ''],
		].map((cells) => cells.join('\t')),
	].join('\r\n');
	sandbox.createPosts(1, { title: 'Other', type: 'bug' });
	const workflow = await open();
	await importing(workflow, content);
	expect(
		held()
			.posts.slice(1)
			.map(({ title, description, created, type }) => [
				title,
				description,
				type,
				String(created).startsWith('2024') ? created : 'now',
			]),
	).toEqual([
		['Reversed', '', 'idea', 'now'],
		[`${long.slice(0, 79)}…`, `${long}\n\nMore`, 'idea', 'now'],
		['Two lines', 'A "quote"', 'idea', 'now'],
		['Nothing above', 'Nothing above', 'idea', 'now'],
		['Few cells', '', 'idea', 'now'],
		['Zoned', '', 'idea', '2024-03-12 13:45:10'],
		['a.b', '=1+1', 'idea', 'now'],
	]);
	const refused = (await results()).filter(({ result }) => result === 'refused');
	expect(refused.map(({ row, why }) => [row, why])).toEqual(
		[
			[6, "'Title' is empty."],
			[7, "'Title' is empty."],
			[8, "'Title' is [object Object]. Map a field inside the object."],
			[9, 'The row has 7 cells, but the first row has 5.'],
			[11, "No post has the type 'Saga'. Posts have: bug."],
			[12, "'Created' is 03/04/2025, which may mean several days."],
			[13, 'future'],
			[14, "'Created' is 45363, which may mean several days."],
		].map(([row, why]) => [row, expect.stringContaining(String(why))]),
	);
});

test('reads the rows of Google Sheets in place of the file', async () => {
	const rows = [
		{ row_number: 2, Title: 'From a sheet', Votes: 12, email: 'ada.okafor@customer.example' },
		{ row_number: 3, Title: { value: 'x' } },
		{ row_number: 4, Title: ['x'] },
		{ row_number: 5, Title: true },
		{ row_number: 6, Title: 2026 },
		{ row_number: 7, Title: '', Votes: null },
	];
	const sheets = (text: string) => ours(text).replaceAll('"Text"', '"Google Sheets"');
	const workflow = await kitchen.setUp(RECIPE, { Form: [{}], 'Google Sheets': rows }, sheets);
	const { error } = await n8n.run(workflow, 'Form');
	for (const kind of ['an object', 'a list', 'true or false']) {
		expect(error?.message).toContain(`'Title' must be text, but is ${kind}.`);
	}
	expect(summary()).toEqual([
		'From a sheet (idea, open) now by ada.okafor votes 12',
		'2026 (idea, open) now',
	]);
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
