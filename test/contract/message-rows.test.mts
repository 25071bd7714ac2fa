// What one message says of many items, without n8n: which lines it leaves out, and what it says of them.
import { expect, test } from 'vitest';
import { events } from '../../nodes/FeedbackTrigger/events';
import { readRecipe } from '../recipes/recipe.mts';
import { runStep } from '../recipes/steps.mts';

type Json = Record<string, unknown>;

/** The message of a recipe about these items, as the step Words gets them. */
function messageOf(recipe: string, items: Json[], words: Json = {}): string {
	const draft = readRecipe(recipe);
	const said = runStep(draft, 'Words', { items }).map((item) => ({ ...item, ...words }));
	const [{ message }] = runStep(draft, 'Message', { items: said });
	return message as string;
}

const LONG = 'x'.repeat(180);
const many = (count: number, event: string) =>
	Array.from({ length: count }, (_, at) => ({
		event,
		feedback_id: at + 1,
		title: LONG,
		postTitle: LONG,
		comment: 'Please',
		data_name: 'Ada',
	}));

test.each([1, 12, 40, 400])(
	'%i comments do not push the only changelog update out of News to chat',
	(count) => {
		const update = { event: 'newChangelogUpdate', title: 'Faster', description: 'Search' };
		const message = messageOf('news-to-chat', [
			...many(count, 'newComment'),
			update,
			...many(1, 'newPost'),
		]);
		const lines = message.split('\n');
		expect(message.length).toBeLessThanOrEqual(1_900);
		expect(lines).toContain('New changelog update: Faster - Search');
		expect(lines.filter((line) => line.startsWith('New post: '))).toHaveLength(1);
		const sent = lines.filter((line) => line.startsWith('New comment: ')).length;
		expect(sent).toBeGreaterThan(0);
		// What is left out is said where it was left out.
		expect(lines[sent]).toBe(
			sent < count ? `and ${count - sent} more` : 'New changelog update: Faster - Search',
		);
	},
);

test('the largest kind loses its lines first', () => {
	const message = messageOf('news-to-chat', [...many(9, 'newPost'), ...many(4, 'newComment')]);
	const kinds = message.split('\n').map((line) => line.split(':')[0]);
	expect(kinds).toEqual([
		...Array(5).fill('New post'),
		'and 4 more',
		...Array(4).fill('New comment'),
	]);
});

test('a line that is too long alone is sent', () => {
	const message = messageOf('error-workflow', [
		{ event: 'failed', workflow: 'Sync', node: 'Posts', reason: 'x'.repeat(3_000) },
	]);
	expect(message).toContain('x'.repeat(3_000));
});

test('Weekly digest with links keeps lines of each part, and says how many it leaves out of each', () => {
	const part = (event: string, count: number) => [
		{ event: `${event}Heading`, count },
		...Array.from({ length: count }, (_, at) => ({
			event,
			feedback_id: 1_000 + at,
			post_url: `https://feedback.example.com/en/posts/${1_000 + at}`,
			title: `${'x'.repeat(59)}…`,
			total_sum: 10,
			posted: '2025-12-01',
			gained: 3,
			place: at + 1,
		})),
	];
	const items = [part('new', 5), part('gained', 5), part('unanswered', 5), part('top', 10)].flat();
	const message = messageOf('weekly-digest', items);
	expect(message.length).toBeLessThanOrEqual(1_900);
	const parts = message.split(/\n(?=[A-Z])/).map((part) => part.split('\n').slice(1));
	expect(parts.map((lines) => lines.filter((line) => line.includes('xxx')).length)).toEqual([
		4, 4, 3, 3,
	]);
	expect(parts.map((lines) => lines.at(-1))).toEqual(
		[1, 1, 2, 7].map((left) => `and ${left} more`),
	);
});

test.each([5, 40])(
	'what a digest leaves out and what a message cuts is one number: %i posts',
	(left) => {
		const items = [{ event: 'newHeading', count: left + 60, left }, ...many(60, 'new')];
		const lines = messageOf('weekly-digest', items).split('\n');
		const shown = lines.filter((line) => line.includes(LONG)).length;
		expect(shown).toBeLessThan(60);
		expect([lines[0], lines.at(-1)]).toEqual([
			`New posts this week: ${left + 60}`,
			`and ${left + 60 - shown} more`,
		]);
		expect(lines.join('\n').length).toBeLessThanOrEqual(1_900);
	},
);

test('Weekly digest says that no post has its status, and whatever its user says', () => {
	const items = [{ event: 'newHeading', count: 0 }, { event: 'noneOpen' }];
	expect(messageOf('weekly-digest', items)).toBe(
		'New posts this week: 0\nNo post has the status of Open Posts. If it was renamed, choose it again there.',
	);
	const other = { newHeading: '🦉 Neu: 0', noneOpen: "Heute gibt's $& nichts" };
	expect(messageOf('weekly-digest', items, other)).toBe("🦉 Neu: 0\nHeute gibt's $& nichts");
});

const post = { feedback_id: 12, title: 'Dark mode' };
const person = { user_id: 7, data_name: 'Ada' };
const change = { from: 3, to: 9 };
const sentences: Record<string, [item: Json, sentence: string]> = {
	newPost: [{ ...post, description: 'At night' }, 'New post: Dark mode #12 - At night'],
	newComment: [
		{ feedback_id: 12, postTitle: 'Dark mode', comment: 'Please', data_name: 'Ada' },
		'New comment: Dark mode #12 - Please - Ada',
	],
	postChanged: [
		{ ...post, changedFields: ['title', 'status'] },
		'Post changed (title, status): Dark mode #12',
	],
	postDeleted: [{ feedback_id: 12 }, 'Post deleted: #12'],
	postGainingTraction: [
		{ ...post, ...change },
		'Post gaining traction: Dark mode #12 - from 3 to 9 votes',
	],
	postReachedVoteThreshold: [{ ...post, votes: 10 }, 'Post with 10 votes: Dark mode #12'],
	postStatusChanged: [
		{ ...post, from: 'open', to: 'done' },
		'Status of post: Dark mode #12 - from open to done',
	],
	postSubscribersChanged: [
		{ ...post, ...change },
		'Subscribers of post: Dark mode #12 - from 3 to 9',
	],
	postVotesChanged: [{ ...post, ...change }, 'Votes of post: Dark mode #12 - from 3 to 9'],
	newChangelogUpdate: [
		{ changelog_id: 5, title: 'Faster', description: 'Search' },
		'New changelog update: Faster - Search',
	],
	changelogUpdateEdited: [
		{ changelog_id: 5, title: 'Faster', description: '', changedFields: ['description'] },
		'Changelog update edited (description): Faster',
	],
	newNpsResponse: [
		{ promoter_id: 4, vote: 0, comment: 'Slow', data_name: 'Ada' },
		'NPS score: 0 - Slow - Ada',
	],
	newEndUser: [person, 'New end-user: Ada #7'],
	endUserChanged: [
		{ ...person, changedFields: ['data_mail'] },
		'End-user changed (data_mail): Ada #7',
	],
	endUserDeleted: [{ user_id: 7 }, 'End-user deleted: #7'],
	newDocumentVersion: [
		{ document_id: 3, title: 'Roadmap', ...change },
		'New document version: Roadmap - from 3 to 9',
	],
};

test('News to chat has a sentence for each event of the trigger, once a person adds it', () => {
	expect(Object.keys(sentences).toSorted()).toEqual(events.map(({ value }) => value).toSorted());
	const items = Object.entries(sentences).map(([event, [item]]) => ({ event, ...item }));
	const message = messageOf('news-to-chat', items);
	expect(message.split('\n')).toEqual(Object.values(sentences).map(([, sentence]) => sentence));
});
