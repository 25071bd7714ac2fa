import { beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { daysAgo } from '../timestamps.mts';
import { expectLists, expectPlain, sentIds } from './client.mts';

ownSandbox();

let user: number;
beforeEach(() => {
	sandbox.run('DELETE FROM users WHERE admin_id = 0');
	sandbox.run('DELETE FROM promoters');
	[user] = sandbox.createUsers(1, { data: { plan: 'team' }, segments: ['beta'] });
});

describe('DELETE /v1/user/{userid}', () => {
	it('takes the end-user off the list', async () => {
		await ask('DELETE', `/v1/user/${user}`);
		expect((await ask('GET', '/v1/users')).json.data.items).toEqual({});
	});

	it('does not delete staff', async () => {
		const [{ staff_id }] = sandbox.rows('SELECT staff_id FROM workspaces');
		expectPlain(await ask('DELETE', `/v1/user/${staff_id}`), 403);
	});
});

it('lists end-users as searched, filtered and sorted', async () => {
	const [ada] = sandbox.createUsers(1, { data_full_name: 'Ada', created: daysAgo(2) });
	const [ben] = sandbox.createUsers(1, { data_id: 'crm_9', created: daysAgo(1) });
	sandbox.run('UPDATE users SET updated = ? WHERE user_id = ?', daysAgo(-1), ada);
	const listed = async (query: string) =>
		sentIds(await ask('GET', `/v1/users?${query}`), 'user_id');
	await expectLists(listed, [
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
	]);
});
