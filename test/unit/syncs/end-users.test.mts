// Custom data of end-users, which the service replaces as a whole.
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { asked, by, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

const update = async (userId: number, fields: object, clearFields: string[] = [], items = [{}]) =>
	await run(
		'endUser.update',
		{ userId: by('id', userId), updateFields: fields, clearFields },
		items,
	);
const dataOf = (id: number) => {
	const [{ data }] = sandbox.rows(`SELECT data FROM users WHERE user_id = ${id}`);
	return JSON.parse(String(data)) as unknown;
};
const withData = (data: Record<string, unknown>) => sandbox.createUsers(1, { data })[0];

test('is merged key by key, without reading it where nothing is to be merged', async () => {
	const ada = withData({ seat: 0, plan: 'free', address: { city: 'Bern' } });
	const data = '{"plan":"pro","address":{"zip":"3000"}}';
	await update(ada, { data, mergeCustomData: true });
	expect(dataOf(ada)).toEqual({ seat: 0, plan: 'pro', address: { zip: '3000' } });
	expect(asked()).toEqual([`GET /v1/user/${ada}`, `PUT /v1/user/${ada}`]);
	await update(ada, { data_full_name: 'Ada', mergeCustomData: true });
	expect(asked()).toEqual([`PUT /v1/user/${ada}`]);
	await expect(update(ada, { mergeCustomData: true })).rejects.toThrow('would change nothing');
});

test('is merged where each answer begins with a byte order mark', async () => {
	const ada = withData({ seat: 0 });
	sandbox.fault({ times: 2, action: { type: 'byteOrderMark' } });
	await update(ada, { data: '{"plan":"pro"}', mergeCustomData: true });
	expect(dataOf(ada)).toEqual({ seat: 0, plan: 'pro' });
});

test.each([
	['shows nothing but the ID', {}],
	['shows it as text', { data: '{"seat":0}' }],
])('is not replaced by a merge where the service %s', async (_what, shown) => {
	const ada = withData({ seat: 0 });
	const value = { status: 'success', data: { user_id: ada, ...shown } };
	sandbox.fault({ method: 'GET', action: { type: 'json', value } });
	await expect(update(ada, { data: '{"plan":"pro"}', mergeCustomData: true })).rejects.toThrow(
		"'Merge Custom Data' cannot be used, because the service does not show the stored data",
	);
	expect(dataOf(ada)).toEqual({ seat: 0 });
});

test.each([
	['shows null', { data: null }],
	['shows an empty list', { data: [] }],
	['shows an empty text', { data: '' }],
	['leaves it out of a record that is whole otherwise', { data_full_name: 'Ada' }],
])('is merged with nothing where the service %s', async (_what, shown) => {
	const ada = withData({});
	const value = { status: 'success', data: { user_id: ada, ...shown } };
	sandbox.fault({ method: 'GET', action: { type: 'json', value } });
	await update(ada, { data: '{"plan":"pro"}', mergeCustomData: true });
	expect(dataOf(ada)).toEqual({ plan: 'pro' });
});

test.each(['seat', 'crm.id'])(
	'is not merged where a long number would be lost: %s',
	async (key) => {
		const ada = withData({ crm: { id: 12 }, seat: '900719925474099301', text: 'a' });
		const long = "json_set(data, ?, json('900719925474099312')) WHERE user_id = ?";
		sandbox.run(`UPDATE users SET data = ${long}`, `$.${key}`, ada);
		const before = sandbox.rows(`SELECT data FROM users WHERE user_id = ${ada}`);
		await expect(update(ada, { data: '{"plan":"pro"}', mergeCustomData: true })).rejects.toThrow(
			`'Merge Custom Data' cannot be used, because a value in the stored data, '${key}', is too long`,
		);
		expect(sandbox.rows(`SELECT data FROM users WHERE user_id = ${ada}`)).toEqual(before);
		await update(ada, { data: '{"crm":1,"seat":"900719925474099312"}', mergeCustomData: true });
		expect(dataOf(ada)).toEqual({ crm: 1, seat: '900719925474099312', text: 'a' });
	},
);

test.each([
	[
		'merged where it leaves the switch empty',
		{ mergeCustomData: () => '' },
		{ seat: 0, plan: 'pro' },
	],
	['replaced where it turns the switch off', { mergeCustomData: () => false }, { plan: 'pro' }],
	['replaced where it has no switch', {}, { plan: 'pro' }],
])('is, by an AI agent, %s', async (_what, choice, expected) => {
	const ada = withData({ seat: 0 });
	const updateFields = { data: '{"plan":"pro"}', ...choice };
	await run('endUser.update', { userId: by('id', ada), updateFields }, [{}], { asTool: true });
	expect(dataOf(ada)).toEqual(expected);
});

test('is cleared where that is asked for, also if it would be merged', async () => {
	const ada = withData({ seat: 0 });
	await update(ada, { mergeCustomData: true }, ['data']);
	expect(dataOf(ada)).toEqual({});
});

test('of several items for one end-user is kept, in their order', async () => {
	const ada = withData({ seat: 0 });
	const items = Array.from({ length: 8 }, (_, at) => ({ at }));
	const data = (_: unknown, at: number) => JSON.stringify({ [`key${at}`]: at, last: at });
	await update(ada, { data, mergeCustomData: true }, [], items);
	const keys = Object.fromEntries(items.map(({ at }) => [`key${at}`, at]));
	expect(dataOf(ada)).toEqual({ seat: 0, ...keys, last: 7 });
});

test('of rows for one end-user is merged in their order, also with rows that have none', async () => {
	const ada = withData({ seat: 0 });
	const items = [
		{ name: 'Old', data: '{"plan":"free"}' },
		{ name: 'New', data: null },
	];
	const fields = {
		data_full_name: ({ name }: IDataObject) => name,
		data: ({ data }: IDataObject) => data,
		mergeCustomData: true,
	};
	await update(ada, fields, [], items);
	const rows = sandbox.rows(`SELECT data_full_name FROM users WHERE user_id = ${ada}`);
	expect(rows).toEqual([{ data_full_name: 'New' }]);
	expect(dataOf(ada)).toEqual({ seat: 0, plan: 'free' });
});
