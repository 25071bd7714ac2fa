// What fires after other settings were published.
import { describe, expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { listed } from './listing.mts';
import { begun, eventsOf, ids, ownSandboxInEachTest, sandbox } from './n8n.mts';

ownSandboxInEachTest();

const answer = (vote: number, count = 1) => sandbox.createResponses(count, { vote });

test('what the snapshot does not know is judged by the new settings', async () => {
	const trigger = await begun(sandbox, 'newNpsResponse', { npsFilters: { group: 'detractor' } });
	const known = answer(10);
	expect(await trigger.poll()).toEqual([]);
	const saved = trigger.memory;
	// n8n stores nothing of a poll without news, so the snapshot that it starts from does not know these.
	const unsaved = answer(10, 5);
	expect(await trigger.poll()).toEqual([]);
	const missed = answer(1);
	trigger.configure({ events: ['newNpsResponse'] }, saved);
	const fired = (await trigger.poll()).map(({ promoter_id: id }) => id);
	expect(fired).toEqual([...unsaved, ...missed]);
	expect(fired).not.toContain(known[0]);
	expect(await trigger.poll()).toEqual([]);
	const [later] = answer(10);
	expect((await trigger.poll()).map(({ promoter_id: id }) => id)).toEqual([later]);
});

const set = (post: number, values: string) =>
	sandbox.run(
		`UPDATE posts SET ${values}, updated = '2099-01-01 00:00:00' WHERE feedback_id = ?`,
		post,
	);

const reply = (post: number) => void sandbox.createComments(1, { post, parent: 1 });
const isPlanned = (post: number) => set(post, "status = 'planned'");
const getsVotes = (post: number) => set(post, 'total_up = 20');
const idea = () => sandbox.createPosts(1, { type: 'idea' });
const isPublished = () => sandbox.createUpdates(1);
const isAnswered = () => sandbox.run('UPDATE promoters SET vote = 1');

test.each([
	['Replies', 'newComment', { commentFilters: { replies: false } }, reply],
	['From and To', 'postStatusChanged', { statusChange: { to: 'done' } }, isPlanned],
	['Fields to Watch', 'postChanged', { fieldsToWatch: ['title'] }, isPlanned],
	['Votes to Reach', 'postReachedVoteThreshold', { votes: 50 }, getsVotes],
	['Status', 'postVotesChanged', { postFilters: { filter: 'done' } }, getsVotes],
	['Type', 'newPost', { postFilters: { type: 'bug' } }, idea],
	[
		'Changelog Status',
		'newChangelogUpdate',
		{ changelogFilters: { status: 'draft' } },
		isPublished,
	],
	['Changed NPS Answers', 'newNpsResponse', { changedAnswers: false }, isAnswered],
])(
	'%s: a change that did not fire before does not fire afterwards',
	async (_setting, event, before, happen) => {
		const [post] = sandbox.createPosts(3, { status: 'open' });
		sandbox.createResponses(2, { vote: 9 });
		const after = {
			events: [event],
			...(event === 'newNpsResponse' && { changedAnswers: true }),
		};
		const trigger = await begun(sandbox, 'newPost', { ...after, ...before });
		happen(post);
		expect(await trigger.poll()).toEqual([]);
		trigger.configure(after);
		for (let polls = 0; polls < 3; polls++) expect(await trigger.poll()).toEqual([]);
	},
);

test('an event that is chosen again later ignores what was created in between', async () => {
	const trigger = await begun(sandbox, ['newPost', 'newChangelogUpdate']);
	trigger.configure({ events: ['newChangelogUpdate'] });
	await trigger.poll();
	sandbox.createPosts(3);
	trigger.configure({ events: ['newPost'] });
	expect(await trigger.poll()).toEqual([]);
});

test('publishing the same settings loses nothing, also after polls without news', async () => {
	const trigger = await begun(sandbox, ['newPost', 'newNpsResponse']);
	await trigger.poll();
	sandbox.createPosts(2);
	answer(3);
	trigger.configure({ events: ['newPost', 'newNpsResponse'] });
	expect(eventsOf(await trigger.poll())).toEqual(['newNpsResponse', 'newPost', 'newPost']);
});

test('an added event fires from then on, and the others stay as they are', async () => {
	const [post] = sandbox.createPosts(150, { status: 'open' });
	const trigger = await begun(sandbox);
	set(post, "status = 'planned'");
	const created = sandbox.createPosts(1);
	trigger.configure({ events: ['newPost', 'postStatusChanged'] });
	expect(ids(await trigger.poll())).toEqual(created);
	set(post, "status = 'done'");
	expect(await trigger.poll()).toMatchObject([
		{ event: 'postStatusChanged', from: 'planned', to: 'done' },
	]);
	trigger.configure({ events: ['newPost'] });
	const [last] = sandbox.createPosts(1);
	expect(ids(await trigger.poll())).toEqual([last]);
});

describe('what comes after a change of settings', () => {
	ownTimeAndChanceInEachTest();

	test('fires after a restart, where n8n has stored none of the polls since then', async () => {
		const listing = listed(250);
		const trigger = await begun(listing, 'newPost', { postFilters: { type: 'bug' } });
		const saved = trigger.memory;
		trigger.choose({ postFilters: {} });
		expect(await trigger.polls(3)).toEqual([]);
		const { feedback_id: id } = listing.create(1_000);
		trigger.restart('init', saved);
		expect(ids(await trigger.poll())).toEqual([id]);
	});
});

test.each([
	['status', 'filter', 'open', 'planned'],
	['type', 'type', 'idea', 'bug'],
])(
	'after a changed filter, an existing post fires when it starts to match another %s',
	async (field, name, one, other) => {
		const [post] = sandbox.createPosts(3, { [field]: one });
		const trigger = await begun(sandbox, 'newPost', { postFilters: { [name]: one } });
		trigger.configure({ events: ['newPost'], postFilters: { [name]: other } });
		for (let polls = 0; polls < 2; polls++) expect(await trigger.poll()).toEqual([]);
		sandbox.run(`UPDATE posts SET ${field} = ? WHERE feedback_id = ?`, other, post);
		expect(ids(await trigger.poll())).toEqual([post]);
		expect(await trigger.poll()).toEqual([]);
	},
);
