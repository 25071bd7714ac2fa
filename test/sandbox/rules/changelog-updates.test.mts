import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { daysAgo, timestamp } from '../timestamps.mts';
import { expectLists, expectPlain, sentIds } from './client.mts';

ownSandbox();

beforeEach(() => sandbox.run('DELETE FROM updates'));

const newUpdate = async (fields: object = {}) =>
	(await ask('POST', '/v1/update', { title: 'News', type: 'new', description: 'Text', ...fields }))
		.json.data.changelog_id as number;
const read = async (id: number) => (await ask('GET', `/v1/update/${id}`)).json.data;
const listed = async (query = '') =>
	sentIds(await ask('GET', `/v1/updates?${query}`), 'changelog_id');
const change = (id: number, fields: object) => ask('PUT', `/v1/update/${id}`, fields);

describe('POST /v1/update', () => {
	it('publishes at once and returns the update', async () => {
		const sent = { title: 'A & B', type: 'fix', description: 'C' };
		const { data } = (await ask('POST', '/v1/update', sent)).json;
		const states = { draft: false, scheduled: false, notify: false };
		expect(data).toMatchObject({ ...sent, description_html: '<p>C</p>', ...states });
		expect(await read(data.changelog_id)).toEqual(data);
	});

	it('ignores all fields but title, type and description', async () => {
		const id = await newUpdate({ draft: true, notify: true, segment: 'beta' });
		expect(await read(id)).toMatchObject({ draft: false, notify: false, segment: 'all' });
	});
});

describe('PUT /v1/update/{updateid}', () => {
	it('changes one member of settings and leaves the others', async () => {
		const id = await newUpdate();
		await change(id, { settings: { link: 'https://a.example', link_text: 'More' } });
		await change(id, { settings: { link_text: 'Less' } });
		await change(id, { settings: { link_color: '#fff' } });
		expect((await read(id)).settings).toEqual({
			link: 'https://a.example',
			link_text: 'Less',
			link_color: '#fff',
		});
	});

	it('stores a date without a time as midnight', async () => {
		const id = await newUpdate();
		await change(id, { created: '2020-01-02' });
		expect((await read(id)).created).toBe('2020-01-02 00:00:00');
	});
});

describe('GET /v1/updates', () => {
	it('is sorted by creation, newest first', async () => {
		const [old] = sandbox.createUpdates(1, { created: daysAgo(2) });
		const [recent] = sandbox.createUpdates(1, { created: daysAgo(0) });
		const [middle] = sandbox.createUpdates(1, { created: daysAgo(1) });
		expect(await listed()).toEqual([recent, middle, old]);
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
				expect(await listed(`status=${asked}`), asked).toEqual(asked === status ? [id] : []);
			}
			expect(await listed()).toEqual([id]);
		});

		it('is published when its scheduled time has come', async () => {
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
				expect(await listed('status=published')).toEqual([id]);
			} finally {
				vi.useRealTimers();
			}
		});
	});

	it('filters by category and words', async () => {
		const [first] = sandbox.createUpdates(1, { type: 'new', title: 'Dark mode' });
		const [second] = sandbox.createUpdates(1, { type: 'fix', description: 'dark corners' });
		await expectLists(listed, [
			['type=new', [first]],
			['category=fix', [second]],
			['type=all', [second, first]],
			['type=other', []],
			['search=DARK', [second, first]],
			['search=mode&type=fix', []],
			['search=mode&type=new&status=published', [first]],
		]);
	});

	it('answers 400 for an unknown status', async () => {
		expectPlain(await ask('GET', '/v1/updates?status=archived'), 400, /status/);
	});
});
