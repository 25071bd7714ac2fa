// CRM to groups in a real n8n: what a CRM or a spreadsheet made of an account, refused by name before two become one group.
import { afterAll, afterEach, expect, test } from 'vitest';
import { sharedN8n } from '../e2e/session.mts';
import { openKitchen } from './kitchen.mts';
import { addRow, deleteTable, rowsOf } from './tables.mts';

const n8n = await sharedN8n();
const kitchen = await openKitchen(n8n);
const { sandbox } = kitchen;

afterAll(async () => await kitchen.close());
afterEach(async () => {
	await kitchen.clear();
	for (const table of ['group_members', 'groups']) sandbox.run(`DELETE FROM ${table}`);
});

interface Account {
	account_id?: unknown;
	name?: unknown;
	mrr?: unknown;
	member_emails?: unknown;
}

/** What the run says of the accounts that it refused, and the groups that there are. */
async function sync(accounts: Account[], change?: (text: string) => string) {
	const rows = accounts.map((one) => ({ name: null, mrr: null, member_emails: null, ...one }));
	const workflow = await kitchen.setUp('crm-to-groups', { Accounts: rows }, change);
	const { error } = await n8n.run(workflow, 'Every Night');
	const groups = sandbox.rows('SELECT data_id, name, mrr FROM groups ORDER BY group_id');
	return { refused: error?.message.split('; ') ?? [], groups };
}

const members = () =>
	sandbox
		.rows(
			'SELECT g.data_id, u.data_mail FROM group_members JOIN users u USING (user_id) JOIN groups g USING (group_id) ORDER BY 1, 2',
		)
		.map(({ data_id, data_mail }) => `${data_id}: ${data_mail}`);

test.each([
	['an ID as Excel saves it', '1.63529E+11', "1.63529E+11: 'account_id' is 1.63529E+11, which"],
	[
		'an ID with a decimal comma, as Excel saves it',
		'1,63529E+11',
		'which a spreadsheet has rounded',
	],
	['an ID too long for a number', 1.6352900000123457e20, 'a number that is not whole'],
	['a fraction', 1.5, "'account_id' must be text, but is a number that is not whole."],
	['an object', { value: 'acme' }, "'account_id' must be text, but is an object."],
	['a list', ['acme'], "'account_id' must be text, but is a list."],
	['true', true, "'account_id' must be text, but is true or false."],
	['an object as text', '[object Object]', "'account_id' is [object Object]. Map a field inside"],
	['None', 'None', "'account_id' is empty."],
	['blanks', ' \u00a0', "'account_id' is empty."],
	['characters that nobody sees', '\u200b\u202e', "'account_id' is empty."],
	['a formula of Excel', '#N/A', "'account_id' is #N/A, which a formula left."],
	['a formula of a German Excel', '#BEZUG!', "'account_id' is #BEZUG!, which a formula left."],
])('refuses %s as an account ID, and makes the other groups', async (_label, account_id, says) => {
	const { refused, groups } = await sync([{ account_id, name: 'Odd' }, { account_id: 'good' }]);
	expect(refused).toEqual([expect.stringContaining(says)]);
	expect(groups.map(({ data_id }) => data_id)).toEqual(['good']);
});

test.each([
	['two accounts whose IDs a spreadsheet rounded to one', ['163529000000', 163_529_000_000]],
	['two accounts that differ in upper and lower case alone', ['acme', 'ACME']],
	['two accounts that differ in what nobody sees alone', ['acme', '\u2066acme\u2069']],
])('refuses %s', async (_label, ids) => {
	const [ada, grace] = ['ada', 'grace'].map((name) => {
		const data_mail = `${name}@merged.example`;
		sandbox.createUsers(1, { data_mail });
		return data_mail;
	});
	const { refused, groups } = await sync([
		{ account_id: ids[0], name: 'Acme', member_emails: ada },
		{ account_id: ids[1], name: 'Umbrella', member_emails: grace },
	]);
	expect(refused).toEqual([expect.stringContaining('Several rows have this account_id')]);
	expect(groups).toEqual([]);
});

test('joins the rows of one account, one for each contact, and takes lists of addresses', async () => {
	for (const name of ['a', 'b', 'c', 'd'])
		sandbox.createUsers(1, { data_mail: `${name}@joined.example` });
	const account = { account_id: 12, name: 'Acme', mrr: '7.6' };
	const { refused, groups } = await sync([
		{ ...account, member_emails: 'a@joined.example; \u202ab@joined.example\u202c,' },
		{ ...account, member_emails: ['c@joined.example', 'a@joined.example', null] },
		{ account_id: 'x', member_emails: 'd@joined.example\r\n' },
	]);
	expect(refused).toEqual([]);
	expect(groups).toEqual([
		{ data_id: '12', name: 'Acme', mrr: 8 },
		{ data_id: 'x', name: 'x', mrr: 0 },
	]);
	expect(members()).toEqual([
		...['a', 'b', 'c'].map((name) => `12: ${name}@joined.example`),
		'x: d@joined.example',
	]);
});

const REVENUES: [unknown, number | string][] = [
	[1200, 1200],
	[12.5, 13],
	['99.50', 100],
	[' 7 ', 7],
	['', 0],
	['None', 0],
	...['1,200', '1.200', '12.000', '1 200', '1’200', '1\u202f200', '1.200,50', '12,5', '€ 12', '١٢']
		.concat('0x10', '1e3', 'Infinity', '12-', '#VALUE!')
		.map((text): [string, string] => [text, text]),
	[['1.200'], 'a list'],
	[true, 'true or false'],
	[{ amount: 1 }, 'an object'],
	[Number.MAX_VALUE, 'MRR'],
];

test('takes revenue as a number, and refuses by its value what may mean another one', async () => {
	const accounts = REVENUES.map(([mrr], at) => ({ account_id: `a${at}`, mrr }));
	const { refused, groups } = await sync(accounts);
	const expected = REVENUES.map(([, outcome]) => outcome);
	expect(Object.fromEntries(groups.map(({ data_id, mrr }) => [data_id, mrr]))).toEqual(
		Object.fromEntries(
			expected.flatMap((mrr, at) => (typeof mrr === 'number' ? [[`a${at}`, mrr]] : [])),
		),
	);
	for (const [at, outcome] of expected.entries()) {
		if (typeof outcome === 'number') continue;
		const line = refused.find((one) => one.startsWith(`a${at}: `));
		expect(line?.toLowerCase()).toContain(outcome.toLowerCase());
	}
});

test.each([
	['an object, as HubSpot gives it', { value: 'Acme' }, "'name' must be text, but is an object."],
	['a list', ['Acme'], "'name' must be text, but is a list."],
	['a formula', '#REF!', "'name' is #REF!, which a formula left."],
	['an object as text', '[object Object]', "'name' is [object Object]"],
])('refuses %s as a name', async (_label, name, says) => {
	const { refused, groups } = await sync([{ account_id: 'acme', name }]);
	expect(refused).toEqual([`acme: ${says}`].map((text) => expect.stringContaining(text)));
	expect(groups).toEqual([]);
});

test('shows where a long name was cut', async () => {
	const name = `${'x'.repeat(253)}🦉${'y'.repeat(4_746)}`;
	const { groups } = await sync([
		{ account_id: 'a', name },
		{ account_id: 'b', name: 'z'.repeat(255) },
	]);
	expect(groups.map((group) => group.name)).toEqual([`${'x'.repeat(253)}🦉…`, 'z'.repeat(255)]);
});

test('lists every account and contact that failed after the others, and saves that it ran', async () => {
	await deleteTable(n8n, 'crm_runs');
	const [data_mail, other] = ['ada@customer.example', 'bob@customer.example'];
	for (const one of [data_mail, other]) sandbox.createUsers(1, { data_mail: one });
	const accounts = [
		{ account_id: 'acme', mrr: 12.5, member_emails: `nobody@x.example,${data_mail}` },
		{ account_id: '', name: 'Nameless', member_emails: data_mail },
		{ account_id: 'x'.repeat(256) },
		{ account_id: '' },
		// Behind those that were refused, so that it keeps its own contacts.
		{ account_id: 'zeta', member_emails: other },
	];
	const ownTable = (text: string) => text.replace('"sync_runs"', '"crm_runs"');
	const { refused } = await sync(accounts, ownTable);
	expect(refused).toEqual([
		"Nameless: 'account_id' is empty.",
		"row 4: 'account_id' is empty.",
		expect.stringContaining(`${'x'.repeat(256)}: 'Own ID' must be 1 to 255 characters long`),
		expect.stringContaining('acme nobody@x.example: '),
	]);
	expect(members()).toEqual([`acme: ${data_mail}`, `zeta: ${other}`]);
	await sync(accounts, ownTable);
	const runs = (await rowsOf(n8n, 'crm_runs')).map(({ read, inserted }) => ({ read, inserted }));
	expect(runs).toEqual([
		{ read: 5, inserted: 2 },
		{ read: 5, inserted: 0 },
	]);
	await deleteTable(n8n, 'crm_runs');
});

test('reads the node of a CRM in place of the table, and fails if a column has another name', async () => {
	const data_mail = 'grace@customer.example';
	sandbox.createUsers(1, { data_mail });
	const accounts = [{ account_id: 'hub', name: '', mrr: 1, member_emails: data_mail }];
	const crm = (text: string) => text.replaceAll('"Accounts"', '"HubSpot"');
	await n8n.run(await kitchen.setUp('crm-to-groups', { HubSpot: accounts }, crm), 'Every Night');
	expect(members()).toEqual([`hub: ${data_mail}`]);
	const renamed = await kitchen.setUp('crm-to-groups', { Accounts: [{ account_id: 'a', MRR: 1 }] });
	const { message } = (await n8n.run(renamed, 'Every Night')).error!;
	expect(message).toContain('The accounts have no column name, mrr, member_emails');
});

test('reads the table of its own workspace', async () => {
	const other = await openKitchen(n8n);
	const own = (table: string) => (text: string) => text.replaceAll('crm_accounts', table);
	const names = ['crm_ours', 'crm_ours_b'];
	const kitchens = [kitchen, other];
	for (const [at, one] of kitchens.entries()) {
		const workflow = await one.setUp('crm-to-groups', {}, own(names[at]));
		await n8n.run(workflow, 'Every Night');
		await addRow(n8n, names[at], { account_id: names[at], name: '', mrr: 1, member_emails: '' });
		await n8n.run(workflow, 'Every Night');
	}
	const groups = kitchens.map((one) => one.sandbox.rows('SELECT data_id FROM groups'));
	expect(groups).toEqual(names.map((data_id) => [{ data_id }]));
	await other.close();
	for (const name of names) await deleteTable(n8n, name);
});
