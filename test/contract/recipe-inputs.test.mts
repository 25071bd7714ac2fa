// What people, programs and spreadsheets put in, through the first step of each recipe that reads it: nothing is dropped, merged or
// turned into "[object Object]" without a word. The steps run without n8n; test/recipes plays the whole recipes.
import { describe, expect, test } from 'vitest';
import { all } from '../recipes/recipe.mts';
import { runStep, type Seen } from '../recipes/steps.mts';

type Json = Record<string, unknown>;

/**
 * What a field holds: a text, one that may be missing, an ID, a list of texts, or what the service answered. The service means what it
 * says, so that a title None is one. A cell of a table may be empty, but is refused if a program has left something else in it.
 */
type Kind = 'text' | 'text?' | 'cell?' | 'id' | 'list' | 'said';

interface First {
	step: string;
	fields: Record<string, Kind>;
	/** What the step sees of these values. Without it, an item with them. */
	seen?: (values: Json, recipe: (typeof all)[number]) => Seen;
}

const recipeOf = (name: string) => all.find((one) => one.name === name)!;

/** The body of a call, checked by the words of the recipe. */
const called = (values: Json, recipe: (typeof all)[number]): Seen => ({
	items: runStep(recipe, 'Words', { items: [{}] }),
	steps: () => [{ body: values }],
});

/** A message of Slack, which is read by another step. */
const posted = ({ text }: Json): Seen => ({
	items: [{}],
	steps: (name) => [name === 'Link' ? { permalink: 'https://slack.example.com/p1' } : { text }],
});

const first: Record<string, First> = {
	'ticket-vote': {
		step: 'Check',
		fields: { ticket: 'id', title: 'text', details: 'text?', email: 'text' },
		seen: called,
	},
	'slack-to-post': { step: 'Plain Text', fields: { text: 'said' }, seen: posted },
	'slack-approval': { step: 'Clean', fields: { comment: 'said', data_name: 'said' } },
	'news-to-chat': { step: 'Clean', fields: { title: 'said', description: 'said' } },
	'close-the-loop': { step: 'Clean', fields: { title: 'said' } },
	'weekly-digest': { step: 'Clean', fields: { title: 'said' } },
	'ai-triage': { step: 'Clean', fields: { title: 'said', description: 'said' } },
	'error-workflow': { step: 'Clean', fields: { workflow: 'said', reason: 'said' } },
	jira: {
		step: 'Check',
		fields: { key: 'text', labels: 'list', resolution: 'text' },
		seen: called,
	},
	'plan-and-revenue': {
		step: 'Check Customers',
		fields: { plan: 'cell?' },
		seen: ({ plan }, recipe) => ({
			items: [{ email: 'ada@customer.example', mrr: 1, plan }],
			steps: (name) => runStep(recipe, name, { items: [{}] }),
		}),
	},
	'import-from-another-tool': {
		step: 'Rows',
		fields: { title: 'text', description: 'cell?' },
		// A row without a title takes the first words of its description.
		seen: ({ title, description }, recipe) => ({
			items: [title === FINE ? { title, description } : { title, votes: 1 }],
			steps: (name) => runStep(recipe, name, { items: [{}] }),
		}),
	},
};

/** Copies of the service's records, sums that the node makes, and values that go whole to a node, which checks them. */
const COPIES = [
	'crm-to-groups',
	'erasure-request',
	'github',
	'nightly-sync',
	'nightly-sync-postgres',
	'posts-to-google-sheets',
	'feedback-report',
	'wishes-by-revenue',
];

const LONG = 'Very long '.repeat(500).trim();

/** What it says, or that it says nothing: an unset template, a formula that has no value. */
const values: Array<[what: string, value: unknown, says: string]> = [
	['a text', 'Acme wants an export', 'Acme wants an export'],
	['a number', 163_529, '163529'],
	['an object', { name: 'Acme' }, 'Acme'],
	['a list', ['Acme', 'Umbrella'], 'Umbrella'],
	['a list of objects', [{ name: 'Acme' }], 'Acme'],
	['true', true, 'true'],
	['an ID as Excel saves it', '1.63529E+11', '1.63529E+11'],
	['characters without width', 'Ac\u200Bme\u2060 wa\u00ADnts', 'Acme wants'],
	['marks of direction', '\u202EAcme\u2066 \u200Ewants', 'Acme wants'],
	['characters of tags', 'Acme\u{E0041}\u{E007F} wants', 'Acme wants'],
	['5,000 characters', LONG, LONG],
	...[
		null,
		'null',
		'None',
		'undefined',
		'#N/A',
		'#REF!',
		'#NAME?',
		'#DIV/0!',
		'#BEZUG!',
		'#NV',
	].map((value): [string, unknown, string] => [`${value}`, value, '']),
	['an object as text', '[object Object]', ''],
	['a template', '{{ticket.title}}', ''],
	['templates', '{{ticket.first}} {{{ticket.last}}}', ''],
	[
		'words between templates',
		'{{name}} is empty, use {{first}}',
		'{{name}} is empty, use {{first}}',
	],
	['a word with a mark', '#help!', '#help!'],
	['a number with a mark', '#1!', '#1!'],
	['blanks', ' \n\t ', ''],
	['only characters without width', '\u200B\u2060', ''],
	['only marks of direction', '\u202E', ''],
];

const HIDDEN =
	/[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;
const FINE = 'Fine words';

/** The items that came out, or what the step says against it. */
function through(name: string, values: Json): { items: Json[]; refusal: string } {
	const recipe = recipeOf(name);
	const { step, seen = (given: Json) => ({ items: [given] }) } = first[name];
	try {
		const items = runStep(recipe, step, seen(values, recipe));
		return {
			items,
			refusal: items.map(({ wrong, refused }) => (wrong ?? refused ?? '') as string).join(''),
		};
	} catch (error) {
		return { items: [], refusal: (error as Error).message };
	}
}

/** What is read further on: the item as it came is kept beside it. */
const read = (items: Json[], field: string) =>
	items.map(({ [field]: value }) =>
		typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value),
	)[0] ?? '';

const rows = Object.entries(first).flatMap(([name, { fields }]) =>
	Object.entries(fields).map(([field, kind]) => ({ name, field, kind })),
);

/** test/contract/form-rows tries what is entered into these. */
const FORMS = ['feedback-form', 'vote-for-a-customer'];

test('each recipe that takes what a person wrote is in the table', () => {
	const elsewhere = [...COPIES, ...FORMS];
	expect(all.map(({ name }) => name).filter((name) => !elsewhere.includes(name))).toEqual(
		Object.keys(first).toSorted(),
	);
});

describe.each(rows)('$name: $field', (row) => {
	const { name, field, kind } = row;
	const { fields } = first[name];
	const fine = Object.fromEntries(
		Object.entries(fields).map(([other, kind]) => [other, kind === 'list' ? [FINE] : FINE]),
	);

	test.each(values)('%s', (_what, value, meant) => {
		const says = meant;
		const { items, refusal } = through(name, { ...fine, [field]: value });
		// What was refused is named as it is.
		const accepted = items.filter(({ refused }) => !refused);
		expect(
			JSON.stringify(accepted.map((item) => ({ ...item, original: undefined }))),
		).not.toContain(kind === 'said' && value === '[object Object]' ? '\0' : '[object ');
		const label =
			name === 'import-from-another-tool' ? field.replace(/^./, (one) => one.toUpperCase()) : field;
		if (refusal) {
			expect(refusal).toContain(`'${label}'`);
		}
		const isText = ['string', 'number'].includes(typeof value);
		if (kind === 'said') {
			expect(refusal).toBe('');
			const kept = JSON.stringify(items);
			const visible = isText ? `${value as string}`.replaceAll(new RegExp(HIDDEN, 'gu'), '') : says;
			for (const word of visible.trim().split(/\s+/)) expect(kept).toContain(word.slice(0, 100));
			expect(read(items, field)).not.toMatch(HIDDEN);
			return;
		}
		const isList = Array.isArray(value) && typeof value[0] === 'string';
		const isLeft = isText && says === '' && /^(?:#|\[object )/.test(String(value));
		const isRefused =
			kind === 'cell?'
				? isLeft || (says !== '' && !isText)
				: kind === 'list'
					? !isList
					: says === ''
						? !kind.endsWith('?')
						: !isText || (kind === 'id' && says.includes('E+'));
		expect(Boolean(refusal), refusal).toBe(isRefused);
		if (isRefused) return;
		if (kind === 'list') expect(items[0][field]).toEqual(value);
		// A long title is shortened, and whole in the description.
		else if (read(items, field).endsWith('…')) expect(items[0].description).toBe(says);
		else expect(read(items[0].data ? [items[0].data as Json] : items, field)).toBe(says);
	});
});

test('Check takes what the note of Jira gives to copy', () => {
	const [note] = recipeOf('jira').nodes.filter(({ type }) => type.endsWith('.stickyNote'));
	const [, body] = /`(\{"key".*\})`/.exec(String(note.parameters!.content))!;
	// Jira puts a list in place of one expression, and texts in place of the others.
	const sent = body
		.replace('{{issue.labels.asJsonStringArray}}', '["feedback-12"]')
		.replaceAll(/\{\{[\w.]+\}\}/g, 'Done');
	const { items } = through('jira', JSON.parse(sent) as Json);
	expect(items).toEqual([{ key: 'Done', labels: ['feedback-12'], resolution: 'Done', wrong: '' }]);
});

const CELLS = `title,description,created\n`;

describe('a cell of an import', () => {
	const rowsOf = (csvText: string) => {
		const recipe = recipeOf('import-from-another-tool');
		const steps = (name: string) => runStep(recipe, name, { items: [{}] });
		return runStep(recipe, 'Rows', { items: [{ csvText }], steps });
	};
	const planned = (author: string) => {
		const recipe = recipeOf('import-from-another-tool');
		const seen: Record<string, Json[]> = {
			Words: runStep(recipe, 'Words', { items: [{}] }),
			'Row IDs': [{ key: '1', row: 2, title: 'Export', author, leftOut: '' }],
			'End-Users': [{ user_id: 7, data_mail: 'ada@x.example' }],
		};
		const steps = (name: string) => seen[name] ?? [];
		return runStep(recipe, 'Plan', { items: [{}], steps })[0];
	};
	const rowOf = (description: string, created = '') =>
		rowsOf(`${CELLS}Export,"${description.replaceAll('"', '""')}","${created}"`)[0];

	// The service takes tags out of what it keeps, but no address.
	test.each([
		['Voter: Ada <ada@a.example>', 'Voter: Ada <ada@b.example>'],
		['See <https://a.example>', 'See <https://b.example>'],
		['<b>Bold</b> words', 'Words'],
	])('%s is no comment %s, and is written once', (comment, other) => {
		const there = { feedback_id: 1, comment: comment.replaceAll(/<.?b>/g, '') };
		const comments = [comment, other].map((text) => ({ key: text, comment: text }));
		const seen: Record<string, Json[]> = {
			'Their Comments': [there],
			Which: [{ feedback_id: 1, comments }],
		};
		const steps = (name: string) => seen[name];
		const left = runStep(recipeOf('import-from-another-tool'), 'New Comments', {
			items: [],
			steps,
		});
		expect(left.map(({ key }) => key)).toEqual([other]);
	});

	test.each([
		['<p>See <a href="https://a.example">here</a>.</p>', 'See here (https://a.example).'],
		[
			'<p>See <a class="x" href="https://a.example"><strong>here</strong></a>.</p>',
			'See here (https://a.example).',
		],
		["<p>See <a href='https://a.example' >here</a>.</p>", 'See here (https://a.example).'],
		['<p>See <a>here</a> and <a name="b">there</a>.</p>', 'See here and there.'],
		['<p><img alt="x" src="https://a.example/1.png"/></p>', 'https://a.example/1.png'],
		["<p><img src='https://a.example/1.png'></p>", 'https://a.example/1.png'],
		[
			'<p><a href="https://a.example"><img src="https://a.example/1.png"></a></p>',
			'https://a.example/1.png (https://a.example)',
		],
		['if a <b then', 'if a <b then'],
		[
			'<table class="t"><tr><th>Plan</th><td>Pro</td></tr><tr><td>Seats</td><td>3</td></tr></table>',
			'Plan Pro\nSeats 3',
		],
		['Before<hr>After', 'Before\nAfter'],
		[
			'<p>x<sup>2</sup> <mark>now</mark></p><figure><img src="https://a.example/1.png"></figure>',
			'x2 now\n\nhttps://a.example/1.png',
		],
		[
			'A &amp; B &quot;C&quot; &#39;D&#39;&nbsp;caf&eacute; &#233; &hellip;',
			'A & B "C" \'D\' café é …',
		],
		['<p>A &amp; B &lt;b&gt; caf&eacute;</p>', 'A & B <b> café'],
		// The service would take the tag away.
		['Use &lt;b&gt; for bold', 'Use &lt;b&gt; for bold'],
		['R&D; a&b', 'R&D; a&b'],
	])('keeps the address of a link or picture: %s', (html, text) => {
		expect(rowOf(html)).toMatchObject({ description: text, refused: '' });
	});

	test.each([
		['2024-03-12', '2024-03-12 00:00:00'],
		['03/Sep/24 9:05 AM', '2024-09-03 09:05:00'],
		['March 12, 2024 3:45 PM', '2024-03-12 15:45:00'],
		['14. Januar 2024', '2024-01-14 00:00:00'],
		['12-Mar-24', '2024-03-12 00:00:00'],
		['Thu, 12 Mar 2024 10:00:00 +0100', '2024-03-12 09:00:00'],
		['Tue Mar 12 2024 15:45:10 GMT+0100 (CET)', '2024-03-12 14:45:10'],
		['12 Mar 2024 15:45 EST', '2024-03-12 20:45:00'],
		['Feb 29 2024', '2024-02-29 00:00:00'],
		['Thu, 29 Feb 2024 23:30:00 -0200', '2024-03-01 01:30:00'],
	])('is a date: %s', (created, read) => {
		expect(rowOf('', created)).toMatchObject({ created: read, refused: '' });
	});

	test.each([
		'Sprint 12',
		'Anna 12',
		'Jan 5',
		'Mar 2024',
		'Version 2.3',
		'3 hours ago',
		'03/04/25',
		'Feb 30 2024',
		'31-Apr-24',
		'Feb 29 2023',
		'2024-02-30',
	])('is no certain date: %s', (created) => {
		const refused = expect.stringContaining(`'Created' is ${created}, which may mean`);
		expect(rowOf('', created)).toMatchObject({ refused });
	});

	test.each([
		['a line of Excel that names the separator', 'sep=;\r\ntitle;description\r\nExport;CSV', 2],
		['blank lines before the first row', '\n,\ntitle,description\nExport,CSV', 4],
		['blanks before quotes', 'title, description\nExport , "CSV" \n', 2],
		['empty cells at the end of a row', 'title,description\nExport,CSV,, \n', 2],
		['a title row above its header', 'Feedback of 2026,,\n\ntitle,description,x\nExport,CSV,', 4],
		[
			'a title row that names no column',
			'Ideas of Acme\r\nExported: May\r\ntitle;description\r\nExport;CSV',
			4,
		],
		['a title row that is a name of a column', 'Name,\ntitle,description\nExport,CSV', 3],
		['two columns of text', 'title,description,details\nExport,,CSV', 2],
		['a name of a person beside the title', 'Name,Idea,Details\nAda,Export,CSV', 2],
	])('is read in a file with %s', (_what, csvText, row) => {
		const read = { row, title: 'Export', description: 'CSV', refused: '' };
		expect(rowsOf(csvText)).toMatchObject([read]);
	});

	test.each([
		['"Best" feature,B', '"Best" feature', 'B'],
		['Say "yes",B', 'Say "yes"', 'B'],
		['5" screen,B', '5" screen', 'B'],
		['"a" and "b",B', '"a" and "b"', 'B'],
		['"Best" feature,"with, comma"', '"Best" feature', 'with, comma'],
	])('keeps stray quotes: %s', (row, title, description) => {
		expect(rowsOf(`title,description\n${row}\nExport,CSV`)).toMatchObject([
			{ title, description, refused: '' },
			{ title: 'Export', description: 'CSV', refused: '' },
		]);
	});

	test('is refused with its file where a quote does not end, or else with its row', () => {
		const refused = (row: string) => rowsOf(`title,description\n${row}\nExport,CSV`);
		const [file, ...others] = refused('"Best,B');
		expect(file).toMatchObject({ refused: expect.stringContaining('A quote in row 2') });
		expect(others).toEqual([]);
		expect(refused('"a "b, c" d,B')).toMatchObject([
			{ refused: expect.stringContaining('The row has 3 cells') },
			{ title: 'Export', refused: '' },
		]);
	});

	test.each([
		['title,name,votes\nExport,Ada,3\nDark,,1', 'name'],
		['title,name\nExport,export', 'name'],
		['title,name\nExport,Export', undefined],
		['title,name\n,Ada', undefined],
		['title,author email,author\nExport,ada@x.example,Ada', 'author'],
		['title,notes,url,id\nExport,x,https://a.example/1,1', 'notes, id'],
		['Exported on Monday,,\ntitle,notes\nExport,x', 'Exported on Monday, notes'],
	])('is named where another column is read in its place: %j', (csvText, leftOut) => {
		expect(rowsOf(csvText)[0].leftOut || undefined).toBe(leftOut);
	});

	test.each([
		'ada@x.example',
		' Ada@X.example ',
		'Ada <ada@x.example>',
		'"Okafor, Ada" <ada@x.example>',
		'Ada (ada@x.example)',
		'mailto:ada@x.example',
		'ada@x.example (Ada)',
	])('is the address of an author: %s', (author) => {
		expect(planned(author)).toMatchObject({ author: 7, comment: '' });
	});

	test.each(['Ada', 'ada@x.example, eve@x.example', 'eve@x.example', 'Ada <eve@x.example>'])(
		'is no certain address of an end-user: %s',
		(author) => {
			const comment = `Author, who is no end-user: ${author}`;
			expect(planned(author)).toMatchObject({ author: undefined, comment });
		},
	);

	test('keeps the texts of all columns of text, and each once', () => {
		const [row] = rowsOf('title,description,details,notes,body\nExport,As CSV,,,"<p>And PDF</p>"');
		expect(row).toMatchObject({ description: 'As CSV\n\nAnd PDF', leftOut: 'notes' });
		const [same] = rowsOf('title,description,details\nExport,As CSV,As CSV');
		expect(same).toMatchObject({ description: 'As CSV' });
	});

	test.each(['', '\n\n', 'title,description\n', 'title,description\n,\n'])(
		'stands in a file that is not empty: %j',
		(csvText) => {
			expect(rowsOf(csvText)).toMatchObject([{ refused: 'The file has no rows.' }]);
		},
	);
});
