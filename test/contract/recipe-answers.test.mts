// What steps of recipes answer, write and decide, by expressions alone, without n8n.
import { expect, test } from 'vitest';
import { readRecipe } from '../recipes/recipe.mts';
import { evaluated, runStep, stepOf } from '../recipes/steps.mts';

type Json = Record<string, unknown>;

const given = (recipe: string, step: string, item: Json, others: Record<string, Json[]> = {}) => {
	const words = runStep(readRecipe(recipe), 'Words', { items: [{}] });
	const steps = (name: string) => others[name] ?? (name === 'Words' ? words : []);
	return evaluated(stepOf(readRecipe(recipe), step).parameters, { items: [item], steps });
};

test.each([
	[{ data: { approved: true } }, true],
	[{ data: { approved: false } }, false],
	[{}, false],
])('slack-approval takes the answer %j as a yes: %s', (answer, isYes) => {
	expect(given('slack-approval', 'Approved', answer)).toMatchObject({
		conditions: { conditions: [{ leftValue: isYes }] },
	});
});

test.each([
	[{ existed: true }, 'https://slack.example.com/p1\nDark mode'],
	[{ existed: false }, 'https://slack.example.com/p1'],
])('slack-to-post keeps the words beside a post of which %j', (post, comment) => {
	const others = {
		'Plain Text': [{ permalink: 'https://slack.example.com/p1', text: 'Dark mode' }],
	};
	expect(given('slack-to-post', 'Link Back', post, others)).toMatchObject({ comment });
});

test.each<[answer: Json, says: string]>([
	[{}, 'thanks'],
	[{ error: { message: 'No' } }, 'failed'],
	[{ error: { message: 'No', errors: [{ field: 'title' }] } }, 'refused'],
])('feedback-form says of %j what %s has', (answer, says) => {
	const words = runStep(readRecipe('feedback-form'), 'Words', { items: [{}] })[0];
	const others = { Idea: [{ isComplete: true, refused: 'Again' }] };
	const { responseBody } = given('feedback-form', 'Thanks', answer, others) as Json;
	const said = says === 'refused' ? 'Again' : words[says];
	expect(JSON.parse(String(responseBody))).toEqual({ formSubmittedText: said });
});

test.each<[answer: Json, says: string]>([
	[{ vote: 1 }, 'voted'],
	[{ error: { message: 'No' } }, 'not an end-user'],
])('vote-for-a-customer says of %j what %s has', (answer, says) => {
	const words = runStep(readRecipe('vote-for-a-customer'), 'Words', { items: [{}] })[0];
	const done = given('vote-for-a-customer', 'Done', answer, { Post: [{ feedback_id: '12' }] });
	expect(done).toMatchObject({ completionMessage: `${String(words[says])} #12` });
});

test.each<[answer: Json, says: string]>([
	[{ deleted: false }, 'unknown'],
	[{ error: { message: 'Is no address', errors: [{ field: 'email' }] } }, 'refused'],
	[{ error: { message: 'Too long', httpCode: '400', errors: [{ field: 'email' }] } }, 'Too long'],
	[{ error: { message: 'Is busy', httpCode: '503' } }, 'Is busy'],
	[{ error: 'Is no address' }, 'Is no address'],
])('erasure-request says of %j: %s', (answer, says) => {
	const [words] = runStep(readRecipe('erasure-request'), 'Words', { items: [{}] });
	const { responseBody } = given('erasure-request', 'Answer', answer) as Json;
	const message = words[says] ?? says;
	expect(JSON.parse(String(responseBody))).toEqual({ erased: false, message });
});

test.each<[answer: Json, isFailed: boolean]>([
	[{ vote: 1 }, false],
	[{ error: { message: 'No end-user has the address' } }, false],
	[{ error: { message: 'Is busy', httpCode: '503' } }, true],
])('vote-for-a-customer takes the answer %j as a failure: %s', (answer, isFailed) => {
	expect(
		given('vote-for-a-customer', 'Failed', answer, { Wish: [{ isComplete: true }] }),
	).toMatchObject({
		conditions: { conditions: [{ leftValue: isFailed }] },
	});
});

test('ticket-vote answers 200 where the words are kept, and the person is no end-user', () => {
	const answer = given(
		'ticket-vote',
		'Answer',
		{ error: { message: 'No end-user' } },
		{
			'Create or Find': [{ feedback_id: 12, status: 'open' }],
		},
	);
	expect(answer).toMatchObject({ options: { responseCode: 200 } });
});

test.each([
	[{ action: 'closed', issue: { state_reason: 'completed' } }, 'completed'],
	[{ action: 'closed', issue: { state_reason: 'not_planned' } }, 'not_planned'],
	[{ action: 'closed', issue: {} }, 'completed'],
	[{ action: 'edited', issue: { state_reason: 'completed' } }, ''],
])('github reads of the event %j the resolution %j', (body, resolution) => {
	const issue = { ...body.issue, html_url: 'https://a.example/1', labels: [] };
	const steps = () => [{ body: { ...body, issue } }];
	const [read] = runStep(readRecipe('github'), 'Issue', { items: [{}], steps });
	expect(read.resolution).toBe(resolution);
});

/** What a tracker gets as its new issue of a post with this description. */
function issueOf(tracker: string, description: string): string {
	const recipe = readRecipe(tracker);
	const post = { feedback_id: 12, title: 'T', total_sum: 1 };
	const items = runStep(recipe, 'Words', {
		items: [{ ...post, original: { ...post, description } }],
	});
	return String(evaluated(stepOf(recipe, 'Create Issue').parameters!.jsonBody, { items }));
}

test('jira cuts a post to what Jira takes, 32,767 characters with its frame', () => {
	const { fields } = JSON.parse(issueOf('jira', 'x'.repeat(50_000)));
	expect(fields.description.length).toBeLessThan(32_767);
});

test.each(['jira', 'github'])('%s says where it cuts, and cuts no emoji', (name) => {
	expect(issueOf(name, 'x'.repeat(30_000 - 'T\n\n'.length))).not.toContain('…');
	expect(issueOf(name, 'x'.repeat(30_000))).toContain(`${'x'.repeat(29_996)}…`);
	expect(issueOf(name, `${'x'.repeat(29_995)}🦉x`)).toContain(`${'x'.repeat(29_995)}…`);
});

test('what stands in a post ends neither the frame in Jira nor the code in GitHub', () => {
	const markup = '{noformat}h1. [~ada]\n{NoFormat:title=a}\n@ada\r```\r\n<b>\n\n* x';
	const { fields } = JSON.parse(issueOf('jira', markup));
	const [, inside, ...rest] = fields.description.split(/^\{noformat\}$/m);
	expect(inside).not.toMatch(/\{noformat/i);
	expect(rest).toEqual(['']);
	const { body } = JSON.parse(issueOf('github', markup));
	for (const line of body.split(/\r\n?|\n/).slice(2)) expect(line).toMatch(/^ {4}/);
});

test.each([
	['slack-approval', 'Text', { original: { comment: `${'x'.repeat(49_999)}🦉y` } }, 'comment'],
	['slack-approval', 'Text', { original: { comment: `${'x'.repeat(49_999)}🦉y` } }, 'description'],
	['slack-to-post', 'Plain Text', { text: `${'x'.repeat(49_999)}🦉y` }, 'text'],
])('%s keeps words of more than 50,000 characters whole: %s', (name, step, sent, field) => {
	const recipe = readRecipe(name);
	const [words] = runStep(recipe, 'Words', { items: [{}] });
	const steps = (one: string) => (one === 'Words' ? [words] : [sent]);
	const [made] = runStep(recipe, step, { items: [{}], steps });
	expect(made[field]).toContain('x🦉y');
});

test('posts-to-google-sheets cuts a description to what a cell takes, 50,000 characters', () => {
	const cut = (description: string) =>
		runStep(readRecipe('posts-to-google-sheets'), 'Row', { items: [{ description }] })[0]
			.description;
	expect(cut('x'.repeat(50_000))).toBe('x'.repeat(50_000));
	for (const sign of ['x', '\n', '🦉']) {
		expect(cut(sign.repeat(50_001))).toBe(`${sign.repeat(49_999)}…`);
	}
});
