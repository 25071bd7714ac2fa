import { beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { expectKeyed } from './client.mts';

ownSandbox({ v2Limit: { requests: 100_000, windowMs: 1000 } });

beforeEach(() => sandbox.run('DELETE FROM groups'));

let serial = 0;
const create = (fields: object = {}) =>
	ask('POST', '/v2/groups', { id: `group-${++serial}`, ...fields });
const created = async (fields: object = {}) => (await create(fields)).json.data;

it('a group is the same when it is sent, read and listed', async () => {
	const { id, ...sent } = {
		id: 'acme',
		name: 'Acme',
		type: 'partner',
		weight: 7,
		mrr: 4200,
		meta: { a: 'b' },
	};
	const group = await created({ id, ...sent });
	expect(group).toMatchObject({ ...sent, data_id: id });
	expect((await ask('GET', `/v2/groups/${group.group_id}`)).json.data).toEqual(group);
	expect((await ask('GET', '/v2/groups')).json.data).toEqual({
		items: [group],
		has_more: false,
		page: 0,
	});
});

describe('POST /v2/groups', () => {
	it('uses the id as name, type company, weight 1 and mrr 0 by default', async () => {
		expect(await created({ id: 'bare' })).toMatchObject({
			data_id: 'bare',
			name: 'bare',
			type: 'company',
			weight: 1,
			mrr: 0,
			meta: {},
		});
	});

	it('accepts data_id instead of id', async () => {
		const { data } = (await ask('POST', '/v2/groups', { data_id: 'alias' })).json;
		expect(data).toMatchObject({ data_id: 'alias', name: 'alias' });
		expect((await create({ id: 'one', data_id: 'two' })).json.data.data_id).toBe('one');
	});

	it('answers 409 for an identifier that the workspace uses already, whatever the name', async () => {
		await create({ id: 'acme' });
		expectKeyed(await create({ id: 'acme', name: 'Other' }), 409, 'identifier_taken');
		expectKeyed(await ask('POST', '/v2/groups', { data_id: 'acme' }), 409, 'identifier_taken');
		expect((await create({ id: 'ACME' })).status).toBe(201);
		expect(sandbox.rows('SELECT * FROM groups')).toHaveLength(2);
	});

	it.each([
		['Enterprise', 'enterprise'],
		['Key Account', 'key-account'],
		['key_account  B', 'key-account-b'],
		[' padded ', 'padded'],
		['COMPANY', 'company'],
		['', 'company'],
		['t'.repeat(64), 't'.repeat(64)],
	])('type "%s" is stored as "%s"', async (type, stored) => {
		expect((await created({ type })).type).toBe(stored);
	});

	it('stores up to 10 types, and company instead of an eleventh, without an error', async () => {
		for (let n = 1; n <= 10; n++)
			expect((await created({ type: `type ${n}` })).type).toBe(`type-${n}`);
		expect((await created({ type: 'type 11' })).type).toBe('company');
		expect((await created({ type: 'Type 10' })).type).toBe('type-10');
		expect((await created({})).type).toBe('company');
	});
});

describe('States: group membership', () => {
	let group: number;
	let user: number;
	beforeEach(async () => {
		group = (await created()).group_id;
		[user] = sandbox.createUsers(1);
	});
	const members = (id = group) => `/v2/groups/${id}/members`;
	const memberIds = (id = group) =>
		sandbox
			.rows('SELECT user_id FROM group_members WHERE group_id = ?', id)
			.map(({ user_id }) => user_id);

	it('a second POST succeeds and adds no second member', async () => {
		await ask('POST', members(), { user_id: user });
		const reply = await ask('POST', members(), { user_id: user });
		expect(reply.json.data).toEqual({ group_id: group, user_id: user });
		expect(memberIds()).toEqual([user]);
	});

	it('DELETE answers 404 where there is no such member', async () => {
		expectKeyed(await ask('DELETE', `${members()}/${user}`), 404, 'not_found');
		expectKeyed(await ask('DELETE', `${members()}/abc`), 404, 'not_found');
		expectKeyed(await ask('DELETE', `/v2/groups/1/members/${user}`), 404, 'not_found');
	});

	it('POST answers 404 for an unknown group, and for an unknown or deleted user', async () => {
		expectKeyed(await ask('POST', '/v2/groups/1/members', { user_id: user }), 404, 'not_found');
		expectKeyed(await ask('POST', '/v2/groups/x/members', { user_id: user }), 404, 'not_found');
		expectKeyed(await ask('POST', members(), { user_id: 1 }), 404, 'not_found');
		await ask('DELETE', `/v1/user/${user}`);
		expectKeyed(await ask('POST', members(), { user_id: user }), 404, 'not_found');
	});
});
