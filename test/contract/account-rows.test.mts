// What CRM to groups makes of the rows of a CRM or a spreadsheet, without n8n: which are one account, and what its nodes get of it.
import { expect, test } from 'vitest';
import { readRecipe } from '../recipes/recipe.mts';
import { evaluated, runStep, stepOf } from '../recipes/steps.mts';

type Row = Record<string, unknown>;

const recipe = readRecipe('crm-to-groups');

const accountsOf = (...rows: Row[]) =>
	runStep(recipe, 'One per Account', {
		items: rows.map((row) => ({ name: null, mrr: null, member_emails: null, ...row })),
	});

test.each<[what: string, ids: unknown[]]>([
	['a spreadsheet rounded to one', ['163529000000', 163_529_000_000]],
	['differ in upper and lower case alone', ['acme', 'ACME']],
	['differ in what nobody sees alone', ['acme', '\u2066acme\u2069']],
])('two accounts whose IDs %s are not joined', (_what, [one, other]) => {
	const rows = [
		{ account_id: one, name: 'Acme' },
		{ account_id: other, name: 'Umbrella' },
	];
	expect(accountsOf(...rows)).toMatchObject([{ isTwo: true }]);
	expect(accountsOf(rows[0], { ...rows[0], account_id: one })).toMatchObject([{ isTwo: false }]);
	expect(accountsOf({ ...rows[0], mrr: 1 }, { ...rows[0], mrr: 2 })).toMatchObject([
		{ isTwo: true },
	]);
});

test.each([
	null,
	undefined,
	'',
	' \u00a0',
	'\u200b',
	'None',
	'NULL',
	'\\N',
	'{{account.id}}',
	'#N/A',
])('two rows whose ID is %j are two, which Create Group refuses', (account_id) => {
	expect(accountsOf({ account_id, name: 'A' }, { account_id, name: 'B' })).toMatchObject([
		{ name: 'A', row: 1, isTwo: false },
		{ name: 'B', row: 2, isTwo: false },
	]);
});

test.each<[account_id: unknown, given: unknown]>([
	[' acme\u200b ', 'acme'],
	[12, 12],
	['163529123456789012', '163529123456789012'],
	...[1.5, true, '1.63529E+11', '#REF!', '[object Object]', { value: 'acme' }, ['acme']].map(
		(odd): [unknown, unknown] => [odd, odd],
	),
])('Create Group gets the ID %j as %j', (account_id, given) => {
	expect(accountsOf({ account_id, name: 'Acme' })).toMatchObject([{ account_id: given }]);
});

test.each<[name: unknown, given: unknown]>([
	['Acme', 'Acme'],
	...[null, '', ' ', 'NULL', 'None', '{{name}}'].map((empty): [unknown, unknown] => [
		empty,
		'acme',
	]),
	[12, 12],
	['#REF!', '#REF!'],
	[{ value: 'Acme' }, { value: 'Acme' }],
	['z'.repeat(255), 'z'.repeat(255)],
	['z'.repeat(256), `${'z'.repeat(254)}…`],
	[`${'x'.repeat(253)}🦉${'y'.repeat(4_746)}`, `${'x'.repeat(253)}🦉…`],
])('Create Group gets the name %j as %j', (name, given) => {
	expect(accountsOf({ account_id: 'acme', name })).toMatchObject([{ name: given }]);
});

test.each<[mrr: unknown, given: unknown]>([
	...[1200, 12.5, '99.50', '1.200', true, '#VALUE!', { amount: 1 }].map(
		(one): [unknown, unknown] => [one, one],
	),
	...[null, '', 'None', 'NULL', '\\N'].map((empty): [unknown, unknown] => [empty, undefined]),
])('Create Group gets the revenue %j as %j', (mrr, given) => {
	expect(accountsOf({ account_id: 'acme', mrr })[0].mrr).toEqual(given);
});

test('an account may have a row for each contact, and lists of them', () => {
	const account = { account_id: 12, name: 'Acme', mrr: '7.6' };
	const [acme, ...more] = accountsOf(
		{ ...account, member_emails: 'a@x.example; \u202ab@x.example\u202c,' },
		{ ...account, member_emails: ['c@x.example', 'a@x.example', null] },
		{ ...account, member_emails: 'd@x.example\r\nNULL' },
	);
	expect(acme).toMatchObject({
		emails: ['a', 'b', 'c', 'd'].map((name) => `${name}@x.example`),
		isTwo: false,
	});
	expect(more).toEqual([]);
});

test('an account whose rows differ is two, in whatever order they come', () => {
	const [a, b] = [1, 2].map((mrr) => ({ account_id: 'acme', name: 'Acme', mrr }));
	for (const rows of [
		[a, b, a],
		[a, a, b],
		[b, a, a],
	]) {
		expect(accountsOf(...rows)).toMatchObject([{ isTwo: true }]);
	}
});

test('sync_runs counts the groups that were not there before', () => {
	const outputs: Record<string, Row[]> = {
		'Create Group': [{ existed: false }, { existed: true }, { existed: false }],
	};
	const { columns } = stepOf(recipe, 'Save Run').parameters as { columns: { value: Row } };
	const steps = (name: string) => outputs[name] ?? [];
	expect(evaluated(columns.value.inserted, { items: [{}], steps })).toBe(2);
});

test('an empty row is left out, and a row with anything in it is not', () => {
	expect(accountsOf({ account_id: null }, { account_id: 'a' })).toMatchObject([
		{ account_id: 'a' },
	]);
	expect(accountsOf({ account_id: '', member_emails: 'a@x.example' })).toMatchObject([{ row: 1 }]);
});

test('a column with another name fails', () => {
	const run = () => runStep(recipe, 'One per Account', { items: [{ account_id: 'a', MRR: 1 }] });
	expect(run).toThrow('The accounts have no column name, mrr, member_emails.');
});

test.each<[output: Record<string, Row[]>, line: string]>([
	[
		{ 'Is One 1': [{ account_id: 'a', name: 'A', row: 1 }] },
		'a: Several rows have this account_id',
	],
	[{ 'Create Group 1': [{ name: 'A', row: 1, error: { message: 'No' } }] }, 'A: No'],
	[{ 'Create Group 1': [{ row: 4, error: 'No' }] }, 'row 4: No'],
	[{ 'Create Group 1': [{ account_id: { id: 1 }, row: 4, error: 'No' }] }, '{"id":1}: No'],
	[
		{ 'Add Member 1': [{ account_id: 12, email: 'a@x.example', error: 'No' }] },
		'12 a@x.example: No',
	],
])('%j is a line of what failed', (outputs, line) => {
	const [failed] = runStep(recipe, 'Failures', {
		items: [{}],
		steps: (name, output) => outputs[`${name} ${output}`] ?? [],
	});
	expect(failed.line).toContain(line);
});
