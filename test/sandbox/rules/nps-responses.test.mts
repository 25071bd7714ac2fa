import { beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { daysAgo, timestamp } from '../timestamps.mts';
import { expectLists, expectPlain } from './client.mts';

ownSandbox();

let user: number;
beforeEach(() => {
	sandbox.run('DELETE FROM promoters');
	[user] = sandbox.createUsers(1);
});

describe('NPS responses', () => {
	const respond = (fields: object = {}) =>
		ask('POST', '/v1/promoter', { vote: 8, user_id: user, ...fields });

	it.each([
		['within 14 days updates the first', 13.9, {}, 'updated', 1],
		['after 14 days is a new one', 14.1, {}, 'created', 2],
		['within 14 days is a new one with force', 1, { force: true }, 'created', 2],
		['within 14 days updates the first with force false', 1, { force: false }, 'updated', 1],
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

	it('lists responses as an array, newest first, by date and page', async () => {
		const ids = [];
		for (const day of ['2024-01-01 00:00:00', '2024-01-31 23:59:59', '2024-02-01 00:00:00']) {
			const id = (await respond({ force: true })).json.data.promoter_id;
			sandbox.run('UPDATE promoters SET created = ? WHERE promoter_id = ?', day, id);
			ids.unshift(id);
		}
		const [february, lateJanuary, january] = ids;
		const listed = async (query: string) =>
			(await ask('GET', `/v1/promoter?${query}`)).json.data.map(
				(row: { promoter_id: number }) => row.promoter_id,
			);
		await expectLists(listed, [
			['', ids],
			['date_start=2024-01-01&date_end=2024-01-31', [lateJanuary, january]],
			['date_start=2024-02-01', [february]],
			['date_end=2024-01-30', [january]],
			['date_start=2025-01-01', []],
			['per_page=1', [february]],
			['per_page=2&page=1', [january]],
			['page=7', []],
		]);
	});

	it.each(['date_start', 'date_end'])('answers 400 for a %s that is no day', async (name) => {
		expectPlain(await ask('GET', `/v1/promoter?${name}=2024-02-30`), 400, new RegExp(name));
		expectPlain(await ask('GET', `/v1/promoter?${name}=${encodeURIComponent(timestamp())}`), 400);
	});
});
