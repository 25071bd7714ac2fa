// What careful readers of the trigger once broke, each as a story of polls.
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { events as allEvents } from '../../../nodes/FeedbackTrigger/events';
import { Listing, type ListingSettings, registration, reloaded, timeOf } from './listing.mts';
import { ownSandboxInEachTest, sandbox } from './own-sandbox.mts';
import { polling } from './polling.mts';
import { clock, listed, slow, watching } from './watching.mts';

const all = allEvents.map(({ option }) => option.value);
const ids = (items: IDataObject[]) => items.map(({ feedback_id: id }) => id);
const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event).toSorted();

/** The same records for every list: each event finds its own id among theirs. */
function forAllLists(listing: Listing): Listing {
	const page = listing.page.bind(listing);
	listing.page = (query) =>
		page(query).replaceAll(
			/"feedback_id":"(\d+)"/g,
			'$&,"changelog_id":$1,"promoter_id":$1,"user_id":$1,"document_id":$1,"current_version":1,"draft":false',
		);
	listing.peoplePage = listing.page;
	return listing;
}

const refusal = (status: number) => ({ status, body: '{"status":"error","message":"no"}' });

describe('1: pages far down', () => {
	const isFound = (items: IDataObject[]) => items.length > 0;

	test.each([
		['2 s a page', (listing: Listing) => slow(listing, 2_000), false],
		['12 requests a minute', limitedTo12, false],
		['a fresh registration for each poll', () => undefined, true],
	] as const)(
		'a post with an old date in the middle of 3,000 is found: %s',
		async (_what, hinder, isFresh) => {
			const listing = listed(3_000);
			const trigger = watching(listing);
			expect(await trigger.poll()).toEqual([]);
			hinder(listing);
			listing.create(9_000, { feedback_id: 9_999, created: timeOf(1_450) });
			let found: IDataObject[] = [];
			let polls = 0;
			for (; polls < (isFresh ? 400 : 31) && !isFound(found); polls++) {
				found = await trigger.poll();
				if (isFresh) trigger.restart();
			}
			expect(ids(found)).toEqual([9999]);
			expect(trigger.logged).toEqual([]);
		},
	);

	function limitedTo12(listing: Listing): void {
		let since = 0;
		let answered = 0;
		listing.before = () => {
			if (clock.now() - since >= 60_000) [since, answered] = [clock.now(), 0];
			if (++answered <= 12) return undefined;
			const body = '{"status":"error","data":{"key":"rate_limit"}}';
			return { status: 429, headers: { 'retry-after': '30' }, body };
		};
	}
});

describe('2: what cannot be read at activation', () => {
	const failPromoter = (listing: Listing) => {
		listing.before = () => (listing.paths.at(-1) === '/v1/promoter' ? refusal(503) : undefined);
	};

	test('a fresh activation fails and names the list, and nothing that came meanwhile is lost', async () => {
		const listing = forAllLists(listed(5, { itemsAsArray: true }));
		const trigger = watching(listing, {
			events: ['newPost', 'newNpsResponse'],
			activationMode: 'activate',
		});
		failPromoter(listing);
		await expect(trigger.poll()).rejects.toThrow('New NPS Response');
		await expect(trigger.poll()).rejects.toThrow('New NPS Response');
		listing.before = () => undefined;
		expect(await trigger.poll()).toEqual([]);
		listing.create(100);
		expect(eventsOf(await trigger.poll())).toEqual(['newNpsResponse', 'newPost']);
	});

	test.each([5_000, 8_000, 40_000])('all eleven events begin at %i ms a request', async (ms) => {
		const listing = forAllLists(listed(5, { itemsAsArray: true }));
		const trigger = watching(listing, { events: all, activationMode: 'activate' });
		slow(listing, ms);
		expect(await trigger.poll()).toEqual([]);
		expect(Object.values(trigger.memory)).toHaveLength(5);
		listing.before = () => undefined;
		listing.create(100);
		const created = [
			'newChangelogUpdate',
			'newDocumentVersion',
			'newEndUser',
			'newNpsResponse',
			'newPost',
		];
		expect(eventsOf(await trigger.poll())).toEqual(created);
	});

	test('a list that is added and cannot begin fails the polls without news, and the others go on', async () => {
		const listing = forAllLists(listed(5, { itemsAsArray: true }));
		const trigger = watching(listing, { activationMode: 'activate' });
		await trigger.poll();
		trigger.choose({ events: ['newPost', 'newNpsResponse'] });
		failPromoter(listing);
		// n8n would give the workflow up: the poll of a registration only logs it.
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.logged.at(-1)).toContain('New NPS Response');
		await expect(trigger.poll()).rejects.toThrow('New NPS Response');
		listing.create(100);
		expect(eventsOf(await trigger.poll())).toEqual(['newPost']);
		listing.before = () => undefined;
		expect(await trigger.poll()).toEqual([]);
		listing.create(101);
		expect(eventsOf(await trigger.poll())).toEqual(['newNpsResponse', 'newPost']);
	});
});

describe('3: after a change of settings', () => {
	// The sandbox is a real server, which takes real time.
	beforeEach(() => {
		vi.restoreAllMocks();
	});
	ownSandboxInEachTest();

	const answer = (vote: number, count = 1) => sandbox.createResponses(count, { vote });

	test('what was no news under the former settings becomes known, though n8n has forgotten it', async () => {
		const trigger = polling(sandbox, {
			events: ['newNpsResponse'],
			npsFilters: { group: 'detractor' },
		});
		await trigger.poll();
		answer(10, 5);
		expect(await trigger.poll()).toEqual([]);
		const missed = answer(1);
		trigger.reconfigure({ events: ['newNpsResponse'] }, { activationMode: 'update' });
		// News by both fires.
		expect((await trigger.poll()).map(({ promoter_id: id }) => id)).toEqual(missed);
		expect(await trigger.poll()).toEqual([]);
		const [later] = answer(10);
		expect((await trigger.poll()).map(({ promoter_id: id }) => id)).toEqual([later]);
	});

	const set = (post: number, values: string) =>
		sandbox.run(
			`UPDATE posts SET ${values}, updated = '2099-01-01 00:00:00' WHERE feedback_id = ?`,
			post,
		);

	test.each([
		[
			'Replies',
			'newComment',
			{ commentFilters: { replies: false } },
			(post: number) => {
				const [parent] = sandbox.createComments(1, { post, parent: 1 });
				return parent;
			},
		],
		[
			'From and To',
			'postStatusChanged',
			{ statusFilters: { to: 'done' } },
			(post: number) => set(post, "status = 'planned'"),
		],
		[
			'Fields to Watch',
			'postChanged',
			{ fieldsToWatch: ['title'] },
			(post: number) => set(post, "status = 'planned'"),
		],
		[
			'Votes to Reach',
			'postReachedVotes',
			{ votes: 50 },
			(post: number) => set(post, 'total_up = 20'),
		],
		[
			'Votes Counted',
			'postVotesChanged',
			{ votesCounted: 'total_up' },
			(post: number) => set(post, 'total_down = 3'),
		],
		[
			'Status',
			'postVotesChanged',
			{ postFilters: { filter: 'done' } },
			(post: number) => set(post, 'total_up = 20'),
		],
		[
			'Type',
			'newPost',
			{ postFilters: { type: 'bug' } },
			() => sandbox.createPosts(2, { type: 'idea' }),
		],
		[
			'Changelog Status',
			'newChangelogUpdate',
			{ changelogFilters: { status: 'scheduled' } },
			() => sandbox.createUpdates(2),
		],
		['Changed Answers', 'newNpsResponse', {}, () => sandbox.run('UPDATE promoters SET vote = 1')],
	] as const)(
		'%s: a change that did not fire before does not fire afterwards',
		async (_setting, event, before, happen) => {
			const [post] = sandbox.createPosts(3, { status: 'open' });
			sandbox.createResponses(2, { vote: 9 });
			const votes = event === 'postReachedVotes' ? { votes: 10 } : {};
			const parameters = { events: [event], ...votes };
			const trigger = polling(sandbox, { ...parameters, ...before });
			await trigger.poll();
			happen(post);
			expect(await trigger.poll()).toEqual([]);
			const options = event === 'newNpsResponse' ? { options: { changedAnswers: true } } : {};
			trigger.reconfigure({ ...parameters, ...options }, { activationMode: 'update' });
			for (let polls = 0; polls < 3; polls++) expect(await trigger.poll()).toEqual([]);
		},
	);

	test('publishing with the same settings loses nothing, also what polls without news have seen', async () => {
		const trigger = polling(sandbox, { events: ['newPost', 'newNpsResponse'] });
		await trigger.poll();
		await trigger.poll();
		sandbox.createPosts(2);
		answer(3);
		trigger.reconfigure({ events: ['newPost', 'newNpsResponse'] }, { activationMode: 'update' });
		expect(eventsOf(await trigger.poll())).toEqual(['newNpsResponse', 'newPost', 'newPost']);
	});

	test('a filter that is set on a running trigger keeps what is news by both', async () => {
		const trigger = polling(sandbox, { events: ['newPost'] });
		await trigger.poll();
		const [wanted] = sandbox.createPosts(1, { status: 'planned' });
		sandbox.createPosts(1, { status: 'open' });
		trigger.reconfigure({ events: ['newPost'], postFilters: { filter: 'planned' } });
		expect(ids(await trigger.poll())).toEqual([wanted]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('an event that is added on a known list fires from then on, and the others notice nothing', async () => {
		const [post] = sandbox.createPosts(150, { status: 'open' });
		const trigger = polling(sandbox, { events: ['newPost'] });
		await trigger.poll();
		set(post, "status = 'planned'");
		const created = sandbox.createPosts(1);
		trigger.reconfigure({ events: ['newPost', 'postStatusChanged'] }, { activationMode: 'update' });
		expect(ids(await trigger.poll())).toEqual(created);
		set(post, "status = 'done'");
		expect(await trigger.poll()).toMatchObject([
			{ event: 'postStatusChanged', from: 'planned', to: 'done' },
		]);
		trigger.reconfigure({ events: ['newPost'] }, { activationMode: 'update' });
		const [last] = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual([last]);
	});
});

describe('4: failures', () => {
	test('a list that is refused is named from the third poll on, whatever the others do', async () => {
		const listing = forAllLists(listed(400, { itemsAsArray: true, perPage: 1 }));
		const trigger = watching(listing, { events: ['newPost', 'newEndUser'] });
		await trigger.poll();
		listing.before = () => (listing.paths.at(-1) === '/v1/users' ? refusal(403) : undefined);
		const outcomes: string[] = [];
		for (let polls = 0; polls < 8; polls++) {
			outcomes.push(await trigger.poll().then(String, (error: Error) => error.message));
		}
		expect(outcomes.slice(0, 2)).toEqual(['', '']);
		for (const message of outcomes.slice(2)) expect(message).toContain('New End-User');
		// The other list has been read to its end meanwhile.
		expect(trigger.memory['/v1/posts'].isComplete).toBe(true);
	});

	test('beside constant news, it is named from the tenth poll on, and nothing is lost', async () => {
		const listing = forAllLists(listed(5, { itemsAsArray: true }));
		const trigger = watching(listing, { events: ['newPost', 'newEndUser'] });
		await trigger.poll();
		listing.before = () => (listing.paths.at(-1) === '/v1/users' ? refusal(403) : undefined);
		const created: number[] = [];
		const delivered: unknown[] = [];
		const failed: number[] = [];
		for (let polls = 1; polls <= 20; polls++) {
			created.push(listing.create(1_000 + polls).feedback_id);
			await trigger.poll().then(
				(items) => delivered.push(...ids(items)),
				() => failed.push(polls),
			);
		}
		expect(failed[0]).toBe(10);
		expect(failed.length).toBeGreaterThan(4);
		if (failed.at(-1) === 20) delivered.push(...ids(await trigger.poll()));
		expect(delivered).toEqual(created);
	});

	test('a list that is never answered is named', async () => {
		const listing = forAllLists(listed(5, { itemsAsArray: true }));
		const trigger = watching(listing, { events: ['newPost', 'newEndUser'] });
		await trigger.poll();
		listing.before = async () =>
			listing.paths.at(-1) === '/v1/users' ? await new Promise<never>(() => undefined) : undefined;
		for (let polls = 0; polls < 2; polls++) expect(await trigger.poll()).toEqual([]);
		for (let polls = 0; polls < 5; polls++) {
			await expect(trigger.poll()).rejects.toThrow('New End-User');
		}
	});
});

test.each([12_000, 20_000, 26_000])('5: a list that takes %i ms an answer is read', async (ms) => {
	const listing = listed(5);
	const trigger = watching(listing);
	slow(listing, ms);
	expect(await trigger.poll()).toEqual([]);
	const { feedback_id: id } = listing.create(100);
	expect(ids(await trigger.poll())).toEqual([id]);
});

test('5: a list of which a poll can read two pages is read to its end, and then audited', async () => {
	const listing = listed(900);
	const trigger = watching(listing);
	slow(listing, 12_000);
	for (let polls = 0; polls < 30; polls++) expect(await trigger.poll()).toEqual([]);
	expect(trigger.memory['/v1/posts']).toMatchObject({ isComplete: true });
	const { feedback_id: old } = listing.create(450);
	const found: unknown[] = [];
	for (let polls = 0; polls < 25; polls++) found.push(...ids(await trigger.poll()));
	expect(found).toEqual([old]);
});

test('5: of a list that takes 20 s a page the newest page is read, and what is left fails the third poll', async () => {
	const listing = listed(900);
	const trigger = watching(listing);
	await trigger.poll();
	slow(listing, 20_000);
	const { feedback_id: id } = listing.create(1_000);
	expect(ids(await trigger.poll())).toEqual([id]);
	expect(await trigger.poll()).toEqual([]);
	expect(await trigger.poll()).toEqual([]);
	await expect(trigger.poll()).rejects.toThrow('did not answer in time');
});

describe('6: a count that runs ahead of the list of comments', () => {
	test.each([
		['a post whose comments were never read', false],
		['one whose comments are all known', true],
	])('the comment fires once the list shows it: %s', async (_what, isRead) => {
		const listing = new Listing();
		const post = listing.create(1);
		for (let made = 0; made < 3; made++) listing.comment(post, 10 + made);
		const trigger = watching(listing, { events: ['newComment'] });
		await trigger.poll();
		if (isRead) {
			listing.comment(post, 20);
			expect(await trigger.poll()).toHaveLength(1);
		}
		// The replica that lists them is behind.
		const late = listing.comment(post, 100);
		listing.comments.delete(late.comment_id);
		for (let polls = 0; polls < 3; polls++) expect(await trigger.poll()).toEqual([]);
		listing.comments.set(late.comment_id, late);
		expect((await trigger.poll()).map(({ comment_id: id }) => id)).toEqual([late.comment_id]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('it is looked for in a few polls, and then no more', async () => {
		const listing = new Listing();
		const post = listing.create(1);
		listing.comment(post, 10);
		const trigger = watching(listing, { events: ['newComment'] });
		await trigger.poll();
		listing.comment(post, 20);
		expect(await trigger.poll()).toHaveLength(1);
		post.total_comments++;
		listing.paths.length = 0;
		for (let polls = 0; polls < 20; polls++) expect(await trigger.poll()).toEqual([]);
		const reads = listing.paths.filter((path) => path.endsWith('/comments')).length;
		expect(reads).toBeGreaterThan(3);
		expect(reads).toBeLessThan(15);
	});
});

test.each(['text', 'short'] as const)(
	'7: a post that was forgotten reaches its votes no second time: ids as %s',
	async (ids) => {
		const listing = new Listing({ perPage: 1_000, ids });
		listing.create(0);
		const trigger = watching(listing, { events: ['postReachedVotes'], parameters: { votes: 10 } });
		expect(await trigger.poll()).toEqual([]);
		const first = listing.create(1, { total_sum: 20 });
		expect(await trigger.poll()).toHaveLength(1);
		for (let second = 2; second < 60_000; second++)
			listing.create(second, { total_sum: second % 9 });
		for (let polls = 0; polls < 3; polls++) expect(await trigger.poll()).toEqual([]);
		Object.assign(first, { title: 'Another', updated: timeOf(90_000) });
		for (let polls = 0; polls < 3; polls++) expect(await trigger.poll()).toEqual([]);
	},
);

describe('8: dates that lead astray', () => {
	const events = ['newComment', 'postReachedVotes', 'newPost'];
	const happen = (listing: Listing, second: number) => {
		const post = listing.create(second, { total_sum: 20 });
		listing.comment(post, second);
	};

	test.each([
		['a post of 2062 in the first reading', { created: '2062-01-01 00:00:00' }, 5_000],
		['a clock that was set back', { created: timeOf(9_000) }, 100],
		['the same second', { created: timeOf(5_000) }, 5_000],
	])('%s silences nothing', async (_what, values, second) => {
		const listing = listed(5);
		listing.create(10, values);
		const trigger = watching(listing, { events, parameters: { votes: 10 } });
		expect(await trigger.poll()).toEqual([]);
		happen(listing, second);
		expect(eventsOf(await trigger.poll())).toEqual(events.toSorted());
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('9: what items say of themselves', () => {
	test('each change has an ID of its own, the same one again after a crash', async () => {
		const listing = listed(3);
		const [post] = listing.posts.values();
		const trigger = watching(listing, { events: ['postStatusChanged', 'postVotesChanged'] });
		await trigger.poll();
		const seen: unknown[] = [];
		let second = 100;
		for (const status of ['planned', 'open', 'planned', 'open', 'planned']) {
			Object.assign(post, { status, updated: timeOf(second++) });
			const before = reloaded(trigger.memory as IDataObject);
			const [item] = await trigger.poll();
			seen.push(item.eventId);
			// n8n is killed before it has saved anything, and the post is edited meanwhile.
			Object.assign(post, { title: `Edited ${second}`, updated: timeOf(second++) });
			const again = registration(listing, {
				...{
					parameters: { events: ['postStatusChanged', 'postVotesChanged'] },
					staticData: before,
				},
				...{ workflow: 'again', apiKey: trigger.workflow },
			});
			expect((await again()).map(({ eventId }) => eventId)).toEqual([item.eventId]);
		}
		// Votes that come and go, of a service that does not date them.
		for (const votes of [3, 4, 3, 4]) {
			post.total_sum = votes;
			for (const { eventId } of await trigger.poll()) seen.push(eventId);
		}
		expect(new Set(seen).size).toBe(9);
	});

	test('what a record calls event, eventId, from, to or votes does not take the place of ours', async () => {
		const listing = listed(3);
		const [post] = listing.posts.values();
		const theirs = {
			event: 'x',
			eventId: 'x',
			from: 'x',
			to: 'x',
			votes: 'x',
			changedFields: 'x',
			postTitle: 'x',
		};
		for (const one of listing.posts.values()) Object.assign(one, theirs);
		const events = ['postStatusChanged', 'postReachedVotes', 'postChanged', 'newComment'];
		const trigger = watching(listing, { events, parameters: { votes: 5, simplify: false } });
		await trigger.poll();
		Object.assign(post, { status: 'done', total_sum: 7, updated: timeOf(100) });
		listing.comment(post, 100, theirs as object);
		const items = await trigger.poll();
		expect(eventsOf(items)).toEqual(events.toSorted());
		for (const item of items) {
			const { event, eventId, from, to, votes, changedFields, postTitle } = item;
			expect(String(eventId)).toMatch(`${event}:`);
			if (event === 'postStatusChanged') expect([from, to]).toEqual(['open', 'done']);
			if (event === 'postReachedVotes') expect(votes).toBe(7);
			if (event === 'postChanged') expect(changedFields).toEqual(['status']);
			if (event === 'newComment') expect(postTitle).toBe(post.title);
		}
	});
});

test('10: a scheduled update fires when its time comes, though its page stays the same', async () => {
	vi.useFakeTimers({ toFake: ['Date'] });
	vi.setSystemTime(Date.UTC(2026, 0, 1, 12));
	const listing = new Listing();
	const update = {
		changelog_id: 7,
		title: 'Later',
		draft: false,
		scheduled: true,
		created: '2026-01-01 13:00:00',
	};
	const body = JSON.stringify({ status: 'success', data: { items: [update], has_more: false } });
	listing.before = () => ({ status: 200, body });
	const trigger = watching(listing, { events: ['newChangelogUpdate'] });
	for (let polls = 0; polls < 3; polls++) expect(await trigger.poll()).toEqual([]);
	vi.setSystemTime(Date.UTC(2026, 0, 1, 13, 0, 1));
	expect(await trigger.poll()).toMatchObject([{ changelog_id: 7 }]);
	expect(await trigger.poll()).toEqual([]);
});

describe('11: one record out of order', () => {
	test.each([
		['pinned on top', { updated: '2000-01-01 00:00:00' }, true],
		['without a date', { updated: null as never }, false],
	])(
		'%s costs an idle poll of 5,000 posts no more than two requests',
		async (_what, values, isPinned) => {
			const listing = listed(5_000);
			const [odd] = listing.posts.values();
			const trigger = watching(listing, { events: ['postChanged'] });
			Object.assign(odd, values);
			const page = listing.page.bind(listing);
			if (isPinned) {
				const row = JSON.stringify({ ...odd, feedback_id: String(odd.feedback_id) });
				listing.page = (query) =>
					query.get('page') === '0'
						? page(query).replace('"items":{', `"items":{"${odd.feedback_id}":${row},`)
						: page(query);
			}
			for (let polls = 0; polls < 3; polls++) await trigger.poll();
			listing.requests.length = 0;
			for (let polls = 0; polls < 20; polls++) expect(await trigger.poll()).toEqual([]);
			expect(listing.requests.length).toBeLessThanOrEqual(40);
			expect(trigger.logged).toEqual([]);
		},
	);

	test('a list in no order is read page by page, and it is said once', async () => {
		const listing = listed(5_000, { shuffled: true });
		const trigger = watching(listing);
		await trigger.poll();
		listing.requests.length = 0;
		for (let polls = 0; polls < 20; polls++) expect(await trigger.poll()).toEqual([]);
		expect(listing.requests.length).toBeLessThanOrEqual(20 * 11);
		expect(trigger.logged).toEqual([expect.stringContaining('does not come newest first')]);
	});
});

test('12: a post whose comments are refused is named once, and then tried rarely', async () => {
	const listing = listed(3);
	const [post] = listing.posts.values();
	const trigger = watching(listing, { events: ['newComment', 'newPost'] });
	await trigger.poll();
	listing.comment(post, 100);
	listing.before = () => (listing.paths.at(-1)!.endsWith('/comments') ? refusal(403) : undefined);
	let failures = 0;
	listing.paths.length = 0;
	for (let polls = 0; polls < 100; polls++) {
		await trigger.poll().catch((error: Error) => {
			failures++;
			expect(error.message).toContain('New Comment');
		});
	}
	expect(failures).toBe(1);
	expect(listing.paths.filter((path) => path.endsWith('/comments')).length).toBeLessThan(10);
	const { feedback_id: id } = listing.create(200);
	expect(ids(await trigger.poll())).toEqual([id]);
});

describe('14: odd fields', () => {
	test.each([null, undefined, ''])(
		'total_comments is %j before the first comment',
		async (none) => {
			const listing = listed(3);
			const [post] = listing.posts.values();
			for (const one of listing.posts.values()) Object.assign(one, { total_comments: none });
			const trigger = watching(listing, { events: ['newComment'] });
			await trigger.poll();
			Object.assign(post, { total_comments: 0 });
			const made = listing.comment(post, 100);
			expect((await trigger.poll()).map(({ comment_id: id }) => id)).toEqual([made.comment_id]);
		},
	);

	test.each([
		['newDocumentVersion', { id: 5, title: 'A plan', current_version: 1 }],
		['newEndUser', { id: 5, data_name: 'ada' }],
	])('%s: records with id instead of a name of their own', async (event, record) => {
		const listing = new Listing();
		const rows = [record];
		listing.before = () => ({
			status: 200,
			body: JSON.stringify({ status: 'success', data: { items: rows, has_more: false } }),
		});
		const trigger = watching(listing, { events: [event] });
		expect(await trigger.poll()).toEqual([]);
		rows.unshift({ ...record, id: 6 });
		expect(eventsOf(await trigger.poll())).toEqual([event]);
	});

	test('records without any ID fail the poll', async () => {
		const listing = new Listing();
		const body = JSON.stringify({
			status: 'success',
			data: { items: [{ title: 'x' }], has_more: false },
		});
		listing.before = () => ({ status: 200, body });
		const trigger = watching(listing, { events: ['newDocumentVersion'] });
		await expect(trigger.poll()).rejects.toThrow('New Document Version');
	});

	test('a type that is a number does not match every filter', async () => {
		const listing = listed(3);
		const trigger = watching(listing, { parameters: { postFilters: { type: '7' } } });
		await trigger.poll();
		listing.create(100, { type: 8 as never });
		const { feedback_id: id } = listing.create(101, { type: 7 as never });
		expect(ids(await trigger.poll())).toEqual([id]);
	});

	test.each([1, '1', 'true'])('draft: %j is a draft', async (draft) => {
		const listing = new Listing();
		const rows: unknown[] = [];
		listing.before = () => ({
			status: 200,
			body: JSON.stringify({ status: 'success', data: { items: rows, has_more: false } }),
		});
		const trigger = watching(listing, { events: ['newChangelogUpdate'] });
		await trigger.poll();
		rows.push({ changelog_id: 7, title: 'No', draft, scheduled: 0, created: timeOf(1) });
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('15: posts with many comments', () => {
	/** A post with so many comments, and a trigger that has begun. */
	async function withComments(count: number, settings: Partial<ListingSettings>) {
		const listing = new Listing({ perPage: 100, ...settings });
		const post = listing.create(1);
		for (let made = 0; made < count; made++) listing.comment(post, 10 + made);
		const trigger = watching(listing, { events: ['newComment'] });
		await trigger.poll();
		return { listing, post, trigger };
	}
	const idsOf = (items: IDataObject[]) => items.map(({ comment_id: id }) => id);

	test('a comment pinned on top of 2,000 hides none of 20', async () => {
		const { listing, post, trigger } = await withComments(2_000, {});
		const [pinned] = listing.comments.values();
		const page = listing.commentPage.bind(listing);
		listing.commentPage = (id, query) =>
			query.get('page') === '0'
				? page(id, query).replace('"comments":[', `"comments":[${JSON.stringify(pinned)},`)
				: page(id, query);
		const made: number[] = [];
		for (let round = 0; round < 20; round++) {
			made.push(listing.comment(post, 9_000 + round).comment_id);
			expect(idsOf(await trigger.poll())).toEqual(made.slice(-1));
		}
	});

	test('oldest first, 10 to a page: new ones beyond 200 are found', async () => {
		const { listing, post, trigger } = await withComments(500, {
			comments: 'oldest first',
			perPage: 10,
		});
		for (let round = 0; round < 3; round++) {
			const made = [0, 1, 2].map((at) => listing.comment(post, 9_000 + 10 * round + at).comment_id);
			expect(idsOf(await trigger.poll())).toEqual(made);
		}
		expect(await trigger.poll()).toEqual([]);
	});

	test('many large ones come in several polls, each once', async () => {
		const { listing, post, trigger } = await withComments(3, {});
		const text = 'x'.repeat(20_000);
		const made = Array.from({ length: 1_000 }, (_, at) =>
			listing.comment(post, 9_000 + at, { comment: text }),
		);
		const batches: unknown[][] = [];
		for (let polls = 0; polls < 8; polls++) batches.push(idsOf(await trigger.poll()));
		expect(batches[0].length).toBeLessThan(600);
		expect(batches.flat().toSorted()).toEqual(made.map(({ comment_id: id }) => id));
	});

	test('a post that reaches its votes outside the filter does not fire when it comes to match', async () => {
		const listing = listed(3);
		const [post] = listing.posts.values();
		const parameters = { votes: 10, postFilters: { filter: 'planned' } };
		const trigger = watching(listing, { events: ['postReachedVotes'], parameters });
		await trigger.poll();
		Object.assign(post, { total_sum: 20, updated: timeOf(100) });
		expect(await trigger.poll()).toEqual([]);
		Object.assign(post, { status: 'planned', updated: timeOf(101) });
		expect(await trigger.poll()).toEqual([]);
	});
});
