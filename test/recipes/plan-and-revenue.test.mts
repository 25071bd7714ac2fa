// Plan and revenue on end-users in a real n8n. test/contract/customer-rows tries the rows of a CRM without it.
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

test('lists the customers that it refuses, and saves the others', async () => {
	for (const data_mail of [ada, 'grace@customer.example']) sandbox.createUsers(1, { data_mail });
	const refused = await sync([
		{ email: ada, plan: '#N/A', mrr: 1 },
		{ email: null, plan: null, mrr: null },
		{ email: 'grace@customer.example', plan: 'free', mrr: 0 },
	]);
	expect(refused).toEqual([`${ada}: 'plan' is #N/A, which a formula left.`]);
	expect(dataOf(ada)).toEqual({});
	expect(dataOf('grace@customer.example')).toEqual({ plan: 'free', mrr: 0 });
});
