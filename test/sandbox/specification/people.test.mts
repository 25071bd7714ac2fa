import { beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { daysAgo, timestamp } from '../timestamps.mts';
import { expectPlain, expectType, fieldRows, type Reply } from './client.mts';

ownSandbox();

let user: number;
beforeEach(() => {
	sandbox.run('DELETE FROM users WHERE admin_id = 0');
	sandbox.run('DELETE FROM promoters');
	[user] = sandbox.createUsers(1, { data: { plan: 'team' }, segments: ['beta'] });
});

const read = async (id: number) => (await ask('GET', `/v1/user/${id}`)).json.data;
const order = (reply: Reply) =>
	[...reply.text.matchAll(/"(\d+)":\{"user_id"/g)].map(([, id]) => Number(id));

describe('Resources: the fields of an end-user', () => {
	const table = fieldRows({
		integer:
			'user_id, admin_id, stats_feedback, stats_votes, stats_comments, stats_satisfaction, stats_promoter, notify, weight',
		string: 'data_id, data_name, data_full_name, data_mail, data_img, created, updated',
		boolean: 'anonymous',
		'array of string': 'segments',
		object: 'data, data_system, notify_settings',
	});
	const system = fieldRows({
		string:
			'ip, lat, lng, city, browser, country, platform, timezone, continent, user_agent, currency_code, browser_version, currency_symbol',
	});
	const settings = fieldRows({ boolean: 'mention, changelog, subscribed' });

	describe.each(['get', 'list', 'update'])('from %s', (source) => {
		const record = async () => {
			if (source === 'get') return read(user);
			if (source === 'update') return (await ask('PUT', `/v1/user/${user}`, {})).json.data;
			return (await ask('GET', '/v1/users')).json.data.items[user];
		};
		it.each(table)('%s is %s', async (field, type) => expectType((await record())[field], type));
		it.each(system)('data_system.%s is %s', async (field, type) => {
			expectType((await record()).data_system[field], type);
		});
		it.each(settings)('notify_settings.%s is %s', async (field, type) => {
			expectType((await record()).notify_settings[field], type);
		});
		it('has no other fields', async () => {
			expect(Object.keys(await record()).sort()).toEqual(table.map(([field]) => field).sort());
		});
	});

	it('counts what the user did', async () => {
		const post = { title: 'A post', type: 'idea', user };
		const id = (await ask('POST', '/v1/post', post)).json.data.feedback_id;
		await ask('POST', `/v1/post/${id}/comment`, { comment: 'One', user_id: user });
		await ask('POST', `/v1/post/${id}/comment`, { comment: 'Two', user_id: user });
		await ask('POST', `/v1/post/${id}/vote`, { vote: 1, user_id: user });
		await ask('POST', '/v1/promoter', { vote: 9, user_id: user });
		expect(await read(user)).toMatchObject({
			stats_feedback: 1,
			stats_comments: 2,
			stats_votes: 1,
			stats_promoter: 9,
		});
	});
});

describe('PUT /v1/user/{userid}', () => {
	it.each<[field: string, value: unknown]>([
		['data_mail', 'new@customer.example'],
		['data_id', 'crm-7'],
		['data_name', 'new_name_2'],
		['data_full_name', 'Zoë Ångström'],
		['data_img', 'https://customer.example/zoe.png'],
		['data', { seats: 4, nested: { a: [1, null] } }],
		['data', {}],
		['data_mail', ''],
	])('%s = %j: any parameter not provided stays unchanged', async (field, value) => {
		const former = await read(user);
		const reply = await ask('PUT', `/v1/user/${user}`, { [field]: value });
		expect(reply.status).toBe(200);
		const { updated } = reply.json.data;
		expect(reply.json.data).toEqual({ ...former, [field]: value, updated });
		expect(await read(user)).toEqual(reply.json.data);
	});

	it.each([
		['data_mail not a string', { data_mail: 1 }, /data_mail/],
		['data_name with capitals', { data_name: 'Zoe' }, /data_name/],
		['data_name with blanks', { data_name: 'a b' }, /data_name/],
		['data not an object', { data: 'x' }, /data/],
		['data an array', { data: [] }, /data/],
	])('refuses, changing nothing: %s', async (_label, body, named) => {
		const former = await read(user);
		expectPlain(await ask('PUT', `/v1/user/${user}`, { data_img: 'x', ...body }), 400, named);
		expect(await read(user)).toEqual(former);
	});
});

describe('DELETE /v1/user/{userid}', () => {
	it('answers a message, and is for ever', async () => {
		const reply = await ask('DELETE', `/v1/user/${user}`);
		expect(reply.status).toBe(200);
		expect(reply.json).toEqual({ status: 'success', data: { message: expect.any(String) } });
		for (const method of ['GET', 'PUT', 'DELETE']) {
			const body = method === 'PUT' ? {} : undefined;
			expectPlain(await ask(method, `/v1/user/${user}`, body), 404);
		}
		expect((await ask('GET', '/v1/users')).json.data.items).toEqual({});
	});

	it('anonymizes posts, comments and survey responses, which stay', async () => {
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
		expect((await ask('GET', `/v2/groups/${group}/members`)).json.data.items).toEqual([]);
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
			expect(order(await ask('GET', `/v1/users?${query}`)), query).toEqual(found);
		}
	});

	it.each(['1', 'abc', '-1', '30001%20'])('has no user %s', async (id) => {
		expectPlain(await ask('GET', `/v1/user/${id}`), 404);
	});
});

describe('NPS responses', () => {
	const respond = (fields: object = {}) =>
		ask('POST', '/v1/promoter', { vote: 8, user_id: user, ...fields });

	describe('Resources: the fields of an NPS response', () => {
		const table = fieldRows({
			integer: 'promoter_id, vote',
			string: 'updated, created, comment',
			object: 'meta, user',
		});
		const record = async () => {
			await respond();
			return (await ask('GET', '/v1/promoter')).json.data[0];
		};
		it.each(table)('%s is %s', async (field, type) => expectType((await record())[field], type));
		it('there are no others', async () => {
			expect(Object.keys(await record()).sort()).toEqual(table.map(([field]) => field).sort());
		});
	});

	it('POST answers an integer promoter_id and an action', async () => {
		const reply = await respond();
		expect(reply.status).toBe(200);
		expect(reply.json).toEqual({
			status: 'success',
			data: { promoter_id: expect.any(Number), action: expect.any(String) },
		});
	});

	it('keeps what was sent', async () => {
		const meta = { referrer: 'https://customer.example/pricing', plan: 'team' };
		await respond({ vote: 10, comment: 'Größer!', meta });
		const [response] = (await ask('GET', '/v1/promoter')).json.data;
		expect(response).toMatchObject({ vote: 10, comment: 'Größer!', meta, user: { user_id: user } });
	});

	it.each([
		[1, 200],
		[10, 200],
		[0, 400],
		[11, 400],
		[-1, 400],
		[5.5, 400],
		['5', 400],
		[null, 400],
		[undefined, 400],
	])('vote %j is answered %i', async (vote, status) => {
		const reply = await respond({ vote });
		if (status === 400) expectPlain(reply, 400, /vote/);
		else expect(reply.status).toBe(200);
	});

	it.each([
		['meta not an object', { meta: 'x' }, /meta/],
		['meta.referrer not a string', { meta: { referrer: 1 } }, /meta/],
		['comment not a string', { comment: 1 }, /comment/],
		['user_id unknown', { user_id: 1 }, /user_id/],
		['force not a boolean', { force: 'yes' }, /force/],
	])('refuses: %s', async (_label, fields, named) => {
		expectPlain(await respond(fields), 400, named);
		expect((await ask('GET', '/v1/promoter')).json.data).toEqual([]);
	});

	it.each([
		['within 14 days', 13.9, {}, 'updated', 1],
		['after 14 days', 14.1, {}, 'created', 2],
		['within 14 days with force', 1, { force: true }, 'created', 2],
		['within 14 days with force false', 1, { force: false }, 'updated', 1],
	])('a second vote %s', async (_label, age, fields, action, count) => {
		const first = (await respond({ vote: 2 })).json.data.promoter_id;
		sandbox.run('UPDATE promoters SET created = ? WHERE promoter_id = ?', daysAgo(age), first);
		const { data } = (await respond({ vote: 9, ...fields })).json;
		expect(data.action).toBe(action);
		expect(data.promoter_id === first).toBe(action === 'updated');
		const rows = (await ask('GET', '/v1/promoter')).json.data;
		expect(rows).toHaveLength(count);
		expect(rows[0].vote).toBe(9);
	});

	it('replaces the vote of the same user only', async () => {
		const [other] = sandbox.createUsers(1);
		await respond();
		expect((await respond({ user_id: other })).json.data.action).toBe('created');
	});

	it('lists an array, newest first, by date and page', async () => {
		const ids = [];
		for (const day of ['2024-01-01 00:00:00', '2024-01-31 23:59:59', '2024-02-01 00:00:00']) {
			const id = (await respond({ force: true })).json.data.promoter_id;
			sandbox.run('UPDATE promoters SET created = ? WHERE promoter_id = ?', day, id);
			ids.unshift(id);
		}
		const [february, lateJanuary, january] = ids;
		const cases: Array<[query: string, found: number[]]> = [
			['', ids],
			['date_start=2024-01-01&date_end=2024-01-31', [lateJanuary, january]],
			['date_start=2024-02-01', [february]],
			['date_end=2024-01-30', [january]],
			['date_start=2025-01-01', []],
			['per_page=1', [february]],
			['per_page=2&page=1', [january]],
			['page=7', []],
		];
		for (const [query, found] of cases) {
			const reply = await ask('GET', `/v1/promoter?${query}`);
			expect(reply.json).toEqual({ status: 'success', data: expect.any(Array) });
			expect(
				reply.json.data.map((row: { promoter_id: number }) => row.promoter_id),
				query,
			).toEqual(found);
		}
	});

	it.each(['date_start', 'date_end'])('refuses a %s that is no day', async (name) => {
		expectPlain(await ask('GET', `/v1/promoter?${name}=2024-02-30`), 400, new RegExp(name));
		expectPlain(await ask('GET', `/v1/promoter?${name}=${encodeURIComponent(timestamp())}`), 400);
	});
});

describe('POST /v1/intelligence/queue', () => {
	const item = {
		text: 'The export button is missing on the reports page',
		title: 'Support ticket 7',
		ref: 'https://support.example/tickets/7',
		user_name: 'Zoë',
		user_email: 'zoe@customer.example',
		service: 'support-desk',
	};
	const queued = () =>
		sandbox.rows('SELECT text, title, ref, user_name, user_email, service FROM queue_items');
	beforeEach(() => sandbox.run('DELETE FROM queue_items'));

	it('answers 200 and keeps every field', async () => {
		const reply = await ask('POST', '/v1/intelligence/queue', item);
		expect(reply).toMatchObject({ status: 200, json: { status: 'success' } });
		expect(queued()).toEqual([item]);
	});

	it('needs the text only', async () => {
		expect((await ask('POST', '/v1/intelligence/queue', { text: 'x' })).status).toBe(200);
		expectPlain(await ask('POST', '/v1/intelligence/queue', { title: 'x' }), 400, /text/);
	});

	it.each([...Object.keys(item)])('refuses a %s that is no string', async (field) => {
		const body = { ...item, [field]: 7 };
		expectPlain(await ask('POST', '/v1/intelligence/queue', body), 400, new RegExp(field));
		expect(queued()).toEqual([]);
	});

	it.each([
		['ref', 'not a url'],
		['user_email', 'nobody'],
	])('refuses a %s like "%s"', async (field, value) => {
		const body = { ...item, [field]: value };
		expectPlain(await ask('POST', '/v1/intelligence/queue', body), 400, new RegExp(field));
	});
});
