// "No answer of the team for 7 days" has one meaning in the digest and in the report.
import { expect, test } from 'vitest';
import { readRecipe } from '../recipes/recipe.mts';
import { runStep } from '../recipes/steps.mts';

type Json = Record<string, unknown>;

// In steps without n8n it is 2026 since a moment.
const daysAgo = (days: number) =>
	new Date(Date.UTC(2026) - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

const team = (days: number, isPublic = true) => ({ admin_id: 7, public: isPublic, days });
const customer = (days: number, isPublic = true) => ({ admin_id: 0, public: isPublic, days });

interface Row {
	post: ReturnType<typeof team>;
	comments: Array<ReturnType<typeof team>>;
	/** Since how many days somebody waits. */
	waits?: number;
}

const rows: Array<[what: string, row: Row]> = [
	['a post of a customer', { post: customer(9), comments: [], waits: 9 }],
	['a post that is 7 days old', { post: customer(7), comments: [], waits: 7 }],
	['a newer post', { post: customer(6.9), comments: [] }],
	['a post of the team', { post: team(9), comments: [] }],
	['a post of the team with a question', { post: team(20), comments: [customer(9)] }],
	['an answer', { post: customer(9), comments: [team(8)] }],
	['an answer of today', { post: customer(9), comments: [team(0)] }],
	['a note that the team alone reads', { post: customer(9), comments: [team(8, false)], waits: 9 }],
	['words of another customer', { post: customer(20), comments: [customer(9)], waits: 20 }],
	[
		'a question after the answer',
		{ post: customer(20), comments: [team(12), customer(8)], waits: 8 },
	],
	['a newer question after the answer', { post: customer(20), comments: [team(12), customer(2)] }],
	[
		'a second question of today',
		{ post: customer(20), comments: [team(12), customer(9), customer(0)], waits: 9 },
	],
	[
		'an answer before the question',
		{ post: customer(20), comments: [customer(9), team(10)], waits: 9 },
	],
	['answers in any order', { post: customer(20), comments: [team(8), customer(9)] }],
	[
		'a question that the team alone reads',
		{ post: customer(20), comments: [team(12), customer(9, false)] },
	],
];

const created = (one: { days: number; admin_id: number }) => ({
	created: daysAgo(one.days),
	admin_id: one.admin_id,
});

const postOf = ({ post }: Row, feedback_id = 1) => ({
	...{ feedback_id, title: 'Export', status: 'open', total_sum: 3 },
	created: daysAgo(post.days),
	user: { user_id: 5, admin_id: post.admin_id },
});
const commentsOf = ({ comments }: Row, feedback_id = 1) =>
	comments.map((one, at) => ({
		...{ comment_id: at + 1, feedback_id, public: one.public },
		...created(one),
	}));

const run = (recipe: string, step: string, others: Record<string, Json[]>) => {
	const draft = readRecipe(recipe);
	const [words] = runStep(draft, 'Words', { items: [{}] });
	const steps = (name: string) => others[name] ?? (name === 'Words' ? [words] : []);
	return runStep(draft, step, { items: [{}], steps });
};

test.each(rows)('Weekly digest, %s', (_what, row) => {
	const seen = { 'Open Posts': [postOf(row)], Comments: commentsOf(row) };
	const found = run('weekly-digest', 'Digest', seen).filter(({ event }) => event === 'unanswered');
	expect(found.map(({ days }) => days)).toEqual(row.waits === undefined ? [] : [row.waits]);
});

test.each(rows)('Feedback report, %s', (_what, row) => {
	const seen = { Posts: [postOf(row)], Comments: commentsOf(row) };
	const [{ message, sections }] = run('feedback-report', 'Report', seen);
	expect(message).toContain(`No answer of the team for 7 days: ${row.waits === undefined ? 0 : 1}`);
	expect(String(sections).includes('Each post has an answer.')).toBe(row.waits === undefined);
});
