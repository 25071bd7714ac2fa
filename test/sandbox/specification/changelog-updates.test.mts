import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { daysAgo } from '../timestamps.mts';
import { expectPlain, expectType, fieldRows } from './client.mts';

ownSandbox();

beforeEach(() => sandbox.run('DELETE FROM updates'));

const newUpdate = async (fields: object = {}) =>
	(await ask('POST', '/v1/update', { title: 'News', type: 'new', description: 'Text', ...fields }))
		.json.data.changelog_id as number;
const read = async (id: number) => (await ask('GET', `/v1/update/${id}`)).json.data;
const change = (id: number, fields: object) => ask('PUT', `/v1/update/${id}`, fields);

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
	it('publishes at once and returns the update', async () => {
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

	it('ignores all fields but title, type and description', async () => {
		const id = await newUpdate({ draft: true, notify: true, segment: 'beta' });
		expect(await read(id)).toMatchObject({ draft: false, notify: false, segment: 'all' });
	});

	it.each([
		['title is missing', { type: 'new' }, /title/],
		['title is empty', { title: '' }, /title/],
		['title is not a string', { title: {} }, /title/],
		['type is not a string', { title: 'News', type: 1 }, /type/],
		['description is not a string', { title: 'News', description: null }, /description/],
	])('answers 400 where %s', async (_label, body, named) => {
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

	it('stores a date without a time as midnight', async () => {
		const id = await newUpdate();
		await change(id, { created: '2020-01-02' });
		expect((await read(id)).created).toBe('2020-01-02 00:00:00');
	});

	it.each<[label: string, fields: object, named: RegExp]>([
		['title is empty', { title: '' }, /title/],
		['title is not a string', { title: 1 }, /title/],
		['created is no date', { created: 'tomorrow' }, /created/],
		['settings is not an object', { settings: [] }, /settings/],
		['settings.link is not a string', { settings: { link: 1 } }, /link/],
		['draft is not a boolean', { draft: 'true' }, /draft/],
		['notify is not a boolean', { notify: 1 }, /notify/],
		['segment is not a string', { segment: ['beta'] }, /segment/],
	])('answers 400 and changes nothing where %s', async (_label, fields, named) => {
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
		it('counts only subscribers of the segment', async () => {
			const id = await newUpdate();
			await change(id, { notify: true, segment: 'beta' });
			expect(await emails(id)).toBe(1);
		});
		it('counts none for a draft until it is published', async () => {
			const id = await newUpdate();
			await change(id, { draft: true, notify: true, segment: 'beta' });
			expect(await emails(id)).toBe(0);
			await change(id, { draft: false });
			expect(await emails(id)).toBe(1);
		});
		it('counts none for a scheduled update', async () => {
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
