// What Plan and revenue makes of the rows of a CRM, a billing tool or a spreadsheet, without n8n: each is taken, left out, or refused
// by name.
import { expect, test } from 'vitest';
import { readRecipe } from '../recipes/recipe.mts';
import { runStep } from '../recipes/steps.mts';

type Row = Record<string, unknown>;

const recipe = readRecipe('plan-and-revenue');
const [published] = runStep(recipe, 'Words', { items: [{}] });

const customersOf = (rows: Row[], words: Row = {}) =>
	runStep(recipe, 'Check Customers', { items: rows, steps: () => [{ ...published, ...words }] });

const ada = 'Ada@customer.example';
const row = { email: ada, plan: 'pro', mrr: 1 };

test.each<[what: string, value: unknown, plan: string]>([
	['a text', 'pro', 'pro'],
	['a number', 12, '12'],
	['nothing', null, ''],
	['blanks', ' \u00a0', ''],
	['what nobody sees', '\u200bpro\u202e', 'pro'],
	...['null', 'NULL', 'None', 'undefined', 'NaN', '\\N', '{{plan}}'].map(
		(left): [string, string, string] => [left, left, ''],
	),
])('%s is a plan', (_what, plan, data) => {
	expect(customersOf([{ ...row, plan }])).toEqual([{ email: ada, data: { plan: data, mrr: 1 } }]);
});

test.each<[value: unknown, mrr: number | '']>([
	[99.5, 99.5],
	['120', 120],
	['99.50', 99.5],
	['-7', -7],
	[' 7 ', 7],
	['', ''],
	['NULL', ''],
])('%j is revenue', (mrr, data) => {
	expect(customersOf([{ ...row, mrr }])).toEqual([
		{ email: ada, data: { plan: 'pro', mrr: data } },
	]);
});

test.each<[odd: Row, says: string]>([
	[{ plan: { value: 'pro' } }, "'plan' must be text, but is an object."],
	[{ plan: '#N/A' }, "'plan' is #N/A, which a formula left."],
	[{ plan: '#BEZUG!' }, "'plan' is #BEZUG!, which a formula left."],
	[{ plan: '[object Object]' }, "'plan' is [object Object]. Map a field"],
	[{ mrr: ['1.200'] }, "'mrr' must be text, but is a list."],
	[{ mrr: true }, "'mrr' must be text, but is true or false."],
	...['1.200', '1,200', '12,5', '0x10', '1e3', '€ 12', '١٢', 'Infinity', '12-'].map(
		(mrr): [Row, string] => [
			{ mrr },
			`'mrr' must be a number such as 1200 or 99.50, but is ${mrr}.`,
		],
	),
	[{ email: 'ada' }, "'email' is no email address."],
	[{ email: { value: ada } }, "'email' must be text, but is an object."],
	[{ email: '#REF!' }, "'email' is #REF!, which a formula left."],
])('refuses %j, and takes the others', (odd, says) => {
	const grace = { email: 'grace@customer.example', plan: 'free', mrr: 0 };
	const [accepted, refused] = customersOf([{ ...row, ...odd }, grace]);
	expect(accepted).toMatchObject({ email: grace.email });
	expect(refused.refused).toContain(says);
});

test('names what it refuses by its address, or by its row', () => {
	const refused = customersOf([
		{ ...row, mrr: 'x' },
		{ ...row, email: { value: ada } },
	]);
	expect(refused.map(({ email }) => email)).toEqual([ada, 'row 2']);
});

test.each([null, '', ' ', 'None', undefined])('leaves out a row whose address is %j', (email) => {
	expect(customersOf([{ email, plan: 'pro', mrr: 1 }, row])).toMatchObject([{ email: ada }]);
});

test.each<[choice: string, plan: string | undefined]>([
	['refuse', undefined],
	['lasst', undefined],
	['first', 'one'],
	[' Last ', 'two'],
])('two rows with one address: %s', (choice, plan) => {
	const rows = ['one', 'two'].map((plan, at) => ({
		...row,
		email: at ? ada.toLowerCase() : ada,
		plan,
	}));
	const [customer, ...more] = customersOf(rows, { 'Same address': choice });
	expect(more).toEqual([]);
	if (plan) expect(customer).toMatchObject({ data: { plan } });
	else expect(customer.refused).toBe('Several rows have this address, with other values.');
	expect(customer.refused === undefined).toBe(plan !== undefined);
});

test('one address with the same values twice is one customer', () => {
	expect(customersOf([row, { ...row }])).toEqual([{ email: ada, data: { plan: 'pro', mrr: 1 } }]);
});

test('reads the columns that Words names, also one with a comma in its name', () => {
	const words = {
		'Email column': 'Mail',
		'Text columns': 'Tarif, "Size, in seats"',
		'Number columns': '',
	};
	expect(customersOf([{ Mail: ada, Tarif: "L'été", 'Size, in seats': 12 }], words)).toEqual([
		{ email: ada, data: { Tarif: "L'été", 'Size, in seats': '12' } },
	]);
	expect(() => customersOf([{ email: ada, plan: 'pro' }])).toThrow('have no column mrr.');
	expect(() => customersOf([row], { 'Email column': ' ' })).toThrow(
		"'Email column' in Words is empty.",
	);
});

test.each<[what: string, data: Row | null, isChanged: boolean]>([
	['the same values', { plan: 'pro', mrr: 1, seats: 3 }, false],
	['the same values as text', { plan: 'pro', mrr: '1' }, false],
	['another plan', { plan: 'free', mrr: 1 }, true],
	['no custom data', null, true],
])('an end-user with %s is updated or not', (_what, data, isChanged) => {
	const accepted = customersOf([row, { ...row, email: 'bad' }]);
	const items = [
		{ user_id: 7, data_mail: ' ada@Customer.example', data },
		{ user_id: 8, data_mail: 'bad', data },
		{ user_id: 9, data_mail: null, data },
	];
	const changed = runStep(recipe, 'Changed', { items, steps: () => accepted });
	const update = { user_id: 7, email: ada, data: { plan: 'pro', mrr: 1 } };
	expect(changed).toEqual(isChanged ? [update] : []);
});
