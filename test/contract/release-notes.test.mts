// What the recipe Release notes makes of a draft, an approval and what a crash left behind, without n8n.
import { expect, test } from 'vitest';
import type { WorkflowNode } from '../n8n-host/rest.mts';
import { readRecipe } from '../recipes/recipe.mts';
import { evaluated, runStep, stepOf } from '../recipes/steps.mts';

type Json = Record<string, unknown>;

const recipe = readRecipe('release-notes');
const posts = [12, 13, 14].map((feedback_id) => {
	const post = { feedback_id, title: `Wish ${feedback_id}`, description: 'Please' };
	return { ...post, original: post };
});
const words: Json[] = runStep(recipe, 'Words', { items: posts });

/** The step, where others gave out these items. */
const run = (step: string, items: Json[], others: Record<string, Json[]> = {}) =>
	runStep(recipe, step, { items, steps: (name) => ({ Words: words, ...others })[name] ?? [] });

test.each<[what: string, items: Json[], text: string]>([
	['the list of the titles without a model', words, '• Wish 12\n• Wish 13\n• Wish 14'],
	['what a model wrote', [{ output: ' Three wishes came true. ' }], 'Three wishes came true.'],
	['the list, where a model wrote nothing', [{ output: '' }], '• Wish 12\n• Wish 13\n• Wish 14'],
])('the draft has %s', (_what, items, text) => {
	const [draft] = run('Draft', items);
	expect(draft).toMatchObject({ text, posts: '#12 Wish 12\n#13 Wish 13\n#14 Wish 14' });
	expect(draft.message).toBe(`Publish these release notes?\n${draft.headline as string}`);
});

test('neither the draft nor what a model is given names an author', () => {
	const author = { data_mail: 'ada@a.example', data_name: 'Ada', user: { data_name: 'Ada' } };
	const items = runStep(recipe, 'Words', { items: posts.map((post) => ({ ...post, ...author })) });
	const seen = { items, steps: () => items };
	const asked = evaluated(stepOf(recipe, 'Writer').parameters, seen);
	expect(JSON.stringify([asked, runStep(recipe, 'Draft', seen)])).not.toMatch(/ada/i);
});

test.each<[list: string, ids: number[]]>([
	['#12 Wish 12\n#13 Wish 13\n#14 Wish 14', [12, 13, 14]],
	['#12 Wish 12\r\n\r\n  #14', [12, 14]],
	['#13 renamed by a person', [13]],
	['12 Wish 12\n 14 Wish 14', [12, 14]],
	['1. #14 Wish 14\n12. #13 Wish 13', [13, 14]],
	['#12 #1 of the wishes\n13 Wish #14', [12, 13]],
	['#12 Wish 12\n#99 of somebody else', [12]],
	['#12 Wish 12\nnot yet: #13', [12]],
	['#120', []],
	['', []],
])('of the list %j, these posts are released: %j', (list, ids) => {
	const release = () => run('Release', [{ Title: 'New', Text: 'Words', Posts: list }]);
	if (ids.length === 0) expect(release).toThrow("No post is left in 'Posts'.");
	else expect(release().map(({ feedback_id }) => feedback_id)).toEqual(ids);
});

test('a text has no returns, which forms send, and no blanks around it', () => {
	const answer = { Title: ' New ', Text: ' One\r\ntwo\r\n', Posts: '#12' };
	expect(run('Release', [answer])[0]).toMatchObject({ headline: 'New', text: 'One\ntwo' });
});

test('an update that was made of an approval is looked for since that, also in a later retry', () => {
	const submittedAt = '2026-01-02T09:00:00.000+02:00';
	const [approval] = run('Release', [{ Title: 'New', Text: 'Words', Posts: '#12', submittedAt }]);
	const { filters } = stepOf(recipe, 'Find Update').parameters as Json;
	const seen = { items: [{}], steps: () => [approval] };
	const { createdSince } = evaluated(filters, seen) as { createdSince: string };
	expect(new Date(createdSince)).toEqual(new Date('2026-01-02T06:55:00Z'));
});

test('what failed is tried once more with all posts of the draft, then a person retries', () => {
	const failedIn = (execution: string, earlier: Json[][] = []) =>
		runStep(recipe, 'Once More', {
			items: [{ error: { message: 'Is down' } }, { error: { message: 'Is down' } }],
			steps: () => posts,
			earlier,
			execution,
		});
	const first = failedIn('1');
	expect(first.map(({ feedback_id }) => feedback_id)).toEqual([12, 13, 14]);
	expect(() => failedIn('1', [first])).toThrow(/^Is down$/);
	// A retry still has what the step gave out before.
	expect(failedIn('2', [first])).toHaveLength(3);
	expect(() => failedIn('2', [first, failedIn('2', [first])])).toThrow('Is down');
});

const draft = {
	headline: 'New',
	text: 'Words',
	comment: 'See {title}:',
	address: 'https://a.example/{id}/x',
	approved: '2026-01-02T09:00:00.300+02:00',
};
const [younger, older] = ['2026-01-02 07:00:01', '2026-01-02 06:59:59'];
const commented = (others: Record<string, Json[]>, created: Json = { title: 'Other' }) =>
	run('Comments', [created], { Release: [draft], 'Still Waiting': posts, ...others });

test.each<[what: string, created: Json, updates: Json[], update: number]>([
	['that was created', { changelog_id: 7, title: 'New' }, [], 7],
	[
		'that was created, whose title the service changed',
		{ changelog_id: 7, title: 'new' },
		[{ changelog_id: 8, title: 'Other' }],
		7,
	],
	[
		'that a crash cut off',
		{ title: 'Other' },
		[{ changelog_id: 8, title: 'New', created: younger }],
		8,
	],
	[
		'with the title, among those of the same time',
		{ changelog_id: 9, title: 'Other' },
		[
			{ changelog_id: 9, title: 'Other' },
			{ changelog_id: 7, title: 'New', description: 'Old words', created: older },
			{ changelog_id: 8, title: 'New', description: 'Words', created: older },
		],
		8,
	],
])('each post gets a comment with the link to the update %s', (_what, created, updates, id) => {
	const comment = `See New: https://a.example/${id}/x`;
	expect(commented({ 'Find Update': updates }, created)).toEqual(
		posts.map(({ feedback_id }) => ({ feedback_id, comment, changelog_id: id, isSaid: false })),
	);
});

test('a comment that a crash did not forget is not written again', () => {
	const saved = (comment: string, feedback_id: number) => ({ comment, feedback_id });
	const others = {
		'Saved Comments': [saved('See New: https://a.example/7/x', 13), saved('See New:', 14)],
	};
	const said = commented(others, { changelog_id: 7 }).filter(({ isSaid }) => isSaid);
	expect(said.map(({ feedback_id }) => feedback_id)).toEqual([13]);
});

test.each([
	['', 'See New:'],
	['https://a.example/changelog', 'See New: https://a.example/changelog'],
])('the address %j leads to no single update', (address, comment) => {
	const others = { Release: [{ ...draft, address }] };
	expect(commented(others, { changelog_id: 7 })[0].comment).toBe(comment);
});

test.each([
	['none', [{}], true],
	['another title', [{ title: 'Old' }], true],
	['this title', [{ title: 'Old' }, { title: 'New', created: younger }], false],
	[
		'this title in the second of the approval',
		[{ title: 'New', created: '2026-01-02 07:00:00' }],
		false,
	],
	['this title, with a zone', [{ title: 'New', created: '2026-01-02T08:00:01+01:00' }], false],
	// The clock of the service may go behind.
	['this title and text before', [{ title: 'New', description: 'Words', created: older }], false],
	// Two approvals within five minutes.
	['this title with another text', [{ title: 'New', description: '', created: older }], true],
	['this title at no time', [{ title: 'New' }], true],
])('an update is created where those since the approval have %s', (_what, updates, isCreated) => {
	const { conditions } = stepOf(recipe, 'Not Published Yet').parameters as {
		conditions: { conditions: Array<{ leftValue: string }> };
	};
	const steps = (name: string) => (name === 'Find Update' ? updates : [draft]);
	expect(evaluated(conditions.conditions[0].leftValue, { items: [{}], steps })).toBe(isCreated);
});

const change = {
	name: 'Post Done',
	parameters: { statusChange: { to: { value: 'shipped' } } },
} as unknown as WorkflowNode;

test.each([
	['waits', { status: 'shipped', metadata: { release_note: 'waiting' } }, true],
	['was opened again', { status: 'open', metadata: { release_note: 'waiting' } }, false],
	['is in an update', { status: 'shipped', metadata: { release_note: '7' } }, false],
	['never waited', { status: 'shipped', metadata: {} }, false],
])('a post that %s when the answer comes: %j', (_what, post, isPublished) => {
	const { conditions } = stepOf(recipe, 'Still Waiting').parameters as {
		conditions: {
			combinator: string;
			conditions: Array<Record<'leftValue' | 'rightValue', string>>;
		};
	};
	const seen = { items: [post], nodes: [change] };
	const holds = conditions.conditions.map(
		({ leftValue, rightValue }) => evaluated(leftValue, seen) === evaluated(rightValue, seen),
	);
	expect([conditions.combinator, holds.every(Boolean)]).toEqual(['and', isPublished]);
});

test('n8n remembers what was commented before a comment that failed stops it: that step stands above', () => {
	const topOf = (step: string) => stepOf(recipe, step).position![1];
	expect(topOf('Remember')).toBeLessThan(topOf('Comment'));
	expect(topOf('Remember')).toBeLessThan(topOf('Once More'));
});
