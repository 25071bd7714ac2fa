import { beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { expectInvalid, expectKeyed, expectType, fieldRows } from './client.mts';

ownSandbox({ v2Limit: { requests: 100_000, windowMs: 1000 } });

beforeEach(() => sandbox.run('DELETE FROM groups'));

let serial = 0;
const create = (fields: object = {}) =>
	ask('POST', '/v2/groups', { id: `group-${++serial}`, ...fields });
const created = async (fields: object = {}) => (await create(fields)).json.data;
const emoji = '🙂';

describe('Resources: the fields of a group', () => {
	const table = fieldRows({
		integer: 'group_id, weight, mrr',
		string: 'data_id, name, type, created, updated',
		object: 'meta, stats',
	});
	const stats = fieldRows({
		integer: 'users, feedback, votes, comments',
		number: 'satisfaction, promoter',
		'string or null': 'active',
	});
	it.each(table)('%s is %s', async (field, type) => expectType((await created())[field], type));
	it.each(stats)('stats.%s is %s', async (field, type) =>
		expectType((await created()).stats[field], type),
	);
	it('there are no others', async () => {
		const group = await created();
		expect(Object.keys(group).sort()).toEqual(table.map(([field]) => field).sort());
		expect(Object.keys(group.stats).sort()).toEqual(stats.map(([field]) => field).sort());
	});
	it('reads the same as it was created', async () => {
		const group = await created({ meta: { a: 'b' } });
		expect((await ask('GET', `/v2/groups/${group.group_id}`)).json.data).toEqual(group);
		expect((await ask('GET', '/v2/groups')).json.data).toEqual({
			items: [group],
			has_more: false,
			page: 0,
		});
	});
});

describe('POST /v2/groups', () => {
	it('answers 201 with the group', async () => {
		const sent = {
			id: 'acme',
			name: 'Acme',
			type: 'partner',
			weight: 7,
			mrr: 4200,
			meta: { a: 'b' },
		};
		const reply = await create(sent);
		expect(reply.status).toBe(201);
		const { id, ...same } = sent;
		expect(reply.json).toMatchObject({ status: 'success', data: { ...same, data_id: id } });
	});

	it('defaults: name is the id, type company, weight 1, mrr 0', async () => {
		expect(await created({ id: 'bare' })).toMatchObject({
			data_id: 'bare',
			name: 'bare',
			type: 'company',
			weight: 1,
			mrr: 0,
			meta: {},
			stats: {
				users: 0,
				feedback: 0,
				votes: 0,
				comments: 0,
				satisfaction: 0,
				promoter: 0,
				active: null,
			},
		});
	});

	it('takes data_id for id', async () => {
		const reply = await ask('POST', '/v2/groups', { data_id: 'alias' });
		expect(reply).toMatchObject({
			status: 201,
			json: { data: { data_id: 'alias', name: 'alias' } },
		});
		expect((await create({ id: 'one', data_id: 'two' })).json.data.data_id).toBe('one');
	});

	it('409 for an identifier the workspace uses already, whatever its name', async () => {
		await create({ id: 'acme' });
		expectKeyed(await create({ id: 'acme', name: 'Other' }), 409, 'identifier_taken');
		expectKeyed(await ask('POST', '/v2/groups', { data_id: 'acme' }), 409, 'identifier_taken');
		expect((await create({ id: 'ACME' })).status).toBe(201);
		expect(sandbox.rows('SELECT * FROM groups')).toHaveLength(2);
	});

	it.each([
		[-1, 0],
		[-1_000_000, 0],
		[0, 0],
		[5, 5],
		[10, 10],
		[11, 10],
		[1_000_000, 10],
	])('weight %i is stored as %i', async (weight, stored) => {
		expect((await created({ weight })).weight).toBe(stored);
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

	it('has at most 10 distinct types; a new one beyond falls back to company, without an error', async () => {
		for (let n = 1; n <= 10; n++)
			expect((await created({ type: `type ${n}` })).type).toBe(`type-${n}`);
		const reply = await create({ type: 'type 11' });
		expect(reply).toMatchObject({
			status: 201,
			json: { status: 'success', data: { type: 'company' } },
		});
		expect((await created({ type: 'Type 10' })).type).toBe('type-10');
		expect((await created({})).type).toBe('company');
	});

	it('counts company as one of the ten where it is used', async () => {
		await create();
		for (let n = 1; n <= 9; n++)
			expect((await created({ type: `type ${n}` })).type).toBe(`type-${n}`);
		expect((await created({ type: 'type 10' })).type).toBe('company');
	});

	it.each([
		['mrr 0', { mrr: 0 }],
		['mrr of whole units, unconverted', { mrr: 123_456_789 }],
		['id of 255 characters', { id: 'i'.repeat(255) }],
		['id of 255 emoji', { id: emoji.repeat(255) }],
		['name of 255 characters', { name: emoji.repeat(255) }],
		['meta of 20 keys', { meta: keys(20) }],
		[
			'meta with key and value of 255 characters',
			{ meta: { [emoji.repeat(255)]: emoji.repeat(255) } },
		],
		['meta with an empty value', { meta: { a: '' } }],
	])('accepts %s', async (_label, fields) => {
		const reply = await create(fields);
		expect(reply.status).toBe(201);
		const { id, ...same } = fields as { id?: string };
		expect(reply.json.data).toMatchObject(id ? { data_id: id } : same);
	});

	it('ignores fields it does not know', async () => {
		const reply = await create({ color: 'red' });
		expect(reply.status).toBe(201);
		expect(reply.json.data).not.toHaveProperty('color');
	});

	it.each<[label: string, fields: object, named: string[]]>([
		['id missing', { id: undefined }, ['id']],
		['id empty', { id: '' }, ['id']],
		['id not a string', { id: 7 }, ['id']],
		['id null', { id: null }, ['id']],
		['id of 256 characters', { id: 'i'.repeat(256) }, ['id']],
		['data_id of 256 characters', { id: undefined, data_id: 'i'.repeat(256) }, ['data_id']],
		['name of 256 characters', { name: 'n'.repeat(256) }, ['name']],
		['name not a string', { name: {} }, ['name']],
		['type of 65 characters', { type: 't'.repeat(65) }, ['type']],
		['type not a string', { type: 1 }, ['type']],
		['weight with a fraction', { weight: 1.5 }, ['weight']],
		['weight a string', { weight: '5' }, ['weight']],
		['mrr with minor units', { mrr: 99.99 }, ['mrr']],
		['mrr a string', { mrr: '100' }, ['mrr']],
		['meta of 21 keys', { meta: keys(21) }, ['meta']],
		['meta not flat', { meta: { a: { b: 'c' } } }, ['meta']],
		['meta with a number', { meta: { a: 1 } }, ['meta']],
		['meta with a key of 256 characters', { meta: { ['k'.repeat(256)]: 'v' } }, ['meta']],
		['meta with a value of 256 characters', { meta: { k: 'v'.repeat(256) } }, ['meta']],
		['meta an array', { meta: [] }, ['meta']],
		[
			'several fields',
			{ name: 1, weight: 'x', mrr: 0.5, meta: 1 },
			['name', 'weight', 'mrr', 'meta'],
		],
	])('400 validation_error: %s', async (_label, fields, named) => {
		expectInvalid(await create(fields), ...named);
		expect(sandbox.rows('SELECT * FROM groups')).toEqual([]);
	});

	it.each([
		['no body', undefined, 'id'],
		['an array', [], 'body'],
		['null', 'null', 'body'],
		['broken JSON', '{', 'body'],
	])('400 validation_error: %s', async (_label, body, field) => {
		expectInvalid(await ask('POST', '/v2/groups', body), field);
	});
});

function keys(count: number): Record<string, string> {
	return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'value']));
}

describe('States: group membership', () => {
	let group: number;
	let user: number;
	beforeEach(async () => {
		group = (await created()).group_id;
		[user] = sandbox.createUsers(1);
	});
	const members = (id = group) => `/v2/groups/${id}/members`;
	const memberIds = async (id = group) =>
		(await ask('GET', members(id))).json.data.items.map(
			(member: { user_id: number }) => member.user_id,
		);

	it('POST makes a member and answers group_id and user_id as integers', async () => {
		const reply = await ask('POST', members(), { user_id: user });
		expect([200, 201]).toContain(reply.status);
		expect(reply.json).toEqual({ status: 'success', data: { group_id: group, user_id: user } });
		expect(await memberIds()).toEqual([user]);
	});

	it('POST again succeeds without duplicating', async () => {
		await ask('POST', members(), { user_id: user });
		const reply = await ask('POST', members(), { user_id: user });
		expect([200, 201]).toContain(reply.status);
		expect(reply.json.data).toEqual({ group_id: group, user_id: user });
		expect(await memberIds()).toEqual([user]);
	});

	it('an end-user may belong to several groups', async () => {
		const other = (await created()).group_id;
		await ask('POST', members(), { user_id: user });
		await ask('POST', members(other), { user_id: user });
		expect([await memberIds(), await memberIds(other)]).toEqual([[user], [user]]);
	});

	it('DELETE answers 204 with an empty body; the end-user is not deleted', async () => {
		await ask('POST', members(), { user_id: user });
		const reply = await ask('DELETE', `${members()}/${user}`);
		expect({ status: reply.status, text: reply.text }).toEqual({ status: 204, text: '' });
		expect(await memberIds()).toEqual([]);
		expect((await ask('GET', `/v1/user/${user}`)).status).toBe(200);
	});

	it('404 where there is nothing to unassign', async () => {
		expectKeyed(await ask('DELETE', `${members()}/${user}`), 404, 'not_found');
		expectKeyed(await ask('DELETE', `${members()}/abc`), 404, 'not_found');
		expectKeyed(await ask('DELETE', `/v2/groups/1/members/${user}`), 404, 'not_found');
	});

	it.each([
		['missing', {}],
		['a string', { user_id: '30002' }],
		['with a fraction', { user_id: 1.5 }],
		['null', { user_id: null }],
	])('400 validation_error: user_id %s', async (_label, body) => {
		expectInvalid(await ask('POST', members(), body), 'user_id');
	});

	it('404 for an unknown group or user, or a deleted one', async () => {
		expectKeyed(await ask('POST', '/v2/groups/1/members', { user_id: user }), 404, 'not_found');
		expectKeyed(await ask('POST', '/v2/groups/x/members', { user_id: user }), 404, 'not_found');
		expectKeyed(await ask('POST', members(), { user_id: 1 }), 404, 'not_found');
		await ask('DELETE', `/v1/user/${user}`);
		expectKeyed(await ask('POST', members(), { user_id: user }), 404, 'not_found');
	});
});

describe('Group stats', () => {
	const statsOf = async (group: number) =>
		(await ask('GET', `/v2/groups/${group}`)).json.data.stats;
	const withMember = async () => {
		const group = (await created()).group_id;
		const [ada] = sandbox.createUsers(1, { stats_satisfaction: 4 });
		const [ben] = sandbox.createUsers(1, { stats_satisfaction: 0 });
		for (const user_id of [ada, ben]) await ask('POST', `/v2/groups/${group}/members`, { user_id });
		return { group, ada, ben };
	};

	it('counts what members did; those who never answered are not in the averages', async () => {
		const { group, ada, ben } = await withMember();
		expect(await statsOf(group)).toMatchObject({
			users: 2,
			satisfaction: 4,
			promoter: 0,
			active: null,
		});
		const post = { title: 'A post', type: 'idea', user: ada };
		const id = (await ask('POST', '/v1/post', post)).json.data.feedback_id;
		await ask('POST', `/v1/post/${id}/vote`, { vote: 1, user_id: ben });
		await ask('POST', `/v1/post/${id}/comment`, { comment: 'x', user_id: ben });
		await ask('POST', '/v1/promoter', { vote: 2, user_id: ada });
		await ask('POST', '/v1/promoter', { vote: 9, user_id: ada, force: true });
		expect(await statsOf(group)).toEqual({
			users: 2,
			feedback: 1,
			votes: 1,
			comments: 1,
			satisfaction: 4,
			promoter: 9,
			active: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
		});
		await ask('POST', '/v1/promoter', { vote: 4, user_id: ben });
		expect((await statsOf(group)).promoter).toBe(6.5);
	});

	it('may lag a change by up to the time that is set', async () => {
		sandbox.settings.groupStatsLagMs = 3_600_000;
		const { group, ada } = await withMember();
		expect((await statsOf(group)).users).toBe(0);
		sandbox.run('UPDATE groups SET stats_at = stats_at - 3600000 WHERE group_id = ?', group);
		expect((await statsOf(group)).users).toBe(2);
		await ask('DELETE', `/v2/groups/${group}/members/${ada}`);
		expect((await statsOf(group)).users).toBe(2);
		sandbox.settings.groupStatsLagMs = 0;
		expect((await statsOf(group)).users).toBe(1);
	});
});
