import { beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { expectKeyed } from './client.mts';

ownSandbox({ v2Limit: { requests: 100_000, windowMs: 1000 } });

beforeEach(() => sandbox.run('DELETE FROM groups'));

let serial = 0;
const newGroup = async () =>
	(await ask('POST', '/v2/groups', { id: `group-${++serial}` })).json.data.group_id as number;

describe('States: group membership', () => {
	let group: number;
	let user: number;
	beforeEach(async () => {
		group = await newGroup();
		[user] = sandbox.createUsers(1);
	});
	const members = (id = group) => `/v2/groups/${id}/members`;
	const memberIds = async (id = group) =>
		(await ask('GET', members(id))).json.data.items.map(
			(member: { user_id: number }) => member.user_id,
		);

	it('POST adds a member and answers group_id and user_id as integers', async () => {
		const reply = await ask('POST', members(), { user_id: user });
		expect([200, 201]).toContain(reply.status);
		expect(reply.json).toEqual({ status: 'success', data: { group_id: group, user_id: user } });
		expect(await memberIds()).toEqual([user]);
	});

	it('a second POST succeeds and adds no second member', async () => {
		await ask('POST', members(), { user_id: user });
		const reply = await ask('POST', members(), { user_id: user });
		expect([200, 201]).toContain(reply.status);
		expect(reply.json.data).toEqual({ group_id: group, user_id: user });
		expect(await memberIds()).toEqual([user]);
	});

	it('an end-user may belong to several groups', async () => {
		const other = await newGroup();
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
