// CRM to groups in a real n8n. test/contract/account-rows tries the rows of a CRM without it.
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

/** What a cell of each kind holds, and what is said against it. */
const ODD: Array<[cells: Account, says: string]> = [
	[{ account_id: '1.63529E+11' }, "'Own ID' is '1.63529E+11', shortened by a spreadsheet"],
	[{ account_id: 1.5 }, "'Own ID' must be text or a whole number"],
	[{ account_id: true }, "'Own ID' must be text or a whole number"],
	[{ account_id: { value: 'acme' } }, "'Own ID'"],
	[{ account_id: '[object Object]' }, "'Own ID' is '[object Object]'"],
	[{ account_id: '#BEZUG!' }, "'Own ID' is '#BEZUG!'"],
	[{ account_id: 'NULL', name: 'A' }, "'Own ID'"],
	[{ account_id: 'a', name: '#REF!' }, "'Name' is '#REF!'"],
	[{ account_id: 'b', name: { value: 'B' } }, "'Name'"],
	[{ account_id: 'c', mrr: '1.200' }, "'MRR' must be a number such as 1200 or 99.50"],
	[{ account_id: 'd', mrr: true }, "'MRR' must be a number"],
	[{ account_id: 'e', member_emails: 'None, #N/A' }, "'End-User' is '#N/A'"],
];

test('refuses by its name what a program or a spreadsheet made of a cell, and makes the other groups', async () => {
	const { refused, groups } = await sync([...ODD.map(([cells]) => cells), { account_id: 'good' }]);
	expect(groups.map(({ data_id }) => data_id)).toEqual(['e', 'good']);
	expect(refused).toHaveLength(ODD.length);
	for (const [at, [, says]] of ODD.entries()) expect(refused[at]).toContain(says);
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
		expect.stringContaining("Nameless: 'Own ID' must"),
		expect.stringContaining(`${'x'.repeat(256)}: 'Own ID' must be 1 to 255 characters long`),
		expect.stringContaining('acme nobody@x.example: '),
	]);
	expect(members()).toEqual([`acme: ${data_mail}`, `zeta: ${other}`]);
	await sync(accounts, ownTable);
	const runs = (await rowsOf(n8n, 'crm_runs')).map(({ read, inserted }) => ({ read, inserted }));
	expect(runs).toEqual([
		{ read: 4, inserted: 2 },
		{ read: 4, inserted: 0 },
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
