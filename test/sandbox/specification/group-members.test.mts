import { beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { expectInvalid, expectKeyed } from './client.mts';

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

	it.each([
		['is missing', {}],
		['is a string', { user_id: '30002' }],
		['has a fraction', { user_id: 1.5 }],
		['is null', { user_id: null }],
	])('answers 400 validation_error where user_id %s', async (_label, body) => {
		expectInvalid(await ask('POST', members(), body), 'user_id');
	});

	it('POST answers 404 for an unknown group, and for an unknown or deleted user', async () => {
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
		const group = await newGroup();
		const [ada] = sandbox.createUsers(1, { stats_satisfaction: 4 });
		const [ben] = sandbox.createUsers(1, { stats_satisfaction: 0 });
		for (const user_id of [ada, ben]) await ask('POST', `/v2/groups/${group}/members`, { user_id });
		return { group, ada, ben };
	};

	it('count what members did, and average only those who answered', async () => {
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

	it('lag behind a change by up to groupStatsLagMs', async () => {
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
