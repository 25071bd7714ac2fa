// Post Changed and Post Status Changed: what changed, from what, to what, under which filters.
import { expect, test } from 'vitest';
import { begun, ownSandboxInEachTest, sandbox, set } from './n8n.mts';

ownSandboxInEachTest();

const byKey = (value: string) => ({ __rl: true, mode: 'key', value });

test('Post Changed: several changes between two polls are one item, undone ones none', async () => {
	const [post] = sandbox.createPosts(3);
	const trigger = await begun(sandbox, 'postChanged');
	set(post, { title: 'A' });
	set(post, { title: 'B' });
	set(post, { status: 'done' });
	expect(await trigger.poll()).toMatchObject([{ title: 'B', changedFields: ['status', 'title'] }]);
	set(post, { title: 'C' });
	set(post, { title: 'B' });
	expect(await trigger.poll()).toEqual([]);
});

test('Post Changed returns the former status and type, and of the others that they changed: without Fields to Watch, of all four', async () => {
	const [post] = sandbox.createPosts(3, { status: 'open', type: 'idea' });
	const trigger = await begun(sandbox, 'postChanged', { fieldsToWatch: [] });
	set(post, { status: 'planned', type: 'bug', title: 'Another' });
	const [several] = await trigger.poll();
	expect(several.changedFields).toEqual(['status', 'title', 'type']);
	// Nor are there names without a value: a workflow may go through them.
	expect(several.formerValues).toStrictEqual({ status: 'open', type: 'idea' });
	set(post, { description: 'More' });
	const [one] = await trigger.poll();
	expect(one.changedFields).toEqual(['description']);
	expect(one.formerValues).toStrictEqual({});
	set(post, { type: '' });
	expect(await trigger.poll()).toMatchObject([{ formerValues: { type: 'bug' } }]);
	set(post, { type: 'idea' });
	const [last] = await trigger.poll();
	expect(last.formerValues).toEqual({});
});

test('a post has to match both filters', async () => {
	const trigger = await begun(sandbox, ['newPost', 'postChanged'], {
		postFilters: { filter: byKey('planned'), type: byKey('bug') },
	});
	const [idea] = sandbox.createPosts(1, { status: 'planned', type: 'idea' });
	const [bug] = sandbox.createPosts(1, { status: 'open', type: 'bug' });
	expect(await trigger.poll()).toEqual([]);
	set(idea, { title: 'Another' });
	set(bug, { title: 'Another' });
	expect(await trigger.poll()).toEqual([]);
	set(bug, { status: 'planned' });
	expect(await trigger.poll()).toMatchObject([
		{ eventId: `newPost:${bug}` },
		{ event: 'postChanged', feedback_id: bug },
	]);
	set(bug, { status: 'open' });
	expect(await trigger.poll()).toMatchObject([{ event: 'postChanged', feedback_id: bug }]);
	set(bug, { status: 'planned' });
	expect(await trigger.poll()).toMatchObject([{ event: 'postChanged', feedback_id: bug }]);
});

test.each([
	[{ from: byKey('open') }, ['open>planned', 'open>done']],
	[{ to: byKey('done') }, ['open>done', 'planned>done']],
	[{ from: byKey('open'), to: byKey('done') }, ['open>done']],
	[{}, ['open>planned', 'open>done', 'planned>done', 'undefined>open']],
])('Post Status Changed fires under the filters %j', async (statusChange, expected) => {
	const [a, b] = sandbox.createPosts(2, { status: 'open' });
	const [[c], [d]] = ['planned', ''].map((status) => sandbox.createPosts(1, { status }));
	const trigger = await begun(sandbox, 'postStatusChanged', { statusChange });
	set(a, { title: 'Another', type: 'bug', description: 'More', total_up: 9 });
	expect(await trigger.poll()).toEqual([]);
	set(a, { status: 'planned' });
	set(b, { status: 'done' });
	set(c, { status: 'done' });
	set(d, { status: 'open' });
	const fired = (await trigger.poll()).map(({ from, to }) => `${String(from)}>${String(to)}`);
	expect(fired.toSorted()).toEqual(expected.toSorted());
	expect(await trigger.poll()).toEqual([]);
});

test('no change fires where the first 64 characters of a status stay the same', async () => {
	const long = 'x'.repeat(64);
	const [post] = sandbox.createPosts(1, { status: `${long}1` });
	const postFilters = { filter: byKey(`${long}3`) };
	const trigger = await begun(sandbox, 'postStatusChanged', { postFilters });
	set(post, { status: `${long}2` });
	expect(await trigger.poll()).toEqual([]);
	set(post, { status: 'open' });
	expect(await trigger.poll()).toMatchObject([{ from: long, to: 'open' }]);
});

test.each([64, 65, 200])('a status of %i characters fires under From and To', async (length) => {
	const long = 'x'.repeat(length);
	const [left, reached] = sandbox.createPosts(2);
	set(left, { status: long });
	const under = async (statusChange: object) =>
		await begun(sandbox, 'postStatusChanged', { statusChange });
	const from = await under({ from: byKey(long) });
	const to = await under({ to: byKey(long) });
	set(left, { status: 'open' });
	set(reached, { status: long });
	expect(await from.poll()).toMatchObject([{ feedback_id: left, to: 'open' }]);
	expect(await to.poll()).toMatchObject([{ feedback_id: reached, to: long }]);
});

test('changes from the first 1,000 statuses and types of a workspace fire', async () => {
	sandbox.settings.v1PerPage = 100;
	const posts = Array.from({ length: 1_010 }, (_, at) =>
		sandbox.createPosts(1, { status: `s${at}` }),
	);
	const trigger = await begun(sandbox, 'postStatusChanged');
	for (const [post] of posts) set(post, { status: 's500' });
	const fired = await trigger.poll();
	expect(fired).toHaveLength(999);
	expect(fired.filter(({ from }) => typeof from !== 'string')).toEqual([]);
	expect(await trigger.poll()).toEqual([]);
});

test('Post Reached Vote Threshold fires once, also where votes are taken back and come again', async () => {
	const [post] = sandbox.createPosts(1);
	const trigger = await begun(sandbox, 'postReachedVoteThreshold', { votes: 3 });
	for (const total_up of [2, 3, 1, 4]) {
		set(post, { total_up });
		expect(await trigger.poll()).toHaveLength(total_up === 3 ? 1 : 0);
	}
});
