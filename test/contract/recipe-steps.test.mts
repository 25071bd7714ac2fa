// What steps that a single recipe has make of odd records and answers, without n8n.
import { expect, test } from 'vitest';
import { readRecipe } from '../recipes/recipe.mts';
import { evaluated, runStep, stepOf } from '../recipes/steps.mts';

type Json = Record<string, unknown>;

const words = (recipe: string) => runStep(readRecipe(recipe), 'Words', { items: [{}] });

/** The step, where others gave out these items, and the rest none. */
const run = (recipe: string, step: string, others: Record<string, Json[]>, items: Json[] = [{}]) =>
	runStep(readRecipe(recipe), step, {
		items,
		steps: (name) => others[name] ?? (name === 'Words' ? words(recipe) : []),
	});

const post = {
	feedback_id: 1,
	title: 'Export',
	status: 'open',
	created: '2020-01-01 00:00:00',
	total_sum: 3,
};

test.each([
	['planned', []],
	['planned, open', ['open']],
	['Planned; waiting', ['Planned', 'waiting']],
])('the report names the statuses %s that no post has: %j', (keys, unknown) => {
	const seen = {
		Posts: [{ ...post, status: 'planned' }],
		Words: [{ ...words('feedback-report')[0], 'Waiting status keys': keys }],
	};
	const [{ sections, message }] = run('feedback-report', 'Report', seen);
	for (const said of [sections, message]) {
		const named = String(said).matchAll(/No post has one of these statuses: ([\w, ]+)\./g);
		expect([...named].flatMap(([, keys]) => keys.split(', '))).toEqual(unknown);
	}
	expect(String(sections).includes('No post waits.')).toBe(unknown.length < 2);
});

const duplicate = { feedback_id: 3, title: 'Export of invoices' };
const link = { post_url: 'https://feedback.example.com/post/3' };

test.each<[what: string, found: Json, named: string]>([
	['another post', duplicate, 'Duplicate of Export of invoices #3'],
	[
		'another post with a link',
		{ ...duplicate, ...link },
		'Duplicate of Export of invoices #3 https://feedback.example.com/post/3',
	],
	['a post without a title', { feedback_id: 3, title: '' }, 'Duplicate of #3'],
	// Then the step Duplicate reads the post itself.
	['no post', { feedback_id: 12, title: 'Export' }, ''],
	['a post that does not exist', {}, ''],
])('AI triage shows who approves %s as a duplicate', (_what, found, named) => {
	const seen: Record<string, Json[]> = {
		Agent: [{ output: { type: 'bug', duplicate_of: 3 } }],
		Post: [{ feedback_id: 12, title: 'Export', description: 'As CSV' }],
	};
	const [question] = run('ai-triage', 'Question', seen, [found]);
	const proposal = ['Type: bug', named].filter(Boolean);
	expect(question).toEqual({
		type: 'bug',
		duplicate: named,
		message: ['Save this type?', ...proposal, 'Export #12'].join('\n'),
		form: [...proposal, 'Export #12', 'As CSV'].join('\n'),
	});
});

test.each([
	[3, 3],
	[0, 12],
])(
	'AI triage reads the post that is proposed as a duplicate: %i is post %i',
	(duplicate_of, id) => {
		const { postId } = stepOf(readRecipe('ai-triage'), 'Duplicate').parameters!;
		const items = [{ output: { duplicate_of } }];
		const steps = () => [{ feedback_id: 12 }];
		expect(evaluated(postId, { items, steps })).toMatchObject({ value: id });
	},
);

test.each(['jira', 'github'])('%s comments on each post whose label an issue has', (recipe) => {
	const labels = [
		'feedback-12',
		'urgent',
		'other-3',
		'feedback-13',
		'feedback-12',
		'feedback-x',
		'old-feedback-14',
	];
	const resolution = recipe === 'jira' ? 'Done' : 'completed';
	const issue = { key: 'FEED-1', labels, resolution };
	expect(run(recipe, 'Post', {}, [issue]).map(({ feedback_id }) => feedback_id)).toEqual([
		'12',
		'13',
	]);
});

test('github sets the lines of a post as code, however they end, and names no issue of the repository', () => {
	const github = readRecipe('github');
	const said = { feedback_id: 12, title: 'One', total_sum: 7 };
	const [item] = runStep(github, 'Words', {
		items: [{ ...said, original: { ...said, description: 'Two\r\nThree\rFour\nFive' } }],
	});
	const { jsonBody } = stepOf(github, 'Create Issue').parameters!;
	const { body } = JSON.parse(String(evaluated(jsonBody, { items: [item] }))) as { body: string };
	const [words, , ...lines] = body.split('\n');
	expect(lines).toEqual(['One', '', 'Two', 'Three', 'Four', 'Five'].map((line) => `    ${line}`));
	// GitHub makes a link of #12, and writes below that issue where it stands.
	expect(words).toBe('Feedback post 12, votes: 7');
});

test.each(['jira', 'github'])('%s names the issue of a post without a title', (recipe) => {
	const said = {
		feedback_id: 12,
		title: '',
		total_sum: 7,
		original: { title: '', description: 'Two' },
	};
	const items = runStep(readRecipe(recipe), 'Words', { items: [said] });
	const { jsonBody } = stepOf(readRecipe(recipe), 'Create Issue').parameters!;
	const body = JSON.parse(String(evaluated(jsonBody, { items })));
	expect((body.fields ?? { summary: body.title }).summary).toMatch(
		/^Feedback post #?12, votes: 7$/,
	);
});

test('github finds an issue that is closed, too, and so creates no second one', () => {
	const { queryParameters } = stepOf(readRecipe('github'), 'Find Issue').parameters!;
	expect(queryParameters).toMatchObject({
		parameters: [{ name: 'labels' }, { name: 'state', value: 'all' }],
	});
});

test.each(['jira', 'github'])(
	'%s sends a post once more, fails when that fails, too, and lets a person retry',
	(recipe) => {
		const failedIn = (execution: string, ids: number[], earlier: Json[][] = []) => {
			const steps = () => ids.map((feedback_id) => ({ feedback_id }));
			const items = ids.map(() => ({ error: { message: 'Is down' } }));
			return runStep(readRecipe(recipe), 'Once More', { items, steps, earlier, execution });
		};
		const first = failedIn('1', [12, 13]);
		expect(first.map(({ feedback_id }) => feedback_id)).toEqual([12, 13]);
		expect(() => failedIn('1', [13], [first])).toThrow('Post 13: Is down');
		expect(failedIn('1', [14], [first])).toHaveLength(1);
		// A retry still has what the step gave out before.
		expect(failedIn('2', [13], [first])).toHaveLength(1);
	},
);

test.each<[recipe: string, step: string, item: Json, made: Json]>([
	['jira', 'Once More', { error: 'Is down' }, { feedback_id: 13 }],
	['github', 'Once More', { error: 'Is down' }, { feedback_id: 13 }],
	['close-the-loop', 'Tickets', { metadata: { 'ticket-1': '1' } }, { eventId: 'b' }],
	['crm-to-groups', 'One per Contact', { group_id: 7 }, { account_id: 'acme' }],
])('%s: %s goes on with the item of which its own was made, where others are gone', (...row) => {
	const [recipe, step, item, made] = row;
	const steps = () => [
		{ feedback_id: 12, eventId: 'a', account_id: 'umbrella', emails: ['b@x.example'] },
		{ feedback_id: 13, eventId: 'b', account_id: 'acme', emails: ['a@x.example'] },
	];
	const seen = { items: [{ ...item, pairedItem: 1 }], steps };
	expect(runStep(readRecipe(recipe), step, seen)).toMatchObject([made]);
});

/** What the condition of a step says of an item. */
const isTrue = (recipe: string, step: string, item: Json, others: Record<string, Json[]> = {}) => {
	const { conditions } = stepOf(readRecipe(recipe), step).parameters as {
		conditions: { conditions: Array<{ leftValue: string }> };
	};
	const steps = (name: string) => others[name] ?? [];
	return evaluated(conditions.conditions[0].leftValue, { items: [item], steps });
};

test.each<[what: string, answer: Json, isSaved: boolean]>([
	['that were kept', { comment_id: 1 }, true],
	['that were not kept', { error: { message: 'No' } }, false],
])('feedback-form votes for words %s or not', (_what, answer, isSaved) => {
	expect(isTrue('feedback-form', 'Saved', answer)).toBe(isSaved);
});

test.each<[what: string, saved: Json, isNew: boolean]>([
	['no comment', {}, true],
	['other words', { comment: 'Ticket T-2' }, true],
	['these words', { comment: 'Ticket  T-1\nExport ' }, false],
	['comments that cannot be read', { error: { message: 'No' } }, false],
])('ticket-vote writes its words into a post with %s or not', (_what, saved, isNew) => {
	const { rules } = stepOf(readRecipe('ticket-vote'), 'New Words').parameters as {
		rules: { values: Array<{ conditions: { conditions: Array<{ leftValue: string }> } }> };
	};
	const { leftValue } = rules.values[0].conditions.conditions[0];
	const others: Record<string, Json[]> = {
		'Saved Words': [saved],
		Texts: [{ line: 'Ticket T-1 Export' }],
	};
	const seen = { items: [saved], steps: (name: string) => others[name] ?? [] };
	expect(evaluated(leftValue, seen)).toBe(isNew);
});

const NO_CHOICE = 'Nothing was saved: the answer is none of the posts.';
test.each<[what: string, answer: Json, feedbackId: unknown, error: string]>([
	['a post', { 'Which post is it?': 'Export #12' }, 12, ''],
	['none of them', { 'Which post is it?': 'None of them: a new post' }, '', ''],
	['a text that was not offered', { 'Which post is it?': 'Export #13' }, '', NO_CHOICE],
	['nothing', {}, '', NO_CHOICE],
])('vote-for-a-customer takes %s as an answer', (_what, answer, feedback_id, error) => {
	const recipe = readRecipe('vote-for-a-customer');
	const [words] = runStep(recipe, 'Words', { items: [{}] });
	const choices = [
		{ feedback_id: 12, choice: 'Export #12' },
		{ feedback_id: null, choice: words['new one'] },
	];
	const steps = (name: string) => (name === 'Choices' ? [{ choices }] : [words]);
	const [chosen] = runStep(recipe, 'Chosen', { items: [answer], steps });
	expect(chosen).toEqual({ feedback_id, error: expect.stringMatching(error || /^$/) as string });
});

test.each([
	['votes', { total_sum: 3 }, 'Export (open, 3 votes) #12'],
	['no votes yet', { total_sum: null }, 'Export (open, 0 votes) #12'],
	['votes that are not said', {}, 'Export (open, 0 votes) #12'],
])('vote-for-a-customer offers a post with %s', (_what, votes, choice) => {
	const found = { feedback_id: 12, title: 'Export', status: 'open', ...votes };
	const [{ choices }] = run('vote-for-a-customer', 'Choices', {}, [found]);
	expect(choices).toEqual([
		{ feedback_id: 12, choice },
		{ feedback_id: null, choice: 'None of them: a new post' },
	]);
});
