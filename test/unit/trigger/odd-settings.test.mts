// What expressions may give in the fields of the trigger: what is meant counts, and anything else is refused by its name.
import { expect, test } from 'vitest';
import { begun, ids, ownSandboxInEachTest, sandbox } from './n8n.mts';

ownSandboxInEachTest();

/** Rows: an event, a collection or none, a field in it with its label, and values that it cannot take. */
const refused: Array<[string, string, string, string, unknown[]]> = [
	['newNpsResponse', 'npsFilters', 'group', 'Score Group', ['Unhappy', true, ['detractor'], {}]],
	['newNpsResponse', 'npsFilters', 'lowest', 'Lowest Score', ['low', 6.5, '6.000', [6], {}, true]],
	['newNpsResponse', 'npsFilters', 'highest', 'Highest Score', ['high', 6.5, [6], {}, true]],
	['newNpsResponse', '', 'changedAnswers', 'Changed NPS Answers', ['yes', 2, [true]]],
	['newChangelogUpdate', 'changelogFilters', 'status', 'Status', ['public', ['draft'], {}]],
	['newChangelogUpdate', 'changelogFilters', 'type', 'Type', [['new'], { type: 'new' }]],
	['newComment', 'commentFilters', 'replies', 'Replies', ['no', -1, [0]]],
	['newPost', '', 'simplify', 'Simplify', ['no', 2]],
	['newPost', 'options', 'existingItems', 'Existing Items', ['all', 2, ['newest']]],
	['newPost', 'options', 'ignoreWhileInactive', 'Ignore Items While Inactive', ['yes', 2]],
	['newPost', 'postFilters', 'segment', 'Segment', [['enterprise'], {}]],
	['newPost', 'postFilters', 'filter', 'Status', [['open'], {}]],
	['postStatusChanged', 'statusChange', 'to', 'To', [['open'], {}]],
	['postReachedVoteThreshold', '', 'votes', 'Votes to Reach', ['', ' ', 'many', [], true]],
	['postGainingTraction', '', 'votesToGain', 'Votes to Gain', ['', 0]],
	['postGainingTraction', '', 'withinDays', 'Within Days', ['week']],
];
const rows = refused.flatMap(([event, collection, name, label, values]) =>
	values.map((value) => ({ event, collection, name, label, value })),
);

test.each(rows)(
	'$label does not take $value',
	async ({ event, collection, name, label, value }) => {
		const parameter = { [name]: () => value };
		const isBlank = typeof value === 'string' && !value.trim();
		const starting = begun(sandbox, event, collection ? { [collection]: parameter } : parameter);
		await expect(starting).rejects.toMatchObject({
			message: expect.stringContaining(`'${label}' ${isBlank ? 'is required' : 'must be '}`),
			description: 'Correct the fields named here.',
		});
		expect(sandbox.requests).toEqual([]);
	},
);

test.each([
	[{ group: () => ' PROMOTERS (9 and 10)' }, [10, 9]],
	[{ lowest: () => '9', highest: () => '9.0' }, [9]],
])('a filter of scores may be a label, or a number as text: %#', async (npsFilters, expected) => {
	const trigger = await begun(sandbox, 'newNpsResponse', { npsFilters });
	for (const vote of [0, 7, 9, 10]) sandbox.createResponses(1, { vote });
	const scores = (await trigger.poll()).map(({ vote }) => vote);
	expect(scores.toSorted()).toEqual(expected);
});

test('an empty list in place of filters, as builders write it, filters nothing', async () => {
	const trigger = await begun(sandbox, 'newPost', { postFilters: [] });
	const created = sandbox.createPosts(1);
	expect(ids(await trigger.poll())).toEqual(created);
});

test.each(['expression', 'text'])(
	'a status with blanks around it is the status, as in the nodes: %s',
	async (form) => {
		const value = form === 'text' ? ' open ' : () => ' open ';
		const trigger = await begun(sandbox, 'newPost', {
			postFilters: { filter: { __rl: true, mode: 'key', value } },
		});
		const created = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual(created);
	},
);

test.each([[undefined], [null], [''], [[]]])(
	'an expression that gives %j chooses no event',
	async (events) => {
		const starting = begun(sandbox, 'newPost', { events: () => events });
		await expect(starting).rejects.toMatchObject({
			message: 'No event is chosen',
			description: "Choose at least one event in 'Events'.",
		});
		expect(sandbox.requests).toEqual([]);
	},
);

test.each([[{}], [5], [['bogus']], [['newPost', 'bogus']]])(
	'an expression that gives %j is refused, since an event that is left out would never fire',
	async (events) => {
		const starting = begun(sandbox, 'newPost', { events: () => events });
		await expect(starting).rejects.toThrow("'Events' must be ");
	},
);

test.each([['newPost'], ['newPost, postDeleted'], ['["newPost"]'], [['New Post', 'newComment']]])(
	'an expression may choose events as %j',
	async (events) => {
		const trigger = await begun(sandbox, 'newPost', { events: () => events });
		const created = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual(created);
	},
);

test('switches may be texts, as variables of n8n are', async () => {
	const trigger = await begun(
		sandbox,
		'newPost',
		{ simplify: () => 'False', options: { ignoreWhileInactive: () => ' TRUE' } },
		{ activationMode: 'activate' },
	);
	sandbox.createPosts(1);
	expect(await trigger.poll()).toMatchObject([{ user: {} }]);
	sandbox.createPosts(1);
	trigger.restart();
	expect(await trigger.poll()).toEqual([]);
});
