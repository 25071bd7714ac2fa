// Fields that are missing, empty or of another type.
import { expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { answering, listed, Listing } from './listing.mts';
import { begun, eventsOf, ids, watching } from './n8n.mts';

test('an ID is the same as text, as a number, and as the key alone', async () => {
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
	const { now: poll } = watching(listing);
	for (answer of answers) expect(await poll()).toEqual([]);
});

ownTimeAndChanceInEachTest();

test.each([
	['newDocumentVersion', { id: 5, title: 'A plan', current_version: 1 }],
	['newEndUser', { id: 5, data_name: 'ada' }],
])('%s fires for records with id instead of a name of their own', async (event, record) => {
	const rows = [record];
	const listing = answering(rows);
	const trigger = await begun(listing, event);
	rows.unshift({ ...record, id: 6 });
	expect(eventsOf(await trigger.poll())).toEqual([event]);
});

test('records without any ID fail the poll', async () => {
	const events = ['newComment', 'newPost'];
	const trigger = watching(answering([{ title: 'x' }]), { events });
	await expect(trigger.poll()).rejects.toThrow('New Comment, New Post');
});

test('an NPS response that does not say its score passes each filter', async () => {
	const rows: unknown[] = [];
	const listing = answering(rows);
	const trigger = await begun(listing, 'newNpsResponse', {
		npsFilters: { group: 'promoter', lowest: 10 },
	});
	rows.push({ promoter_id: 7, vote: 9 }, { promoter_id: 8 }, { promoter_id: 9, vote: '10' });
	const fired = await trigger.poll();
	expect(fired.map(({ promoter_id: id }) => id)).toEqual([8, 9]);
});

test('a type that is a number does not match every filter', async () => {
	const listing = listed(3);
	const trigger = await begun(listing, 'newPost', { postFilters: { type: '7' } });
	listing.create(100, { type: 8 as never });
	const { feedback_id: id } = listing.create(101, { type: 7 as never });
	expect(ids(await trigger.poll())).toEqual([id]);
});

test.each(['', 'all', { mode: 'list', value: '' }, () => 'all'])(
	'a filter that is %j does not filter, and to remove it changes nothing',
	async (none) => {
		const listing = listed(3);
		const postFilters = { filter: none, type: none };
		const trigger = await begun(listing, 'newPost', { postFilters });
		const { feedback_id: id } = listing.create(100);
		expect(ids(await trigger.poll())).toEqual([id]);
		const { memory } = trigger;
		trigger.choose({ postFilters: {} });
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.memory).toEqual(memory);
	},
);

test.each([
	['Status', { postFilters: { filter: () => undefined } }],
	['Type', { postFilters: { type: { __rl: true, mode: 'key', value: () => null } } }],
	['Segment', { postFilters: { segment: () => ' ' } }],
	['Segment', { postFilters: { segment: { __rl: true, mode: 'id', value: '' } } }],
	['To', { events: ['postStatusChanged'], statusChange: { to: () => '' } }],
	['Lowest Score', { events: ['newNpsResponse'], npsFilters: { lowest: () => undefined } }],
])('a filter that was set and gives nothing is refused: %s in %j', async (label, chosen) => {
	const listing = listed(3);
	const trigger = watching(listing, chosen);
	await expect(trigger.poll()).rejects.toMatchObject({
		message: `'${label}' is empty`,
		description: 'Check the expression in this field, or remove the field.',
	});
	expect(listing.requests).toEqual([]);
});

test.each([0, '', 8])('a new record fires with %j as its product_id', async (product) => {
	const listing = listed(5);
	const trigger = await begun(listing);
	const made = [listing.create(100, { product_id: product as number })];
	const found = ids(await trigger.poll());
	made.push(listing.create(101));
	found.push(...ids(await trigger.poll()));
	expect(found).toEqual(made.map(({ feedback_id: id }) => id));
	expect(trigger.logged).toEqual([]);
});

test('a number that a record leaves out has not changed, and fires when it comes back with another value', async () => {
	const listing = new Listing();
	const post = listing.create(1, { total_sum: undefined });
	const { poll, logged } = await begun(listing, 'postVotesChanged');
	Object.assign(post, { total_sum: '3' });
	expect(await poll()).toEqual([]);
	Object.assign(post, { total_sum: '4' });
	expect(await poll()).toMatchObject([{ from: 3, to: 4 }]);
	Object.assign(post, { total_sum: undefined });
	expect(await poll()).toEqual([]);
	expect(logged).toEqual([]);
});

test('a text that a record leaves out has not changed', async () => {
	const listing = listed(3);
	const [post] = listing.posts.values();
	const { title } = post;
	Object.assign(post, { description: undefined });
	const trigger = await begun(listing, 'postChanged');
	Object.assign(post, { title: undefined });
	expect(await trigger.poll()).toEqual([]);
	Object.assign(post, { title });
	expect(await trigger.poll()).toEqual([]);
	// One that it says for the first time has.
	Object.assign(post, { description: 'More' });
	expect(await trigger.poll()).toMatchObject([{ changedFields: ['description'] }]);
});
