// Plan and revenue on end-users in a real n8n: what a CRM gives, by its type, and only what differs is saved.
import { afterAll, afterEach, expect, test } from 'vitest';
import { sharedN8n } from '../e2e/session.mts';
import { openKitchen } from './kitchen.mts';
import { deleteTable, rowsOf } from './tables.mts';

const n8n = await sharedN8n();
const kitchen = await openKitchen(n8n);
const { sandbox } = kitchen;
afterAll(async () => await kitchen.close());
afterEach(async () => {
	await kitchen.clear();
	sandbox.run('DELETE FROM users WHERE admin_id = 0');
});

const ada = 'Ada@customer.example';

async function sync(customers: object[], change?: (text: string) => string) {
	const workflow = await kitchen.setUp('plan-and-revenue', { Customers: customers }, change);
	const { error } = await n8n.run(workflow, 'Every Night');
	return error?.message.split('; ') ?? [];
}

const dataOf = (data_mail: string) =>
	JSON.parse(String(sandbox.rows('SELECT data FROM users WHERE data_mail = ?', data_mail)[0].data));

test('saves plan and revenue beside other custom data, only where they differ, and names no customer who is no end-user', async () => {
	await deleteTable(n8n, 'plan_runs');
	const ours = (text: string) => text.replaceAll('"sync_runs"', '"plan_runs"');
	const [user] = sandbox.createUsers(1, { data_mail: ada });
	sandbox.run('UPDATE users SET data = ? WHERE user_id = ?', '{"seats":3,"plan":"free"}', user);
	const customers = [
		{ email: ' ada@Customer.example\u200b', plan: 'pro', mrr: 99.5 },
		{ email: 'eve@elsewhere.example', plan: 'pro', mrr: 1 },
	];
	expect(await sync(customers, ours)).toEqual([]);
	expect(dataOf(ada)).toEqual({ seats: 3, plan: 'pro', mrr: 99.5 });
	sandbox.requests.length = 0;
	expect(await sync(customers, ours)).toEqual([]);
	expect(sandbox.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
	expect(await sync([{ email: ada, plan: null, mrr: '120' }], ours)).toEqual([]);
	expect(dataOf(ada)).toEqual({ seats: 3, plan: '', mrr: 120 });
	const runs = (await rowsOf(n8n, 'plan_runs')).map(({ read, updated }) => [read, updated]);
	expect(runs).toEqual([
		[2, 1],
		[2, 0],
		[1, 1],
	]);
	await deleteTable(n8n, 'plan_runs');
});

test.each([
	['an object as a plan', { plan: { value: 'pro' } }, "'plan' must be text, but is an object."],
	['a list as revenue', { mrr: ['1.200'] }, "'mrr' must be text, but is a list."],
	['true as revenue', { mrr: true }, "'mrr' must be text, but is true or false."],
	[
		'0x10 as revenue',
		{ mrr: '0x10' },
		"'mrr' must be a number such as 1200 or 99.50, but is 0x10.",
	],
	['thousands', { mrr: '1.200' }, 'but is 1.200.'],
	['a formula', { plan: '#N/A' }, "'plan' is #N/A, which a formula left."],
	['an object as text', { plan: '[object Object]' }, "'plan' is [object Object]"],
	['no address', { email: 'ada' }, "'email' is no email address."],
	['an address that is an object', { email: { value: ada } }, "'email' must be text"],
])('refuses %s, and saves the others', async (_label, odd, says) => {
	for (const data_mail of [ada, 'grace@customer.example']) sandbox.createUsers(1, { data_mail });
	const refused = await sync([
		{ email: ada, plan: 'pro', mrr: 1, ...odd },
		{ email: 'grace@customer.example', plan: 'free', mrr: 0 },
	]);
	expect(refused).toEqual([expect.stringContaining(says)]);
	expect(dataOf(ada)).toEqual({});
	expect(dataOf('grace@customer.example')).toEqual({ plan: 'free', mrr: 0 });
});

test('refuses an address with two plans, a missing column, and takes other names from Words', async () => {
	sandbox.createUsers(1, { data_mail: ada });
	const two = [ada, ada.toLowerCase()].map((email, at) => ({ email, plan: `${at}`, mrr: 1 }));
	expect(await sync(two)).toEqual([`${ada}: Several rows have this address, with other values.`]);
	const [missing] = await sync([{ email: ada, plan: 'pro' }]);
	expect(missing).toContain('The customers have no column mrr.');
	expect(dataOf(ada)).toEqual({});
	const renamed = (text: string) =>
		text
			.replace('"value":"email"', '"value":"Mail"')
			.replace('"value":"plan"', '"value":"Tarif, Größe"')
			.replace('"value":"mrr"', '"value":""');
	expect(await sync([{ Mail: ada, Tarif: "L'été", Größe: 12 }], renamed)).toEqual([]);
	expect(dataOf(ada)).toEqual({ Tarif: "L'été", Größe: '12' });
});
