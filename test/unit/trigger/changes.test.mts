// What the events of changes tell: from what, to what, under which filters; and what the memory of earlier versions is worth.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { basic, StaticData } from '../n8n-context.mts';
import { Listing, registration } from './listing.mts';
import { ownSandboxInEachTest, sandbox } from './own-sandbox.mts';
import { polling } from './polling.mts';

ownSandboxInEachTest();

const set = (post: number, values: Readonly<Record<string, string | number>>) => {
	for (const [field, value] of Object.entries(values)) {
		sandbox.run(`UPDATE posts SET ${field} = ? WHERE feedback_id = ?`, value, post);
	}
};
const byKey = (value: string) => ({ __rl: true, mode: 'key', value });

/** A trigger that has begun, over the posts there are. */
async function watching(events: string, parameters: IDataObject = {}) {
	const trigger = polling(sandbox, { events: [events], ...parameters });
	expect(await trigger.poll()).toEqual([]);
	return trigger;
}

describe('Post Changed', () => {
	test('tells what status and type were, and of the others that they changed', async () => {
		const [post] = sandbox.createPosts(3, { status: 'open', type: 'idea' });
		const trigger = await watching('postChanged');
		set(post, { status: 'planned', type: 'bug', title: 'Another' });
		expect(await trigger.poll()).toMatchObject([
			{
				changedFields: ['status', 'title', 'type'],
				formerValues: { status: 'open', type: 'idea' },
			},
		]);
		set(post, { description: 'More' });
		expect(await trigger.poll()).toMatchObject([
			{ changedFields: ['description'], formerValues: {} },
		]);
	});

	test('Fields to Watch: what else changes is remembered, and not told', async () => {
		const [post] = sandbox.createPosts(3);
		const trigger = await watching('postChanged', { fieldsToWatch: ['title', 'type'] });
		set(post, { status: 'planned' });
		expect(await trigger.poll()).toEqual([]);
		set(post, { status: 'done', title: 'Another' });
		expect(await trigger.poll()).toMatchObject([{ changedFields: ['title'], formerValues: {} }]);
		trigger.reconfigure({ events: ['postChanged'] });
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('Post Status Changed', () => {
	test('tells from and to, and nothing else of the post fires it', async () => {
		const [post] = sandbox.createPosts(3, { status: 'open' });
		const trigger = await watching('postStatusChanged');
		set(post, { title: 'Another', type: 'bug', description: 'More', total_up: 9 });
		expect(await trigger.poll()).toEqual([]);
		set(post, { status: 'planned' });
		expect(await trigger.poll()).toMatchObject([
			{ feedback_id: post, from: 'open', to: 'planned', status: 'planned' },
		]);
		set(post, { status: 'open' });
		expect(await trigger.poll()).toMatchObject([{ from: 'planned', to: 'open' }]);
	});

	test.each([
		[{ from: byKey('open') }, ['open>planned', 'open>done']],
		[{ to: byKey('done') }, ['open>done', 'planned>done']],
		[{ from: byKey('open'), to: byKey('done') }, ['open>done']],
		[{}, ['open>planned', 'open>done', 'planned>done']],
	])('under the filters %j', async (statusFilters, expected) => {
		const [a, b] = sandbox.createPosts(2, { status: 'open' });
		const [c] = sandbox.createPosts(1, { status: 'planned' });
		const trigger = await watching('postStatusChanged', { statusFilters });
		set(a, { status: 'planned' });
		set(b, { status: 'done' });
		set(c, { status: 'done' });
		const told = (await trigger.poll()).map(({ from, to }) => `${String(from)}>${String(to)}`);
		expect(told.toSorted()).toEqual(expected.toSorted());
		expect(await trigger.poll()).toEqual([]);
	});

	test('more statuses than texts are kept of: each change fires, some without from', async () => {
		const posts = Array.from({ length: 130 }, (_, at) =>
			sandbox.createPosts(1, { status: `s${at}` }),
		);
		const trigger = await watching('postStatusChanged');
		expect((trigger.memory['/v1/posts'] as IDataObject).texts).toHaveLength(100);
		for (const [post] of posts) set(post, { status: 'done' });
		const told = await trigger.poll();
		expect(told).toHaveLength(130);
		expect(told.filter(({ from }) => typeof from === 'string')).toHaveLength(100);
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('votes', () => {
	test('Post Votes Changed tells from and to of the sum, or of the up votes', async () => {
		const [post] = sandbox.createPosts(3);
		const sum = await watching('postVotesChanged');
		const up = await watching('postVotesChanged', { votesCounted: 'total_up' });
		set(post, { total_up: 3, total_down: 5 });
		expect(await sum.poll()).toMatchObject([{ feedback_id: post, from: 0, to: -2 }]);
		expect(await up.poll()).toMatchObject([{ feedback_id: post, from: 0, to: 3 }]);
		set(post, { total_down: 6 });
		expect(await sum.poll()).toMatchObject([{ from: -2, to: -3 }]);
		expect(await up.poll()).toEqual([]);
	});

	test('Post Reached Vote Threshold fires once a post, also where the votes go down and up again', async () => {
		const [low, high] = sandbox.createPosts(3);
		set(high, { total_up: 12 });
		const trigger = await watching('postReachedVotes', { votes: 5 });
		set(low, { total_up: 4 });
		expect(await trigger.poll()).toEqual([]);
		set(low, { total_up: 7 });
		expect(await trigger.poll()).toMatchObject([{ feedback_id: low, votes: 7 }]);
		set(low, { total_up: 2 });
		set(high, { total_up: 1 });
		expect(await trigger.poll()).toEqual([]);
		set(low, { total_up: 9 });
		set(high, { total_up: 9 });
		expect(await trigger.poll()).toEqual([]);
	});

	test('another number of votes starts anew, silently', async () => {
		const [post] = sandbox.createPosts(2);
		const trigger = await watching('postReachedVotes', { votes: 5 });
		set(post, { total_up: 4 });
		trigger.reconfigure({ events: ['postReachedVotes'], votes: 3 });
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.logged).toEqual([]);
	});

	test('Votes to Reach must be a number', async () => {
		const trigger = polling(sandbox, { events: ['postReachedVotes'], votes: 'many' });
		await expect(trigger.poll()).rejects.toThrow(/'Votes to Reach' is not a number/);
	});

	test('deep in the list, where votes do not move a post, within 20 polls for each 2,000', async () => {
		const posts = sandbox.createPosts(1_500);
		const trigger = polling(sandbox, {
			events: ['postVotesChanged', 'postReachedVotes', 'postStatusChanged', 'postChanged'],
			votes: 1,
		});
		await trigger.poll();
		set(posts[10], { total_up: 1, status: 'done' });
		const told: unknown[] = [];
		for (let polls = 0; polls < 20; polls++) {
			told.push(...(await trigger.poll()).map(({ event }) => event));
		}
		// Of one post in one poll, all four.
		expect(told.toSorted()).toEqual([
			'postChanged',
			'postReachedVotes',
			'postStatusChanged',
			'postVotesChanged',
		]);
	});
});

describe('New NPS Response', () => {
	const scores = (items: IDataObject[]) => items.map(({ vote }) => vote).toSorted();

	test.each([
		[{ group: 'detractor' }, [1, 6]],
		[{ group: 'passive' }, [7, 8]],
		[{ group: 'promoter' }, [10, 9]],
		[{ lowest: 6, highest: 8 }, [6, 7, 8]],
		[{ group: 'detractor', lowest: 2 }, [6]],
		[{}, [1, 10, 6, 7, 8, 9]],
	])('under the filters %j', async (npsFilters, expected) => {
		const trigger = await watching('newNpsResponse', { npsFilters });
		for (const vote of [1, 6, 7, 8, 9, 10]) sandbox.createResponses(1, { vote });
		expect(scores(await trigger.poll())).toEqual(expected);
		// What did not pass is known all the same.
		trigger.reconfigure({ events: ['newNpsResponse'] });
		expect(await trigger.poll()).toEqual([]);
	});

	test('a changed answer fires where that is chosen, with from and to, and under the filters', async () => {
		const [response, other] = sandbox.createResponses(2, { vote: 9 });
		const unchosen = await watching('newNpsResponse');
		const chosen = await watching('newNpsResponse', {
			options: { changedAnswers: true },
			npsFilters: { group: 'detractor' },
		});
		const answer = (vote: number, id: number) =>
			sandbox.run('UPDATE promoters SET vote = ? WHERE promoter_id = ?', vote, id);
		answer(3, response);
		answer(8, other);
		expect(await unchosen.poll()).toEqual([]);
		expect(await chosen.poll()).toMatchObject([
			{
				eventId: expect.stringMatching(`^newNpsResponse:${response}:.`),
				...{ from: 9, to: 3, vote: 3 },
			},
		]);
		const [created] = sandbox.createResponses(1, { vote: 2 });
		expect(await chosen.poll()).toMatchObject([{ eventId: `newNpsResponse:${created}`, to: 2 }]);
		expect(await chosen.poll()).toEqual([]);
	});

	test('choosing changed answers later takes what is there as known, and says nothing', async () => {
		sandbox.createResponses(3);
		const trigger = await watching('newNpsResponse');
		trigger.reconfigure({ events: ['newNpsResponse'], options: { changedAnswers: true } });
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.logged).toEqual([]);
		sandbox.run('UPDATE promoters SET vote = 1');
		expect(await trigger.poll()).toHaveLength(3);
	});
});

describe('Changelog Update Edited', () => {
	const change = (id: number, field: string, value: unknown) =>
		sandbox.run(`UPDATE updates SET ${field} = ? WHERE changelog_id = ?`, value, id);

	test.each([
		['title', 'Another', {}],
		['description', 'More', {}],
		['type', 'fix', { type: 'new' }],
		['created', '2026-03-01 00:00:00', {}],
	])('tells %s', async (field, value, formerValues) => {
		const [update] = sandbox.createUpdates(3, { created: '2026-01-01 00:00:00' });
		const trigger = await watching('changelogUpdateChanged');
		sandbox.createUpdates(1);
		expect(await trigger.poll()).toEqual([]);
		change(update, field, value);
		expect(await trigger.poll()).toMatchObject([
			{ changelog_id: update, changedFields: [field], formerValues },
		]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('an update that is taken back, edited and published again is told then', async () => {
		const [update] = sandbox.createUpdates(3);
		const trigger = await watching('changelogUpdateChanged');
		change(update, 'draft', 1);
		change(update, 'title', 'Another');
		expect(await trigger.poll()).toEqual([]);
		change(update, 'draft', 0);
		expect(await trigger.poll()).toMatchObject([{ changedFields: ['title'] }]);
	});

	test('the same where the service does not know the filter', async () => {
		sandbox.settings.ignoredParameters = ['status'];
		const [update] = sandbox.createUpdates(3);
		const trigger = await watching('changelogUpdateChanged');
		change(update, 'draft', 1);
		change(update, 'title', 'Another');
		expect(await trigger.poll()).toEqual([]);
		change(update, 'draft', 0);
		expect(await trigger.poll()).toMatchObject([{ changedFields: ['title'] }]);
	});
});

describe('lists that the service only names', () => {
	test('New Document Version: a new document comes with its first, without from', async () => {
		const [old] = sandbox.createDocuments(2);
		const trigger = await watching('newDocumentVersion');
		const [created] = sandbox.createDocuments(1);
		sandbox.run('UPDATE documents SET current_version = 4 WHERE document_id = ?', old);
		const told = await trigger.poll();
		expect(told).toHaveLength(2);
		expect(told).toContainEqual(expect.objectContaining({ document_id: old, from: 1, to: 4 }));
		const first = told.find(({ document_id: id }) => id === created)!;
		expect(first).toMatchObject({ to: 1, current_version: 1 });
		expect(first.from).toBeUndefined();
		sandbox.run(`UPDATE documents SET title = 'Another', status = 'published'`);
		expect(await trigger.poll()).toEqual([]);
	});

	test('New Document Version says that it needs Bearer Token, before anything is sent', async () => {
		const trigger = polling(
			sandbox,
			{ events: ['newDocumentVersion'], authentication: 'feedbackBasicApi' },
			{ credentials: basic(sandbox.baseUrl, sandbox.apiKey) },
		);
		await expect(trigger.poll()).rejects.toMatchObject({
			message: 'New Document Version cannot be read with Basic Auth',
			description: expect.stringContaining('Choose a Bearer credential'),
		});
		expect(sandbox.requests).toEqual([]);
	});

	test('New End-User can be read with Basic Auth', async () => {
		const trigger = polling(
			sandbox,
			{ events: ['newEndUser'], authentication: 'feedbackBasicApi' },
			{ credentials: basic(sandbox.baseUrl, sandbox.apiKey) },
		);
		await trigger.poll();
		sandbox.createUsers(1);
		expect(await trigger.poll()).toMatchObject([{ event: 'newEndUser' }]);
	});

	const unknown = (event: string) =>
		`The service did not find the address in this workspace when asking for ${event}`;
	const lacks = (event: string) => `The service does not offer what ${event} needs`;

	test.each([
		['newEndUser', 404, lacks('New End-User')],
		['newEndUser', 405, lacks('New End-User')],
		['newDocumentVersion', 404, unknown('New Document Version')],
		['newComment', 405, lacks('New Comment')],
		['newComment', 404, 'in this workspace when asking for New Comment'],
	] as const)(
		'%s where its list answers %i: an error that says so, and no others are held up',
		async (event, status, message) => {
			const [post] = sandbox.createPosts(3);
			const trigger = polling(sandbox, { events: [event, 'newPost'] });
			await trigger.poll();
			sandbox.settings.undocumentedLists = status;
			sandbox.createComments(1, { post });
			const [created] = sandbox.createPosts(1);
			const told = await trigger.poll();
			expect(told.map(({ feedback_id: id }) => id)).toEqual([created]);
			expect(await trigger.poll()).toEqual([]);
			await expect(trigger.poll()).rejects.toThrow(message);
		},
	);
});

describe('a number', () => {
	test('a number that a record does not say has not changed, and is told when it is said again', async () => {
		const listing = new Listing();
		const post = listing.create(1, { total_sum: undefined });
		const poll = registration(listing, {
			parameters: { events: ['postVotesChanged'], votesCounted: 'total_sum' },
			staticData: new StaticData(),
		});
		expect(await poll()).toEqual([]);
		Object.assign(post, { total_sum: '3' });
		expect(await poll()).toEqual([]);
		Object.assign(post, { total_sum: '4' });
		expect(await poll()).toMatchObject([{ from: 3, to: 4 }]);
		Object.assign(post, { total_sum: undefined });
		expect(await poll()).toEqual([]);
	});
});
