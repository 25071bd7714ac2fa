// What the weekly digest says of posts, without n8n. Which posts wait for an answer, the node says.
import { expect, test } from 'vitest';
import { readRecipe } from '../recipes/recipe.mts';
import { runStep } from '../recipes/steps.mts';

type Json = Record<string, unknown>;

const recipe = readRecipe('weekly-digest');
const post = (feedback_id: number, total_sum: number) => ({
	feedback_id,
	total_sum,
	title: `Post ${feedback_id}`,
	created: '2025-12-31 10:00:00',
});

function digest(open: Json[], stored: Json, newPosts: Json[] = []): Json[] {
	const others: Record<string, Json[]> = { 'Open Posts': open, 'New Posts': newPosts };
	const steps = (name: string) => others[name] ?? [{}];
	return runStep(recipe, 'Digest', { items: [{}], steps, stored });
}

const linesOf = (items: Json[], part: string) =>
	items.filter(({ event }) => event === part).map((one) => [one.feedback_id, one.gained]);

test.each<[what: string, stored: Json, isNew: boolean, gained: unknown[]]>([
	['the first digest', {}, false, []],
	['nothing gained', { votes: { 1: 5, 2: 6 } }, false, []],
	[
		'the most first',
		{ votes: { 1: 2, 2: 1 } },
		false,
		[
			[2, 5],
			[1, 3],
		],
	],
	['a new post', { votes: { 2: 6 } }, true, [[1, 5]]],
	// It was closed at the last digest.
	['a post that was opened again', { votes: { 2: 6 } }, false, []],
	['lost votes', { votes: { 1: 9, 2: 6 } }, false, []],
])('gained votes: %s', (_what, stored, isNew, gained) => {
	const items = digest([post(1, 5), post(2, 6)], stored, isNew ? [post(1, 5)] : []);
	expect(linesOf(items, 'gained')).toEqual(gained);
	const hasHeading = items.some(({ event }) => event === 'gainedHeading');
	expect(hasHeading).toBe(gained.length > 0);
});

test('has the five newest, and the ten most voted with their places', () => {
	const open = Array.from({ length: 12 }, (_, at) => post(at + 1, at));
	const items = digest(open, {}, open);
	const of = (part: string) => items.filter(({ event }) => event === part);
	expect(of('new').map((one) => one.feedback_id)).toEqual([1, 2, 3, 4, 5]);
	expect(of('top').map(({ place, total_sum }) => [place, total_sum])).toEqual(
		Array.from({ length: 10 }, (_, at) => [at + 1, 11 - at]),
	);
	expect(of('topHeading')[0].left).toBe(0);
	expect(of('newHeading')).toEqual([{ event: 'newHeading', count: 12, left: 7 }]);
});

test('has the five posts that wait and are the oldest', () => {
	const waiting = [3, 1, 6, 2, 5, 4].map((day) => ({
		...post(day, 1),
		created: `2025-12-0${day} 10:00:00`,
	}));
	const steps = (name: string) => (name === 'New Posts' ? [{}] : waiting);
	const items = runStep(recipe, 'Digest', { items: [{}], steps, stored: {} });
	const found = items.filter(({ event }) => event === 'unanswered');
	expect(found.map(({ feedback_id }) => feedback_id)).toEqual([1, 2, 3, 4, 5]);
	expect(items).toContainEqual({ event: 'unansweredHeading', count: 6, left: 1 });
	const [{ unanswered }] = runStep(recipe, 'Words', { items: found });
	expect(unanswered).toBe('• Post 1 #1, posted: 2025-12-01');
});

test('says so if no post has its status', () => {
	expect(digest([{}], { votes: {} })).toEqual([
		{ event: 'newHeading', count: 0, left: 0 },
		{ event: 'noneOpen' },
	]);
});

test('remembers the votes of all open posts, and no others', () => {
	const stored: Json = { votes: { 9: 1 } };
	const steps = () => [post(1, 5), {}, post(2, 0)];
	expect(runStep(recipe, 'Remember Votes', { items: [{}], steps, stored })).toEqual([]);
	expect(stored).toEqual({ votes: { 1: 5, 2: 0 } });
});
