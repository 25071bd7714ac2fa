// Post Filters and the settings beside them: each event of posts and comments asks for them and judges by them.
import { expect, test } from 'vitest';
import { events } from '../../../nodes/FeedbackTrigger/events';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { listed, Listing, timeOf } from './listing.mts';
import { begun, commentIds, watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

const ofPosts = events
	.filter(({ list, value }) => list.path === '/v1/posts' && value !== 'postDeleted')
	.map(({ value }) => value);

test.each(ofPosts)(
	'%s asks for the posts of the segment in every poll, and never for others',
	async (event) => {
		const listing = listed(5);
		const parameters = { events: [event], votes: 1, postFilters: { segment: 'pro' } };
		const trigger = watching(listing, parameters, { writtenByHand: true });
		await trigger.polls(3);
		const asked = listing.requests.filter((_, at) => listing.paths[at] === '/v1/posts');
		expect(asked.length).toBeGreaterThan(2);
		for (const query of asked) expect(query.get('segment')).toBe('pro');
	},
);

const begin = async (chosen: string[], parameters: Record<string, unknown> = {}) => {
	const listing = listed(3);
	const [post] = listing.posts.values();
	const trigger = await begun(listing, chosen, {
		...parameters,
		postFilters: { filter: 'open' },
	});
	return { listing, post, trigger };
};

test('a post that leaves the filtered status fires Post Changed and Post Status Changed, and its later changes fire nothing', async () => {
	const { post, trigger } = await begin(['postChanged', 'postStatusChanged']);
	Object.assign(post, { status: 'done', updated: timeOf(100) });
	expect(await trigger.poll()).toMatchObject([
		{ event: 'postChanged', changedFields: ['status'] },
		{ event: 'postStatusChanged', from: 'open', to: 'done' },
	]);
	Object.assign(post, { title: 'Another', status: 'planned', updated: timeOf(101) });
	expect(await trigger.polls(3)).toEqual([]);
});

test('such a post fires neither its votes nor its comments any more, and not as new when it comes back', async () => {
	const { listing, post, trigger } = await begin(['newComment', 'newPost', 'postVotesChanged']);
	Object.assign(post, { status: 'done', updated: timeOf(100) });
	expect(await trigger.poll()).toEqual([]);
	Object.assign(post, { total_sum: 5, updated: timeOf(101) });
	listing.comment(post, 101);
	expect(await trigger.poll()).toEqual([]);
	Object.assign(post, { status: 'open', updated: timeOf(102) });
	expect(await trigger.polls(3)).toEqual([]);
	const { comment_id: id } = listing.comment(post, 103);
	expect(commentIds(await trigger.poll())).toEqual([id]);
});

test.each([null, undefined, 0, '', '0'])(
	'a comment with %j as its parent and admin_id is no reply, and not of the team',
	async (none) => {
		const listing = new Listing({ perPage: 100 });
		const post = listing.create(1);
		const all = await begun(listing, 'newComment');
		const commentFilters = { replies: false, staff: false };
		const values = { parent: none, user: { admin_id: none } };
		const trigger = await begun(listing, 'newComment', { commentFilters });
		const { comment_id: first } = listing.comment(post, 100, values as object);
		const { comment_id: reply } = listing.comment(post, 101, { parent: first });
		expect(commentIds(await all.polls(2))).toEqual([first, reply]);
		expect(commentIds(await trigger.polls(2))).toEqual([first]);
	},
);

test('votes that no event watches change nothing of what is stored', async () => {
	const listing = listed(50);
	const chosen = ['newComment', 'newPost', 'postChanged', 'postStatusChanged'];
	const trigger = watching(listing, { events: chosen });
	await trigger.polls(3);
	const { memory } = trigger;
	for (const [at, post] of [...listing.posts.values()].entries()) {
		Object.assign(post, { total_sum: at + 1, updated: timeOf(1_000 + at) });
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.memory).toEqual(memory);
	}
});

test('a new post that says no date of its last change until the first edit fires with the next poll', async () => {
	const listing = listed(250);
	const undated = listing.create(300, { updated: null });
	const trigger = await begun(listing, ['newPost', 'postStatusChanged']);
	const { feedback_id: id } = listing.create(400, { updated: null });
	expect((await trigger.poll()).map((item) => item.feedback_id)).toEqual([id]);
	Object.assign(undated, { status: 'done', updated: timeOf(401) });
	expect(await trigger.poll()).toMatchObject([{ event: 'postStatusChanged', to: 'done' }]);
	expect(await trigger.polls(25)).toEqual([]);
	expect(trigger.logged).toEqual([]);
});

test('a post that is deleted between the two readings of the newest page does not make the list start over', async () => {
	const listing = listed(4, { perPage: 3 });
	listing.create(300, { updated: null });
	const trigger = await begun(listing, ['newPost', 'postStatusChanged']);
	listing.before = () => {
		const isSecond = listing.requests.at(-1)!.get('sort') === 'new';
		if (isSecond) for (const post of [...listing.posts.values()].slice(0, 2)) listing.delete(post);
		return undefined;
	};
	await trigger.poll();
	const { feedback_id: id } = listing.create(400);
	expect((await trigger.poll()).map((item) => item.feedback_id)).toEqual([id]);
	expect(trigger.logged).toEqual([]);
});
