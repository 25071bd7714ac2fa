// What Import from another tool makes of files, row by row, without n8n: what is read of each cell, and what each row becomes.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRecipe } from '../recipes/recipe.mts';
import { endUsersBy } from '../../docs/recipes/src/import-from-another-tool/people.js';
import { evaluated, runStep, stepOf } from '../recipes/steps.mts';

type Json = Record<string, unknown>;

const recipe = readRecipe('import-from-another-tool');
const EXPORTS = join(import.meta.dirname, '..', 'recipes', 'exports');

const wordsWith = (changed: Json) => [
	{ ...runStep(recipe, 'Words', { items: [{}] })[0], ...changed },
];

/** What the step gives out, where others gave out these items, and the rest none. */
const run = (
	step: string,
	others: Record<string, Json[]>,
	items: Json[] = [{}],
	words: Json = {},
) =>
	runStep(recipe, step, {
		items,
		steps: (name) => others[name] ?? (name === 'Words' ? wordsWith(words) : []),
	});

const rowsOf = (csvText: string, words: Json = {}) => run('Rows', {}, [{ csvText }], words);
const rowsOfSheet = (cells: unknown[][], words: Json = {}) =>
	run(
		'Rows',
		{},
		cells.map((row) => ({ row })),
		words,
	);

/** A file with a single row of these cells. */
const rowWith = (cells: Json, words: Json = {}) =>
	rowsOfSheet([Object.keys(cells), Object.values(cells)], words)[0];

const refusedWith = (says: string) => expect.stringContaining(says) as string;
const titlesOf = (rows: Json[]) => rows.map(({ title }) => title);

describe('the names of the columns', () => {
	test.each([
		['a line of Excel that names the separator', 'sep=;\r\ntitle;description\r\nExport;CSV', 2],
		['a separator of its own', 'sep=^\ntitle^description\nExport^CSV', 2],
		['tabs', 'title\tdescription\nExport\tCSV', 2],
		['lines between', 'title|description\nExport|CSV', 2],
		['blank lines before the first row', '\n,\ntitle,description\nExport,CSV', 4],
		['blanks before quotes', 'title, description\nExport , "CSV" \n', 2],
		['empty cells at the end of each row', 'title,description\nExport,CSV,, \n', 2],
		['a title row above', 'Feedback of 2026,,\n\ntitle,description,x\nExport,CSV,', 4],
		[
			'title rows without a separator',
			'Ideas of Acme\r\nExported: May\r\ntitle;description\r\nExport;CSV',
			4,
		],
		['a title row that is a name of a column', 'Name,\ntitle,description\nExport,CSV', 3],
		['a title row of one cell', 'Feedback\ntitle;description\nExport;CSV', 3],
		['two columns of text', 'title,description,details\nExport,,CSV', 2],
		['a name of a person beside the title', 'Name,Idea,Details\nAda,Export,CSV', 2],
		['one cell too many further down', 'title,details\nExport,CSV\na,b,c,d,e,f,g,h,i', 2],
	])('are found with %s', (_what, csvText, row) => {
		expect(rowsOf(csvText)[0]).toMatchObject({
			row,
			title: 'Export',
			description: 'CSV',
			refused: '',
		});
	});

	test.each([
		['title,details\nemail,idea\ntext,link', ['email', 'idea'], ['text', 'link']],
		['title,x,y\nemail,idea,text\nidea,status,link', ['email', ''], ['idea', '']],
		['Idea,x,y,z\nExport,a,b,c\ntitle,type,status,email', ['Export', ''], ['title', '']],
		['Idea,Votes\nname,3\ntitle,4', ['name', ''], ['title', '']],
	])('are no row below them, whatever its cells are called: %j', (csvText, ...rows) => {
		expect(rowsOf(csvText).map(({ title, description }) => [title, description])).toEqual(rows);
	});

	test.each([
		['a list', 'title,x\nExport,type; status; votes; email\nPrint,e; f; g; h'],
		['a list in quotes', 'title;x\nExport;"type, status, votes"\nPrint;"a, b"'],
		['a table', 'title,x\nExport,| name | email | message |\nPrint,y'],
		['tabs', 'title,details\nExport,a\tb\tc\td\nPrint,x'],
		['a table in quotes', 'Title;x\nExport;"| title | details |\n|---|---|"\nPrint;y'],
	])('say what separates cells, and not %s in a text', (_what, csvText) => {
		expect(titlesOf(rowsOf(csvText))).toEqual(['Export', 'Print']);
	});

	test('a single column has no separator', () => {
		expect(titlesOf(rowsOf('Idea\nExport, fast\nDark mode; at night\n"Two, ""quoted"""'))).toEqual([
			'Export, fast',
			'Dark mode; at night',
			'Two, "quoted"',
		]);
	});

	const BOARD = [
		['Ideas of Acme'],
		['Planned'],
		['Name', 'Status', 'Votes'],
		['Export', 'Open', 3],
		['Few'],
		['Backlog', null, ''],
		['Name', 'Status', 'Votes', null],
		['Dark mode', 'Open', 4],
	];
	test('that stand above each group are no posts, and neither are the names of groups', () => {
		const rows = rowsOfSheet(BOARD);
		expect(titlesOf(rows)).toEqual(['Export', 'Few', 'Dark mode']);
		expect(rows.map(({ row }) => row)).toEqual([4, 5, 8]);
		expect(rows[0].leftOut).toBe('Ideas of Acme, Planned, Backlog');
	});

	test('that stand there twice without groups keep the row before them', () => {
		const rows = rowsOf(
			'title,status,votes\nExport,Open,3\nFew,,\nTitle,Status,votes\nDark,Open,4',
		);
		expect(titlesOf(rows)).toEqual(['Export', 'Few', 'Dark']);
	});

	const person = { author: 'ada@x.example', title: 'It is slow', description: 'It is slow' };
	test.each([
		['name,email,message\nAda,ada@x.example,It is slow'],
		['Name,Email Address,Feedback\nAda,ada@x.example,It is slow'],
		['Timestamp,Email Address,Name,Your feedback\n2024-01-15,ada@x.example,Ada,It is slow'],
		['E-mail;Name;Suggestion\nada@x.example;Ada;It is slow'],
	])('names of people are no titles: %j', (csvText) => {
		expect(rowsOf(csvText)).toMatchObject([person]);
	});

	test('a contact list is refused, and no name of a person becomes a title', () => {
		for (const columns of ['Name,Email,Company', 'ID,Start time,Email,Name']) {
			const [file, ...others] = rowsOf(`${columns}\nAda,ada@x.example,Ada Okafor,Ada`);
			expect(file.refused).toContain('title');
			expect(others).toEqual([]);
		}
	});

	test('a name beside words is that of who said them, also where a title is empty', () => {
		expect(rowsOf('Name,Message\nAda,Slow')).toMatchObject([{ title: 'Slow', author: 'Ada' }]);
		expect(rowsOf('title,name\n,Ada')).toMatchObject([{ refused: "'Title' is empty." }]);
		expect(rowsOf('Name,Idea,Details\nAda,,CSV')).toMatchObject([{ title: 'CSV', author: 'Ada' }]);
		expect(rowsOf('Name,Status\nTemplates,Open')).toMatchObject([{ title: 'Templates' }]);
	});

	test.each([
		['What would you like, and why?'],
		['Idea; in a few words'],
		['Was fehlt, Ihrer Meinung nach?'],
	])('a question with a comma is written into Words in quotes: %s', (question) => {
		const words = { 'Title columns': `title, "${question}", summary` };
		const csvText = `"${question}",x\nExport,y`;
		expect(rowsOf(csvText, words)).toMatchObject([{ title: 'Export' }]);
		// As it is to be copied.
		const [{ refused }] = rowsOf(csvText);
		expect(refused).toContain(`The file has: "${question}", x.`);
	});

	test.each([
		['title,name,votes\nExport,Ada,3\nDark,,1', undefined],
		['title,summary\nExport,export', 'summary'],
		['title,summary\nExport,Export', undefined],
		['title,name\n,Ada', undefined],
		['title,author email,author\nExport,ada@x.example,Ada', 'author'],
		['title,notes,url,id\nExport,x,https://a.example/1,1', 'notes, id'],
		['Exported on Monday,,\ntitle,notes\nExport,x', 'Exported on Monday, notes'],
		['title,archived\nExport,no', undefined],
	])('those that are not read are named: %j', (csvText, leftOut) => {
		expect(rowsOf(csvText)[0].leftOut || undefined).toBe(leftOut);
	});

	test.each([
		['no file', '', 'The file has no rows.'],
		['blank lines', '\n\n', 'The file has no rows.'],
		['no row', 'title,description\n', 'The file has no rows.'],
		['empty cells', 'title,description\n,\n', 'The file has no rows.'],
		['a ZIP file', 'PK\u0003\u0004xl', 'This is an Excel file.'],
		[
			'ODS',
			'PK\u0003\u0004\u0014mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK',
			'This is an ODS file. Save it as XLSX',
		],
		['UTF-16', 't\0i\0t\0l\0e\0\n\0x\0', 'not in UTF-8'],
		['a website', '<html>\n<body>Sign in\n</body>\n', 'This is no CSV file.'],
		['JSON', '[{"title":"Export"}]', 'This is no CSV file.'],
		['an open quote', 'title,description\nOne,"text\nTwo,more\n', 'A quote in row 2 does not end'],
		['an open quote at the start', 'title,description\n"Best,B\nX,Y', 'A quote in row 2 does not'],
		['unknown columns', 'Titre,Texte\nExport,CSV\nidea,text\n', 'The file has: Titre, Texte.'],
	])('of %s: nothing is imported, and it says what to do', (_what, csvText, says) => {
		expect(rowsOf(csvText)).toMatchObject([
			{ title: 'The whole file', refused: refusedWith(says) },
		]);
	});

	test('an empty spreadsheet is refused, and so is a broken one', () => {
		expect(run('Rows', {}, [{}])).toMatchObject([{ refused: 'The file has no rows.' }]);
		expect(run('Rows', {}, [{ error: 'Encrypted' }])).toMatchObject([
			{ refused: 'Encrypted. Open the file in a spreadsheet, and save it as XLSX.' },
		]);
		expect(run('Rows', {}, [{ title: 'Export', error: 'E12' }])).toMatchObject([
			{ title: 'Export' },
		]);
	});
});

describe('a row', () => {
	test.each([
		['"Best" feature,B', '"Best" feature', 'B'],
		['Say "yes",B', 'Say "yes"', 'B'],
		['5" screen,B', '5" screen', 'B'],
		['"a" and "b",B', '"a" and "b"', 'B'],
		['"Best" feature,"with, comma"', '"Best" feature', 'with, comma'],
		['"A ""quote""","x"', 'A "quote"', 'x'],
		[String.raw`"Say \"yes\", please","B"`, 'Say "yes", please', 'B'],
		[String.raw`"A \"b\" c","It says \"no, never\""`, 'A "b" c', 'It says "no, never"'],
		[String.raw`"A \"b\" c","C:\\temp"`, 'A "b" c', String.raw`C:\temp`],
		[String.raw`"C:\temp\","B"`, 'C:\\temp\\', 'B'],
		[String.raw`"C:\""a""","B"`, 'C:\\"a"', 'B'],
	])('keeps its quotes: %s', (row, title, description) => {
		expect(rowsOf(`title,description\n${row}\nExport,CSV`)).toMatchObject([
			{ title, description, refused: '' },
			{ title: 'Export', description: 'CSV', refused: '' },
		]);
	});

	const COLUMNS = 'title,description,votes';
	const FULL = 'Print,On paper,3\nSearch,For words,4';
	test.each([
		['a comma outside of quotes', 'Export, fast,As CSV,3', 'The row has 4 cells'],
		['one, and an empty last cell', 'Export, fast,As CSV,', 'The row has 4 cells'],
		['one, and empty last cells', 'Export, fast,,', 'The row has 4 cells'],
	])('is refused with %s', (_what, row, says) => {
		const [refused, ...others] = rowsOf(`${COLUMNS}\n${row}\n${FULL}`);
		expect(refused).toMatchObject({ row: 2, refused: refusedWith(says) });
		expect(titlesOf(others)).toEqual(['Print', 'Search']);
	});

	test.each([
		['© Acme 2026'],
		['Confidential,,'],
		['Confidential,,\n\nPage 1 of 1,,\n'],
		[',,Generated by Acme'],
	])('is no last line of a report: %j', (end) => {
		const rows = rowsOf(`${COLUMNS}\n${FULL}\n${end}`);
		expect(titlesOf(rows.slice(0, 2))).toEqual(['Print', 'Search']);
		expect(rows.length).toBeGreaterThan(2);
		for (const { refused } of rows.slice(2)) {
			expect(refused).toContain('The row has one cell, as the last lines of a report have.');
		}
	});

	test('of one cell is read between others, in a file of two columns, and where many have one', () => {
		expect(titlesOf(rowsOf(`${COLUMNS}\nFew,,\n${FULL}`))).toEqual(['Few', 'Print', 'Search']);
		expect(titlesOf(rowsOf('title,details\nPrint,x\nFew,'))).toEqual(['Print', 'Few']);
		const titles = ['A', 'B', 'C', 'D', 'E'];
		const rows = rowsOf(
			`${COLUMNS}\nPrint,On paper,3\n${titles.map((one) => `${one},,`).join('\n')}`,
		);
		expect(rows.every(({ refused }) => refused === '')).toBe(true);
	});

	test.each<[column: string, value: unknown]>([
		['Archived', 'true'],
		['Archived', true],
		['archived', 'x'],
		['Archived', '2024-05-05T10:00:00.000Z'],
		['Private', 'Yes'],
		['is_private', 1],
		['isHidden', 'TRUE'],
		['Spam', 'y'],
		['Public', 'no'],
		['published', false],
		['Public', 'nein'],
		['published', 'FALSCH'],
		['visible', 'off'],
		['Visibility', 'internal'],
		['Visibility', 'Team only'],
		['visibility', 'Private'],
		['Visibility', 'Members only'],
		['visibility', 'hidden'],
		['Access', 'Team'],
		['Public', 'Acme staff'],
		['Idea visibility', 'Visible to creator and employees'],
		['Security Level', 'Employees'],
		['Private', 'checked'],
		['Private', 'Members only'],
		['Status', 'Spam'],
		['State', 'draft'],
		['deletedAt', '2024-05-05'],
	])('stays hidden, and is named: %s is %s', (column, value) => {
		const row = rowWith({ title: 'Secret', [column]: value });
		expect(row).toMatchObject({ title: 'Secret', hidden: column });
		expect(row.description).toBe(undefined);
	});

	test.each<[column: string, value: unknown]>([
		['Archived', 'false'],
		['Archived', false],
		['Archived', ''],
		['Archived', 'NULL'],
		['Private', 'No'],
		['private', 0],
		['Public', 'yes'],
		['Public', ''],
		['Visibility', 'public'],
		['Visibility', 'Everyone'],
		['Public', 'checked'],
		['Status', 'Open'],
		['Status', 'Members only'],
	])('is for everybody: %s is %s', (column, value) => {
		const row = rowWith({ title: 'Open', [column]: value });
		expect(row).toMatchObject({ title: 'Open', refused: '' });
		expect(row.hidden).toBe(undefined);
	});

	// Airtable writes nothing for a box that is not checked.
	test.each([
		['Private', [undefined, 'Private']],
		['Public', ['Public', undefined]],
		['Visibility', ['Visibility', undefined]],
		['Status', [undefined, undefined]],
	])('of a box that is not checked is no, if another one is checked: %s', (column, hidden) => {
		const rows = rowsOf(`title,${column}\nOne,\nTwo,checked`);
		expect(rows.map((row) => row.hidden)).toEqual(hidden);
	});

	test('has one key, whatever stands beside it and whatever a library makes of it', () => {
		const [first] = rowsOf('title,details,x\n<b>A</b>,<p>B</p>,1');
		const [, second] = rowsOf('title,details,x\nOther,B,2\n<b>A</b>,<p>B</p>,3', {
			'Left out if': '',
			Statuses: '',
		});
		expect(first.key).toMatch(/^[\da-f]{16}$/);
		expect(second.key).toBe(first.key);
		const keys = rowsOf(
			`title,votes\n${Array.from({ length: 5000 }, (_, at) => `Wish,${at}`).join('\n')}`,
		);
		expect(new Set(keys.map(({ key }) => key)).size).toBe(5000);
	});
});

describe('a cell', () => {
	const rowOf = (description: string, created: unknown = '') =>
		rowWith({ title: 'Export', description, created });

	test.each([
		'NULL',
		'null',
		'\\N',
		'(null)',
		'<null>',
		'nil',
		'None',
		'NaN',
		'nan',
		'undefined',
		'{{ticket.title}}',
		' ',
		'\u200b',
	])('is empty: %j', (text) => {
		const row = rowWith({ title: text, description: 'Words', status: text, created: text });
		expect(row).toMatchObject({ title: 'Words', status: '', created: '', refused: '' });
		expect(rowOf(text)).toMatchObject({ description: '', html: '' });
	});

	test.each([
		["'- faster", '- faster'],
		["'=1+1", '=1+1'],
		["'+1", '+1'],
		["'@ada", '@ada'],
		["'quoted'", "'quoted'"],
		["It's", "It's"],
		['#help!', '#help!'],
		['R&amp;D &quot;x&quot; it&#39;s', 'R&D "x" it\'s'],
		['if a<b &amp;&amp; c>d', 'if a<b && c>d'],
		['Use `&amp;` for &amp;', 'Use `&amp;` for &'],
		['Two\r\nlines', 'Two\nlines'],
		['R&D; a&b', 'R&D; a&b'],
		['if a <b then', 'if a <b then'],
		['Array<string> and <key>', 'Array<string> and <key>'],
	])('keeps what a person wrote: %j', (text, kept) => {
		expect(rowOf(text)).toMatchObject({ description: kept, html: '', refused: '' });
	});

	const code = '```\n<table>\n  <tr>\n```';
	test.each([
		['# Why\nOne<br>two\n\n- three', '# Why\nOne\ntwo\n\n- three'],
		['One<br/>\ntwo\nthree', 'One\ntwo\nthree'],
		['a\n| b<br>c | d |', 'a\n| b c | d |'],
		['Use `<table>` for it', 'Use `<table>` for it'],
		['Use `<br>` and `<b>x</b>`', 'Use `<br>` and `<b>x</b>`'],
		[`See\n${code}`, `See\n${code}`],
		['a</p><p>b\nc', 'a\n<p>b\nc'],
		['One\n<img src="https://a.example/1.png">', 'One\n![](https://a.example/1.png)'],
		["One\n<a href='https://a.example'>here</a>", 'One\n[here](https://a.example)'],
		['One\n<!-- no\nword -->two', 'One\ntwo'],
		['One\n<iframe src="https://a.example/v"></iframe>', 'One\n https://a.example/v'],
		["One\n<video controls src='https://a.example/v'>", 'One\n https://a.example/v'],
		[
			'One\n<video><source src=https://a.example/v type="video/mp4"></video> two',
			'One\n https://a.example/v  two',
		],
		['Use `<iframe src="x">` and\n<iframe>', 'Use `<iframe src="x">` and\n<iframe>'],
	])('stays Markdown: %j', (text, kept) => {
		expect(rowOf(text)).toMatchObject({ description: kept, html: '' });
	});

	test.each([
		['<p>One</p><p>two</p>', '<div><p>One</p><p>two</p></div>'],
		['<p>One\ntwo</p>', '<div><p>One\ntwo</p></div>'],
		['Before<br>after', '<div>Before<br>after</div>'],
		['One <em>word</em>', '<div>One <em>word</em></div>'],
		['caf&eacute;', '<div>caf&eacute;</div>'],
		['<p>Press &lt;key></p>', '<div><p>Press &amp;lt;key></p></div>'],
		['<p>1 &lt; 2</p>', '<div><p>1 &lt; 2</p></div>'],
		['<p>1 < 2</p>', '<div><p>1 &lt; 2</p></div>'],
		['<em>Press</em> <Enter>', '<div><em>Press</em> &amp;lt;Enter></div>'],
		[
			'<p>See <a title="a &quot;b&quot;" href="https://a.example">it</a></p>',
			'<div><p>See <a title="a &quot;b&quot;" href="https://a.example">it</a></p></div>',
		],
		[
			'<p>See</p><iframe width="9" src="https://a.example/v?a=1&amp;b"></iframe>',
			'<div><p>See</p> https://a.example/v?a=1&amp;b </div>',
		],
		[
			'<!DOCTYPE html>\n<html lang="en">\n<head><title>No</title>\n<style>p { no }</style></head>\n<body class="x">\n<p>One</p><script>no()</script >\n<p>two</p>\n</body></html>',
			'<div><div><p>One</p>\n<p>two</p></div></div>',
		],
		['<style type="text/css">\np { no }\n</style>\n<p>One</p>', '<div><div><p>One</p></div></div>'],
		[
			'<p>Write &lt;style>a&lt;/style></p>',
			'<div><p>Write &amp;lt;style>a&amp;lt;/style></p></div>',
		],
	])('is HTML, for the step HTML: %j', (text, html) => {
		expect(rowOf(text)).toMatchObject({ description: '', html });
	});

	test('is no HTML for that step with more than 500 tags, which would stop n8n', () => {
		expect(rowOf(`<p>One</p>${'<b>'.repeat(500)}`)).toMatchObject({
			html: '',
			description: refusedWith('One'),
		});
		expect(String(rowOf(`<p>${'<i>x</i>'.repeat(240)}</p>`).html)).toContain('<i>');
	});

	test('several columns of text are joined, and each text once', () => {
		const [row] = rowsOf('title,description,details,notes,body\nExport,As CSV,,,"And, PDF"');
		expect(row).toMatchObject({ description: 'As CSV\n\nAnd, PDF', leftOut: 'notes' });
		const [html] = rowsOf('title,description,details\nExport,A & B,<p>C</p>');
		expect(html).toMatchObject({ html: '<p>A &amp; B</p><div><p>C</p></div>' });
		const [same] = rowsOf('title,description,details\nExport,As CSV,As CSV');
		expect(same).toMatchObject({ description: 'As CSV' });
	});

	test('a long title is shortened, and whole in the description', () => {
		const long = `${'Word '.repeat(60)}🦉`;
		expect(rowWith({ title: long, details: 'More' })).toMatchObject({
			title: `${long.slice(0, 79)}…`,
			description: `${long}\n\nMore`,
		});
		const text = `<p>${'Word '.repeat(30)}</p>`;
		expect(rowWith({ title: '', details: text })).toMatchObject({
			title: `${'Word '.repeat(30).slice(0, 79)}…`,
			html: `<div>${text}</div>`,
		});
	});

	test.each<[count: number, isWhole: boolean]>([
		[200, true],
		[201, false],
	])('a title of %i characters stays whole: %s', (count, isWhole) => {
		const title = '🦉'.repeat(count);
		expect(rowWith({ title })).toMatchObject({
			title: isWhole ? title : `${'🦉'.repeat(79)}…`,
			description: isWhole ? '' : title,
		});
	});

	test('that has lost letters is refused, and the others are not', () => {
		expect(rowsOf('title\nCan\ufffdt\nExport')).toMatchObject([
			{ refused: refusedWith('The file is not in UTF-8') },
			{ title: 'Export', refused: '' },
		]);
	});

	test.each<[unknown, string]>([
		['2024-03-12', '2024-03-12 00:00:00'],
		['2024/01/15', '2024-01-15 00:00:00'],
		['2024.1.5', '2024-01-05 00:00:00'],
		['2024/01/15 3:45 PM', '2024-01-15 15:45:00'],
		['2024-03-12T15:45:10.123Z', '2024-03-12 15:45:10'],
		['2024-03-12T15:45:10+02:00', '2024-03-12 13:45:10'],
		['2024-03-12 15:45:10 +0200', '2024-03-12 13:45:10'],
		['2024-03-12 15:45:10.5+00', '2024-03-12 15:45:10'],
		['2021-11-30 06:00:00 UTC', '2021-11-30 06:00:00'],
		['2024-03-12 15:45 EST', '2024-03-12 20:45:00'],
		['03/Sep/24 9:05 AM', '2024-09-03 09:05:00'],
		['29/Feb/24 12:59 AM', '2024-02-29 00:59:00'],
		['March 12, 2024 3:45 PM', '2024-03-12 15:45:00'],
		['March 12, 2024 3:45 PM (EDT)', '2024-03-12 19:45:00'],
		['March 12, 2024 3:45 PM (GMT+1)', '2024-03-12 14:45:00'],
		['March 12, 2024 3:45 PM (UTC)', '2024-03-12 15:45:00'],
		['March 12, 2024 11:45 PM (GMT-5:30)', '2024-03-13 05:15:00'],
		['14. Januar 2024', '2024-01-14 00:00:00'],
		['12-Mar-24', '2024-03-12 00:00:00'],
		['Thu, 12 Mar 2024 10:00:00 +0100', '2024-03-12 09:00:00'],
		['Tue Mar 12 2024 15:45:10 GMT+0100 (CET)', '2024-03-12 14:45:10'],
		['12 Mar 2024 15:45 EST', '2024-03-12 20:45:00'],
		['January 15th, 2024 at 10:30', '2024-01-15 10:30:00'],
		['Feb 29 2024', '2024-02-29 00:00:00'],
		['Thu, 29 Feb 2024 23:30:00 -0200', '2024-03-01 01:30:00'],
		[45_363, '2024-03-12 00:00:00'],
		[45_363.75, '2024-03-12 18:00:00'],
		['3 June 2024', '2024-06-03 00:00:00'],
		['3 Sept 2024', '2024-09-03 00:00:00'],
		['1705312800123', '2024-01-15 10:00:00'],
		[1_705_312_800_123, '2024-01-15 10:00:00'],
	])('is a date: %s', (created, read) => {
		expect(rowOf('', created)).toMatchObject({ created: read, refused: '' });
	});

	test.each<unknown>([
		'Sprint 12',
		'Anna 12',
		'Jan 5',
		'Mar 2024',
		'3 Decks 2024',
		'Marketing 3, 2024',
		'12 Octopuses 2024',
		'9999999999999',
		'Version 2.3',
		'3 hours ago',
		'03/04/25',
		'03/04/2025',
		'31.01.2024',
		'45363',
		'Feb 30 2024',
		'31-Apr-24',
		'Feb 29 2023',
		'2024-02-30',
		'2024/13/01',
		'2024-01-15 25:00',
		'2024-01-15 10:61',
		'2024-01-15 13:00 PM',
		'2024-01-15 10:00 CET',
		'March 1, 2024 → March 3, 2024',
		1_705_312_800,
	])('is no certain date: %s', (created) => {
		const refused = refusedWith(`'Created' is ${String(created)}, which may mean`);
		expect(rowOf('', created)).toMatchObject({ refused });
	});

	test('is a date in the form that Words names', () => {
		const words = { 'Date format': 'dd.MM.yyyy' };
		expect(rowWith({ title: 'A', created: '31.01.2024' }, words)).toMatchObject({
			created: '2024-01-31 00:00:00',
		});
		expect(rowWith({ title: 'A', created: '2024-01-31' }, words)).toMatchObject({
			refused: refusedWith('may mean several days'),
		});
	});
});

interface World {
	posts?: Json[];
	users?: Json[];
	saved?: Json[];
	words?: Json;
}

const ADA = { user_id: 7, data_mail: 'ada@x.example' };
const GRACE = { user_id: 8, data_mail: 'grace@x.example' };

/** What the rows of a file become. */
const planOf = (
	csvText: string,
	{ posts = [], users = [ADA, GRACE], saved = [], words }: World = {},
) =>
	run(
		'Plan',
		{
			Parts: rowsOf(csvText, words).map((row) => ({ ...row, markdown: row.html })),
			'All Posts': posts,
			'End-Users': users,
			'Saved Rows': saved,
		},
		[{}],
		words,
	);

describe('a planned row', () => {
	test.each([
		'ada@x.example',
		' Ada@X.example ',
		'Ada <ada@x.example>',
		'"Okafor, Ada" <ada@x.example>',
		'Ada (ada@x.example)',
		'mailto:ada@x.example',
		'ada@x.example (Ada)',
	])('has the address of an author: %s', (author) => {
		const [plan] = planOf(`title;author\nExport;"${author.replaceAll('"', '""')}"`);
		expect(plan).toMatchObject({ author: 7, strangers: [], comment: '' });
	});

	test.each(['Ada', 'ada@x.example, eve@x.example', 'eve@x.example', 'Ada <eve@x.example>'])(
		'has no certain address of an end-user: %s',
		(author) => {
			const [plan] = planOf(`title;author\nExport;${author}`);
			const strangers = [`Author, who is no end-user: ${author}`];
			expect(plan).toMatchObject({ author: undefined, strangers });
		},
	);

	const statuses = (...keys: string[]) =>
		keys.map((status, at) => ({ feedback_id: at + 1, title: `Old ${at}`, status, type: 'idea' }));

	test.each([
		['complete', ['completed', 'open'], undefined],
		['Completed', ['completed', 'open'], 'completed'],
		['shipped', ['done'], 'done'],
		['IN_PROGRESS', ['in-progress'], 'in-progress'],
		['in progress', [], 'in-progress'],
		['Done', ['DONE'], 'DONE'],
		['complete', [], 'done'],
		["Won't Do", ['done', 'open'], undefined],
		["Won't Do", [], undefined],
		['NOT_PLANNED', ['done', 'planned'], undefined],
		['NOT_PLANNED', ['not-planned'], 'not-planned'],
		['Cancelled', ['done'], undefined],
	])('has a status that the workspace has: %s of %j', (word, keys, status) => {
		const [plan] = planOf(`title,status\nExport,${word}`, { posts: statuses(...keys) });
		expect(plan.status).toBe(status);
		if (status === undefined) {
			const have = keys.toSorted().join(', ') || 'none yet';
			const example = keys.includes('open') || keys.length === 0 ? 'open' : keys.toSorted()[0];
			const says = `No post has the status '${word}'. Posts have: ${have}. Write a line into 'Statuses' of Words, such as: ${word} = ${example}`;
			expect(plan).toMatchObject({ title: '', shown: 'Export', result: 'refused' });
			expect(plan.why).toContain(says);
		}
	});

	test.each([
		["Status,Resolution\nDone,Won't Do", "Won't Do"],
		['state,stateReason\nCLOSED,NOT_PLANNED', 'NOT_PLANNED'],
		['Status,Resolution\nIn Progress,', 'In Progress'],
		['Status,Resolution\nTo Do,Unresolved', 'To Do'],
		['Status,Resolution\nClosed,Fixed', 'Fixed'],
	])('was not done because it was closed: %j', (file, status) => {
		const [columns, cells] = file.split('\n');
		expect(rowsOf(`title,${columns}\nExport,${cells}`)).toMatchObject([{ status }]);
	});

	test('votes for another person, in the file or in the workspace, also with the same words', () => {
		const csvText =
			'title,details,email\nExport,CSV,ada@x.example\nExport,CSV,grace@x.example\nexport,CSV,ada@x.example';
		expect(planOf(csvText)).toMatchObject([
			{ author: 7, voters: [], comment: '', result: 'created' },
			{ voters: [8], comment: '', result: 'joined' },
			{ voters: [], comment: '', result: 'joined' },
		]);
		const posts = [{ feedback_id: 1, title: 'Export', description: 'CSV', user_id: 7 }];
		expect(planOf(csvText, { posts })).toMatchObject([
			{ voters: [], comment: '', result: 'there already' },
			{ voters: [8], comment: '', result: 'there already' },
			{ voters: [], comment: '', result: 'there already' },
		]);
	});

	test('of a voter without words of its own only votes, whichever number the vote has', () => {
		const csvText =
			'id,title,details,voter email\n1,Export,CSV,ada@x.example\n2,Export,,grace@x.example\n3,Export,CSV,ada@x.example\n4,Export,,eve@x.example';
		const plans = planOf(csvText);
		expect(plans.map(({ comment }) => comment)).toEqual(['', '', '', '']);
		expect(plans.map(({ voters }) => voters)).toEqual([[7], [8], [7], []]);
		expect(plans.map(({ metadata }) => (metadata as Json).imported_from)).toEqual([
			'1',
			undefined,
			undefined,
			undefined,
		]);
	});

	test.each([
		['ada@x.example, grace@x.example', [7, 8], []],
		['ada@x.example;grace@x.example', [7, 8], []],
		['ada@x.example\ngrace@x.example\neve@x.example', [7, 8], ['eve@x.example']],
		['ada@x.example grace@x.example', [7, 8], []],
		['Ada <ada@x.example>, Eve <eve@x.example>', [7], ['Eve <eve@x.example>']],
		['"Okafor, Ada" <ada@x.example>, Grace (grace@x.example)', [7, 8], []],
		['ada@x.example, ada@x.example', [7], []],
		['ada@x.example, Eve', [7], ['Eve']],
		['Ada, Eve', [], ['Ada, Eve']],
	])('has several voters in one cell: %j', (cell, voters, strangers) => {
		const [plan] = planOf(`title;voters\nExport;"${cell.replaceAll('"', '""')}"`);
		expect(plan).toMatchObject({
			voters,
			strangers: strangers.map((one) => `Voted, but is no end-user: ${one}`),
		});
	});

	test('of other words keeps them, and one without words says nothing else', () => {
		const [, other, silent] = planOf(
			'title,details,email,votes\nExport,CSV,ada@x.example,\nEXPORT,PDF,grace@x.example,3\nExport,,eve@x.example,',
		);
		expect(other).toMatchObject({
			result: 'joined',
			voters: [8],
			comment:
				'Also asked for in other words:\n\nEXPORT\n\nPDF\n\nAsked for by: grace@x.example\nVotes: 3',
		});
		expect(silent).toMatchObject({ comment: '', strangers: [refusedWith('eve@x.example')] });
	});

	test('that differs in its status or date alone says what the post keeps', () => {
		const csvText =
			'title,details,status,created\nExport,CSV,open,2024-01-15\nExport,CSV,planned,2024-01-16\nExport,CSV,open,2024-01-15';
		const keeps =
			"The post keeps its own values. This row has: status 'planned', created '2024-01-16 00:00:00'";
		const [first, second, third, ...others] = planOf(`${csvText}\nExport,PDF,planned,`);
		expect(first).toMatchObject({ result: 'created', why: '' });
		expect(second).toMatchObject({ result: 'joined', comment: '', why: keeps, metadata: {} });
		expect(third).toMatchObject({ result: 'joined', why: '', comment: refusedWith('PDF') });
		expect(others).toEqual([]);
		const post = { feedback_id: 1, title: 'Export', description: 'CSV', user_id: 7 };
		const posts = [
			{ ...post, type: 'idea', status: 'open', created: '2024-01-15 00:00:00' },
			{ feedback_id: 2, title: 'Other', status: 'planned', type: 'idea' },
		];
		expect(planOf(csvText, { posts })).toMatchObject([
			{ result: 'there already', why: '' },
			{ result: 'there already', why: keeps },
		]);
	});

	test('is left out once it was saved, and columns and hidden rows are named each time', () => {
		const csvText = 'title,x,archived\nExport,1,no\nDark,1,yes';
		const [first] = rowsOf(csvText);
		const plans = planOf(csvText, { saved: [{ key: first.key }] });
		expect(plans).toMatchObject([
			{ row: 1, shown: 'x', result: 'left out' },
			{ row: 3, shown: 'Dark', title: '', result: 'left out', why: refusedWith('archived') },
		]);
	});

	test('takes the Markdown of the step HTML', () => {
		const [plan] = planOf('title,details\nExport,<p>CSV</p>');
		expect(plan.description).toBe('<div><p>CSV</p></div>');
	});
});

describe('a piece', () => {
	const answers = {
		'With Author': [],
		'Their Comments': [] as Json[],
		Which: [] as Json[],
	};
	const newComments = (which: Json[], there: Json[] = []) =>
		run('New Comments', { ...answers, Which: which, 'Their Comments': there });

	// The service takes tags out of what it keeps, but no address.
	test.each([
		['Voter: Ada <ada@a.example>', 'Voter: Ada <ada@b.example>'],
		['See <https://a.example>', 'See <https://b.example>'],
		['<b>Bold</b> words', 'Words'],
	])('%s is no comment %s, and is written once', (comment, other) => {
		const there = { feedback_id: 1, comment: comment.replaceAll(/<.?b>/g, '') };
		const comments = [comment, other].map((text) => ({ key: text, comment: text }));
		const left = newComments([{ feedback_id: 1, comments, lines: [] }], [there]);
		expect(left).toMatchObject([{ keys: [other], comment: other }]);
	});

	test('thirty voters whom nobody knows are one comment, without those that were named before', () => {
		const lines = Array.from({ length: 30 }, (_, at) => ({ key: `${at}`, line: `Voter: ${at}@x` }));
		const [one, ...others] = newComments([{ feedback_id: 1, comments: [], lines }]);
		expect(others).toEqual([]);
		expect(one.keys).toEqual(lines.map(({ key }) => key));
		expect(one.comment).toBe(lines.map(({ line }) => line).join('\n'));
		const there = [{ feedback_id: 1, comment: one.comment }];
		const more = [...lines, { key: '31', line: 'Voter: 31@x' }];
		expect(newComments([{ feedback_id: 1, comments: [], lines: more }], there)).toMatchObject([
			{ keys: ['31'], comment: 'Voter: 31@x' },
		]);
		expect(newComments([{ feedback_id: 1, comments: [], lines }], there)).toEqual([]);
		const elsewhere = [{ feedback_id: 2, comment: one.comment }];
		expect(newComments([{ feedback_id: 1, comments: [], lines }], elsewhere)).toHaveLength(1);
	});

	test('whose comments could not be read gets none, since they may be there', () => {
		const comments = [{ key: 'a', comment: 'Export' }];
		const unread = { error: { message: 'Is busy' }, pairedItem: { item: 0 } };
		const left = newComments([{ feedback_id: 1, comments, lines: [] }], [unread]);
		expect(left).toMatchObject([{ keys: ['a'], comment: '', failed: 'Is busy' }]);
	});

	/** Three rows: the first one with an author, the last one refused by the service. */
	const piece = ['a', 'b', 'c'].map((key, at) => ({
		key,
		row: at + 2,
		title: `Wish ${key}`,
		result: 'created',
		why: `Note ${key}`,
		comment: key === 'a' ? 'Other words' : '',
		strangers: [`Voter: ${key}`],
		voters: [7],
		metadata: { imported_from: key, imported_votes: '' },
	}));
	const [withAuthor, ...others] = piece;
	const created: Record<string, Json[]> = {
		'With Author 0': [withAuthor],
		'With Author 1': others,
		'Create by Author 0': [{ feedback_id: 1 }],
		'Create Post 0': [{ feedback_id: 2 }, { error: { message: 'Busy' } }],
	};
	const runPiece = (step: string, answers: Record<string, Json[]>, items: Json[] = piece) =>
		runStep(recipe, step, {
			items,
			steps: (name, output = 0) => ({ ...created, ...answers })[`${name} ${output}`] ?? [],
		});

	test('keeps comments, metadata and votes of the rows that have a post', () => {
		expect(runPiece('To Keep', {})).toEqual([
			{
				do: 'comments',
				feedback_id: 1,
				comments: [{ key: 'a', comment: 'Other words' }],
				lines: [{ key: 'a', line: 'Voter: a' }],
			},
			{ do: 'comments', feedback_id: 2, comments: [], lines: [{ key: 'b', line: 'Voter: b' }] },
			{ do: 'metadata', key: 'a', feedback_id: 1, name: 'imported_from', value: 'a' },
			{ do: 'metadata', key: 'b', feedback_id: 2, name: 'imported_from', value: 'b' },
			{ do: 'vote', key: 'a', feedback_id: 1, user_id: 7 },
			{ do: 'vote', key: 'b', feedback_id: 2, user_id: 7 },
		]);
		const none = { 'With Author 0': [], 'Create by Author 0': [{ feedback_id: 9 }] };
		const kept = runPiece('To Keep', none, others);
		expect(kept.map(({ feedback_id }) => feedback_id)).toEqual([2, 2, 2]);
	});

	test('says of each row what came of it, and which step failed', () => {
		const hidden = {
			key: 'd',
			row: 5,
			title: '',
			shown: 'Secret',
			result: 'left out',
			why: 'Hidden',
		};
		const failed = { error: { message: 'Refused' } };
		const answers = {
			'New Comments 0': [{ keys: ['a', 'b'] }],
			'Keep Comments 0': [{ comment_id: 1 }],
			'Which 1': [{ key: 'a' }, { key: 'b' }],
			'Set Metadata 0': [{ feedback_id: 1 }, failed],
		};
		expect(runPiece('Results', answers, [...piece, hidden])).toEqual([
			{ key: 'a', row: 2, title: 'Wish a', result: 'created', why: 'Note a', feedback_id: 1 },
			{
				key: 'b',
				row: 3,
				title: 'Wish b',
				result: 'refused',
				why: 'Set Metadata: Refused',
				feedback_id: 2,
			},
			{ key: 'c', row: 4, title: 'Wish c', result: 'refused', why: 'Busy', feedback_id: null },
			{ key: 'd', row: 5, title: 'Secret', result: 'left out', why: 'Hidden', feedback_id: null },
		]);
		const both = { ...answers, 'Keep Comments 0': [failed] };
		expect(runPiece('Results', both).map(({ result }) => result)).toEqual([
			'refused',
			'refused',
			'refused',
		]);
	});

	test('says an unknown word once, with the rows and the line to copy', () => {
		const refused = [2, 3, 4].map((row) => ({ row, title: `Wish ${row}`, why: 'Write: x = open' }));
		const items = [...refused, { row: 9, title: 'Other', why: "'Title' is empty." }];
		const { errorMessage } = stepOf(recipe, 'Not Imported').parameters!;
		const message = evaluated(errorMessage, { items, steps: () => wordsWith({}) });
		expect(message).toBe(
			"Not imported. Mend these rows or Words, and import the file again: row 2, row 3, row 4: Write: x = open; row 9, Other: 'Title' is empty.",
		);
		const many = Array.from({ length: 5000 }, (_, row) => ({ row, title: 'x', why: 'Same' }));
		const short = evaluated(errorMessage, { items: many, steps: () => wordsWith({}) });
		expect(short).toContain('row 9 and 4990 more: Same');
	});
});

/** What each file leads to, row by row: type, status, date, author, and the metadata of old address and votes. */
const FILES: Record<string, string[]> = {
	aha: [
		'Calendar view (idea, done) 2021-11-30 06:00:00 by ada.okafor from https://acme.aha.example/ideas/APP-I-1 votes 23',
	],
	canny: [
		'Export as CSV (idea, planned) 2023-07-14 22:11:00 by ada.okafor from https://acme.canny.example/feature-requests/p/export-as-csv votes 41',
		'Login fails on Safari (idea, done) 2024-01-05 10:00:00 from https://acme.canny.example/bugs/p/login-fails-on-safari votes 3',
	],
	clickup: [
		'Offline mode (idea, open) 2024-01-15 10:00:00 from 86a1',
		'Print (idea, done) 2024-01-15 10:01:40 from 86a2',
	],
	frill: [],
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
	savio: [
		'Export to PDF (idea, planned) 2024-03-12 00:00:00 by ada.okafor from https://app.intercom.example/1',
	],
	trello: [
		'Roadmap per team (idea, open) now from https://trello.example/c/5f1 votes 4',
		'Undo (idea, done) now from https://trello.example/c/5f2 votes 0',
	],
	upvoty: [],
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
const GERMAN = {
	'Title columns': 'Titel',
	'Description columns': 'Beschreibung',
	'Status columns': 'Status',
	'Type columns': 'Typ',
	'Created columns': 'Erstellt am',
	'Author columns': 'E-Mail',
	'Votes columns': 'Stimmen',
	'Date format': 'dd.MM.yyyy',
	Types: 'Idee = idea\nFehler = bug',
	Statuses: 'Offen = open\nErledigt = done',
};

/** The rows that a file has wrong, and what is said of them. */
const REFUSED: Record<string, [number, string][]> = {
	aha: [
		[
			3,
			"No post has the status 'Future consideration'. Posts have: none yet. Write a line into 'Statuses'",
		],
	],
	canny: [[3, "No post has the status 'under review'"]],
	frill: [[2, "No post has the status 'Under consideration'"]],
	github: [[3, "No post has the status 'CLOSED'"]],
	upvoty: [[2, "No post has the status 'Under Review'"]],
	'google-sheets': [
		[2, "'Description' is #N/A, which a formula left."],
		[3, "'Title' is #REF!, which a formula left."],
		[4, "'Title' is #NAME?, which a formula left."],
	],
	'excel-german': [[4, "'Title' is #BEZUG!, which a formula left."]],
};

const KNOWN = ['ada.okafor', 'grace.li'].map((name, user_id) => ({
	user_id,
	data_mail: `${name}@customer.example`,
}));

function summaryOf(plan: Json): string {
	const { title, type, status, created, author, metadata } = plan;
	const { imported_from, imported_votes } = metadata as Json;
	const by = author === undefined ? '' : ` by ${KNOWN[Number(author)].data_mail.split('@')[0]}`;
	const from = imported_from ? ` from ${String(imported_from)}` : '';
	const votes = imported_votes ? ` votes ${String(imported_votes)}` : '';
	return `${title} (${type}, ${status || 'open'}) ${created || 'now'}${by}${from}${votes}`;
}

test.each(Object.keys(FILES))('plans what %s exports, and names what it refuses', (name) => {
	const csvText = readFileSync(join(EXPORTS, `${name}.csv`), 'utf8');
	const words = name === 'excel-german' ? GERMAN : {};
	const plans = planOf(csvText, { users: KNOWN, words });
	const made = plans.filter(({ result }) => result === 'created');
	expect(made.map(summaryOf)).toEqual(FILES[name]);
	const refused = plans.filter(({ result }) => result === 'refused');
	expect(refused.map(({ row, why }) => [row, why])).toEqual(
		(REFUSED[name] ?? []).map(([row, why]) => [row, refusedWith(why)]),
	);
});

test('what Frill has not approved stays hidden, and what Savio names twice is one post', () => {
	const planned = (name: string) =>
		planOf(readFileSync(join(EXPORTS, `${name}.csv`), 'utf8'), { users: KNOWN });
	expect(planned('frill').slice(2)).toMatchObject([
		{ shown: 'Secret', why: refusedWith('Is Private') },
		{ shown: 'Waits', why: refusedWith('Approval Status') },
	]);
	expect(planned('savio').slice(2)).toMatchObject([
		{ result: 'joined', voters: [1], comment: refusedWith('Auditors ask') },
	]);
});

test('every export of the folder is played', () => {
	const files = globSync('*.csv', { cwd: EXPORTS }).map((file) => file.replace('.csv', ''));
	expect(files.toSorted()).toEqual(Object.keys(FILES).toSorted());
});

test('reads the rows of Google Sheets in place of a file', () => {
	const rows = [
		{ row_number: 2, Title: 'From a sheet', Votes: 12, email: 'ada@x.example' },
		{ row_number: 3, Title: { value: 'x' } },
		{ row_number: 4, Title: ['x'] },
		{ row_number: 5, Title: true },
		{ row_number: 6, Title: 2026, Votes: 3 },
		{ row_number: 7, Title: '', Votes: null },
	];
	expect(run('Rows', {}, rows)).toMatchObject([
		{ row: 2, title: 'From a sheet', votes: '12', author: 'ada@x.example', refused: '' },
		{ row: 3, refused: "'Title' must be text, but is an object." },
		{ row: 4, refused: "'Title' must be text, but is a list." },
		{ row: 5, refused: "'Title' must be text, but is true or false." },
		{ row: 6, title: '2026', refused: '' },
	]);
});

test('counts the rows of another step as a spreadsheet does, below the names of its columns', () => {
	const rows = [{ Title: 'One' }, { Title: '' }, { Title: ['x'] }];
	expect(run('Rows', {}, rows).map(({ row }) => row)).toEqual([2, 4]);
});

test.each([
	['one end-user', [{ user_id: 1, data_mail: ' Ada@a.example' }], 1],
	[
		'two end-users, who are nobody then',
		[
			{ user_id: 1, data_mail: 'ada@a.example' },
			{ user_id: 2, data_mail: 'ADA@a.example' },
		],
		undefined,
	],
	['nobody', [{ user_id: 1, data_mail: 'eve@a.example' }], undefined],
])('an address is that of %s', (_whose, records, user) => {
	expect(endUsersBy(records)('Ada <ada@a.example>')).toBe(user);
});
