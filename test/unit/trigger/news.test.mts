// Rows D1 to D14: what is new, whatever dates, order and ids say.
import type { IDataObject } from 'n8n-workflow';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startSandbox } from '../../sandbox/server.mts';
import { StaticData } from '../n8n-context.mts';
import { ownChance } from './elapsing.mts';
import { Listing, registration, timeOf } from './listing.mts';
import { ownSandboxInEachTest, sandbox } from './own-sandbox.mts';
import { polling } from './polling.mts';

ownSandboxInEachTest();

const newPosts = { events: ['newPost'] };
const newUpdates = { events: ['newChangelogUpdate'] };
const ids = (items: IDataObject[]) => items.map(({ feedback_id }) => feedback_id);
const updateIds = (items: IDataObject[]) => items.map(({ changelog_id }) => changelog_id);

/** Polls until there is news, as often as a sweep of the whole list takes. */
async function eventually(poll: () => Promise<IDataObject[]>, polls = 20): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	for (let count = 0; count < polls; count++) found.push(...(await poll()));
	return found;
}

describe('D1 to D6: dates and ids', () => {
	test('D1: 100 posts of one second, split over three polls at any place, come once each', async () => {
		for (const [first, second] of [
			[0, 1],
			[1, 2],
			[30, 31],
			[33, 66],
			[50, 50],
			[99, 100],
		]) {
			const listing = new Listing({ perPage: 100 });
			const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
			await poll();
			const delivered: unknown[] = [];
			for (const count of [first, second - first, 100 - second]) {
				for (let made = 0; made < count; made++) listing.create(5);
				delivered.push(...ids(await poll()));
			}
			expect(delivered).toEqual([...listing.posts.keys()]);
		}
	});

	test('D2: a post with an old date is new, on the first page at once', async () => {
		sandbox.createPosts(30);
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		const created = sandbox.createPosts(1, { created: '2020-01-01 00:00:00' });
		expect(ids(await trigger.poll())).toEqual(created);
	});

	test('D2: deeper down, within 20 polls for each 2,000 posts', async () => {
		sandbox.createPosts(2_500);
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		const [{ created }] = sandbox.rows(
			'SELECT created FROM posts ORDER BY created DESC, feedback_id DESC LIMIT 1 OFFSET 1500',
		);
		sandbox.run('UPDATE posts SET created = ? WHERE feedback_id % 2', '2025-12-31 00:00:00');
		const near = sandbox.createPosts(1, { created: '2025-12-31 00:00:01' });
		// One sweep of 20 pages for each 2,000, wherever it begins.
		expect(ids(await eventually(trigger.poll, 40))).toEqual(near);
		const far = sandbox.createPosts(1, { created: '2020-01-01 00:00:00' });
		expect(ids(await eventually(trigger.poll, 40))).toEqual(far);
		// And after the last one the first again.
		const again = sandbox.createPosts(1, { created: '2025-12-31 00:00:02' });
		expect(ids(await eventually(trigger.poll, 40))).toEqual(again);
		expect(created).toBeTruthy();
	});

	test('D2: the same where n8n starts anew every 10 polls: nearly always within five times as many', async () => {
		ownChance();
		const listing = new Listing({ perPage: 100 });
		for (let made = 0; made < 4_500; made++) listing.create(made);
		const staticData = new StaticData();
		const started = () => registration(listing, { parameters: newPosts, staticData });
		let poll = started();
		await poll();
		const waits: number[] = [];
		// In the last of three stretches, each of which has the same chance.
		for (let round = 0; round < 8; round++) {
			listing.create(100, { feedback_id: 90_000 + round });
			for (let polls = 1; polls <= 600; polls++) {
				if (polls % 10 === 0) poll = started();
				if ((await poll()).length === 0) continue;
				waits.push(polls);
				break;
			}
		}
		expect(waits).toHaveLength(8);
		expect(waits.filter((polls) => polls > 5 * 20 * 3)).toEqual([]);
	});

	test('D3: what is hidden while a newer one shows comes when it shows', async () => {
		const trigger = polling(sandbox, { ...newPosts, postFilters: { filter: 'open' } });
		await trigger.poll();
		const [late] = sandbox.createPosts(1, { status: 'hidden' });
		const [early] = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual([early]);
		sandbox.run(`UPDATE posts SET status = 'open' WHERE feedback_id = ?`, late);
		expect(ids(await trigger.poll())).toEqual([late]);
	});

	test('D4: a draft that is published long after counts when it is published', async () => {
		const trigger = polling(sandbox, newUpdates);
		await trigger.poll();
		const [draft] = sandbox.createUpdates(1, { status: 'draft', created: '2026-01-01 00:00:00' });
		const published = sandbox.createUpdates(40, { created: '2026-01-02 00:00:00' });
		expect(updateIds(await trigger.poll())).toEqual(published);
		for (let polls = 0; polls < 10; polls++) expect(await trigger.poll()).toEqual([]);
		sandbox.run('UPDATE updates SET draft = 0 WHERE changelog_id = ?', draft);
		expect(updateIds(await trigger.poll())).toEqual([draft]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('D4: drafts and scheduled updates do not fire, unless they are watched', async () => {
		const published = polling(sandbox, newUpdates);
		const drafts = polling(sandbox, { ...newUpdates, changelogFilters: { status: 'draft' } });
		await published.poll();
		await drafts.poll();
		const [draft] = sandbox.createUpdates(1, { status: 'draft' });
		sandbox.createUpdates(1, { status: 'scheduled' });
		expect(await published.poll()).toEqual([]);
		expect(updateIds(await drafts.poll())).toEqual([draft]);
	});

	describe('D4: a service that does not know the filters', () => {
		const updates = (...records: IDataObject[]) => {
			const listing = new Listing();
			const items: IDataObject[] = records.map((record, at) => ({
				changelog_id: 10 + at,
				created: `2026-01-01 00:00:0${9 - at}`,
				...record,
			}));
			const body = () => JSON.stringify({ status: 'success', data: { items, has_more: false } });
			listing.before = () => ({ status: 200, body: body() });
			return { listing, items };
		};
		const later = '2099-01-01 00:00:00';
		const justNow = new Date(Date.now() - 60_000).toISOString().slice(0, 19).replace('T', ' ');

		test.each([
			['a draft', { draft: true }, []],
			['a scheduled one that is to come', { scheduled: true, created: later }, []],
			[
				'a scheduled one whose time in UTC has just come',
				{ scheduled: true, created: justNow },
				[11],
			],
			['a scheduled one whose time has come', { scheduled: true, draft: false }, [11]],
			['one that says nothing of it', {}, [11]],
			['one that does not say its type', { type: undefined }, []],
			['one of another type', { type: 'news' }, []],
			['one of the type', { type: 'release' }, [11]],
		])('%s', async (_name, values, expected) => {
			const { listing, items } = updates({});
			const parameters = { ...newUpdates, changelogFilters: { type: 'release' } };
			const poll = registration(listing, { parameters, staticData: new StaticData() });
			await poll();
			const created = '2026-02-01 00:00:00';
			items.unshift({ changelog_id: 11, created, type: 'release', ...values });
			expect(updateIds(await poll())).toEqual(expected);
		});

		test('a draft counts as soon as its record says that it is published', async () => {
			const { listing, items } = updates({ draft: true }, {});
			const poll = registration(listing, { parameters: newUpdates, staticData: new StaticData() });
			await poll();
			expect(await poll()).toEqual([]);
			Object.assign(items[0], { draft: false });
			expect(updateIds(await poll())).toEqual([10]);
			expect(await poll()).toEqual([]);
		});

		test('drafts and scheduled updates are told where they are watched', async () => {
			for (const status of ['draft', 'scheduled']) {
				const { listing, items } = updates({});
				const parameters = { ...newUpdates, changelogFilters: { status } };
				const poll = registration(listing, { parameters, staticData: new StaticData() });
				await poll();
				items.unshift({ changelog_id: 12, created: later, draft: false, scheduled: false });
				items.unshift({ changelog_id: 13, created: later, [status]: true });
				expect(updateIds(await poll())).toEqual([13]);
			}
		});

		test.each([
			['status', { filter: 'planned' }],
			['type', { type: 'bug' }],
		])('posts of another %s', async (field, postFilters) => {
			const listing = new Listing();
			const parameters = { ...newPosts, postFilters };
			const poll = registration(listing, { parameters, staticData: new StaticData() });
			await poll();
			listing.create(1);
			const { feedback_id: id } = listing.create(2, { [field]: Object.values(postFilters)[0] });
			expect(ids(await poll())).toEqual([id]);
		});
	});

	test('D5: an edited title, date of change or creation fires nothing', async () => {
		const [post] = sandbox.createPosts(3);
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		for (const field of ['title', 'updated', 'created']) {
			sandbox.run(`UPDATE posts SET ${field} = '2026-11-11 11:11:11' WHERE feedback_id = ?`, post);
			expect(await trigger.poll()).toEqual([]);
		}
	});

	test('D6: ids that do not rise are delivered all the same', async () => {
		const listing = new Listing();
		const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
		await poll();
		for (const [second, id] of [5, 3, 4].entries()) {
			listing.create(second, { feedback_id: id });
			expect(ids(await poll())).toEqual([id]);
		}
	});
});

describe('D7 to D10: what the list looks like', () => {
	test('D7: deleting the newest, or all, delivers nothing', async () => {
		const created = sandbox.createPosts(30);
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		sandbox.run('DELETE FROM posts WHERE feedback_id = ?', created.at(-1));
		expect(await trigger.poll()).toEqual([]);
		sandbox.run('DELETE FROM posts');
		expect(await trigger.poll()).toEqual([]);
		const next = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual(next);
	});

	test('D8: three gone and one come is one', async () => {
		const [first, second, third] = sandbox.createPosts(5);
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		sandbox.run('DELETE FROM posts WHERE feedback_id IN (?, ?, ?)', first, second, third);
		const created = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual(created);
	});

	for (const itemsAsArray of [false, true]) {
		for (const shuffled of [false, true]) {
			const shape = `${itemsAsArray ? 'an array' : 'an object'}${shuffled ? ', in no order' : ''}`;
			test(`D9: from ${shape}, a batch comes oldest first`, async () => {
				const listing = new Listing({ itemsAsArray, shuffled });
				for (let second = 0; second < 10; second++) listing.create(second);
				const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
				await poll();
				const [c, a, b] = [1002, 7, 1001].map((id, at) =>
					listing.create([30, 10, 20][at], { feedback_id: id }),
				);
				const expected = [a, b, c].map((post) => post.feedback_id);
				// In no order, a page that is added at the end is found by the poll after.
				const batches = [ids(await poll()), ids(await poll())];
				for (const batch of batches) {
					expect(batch).toEqual(expected.filter((id) => batch.includes(id)));
				}
				expect(batches.flat().toSorted()).toEqual(expected.toSorted());
				if (!shuffled) expect(batches[1]).toEqual([]);
			});
		}
	}

	test('D9: where nothing says when it was created, all is read, and what is new comes at once', async () => {
		const listing = new Listing({ perPage: 10, shuffled: true });
		for (let made = 0; made < 45; made++) listing.create(made, { created: undefined });
		const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
		expect(await poll()).toEqual([]);
		for (let made = 0; made < 10; made++) {
			const { feedback_id: id } = listing.create(made, { created: undefined });
			expect(ids(await poll())).toEqual([id]);
		}
	});

	test('D9: in one batch, what does not say when it was created comes before what does', async () => {
		const listing = new Listing({ shuffled: true });
		const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
		listing.create(1);
		await poll();
		const times = [{ at: 5 }, { at: 9, created: undefined }, { at: 3 }];
		const [late, undated, early] = times.map(({ at, ...values }) => listing.create(at, values));
		const expected = [undated, early, late].map(({ feedback_id: id }) => id);
		expect(ids(await poll())).toEqual(expected);
	});

	test('D9: where the list proves to have no order while the first baseline is read, nothing of it counts as new', async () => {
		const listing = new Listing();
		const [old, newer] = [
			[3, 2, 1],
			[9, 8, 7],
		].map((times) => times.map((time) => ({ feedback_id: time, created: timeOf(time) })));
		let readable = 1;
		listing.before = () => {
			const page = Number(listing.requests.at(-1)!.get('page'));
			if (page >= readable) return { status: 403, body: '{"status":"error","message":"no"}' };
			const data = { items: [old, newer][page] ?? [], has_more: page < 1 };
			return { status: 200, body: JSON.stringify({ status: 'success', data }) };
		};
		const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
		expect(await poll()).toEqual([]);
		readable = 2;
		expect(await poll()).toEqual([]);
		expect(await poll()).toEqual([]);
	});

	test('D10: an id is the same as text, as a number, and as the key alone', async () => {
		const listing = new Listing();
		listing.create(1);
		const [post] = listing.posts.values();
		const answers = [
			{ [post.feedback_id]: post },
			{ [post.feedback_id]: { ...post, feedback_id: String(post.feedback_id) } },
			{ [post.feedback_id]: { ...post, feedback_id: undefined } },
			[post],
		];
		let answer: unknown = answers[0];
		listing.before = () => ({
			status: 200,
			body: JSON.stringify({ status: 'success', data: { items: answer, has_more: false } }),
		});
		const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
		for (answer of answers) expect(await poll()).toEqual([]);
	});

	test('an empty list as [] is an empty list', async () => {
		const empty = await startSandbox({ emptyMapAsArray: true });
		try {
			const trigger = polling(empty, newPosts);
			expect(await trigger.poll()).toEqual([]);
			const created = empty.createPosts(1);
			expect(ids(await trigger.poll())).toEqual(created);
		} finally {
			await empty.close();
		}
	});
});

describe('D11: the clock of this machine', () => {
	afterEach(() => {
		vi.useRealTimers();
	});

	test('jumping by days, also while a poll reads, changes nothing', async () => {
		vi.useFakeTimers({ toFake: ['Date'] });
		const listing = new Listing();
		const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
		await poll();
		const delivered: unknown[] = [];
		for (const [round, days] of [2, -2, -2, 2].entries()) {
			for (let count = 0; count < 8; count++) listing.create(round);
			const jumpAt = listing.requests.length + 2;
			listing.before = (request) => {
				if (request === jumpAt) vi.setSystemTime(Date.now() + days * 86_400_000);
				return undefined;
			};
			delivered.push(...ids(await poll()), ...ids(await poll()));
		}
		expect(delivered.toSorted()).toEqual([...listing.posts.keys()].toSorted());
	});

	test('timestamps come out as the service sent them', async () => {
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		// A time that New York, and most of Europe, did not have.
		sandbox.createPosts(1, { created: '2026-03-08 02:30:00' });
		const [item] = await trigger.poll();
		expect(item.created).toBe('2026-03-08 02:30:00');
	});
});

describe('what an item says', () => {
	test('the event, an id of its own, and the record, short or whole', async () => {
		for (const simplify of [true, false]) {
			const trigger = polling(sandbox, { ...newPosts, simplify });
			await trigger.poll();
			const [id] = sandbox.createPosts(1, { title: 'Dark mode' });
			const [item] = await trigger.poll();
			expect(item).toMatchObject({
				event: 'newPost',
				eventId: `newPost:${id}`,
				feedback_id: id,
				title: 'Dark mode',
			});
			expect('scoring' in item).toBe(!simplify);
		}
	});

	test('several events in one batch, oldest first across them', async () => {
		const trigger = polling(sandbox, { events: ['newPost', 'newChangelogUpdate'] });
		await trigger.poll();
		sandbox.createPosts(1, { created: timeOf(1) });
		sandbox.createUpdates(1, { created: timeOf(2) });
		sandbox.createPosts(1, { created: timeOf(3) });
		const events = (await trigger.poll()).map(({ event }) => event);
		expect(events).toEqual(['newPost', 'newChangelogUpdate', 'newPost']);
	});
});

describe('Post Changed', () => {
	const postChanged = { events: ['postChanged'] };
	const change = (id: number, field: string, value: string, updated = '2099-01-01 00:00:00') =>
		sandbox.run(
			`UPDATE posts SET ${field} = ?, updated = ? WHERE feedback_id = ?`,
			value,
			updated,
			id,
		);

	test('tells status, title, type and description, each by its name, once', async () => {
		const [post] = sandbox.createPosts(30);
		const trigger = polling(sandbox, postChanged);
		await trigger.poll();
		for (const field of ['status', 'title', 'type', 'description']) {
			change(post, field, `another ${field}`);
			const [item, ...more] = await trigger.poll();
			expect(item).toMatchObject({
				event: 'postChanged',
				feedback_id: post,
				changedFields: [field],
			});
			expect(item[field]).toBe(`another ${field}`);
			expect(more).toEqual([]);
			expect(await trigger.poll()).toEqual([]);
		}
	});

	test('several changes between two polls are one item; taken back, none', async () => {
		const [post] = sandbox.createPosts(3);
		const trigger = polling(sandbox, postChanged);
		await trigger.poll();
		change(post, 'title', 'A');
		change(post, 'title', 'B');
		change(post, 'status', 'done');
		expect(await trigger.poll()).toMatchObject([
			{ title: 'B', changedFields: ['status', 'title'] },
		]);
		change(post, 'title', 'C');
		change(post, 'title', 'B');
		expect(await trigger.poll()).toEqual([]);
	});

	test.each([
		['comes to pass the filter', 'open', 'planned', 1],
		['ceases to pass it', 'planned', 'open', 1],
		['passes it neither before nor after', 'open', 'done', 0],
	])('a post that %s', async (_name, before, after, told) => {
		const [post] = sandbox.createPosts(3, { status: before });
		const trigger = polling(sandbox, { ...postChanged, postFilters: { filter: 'planned' } });
		await trigger.poll();
		change(post, 'status', after);
		const items = await trigger.poll();
		expect(ids(items)).toEqual(Array(told).fill(post));
		if (told) expect(items[0]).toMatchObject({ status: after, changedFields: ['status'] });
		expect(await trigger.poll()).toEqual([]);
	});

	test('another status filter keeps what is known: only what changes is told', async () => {
		const [post] = sandbox.createPosts(3, { status: 'open' });
		const trigger = polling(sandbox, postChanged);
		await trigger.poll();
		trigger.reconfigure({ ...postChanged, postFilters: { filter: 'open' } });
		change(post, 'title', 'Another');
		expect(ids(await trigger.poll())).toEqual([post]);
	});

	test('votes and comments, and a post that is new, do not fire it', async () => {
		const [post] = sandbox.createPosts(3);
		const trigger = polling(sandbox, postChanged);
		await trigger.poll();
		sandbox.createPosts(3);
		sandbox.run(
			`UPDATE posts SET total_up = 9, total_comments = 9, updated = '2099-01-01 00:00:00' WHERE feedback_id = ?`,
			post,
		);
		expect(await trigger.poll()).toEqual([]);
	});

	test('each state of a post has an eventId of its own', async () => {
		const [post] = sandbox.createPosts(1);
		const trigger = polling(sandbox, postChanged);
		await trigger.poll();
		const eventIds = new Set<unknown>();
		for (const title of ['A', 'B', 'C']) {
			change(post, 'title', title);
			for (const { eventId } of await trigger.poll()) eventIds.add(eventId);
		}
		expect(eventIds.size).toBe(3);
	});
});
