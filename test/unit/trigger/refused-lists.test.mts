// Lists that fail, at activation and later, beside lists that can be read.
import { expect, test } from 'vitest';
import { events as allEvents } from '../../../nodes/FeedbackTrigger/events';
import { ownTimeAndChanceInEachTest, time } from '../own-time.mts';
import {
	answer,
	limited,
	listed,
	type Listing,
	refusal,
	refuse,
	refusePage,
	slow,
} from './listing.mts';
import { begun, eventsOf, ids, watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

const never = new Promise<never>(() => undefined);
const all = allEvents.map(({ value }) => value);

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

test.each<[string, string, number, number[], Parameters<typeof refusePage>[2]?]>([
	['minute', 'fails', 60_000, [1, 1]],
	['hour', 'fails', 3_600_000, [3, 3]],
	['day', 'fails', 24 * 3_600_000, [19, 20]],
	['minute', 'is never answered', 60_000, [1, 1], never],
])(
	'with a poll each %s, a page below the newest that always %s is reported once a day, and the others are read',
	async (_each, _what, ms, [least, most], how) => {
		const listing = listed(500);
		const trigger = watching(listing, { events: ['postStatusChanged'] });
		await trigger.polls(22);
		refusePage(listing, 3, how);
		const posts = [...listing.posts.values()];
		for (const post of [posts[0], posts[150]]) post.status = 'planned';
		const found: unknown[] = [];
		const failed: number[] = [];
		for (let poll = 0; poll < 60; poll++) {
			await time.sleep(ms);
			const items = await trigger.now().catch(() => failed.push(poll));
			if (Array.isArray(items)) found.push(...items);
		}
		expect(found).toMatchObject([{ feedback_id: 100 }]);
		expect(failed.length).toBeGreaterThanOrEqual(least);
		expect(failed.length).toBeLessThanOrEqual(most);
	},
);

test.each([1, 5])(
	'with a poll each %i minutes, an older page that never answers is reported in the third poll that requests it',
	async (minutes) => {
		const listing = listed(500);
		const trigger = await begun(listing, ['newPost', 'postStatusChanged']);
		await trigger.polls(30);
		let [requests, polls] = [0, 0];
		listing.before = async () => {
			if (listing.requests.at(-1)!.get('page') !== '3') return undefined;
			requests++;
			return await never;
		};
		const reported: number[] = [];
		for (let poll = 0; poll < 60; poll++) {
			await time.sleep(minutes * 60_000);
			const error = await trigger.now().then(
				() => undefined,
				({ message }: Error) => message,
			);
			if (requests > 0) polls++;
			if (error !== undefined) reported.push(polls);
			if (error !== undefined) expect(error).toContain('Post Status Changed');
		}
		expect(reported).toEqual([3]);
		// Once more right after that, and then in the last poll before 20 minutes have passed.
		expect(requests).toBeLessThanOrEqual(5 + (60 * minutes) / 15);
	},
);

test.each([
	['the comments of two of its posts are refused', 1, /comments$/, refusal(500)],
	['the comments of two of its posts want another key', 1, /comments$/, refusal(401)],
	['the comments of two of its posts are never answered', 1, /comments$/, never],
	['another list is refused', 1, /users$/, refusal(500)],
	['the comments of two of its posts are refused, each hour', 60, /comments$/, refusal(500)],
])(
	'each older page fires within 20 minutes, or two polls, while %s',
	async (_what, minutes, refused, how) => {
		const listing = listed(200, { perPage: 10 });
		const commented = [...listing.posts.values()].slice(0, 2);
		const events = ['postVotesChanged', 'newComment', 'newEndUser'];
		const trigger = watching(listing, { events });
		const polls = async (count: number) => {
			const items = [];
			for (let polled = 0; polled < count; polled++) {
				await time.sleep(minutes * 60_000);
				items.push(...(await trigger.now().catch(() => [])));
			}
			return items;
		};
		await polls(29);
		listing.before = () => (refused.test(listing.paths.at(-1)!) ? how : undefined);
		for (const post of commented) listing.comment(post, 5_000);
		await polls(93);
		for (const first of [5, 15]) {
			// On each second page: pages with news that are read one after the other lead to all between them.
			const changed = [...listing.posts.values()].filter((_, at) => at % 20 === first);
			for (const one of changed) one.total_sum++;
			const found = await polls(Math.ceil(20 / minutes) + 2);
			expect(ids(found).toSorted()).toEqual(ids(changed as never[]).toSorted());
		}
	},
);

test('the activation fails and names the list, and nothing that is created meanwhile is lost', async () => {
	const listing = forAllLists(listed(5, { itemsAsArray: true }));
	const trigger = watching(
		listing,
		{ events: ['newPost', 'newNpsResponse'] },
		{ activationMode: 'activate' },
	);
	refuse(listing, '/v1/promoter');
	await expect(trigger.poll()).rejects.toThrow('New NPS Response');
	await expect(trigger.poll()).rejects.toThrow('New NPS Response');
	answer(listing);
	expect(await trigger.poll()).toEqual([]);
	listing.create(100);
	expect(eventsOf(await trigger.poll())).toEqual(['newNpsResponse', 'newPost']);
});

test.each([5_000, 8_000, 40_000])('all events begin where a request takes %i ms', async (ms) => {
	const listing = forAllLists(listed(5, { itemsAsArray: true }));
	const trigger = watching(listing, { events: all }, { activationMode: 'activate' });
	slow(listing, ms);
	expect(await trigger.poll()).toEqual([]);
	expect(Object.values(trigger.memory)).toHaveLength(5);
	answer(listing);
	listing.create(100);
	// No post says that it has a comment.
	const created = all.filter((event) => /^new(?!Comment)/.test(event));
	expect(eventsOf(await trigger.poll())).toEqual(created);
});

test('with Ignore Items While Inactive, the list ignores them once it can be read', async () => {
	const listing = forAllLists(listed(5, { itemsAsArray: true }));
	const trigger = await begun(
		listing,
		['newPost', 'newNpsResponse'],
		{ options: { ignoreWhileInactive: true } },
		{ activationMode: 'activate' },
	);
	listing.create(100);
	trigger.restart();
	refuse(listing, '/v1/promoter');
	expect(await trigger.poll()).toEqual([]);
	answer(listing);
	expect(await trigger.poll()).toEqual([]);
	listing.create(101);
	expect(eventsOf(await trigger.poll())).toEqual(['newNpsResponse', 'newPost']);
});

test('an added list that fails is named in the third poll, and the others go on', async () => {
	const listing = forAllLists(listed(5, { itemsAsArray: true }));
	const trigger = await begun(listing, 'newPost', {}, { activationMode: 'activate' });
	trigger.choose({ events: ['newPost', 'newNpsResponse'] });
	refuse(listing, '/v1/promoter');
	expect(await trigger.poll()).toEqual([]);
	expect(trigger.logged.at(-1)).toContain('New NPS Response');
	expect(trigger.logged.join()).not.toContain('starts and ignores');
	listing.create(100);
	expect(eventsOf(await trigger.poll())).toEqual(['newPost']);
	await expect(trigger.poll()).rejects.toMatchObject({
		message: expect.stringContaining('New NPS Response') as string,
		failure: { cause: 'temporarily-unavailable' },
	});
	listing.create(101);
	expect(eventsOf(await trigger.poll())).toEqual(['newPost']);
	answer(listing);
	expect(await trigger.poll()).toEqual([]);
	listing.create(102);
	expect(eventsOf(await trigger.poll())).toEqual(['newNpsResponse', 'newPost']);
});

test('a page that failed is forgotten once the list ends above it', async () => {
	const listing = listed(50, { perPage: 10, hasMore: false });
	const trigger = await begun(listing, ['postStatusChanged', 'newEndUser']);
	await trigger.polls(55);
	refusePage(listing, 5, refusal(500));
	let failed = 0;
	while (failed === 0) await trigger.poll().catch(() => failed++);
	for (const post of [...listing.posts.values()].slice(0, 30)) listing.delete(post);
	for (let poll = 0; poll < 60; poll++) await trigger.poll().catch(() => failed++);
	answer(listing);
	expect(await trigger.polls(60)).toEqual([]);
	refuse(listing, '/v1/posts', refusal(500));
	// One failure is not reported.
	expect(await trigger.poll()).toEqual([]);
});

test.each([
	[403, 1, { failure: { cause: 'configuration-invalid' } }],
	[500, 3, { message: expect.stringContaining('(HTTP 500)') as string }],
])(
	'where all answers are %i, each poll asks %i times and says why',
	async (status, tries, says) => {
		const listing = listed(5);
		const trigger = await begun(listing);
		listing.before = () => refusal(status);
		for (let polls = 0; polls < 5; polls++) {
			listing.requests.length = 0;
			await expect(trigger.poll()).rejects.toMatchObject(says);
			expect(listing.requests).toHaveLength(tries);
		}
	},
);

test('a poll that can read nothing fails at once, also where the rate limit stops one of its lists', async () => {
	const listing = forAllLists(listed(5));
	const trigger = await begun(listing, ['newPost', 'newEndUser']);
	listing.before = () => (listing.paths.at(-1) === '/v1/users' ? refusal(403) : limited(1));
	await time.sleep(60_000);
	await expect(trigger.now()).rejects.toThrow('New End-User');
});

test('a list that goes on failing after a poll that could read nothing is named in the third poll', async () => {
	const listing = forAllLists(listed(5));
	const trigger = await begun(listing, ['newPost', 'newEndUser']);
	listing.before = () => refusal(403);
	await time.sleep(60_000);
	await expect(trigger.now()).rejects.toThrow('New Post');
	refuse(listing, '/v1/users');
	expect(await trigger.poll()).toEqual([]);
	await expect(trigger.poll()).rejects.toThrow('New End-User');
});

test.each([
	['New End-User', 'newEndUser', '/v1/users'],
	['New Comment', 'newComment', '/comments'],
])('what %s reads is not named where it can be read in between', async (name, event, path) => {
	const listing = forAllLists(listed(5, { itemsAsArray: true }));
	const [post] = listing.posts.values();
	const trigger = await begun(listing, ['newPost', event]);
	for (let round = 0; round < 3; round++) {
		listing.comment(post, 100 + round);
		refuse(listing, path);
		expect(await trigger.polls(2)).toEqual([]);
		answer(listing);
		await trigger.poll();
	}
	listing.comment(post, 200);
	refuse(listing, path);
	expect(await trigger.polls(2)).toEqual([]);
	await expect(trigger.poll()).rejects.toThrow(name);
});

test('another process counts again, and names a failure in its own third poll, or after a registration in the next one', async () => {
	const listing = forAllLists(listed(5));
	const trigger = await begun(listing, ['newPost', 'newEndUser']);
	refuse(listing, '/v1/users');
	expect(await trigger.polls(2)).toEqual([]);
	trigger.restartProcess();
	expect(await trigger.polls(2)).toEqual([]);
	trigger.restart('update');
	expect(await trigger.poll()).toEqual([]);
	await expect(trigger.poll()).rejects.toThrow('New End-User');
});

const eachThird = [3, 6, 9, 12, 15, 18, 21, 24, 27];

test.each<[string, number, string[], number[], Parameters<typeof refusePage>[2]]>([
	['one list that stays refused is', 1, ['/v1/users'], [3], refusal(403)],
	['one list that stays refused is', 60, ['/v1/users'], [3, 27], refusal(403)],
	['one list that stays refused is', 720, ['/v1/users'], eachThird, refusal(403)],
	['one list that stays refused is', 1_440, ['/v1/users'], eachThird, refusal(403)],
	['two lists are', 60, ['/v1/users', '/v1/updates'], [3, 27], refusal(403)],
	['one that is never answered is', 60, ['/v1/users'], [3, 27], never],
])(
	'%s named in the third poll and then once a day, with a poll every %i minutes, and no news of the others is lost',
	async (_what, minutes, refused, expected, how) => {
		const listing = listed(5);
		const trigger = watching(listing, { events: ['newPost', 'newEndUser', 'newChangelogUpdate'] });
		const none = { status: 200, body: '{"status":"success","data":{"items":[],"has_more":false}}' };
		const updates = () => (listing.paths.at(-1) === '/v1/updates' ? none : undefined);
		listing.before = updates;
		await trigger.poll();
		listing.before = () => (refused.includes(listing.paths.at(-1)!) ? how : updates());
		const made: unknown[] = [];
		const told: unknown[] = [];
		const failed: number[] = [];
		for (let polls = 1; polls <= 29; polls++) {
			made.push(listing.create(100 + polls).feedback_id);
			await time.sleep(minutes * 60_000);
			told.push(...(await trigger.now().then(ids, () => (failed.push(polls), []))));
		}
		expect(failed).toEqual(expected);
		expect(told).toEqual(made);
	},
);

test('lists that begin to fail one after the other are named in one message, and delay the others by one poll a day', async () => {
	const listing = forAllLists(listed(5, { itemsAsArray: true }));
	const lists = ['/v1/users', '/v1/updates', '/v1/promoter', '/v2/documents'];
	const trigger = watching(listing, { events: all });
	expect(await trigger.poll()).toEqual([]);
	const refused: string[] = [];
	listing.before = () => (refused.includes(listing.paths.at(-1)!) ? refusal(403) : undefined);
	const said = new Map<number, string>();
	for (let polls = 1; polls <= 70; polls++) {
		if (polls % 2 === 1 && refused.length < lists.length) refused.push(lists[(polls - 1) / 2]);
		await time.sleep(3_600_000);
		await trigger.now().catch(({ message }: Error) => said.set(polls, message));
	}
	// Each in its third poll, and from then on all together.
	expect([...said.keys()]).toEqual([3, 5, 7, 9, 33, 57]);
	for (const name of ['New End-User', 'New Changelog Update', 'New NPS Response', 'Document']) {
		expect(said.get(9)).toContain(name);
		expect(said.get(57)).toContain(name);
	}
});

test('a rate limit that other workflows use up fails the third poll in a row, then one a day, and nothing is lost', async () => {
	const listing = listed(5);
	const trigger = await begun(listing);
	const failed: number[] = [];
	let left = 0;
	listing.before = () => (left-- > 0 ? undefined : limited(1));
	const { feedback_id: id } = listing.create(100);
	for (let polls = 1; polls <= 30; polls++) {
		await time.sleep(3_600_000);
		await trigger.now().catch(({ message }: Error) => {
			expect(message).toContain('rate limit');
			failed.push(polls);
		});
	}
	expect(failed).toEqual([3, 27]);
	left = 1;
	expect(ids(await trigger.poll())).toEqual([id]);
	// A first activation says so at once.
	await expect(watching(listing).poll()).rejects.toThrow('rate limit');
});
