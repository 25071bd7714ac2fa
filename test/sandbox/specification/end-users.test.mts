import { beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { daysAgo } from '../timestamps.mts';
import { expectPlain, sentIds } from './client.mts';

ownSandbox();

let user: number;
beforeEach(() => {
	sandbox.run('DELETE FROM users WHERE admin_id = 0');
	sandbox.run('DELETE FROM promoters');
	[user] = sandbox.createUsers(1, { data: { plan: 'team' }, segments: ['beta'] });
});

const read = async (id: number) => (await ask('GET', `/v1/user/${id}`)).json.data;

describe('DELETE /v1/user/{userid}', () => {
	it('takes the end-user off the list', async () => {
		await ask('DELETE', `/v1/user/${user}`);
		expect((await ask('GET', '/v1/users')).json.data.items).toEqual({});
	});

	it('keeps posts, comments and survey responses, and makes them anonymous', async () => {
		await ask('PUT', `/v1/user/${user}`, { data_full_name: 'Zoe Recognisable' });
		const post = (await ask('POST', '/v1/post', { title: 'Mine', type: 'idea', user })).json.data
			.feedback_id;
		await ask('POST', `/v1/post/${post}/comment`, { comment: 'Mine', user_id: user });
		const meta = { referrer: 'https://customer.example/zoe' };
		await ask('POST', '/v1/promoter', { vote: 3, comment: 'Mine', meta, user_id: user });
		const group = (await ask('POST', '/v2/groups', { id: 'team-of-one' })).json.data.group_id;
		await ask('POST', `/v2/groups/${group}/members`, { user_id: user });
		const { data_name, data_mail } = await read(user);

		await ask('DELETE', `/v1/user/${user}`);
		const shown = [
			(await ask('GET', `/v1/post/${post}`)).json.data,
			Object.values((await ask('GET', `/v1/post/${post}/comments`)).json.data.comments)[0],
			(await ask('GET', '/v1/promoter')).json.data[0],
		];
		for (const { user: author } of shown) {
			expect(author).toMatchObject({ user_id: user, data_name: 'anonymous', data_mail: '' });
		}
		expect(shown[2]).toMatchObject({ vote: 3, comment: 'Mine', meta: {} });
		const everything = JSON.stringify([
			shown,
			...['users', 'posts', 'comments', 'promoters'].map((table) =>
				sandbox.rows(`SELECT * FROM ${table}`),
			),
		]);
		for (const trace of ['Zoe Recognisable', data_name, data_mail, meta.referrer]) {
			expect(everything).not.toContain(trace);
		}
		expect(sandbox.rows('SELECT * FROM group_members')).toEqual([]);
	});

	it('does not delete staff', async () => {
		const [{ staff_id }] = sandbox.rows('SELECT staff_id FROM workspaces');
		expectPlain(await ask('DELETE', `/v1/user/${staff_id}`), 403);
	});
});

describe('GET /v1/users', () => {
	it('searches, filters and sorts', async () => {
		const [ada] = sandbox.createUsers(1, { data_full_name: 'Ada', created: daysAgo(2) });
		const [ben] = sandbox.createUsers(1, { data_id: 'crm_9', created: daysAgo(1) });
		sandbox.run('UPDATE users SET updated = ? WHERE user_id = ?', daysAgo(-1), ada);
		const cases: Array<[query: string, found: number[]]> = [
			['', [user, ben, ada]],
			['search=ada', [ada]],
			['search=CRM_9', [ben]],
			['search=customer.example', [user, ben, ada]],
			['segment=beta', [user]],
			['segment=all', [user, ben, ada]],
			['segment=none', []],
			['sort=created&sort_dir=ASC', [ada, ben, user]],
			['sort=updated', [ada, user, ben]],
			['sort=updated&sort_dir=asc', [ben, user, ada]],
			['per_page=2&page=1', [ada]],
		];
		for (const [query, found] of cases) {
			expect(sentIds(await ask('GET', `/v1/users?${query}`), 'user_id'), query).toEqual(found);
		}
	});
});
