import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { daysAgo, timestamp } from '../timestamps.mts';
import { expectPlain, expectType, fieldRows, type Reply } from './client.mts';

ownSandbox();

beforeEach(() => sandbox.run('DELETE FROM updates'));

const newUpdate = async (fields: object = {}) =>
	(await ask('POST', '/v1/update', { title: 'News', type: 'new', description: 'Text', ...fields }))
		.json.data.changelog_id as number;
const read = async (id: number) => (await ask('GET', `/v1/update/${id}`)).json.data;
const change = (id: number, fields: object) => ask('PUT', `/v1/update/${id}`, fields);
const order = (reply: Reply) =>
	[...reply.text.matchAll(/"(\d+)":\{"changelog_id"/g)].map(([, id]) => Number(id));

describe('Resources: the fields of a changelog update', () => {
	const table = fieldRows({
		integer: 'changelog_id, product_id, feedback_id, enabled, queue',
		string: 'title, description, description_html, type, segment, created',
		object: 'settings, stats',
		array: 'files',
		boolean:
			'scheduled, draft, announcement, notify, notify_delay, reactions, can_edit, can_delete',
	});
	const inner = {
		settings: fieldRows({ string: 'link, link_text, link_color' }),
		stats: fieldRows({ integer: 'announcements, pageviews, emails, clicks' }),
	};

	describe.each(['create', 'get', 'list'])('from %s', (source) => {
		const record = async () => {
			const body = { title: 'News', type: 'new', description: 'Text' };
			const created = (await ask('POST', '/v1/update', body)).json.data;
			if (source === 'create') return created;
			if (source === 'get') return read(created.changelog_id);
			return (await ask('GET', '/v1/updates')).json.data.items[created.changelog_id];
		};
		it.each(table)('%s is %s', async (field, type) => expectType((await record())[field], type));
		it.each(inner.settings)('settings.%s is %s', async (field, type) => {
			expectType((await record()).settings[field], type);
		});
		it.each(inner.stats)('stats.%s is %s', async (field, type) => {
			expectType((await record()).stats[field], type);
		});
		it('has no other fields', async () => {
			expect(Object.keys(await record()).sort()).toEqual(table.map(([field]) => field).sort());
		});
	});
});

describe('POST /v1/update', () => {
	it('publishes at once and answers the update', async () => {
		const reply = await ask('POST', '/v1/update', {
			title: 'A & B',
			type: 'fix',
			description: 'C',
		});
		expect(reply.status).toBe(200);
		expect(reply.json.data).toMatchObject({
			title: 'A & B',
			type: 'fix',
			description: 'C',
			description_html: '<p>C</p>',
			draft: false,
			scheduled: false,
			notify: false,
		});
		expect(await read(reply.json.data.changelog_id)).toEqual(reply.json.data);
	});

	it('takes no fields but the three', async () => {
		const id = await newUpdate({ draft: true, notify: true, segment: 'beta' });
		expect(await read(id)).toMatchObject({ draft: false, notify: false, segment: 'all' });
	});

	it.each([
		['title missing', { type: 'new' }, /title/],
		['title empty', { title: '' }, /title/],
		['title not a string', { title: {} }, /title/],
		['type not a string', { title: 'News', type: 1 }, /type/],
		['description not a string', { title: 'News', description: null }, /description/],
	])('refuses: %s', async (_label, body, named) => {
		expectPlain(await ask('POST', '/v1/update', body), 400, named);
		expect(sandbox.rows('SELECT * FROM updates')).toEqual([]);
	});
});

describe('PUT /v1/update/{updateid}', () => {
	it('answers the changelog_id as a string', async () => {
		const id = await newUpdate();
		const reply = await change(id, { title: 'Other' });
		expect(reply.status).toBe(200);
		expect(reply.json).toEqual({ status: 'success', data: { changelog_id: String(id) } });
	});

	it.each<[field: string, value: unknown]>([
		['title', 'Other'],
		['description', ''],
		['type', 'fix'],
		['segment', 'beta'],
		['created', '2020-02-29 12:00:00'],
		['draft', true],
		['notify_delay', true],
		['announcement', true],
		['settings', { link: 'https://customer.example', link_text: 'More', link_color: '#fff' }],
	])('changes %s alone', async (field, value) => {
		const id = await newUpdate();
		const former = await read(id);
		await change(id, { [field]: value });
		const html = field === 'description' ? { description_html: '' } : {};
		expect(await read(id)).toEqual({ ...former, [field]: value, ...html });
	});

	it('changes one member of settings and leaves the others', async () => {
		const id = await newUpdate();
		await change(id, { settings: { link: 'https://a.example', link_text: 'More' } });
		await change(id, { settings: { link_text: 'Less' } });
		expect((await read(id)).settings).toEqual({
			link: 'https://a.example',
			link_text: 'Less',
			link_color: '',
		});
	});

	it('takes a date without a time as its midnight', async () => {
		const id = await newUpdate();
		await change(id, { created: '2020-01-02' });
		expect((await read(id)).created).toBe('2020-01-02 00:00:00');
	});

	it.each<[label: string, fields: object, named: RegExp]>([
		['title empty', { title: '' }, /title/],
		['title not a string', { title: 1 }, /title/],
		['created no date', { created: 'tomorrow' }, /created/],
		['settings not an object', { settings: [] }, /settings/],
		['settings.link not a string', { settings: { link: 1 } }, /link/],
		['draft not a boolean', { draft: 'true' }, /draft/],
		['notify not a boolean', { notify: 1 }, /notify/],
		['segment not a string', { segment: ['beta'] }, /segment/],
	])('refuses, changing nothing: %s', async (_label, fields, named) => {
		const id = await newUpdate();
		const former = await read(id);
		expectPlain(await change(id, { description: 'changed', ...fields }), 400, named);
		expect(await read(id)).toEqual(former);
	});

	describe('notify', () => {
		const emails = async (id: number) => (await read(id)).stats.emails;
		beforeAll(() => {
			sandbox.createUsers(3);
			sandbox.createUsers(1, { segments: ['beta'] });
			sandbox.createUsers(1, { data_mail: '' });
			sandbox.createUsers(1, { notify: 0 });
			sandbox.createUsers(1, { notify_changelog: false });
		});

		it('counts one e-mail for each subscriber, once', async () => {
			const id = await newUpdate();
			expect(await emails(id)).toBe(0);
			await change(id, { notify: true });
			expect(await emails(id)).toBe(4);
			sandbox.createUsers(1, { segments: ['late'] });
			await change(id, { notify: true, title: 'Again' });
			expect(await emails(id)).toBe(4);
		});
		it('counts those of the segment', async () => {
			const id = await newUpdate();
			await change(id, { notify: true, segment: 'beta' });
			expect(await emails(id)).toBe(1);
		});
		it('waits until a draft is published', async () => {
			const id = await newUpdate();
			await change(id, { draft: true, notify: true, segment: 'beta' });
			expect(await emails(id)).toBe(0);
			await change(id, { draft: false });
			expect(await emails(id)).toBe(1);
		});
		it('sends none for a scheduled one', async () => {
			const id = await newUpdate();
			await change(id, { created: daysAgo(-1), notify: true });
			expect(await emails(id)).toBe(0);
		});
	});
});

describe('DELETE /v1/update/{updateid}', () => {
	it('answers action and a string changelog_id', async () => {
		const id = await newUpdate();
		const reply = await ask('DELETE', `/v1/update/${id}`);
		expect(reply.json).toEqual({
			status: 'success',
			data: { action: expect.any(String), changelog_id: String(id) },
		});
		for (const method of ['GET', 'PUT', 'DELETE']) {
			const body = method === 'PUT' ? {} : undefined;
			expectPlain(await ask(method, `/v1/update/${id}`, body), 404);
		}
	});
});

describe('GET /v1/updates', () => {
	it('keys its items by id, newest first, with has_more and page', async () => {
		const [old] = sandbox.createUpdates(1, { created: daysAgo(2) });
		const [recent] = sandbox.createUpdates(1, { created: daysAgo(0) });
		const [middle] = sandbox.createUpdates(1, { created: daysAgo(1) });
		const reply = await ask('GET', '/v1/updates?per_page=2');
		expect(order(reply)).toEqual([recent, middle]);
		expect(reply.json.data).toMatchObject({ has_more: true, page: 0 });
		const next = await ask('GET', '/v1/updates?per_page=2&page=1');
		expect(order(next)).toEqual([old]);
		expect(next.json.data).toMatchObject({ has_more: false, page: 1 });
	});

	describe('States: a changelog update', () => {
		it.each([
			['published', {}],
			['published', { created: '2020-01-01 00:00:00' }],
			['scheduled', { created: daysAgo(-1) }],
			['draft', { draft: true }],
			['draft', { draft: true, created: daysAgo(-1) }],
		])('is %s with %j', async (status, fields) => {
			const id = await newUpdate();
			await change(id, fields);
			expect(await read(id)).toMatchObject({
				draft: status === 'draft',
				scheduled: status === 'scheduled',
			});
			for (const asked of ['published', 'scheduled', 'draft']) {
				const found = order(await ask('GET', `/v1/updates?status=${asked}`));
				expect(found, asked).toEqual(asked === status ? [id] : []);
			}
			expect(order(await ask('GET', '/v1/updates'))).toEqual([id]);
		});

		it('a scheduled one is published once its time has come', async () => {
			vi.useFakeTimers({ toFake: ['Date'] });
			try {
				const inAnHour = new Date(Date.now() + 3_600_000);
				const [id] = sandbox.createUpdates(1, {
					status: 'scheduled',
					created: timestamp(inAnHour),
				});
				expect((await read(id)).scheduled).toBe(true);
				vi.setSystemTime(inAnHour);
				expect((await read(id)).scheduled).toBe(false);
				expect(order(await ask('GET', '/v1/updates?status=published'))).toEqual([id]);
			} finally {
				vi.useRealTimers();
			}
		});

		it('createUpdates makes each of them', async () => {
			for (const status of ['published', 'scheduled', 'draft'] as const) {
				const ids = sandbox.createUpdates(2, { status });
				expect(order(await ask('GET', `/v1/updates?status=${status}`))).toEqual(ids.reverse());
			}
		});
	});

	it('filters by category and words', async () => {
		const [first] = sandbox.createUpdates(1, { type: 'new', title: 'Dark mode' });
		const [second] = sandbox.createUpdates(1, { type: 'fix', description: 'dark corners' });
		const cases: Array<[query: string, found: number[]]> = [
			['type=new', [first]],
			['category=fix', [second]],
			['type=all', [second, first]],
			['type=other', []],
			['search=DARK', [second, first]],
			['search=mode&type=fix', []],
			['search=mode&type=new&status=published', [first]],
		];
		for (const [query, found] of cases) {
			expect(order(await ask('GET', `/v1/updates?${query}`)), query).toEqual(found);
		}
	});

	it('refuses a status there is none of', async () => {
		expectPlain(await ask('GET', '/v1/updates?status=archived'), 400, /status/);
	});
});
