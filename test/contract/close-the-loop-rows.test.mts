// Which tickets close-the-loop answers, and what with, without n8n.
import { expect, test } from 'vitest';
import { readRecipe } from '../recipes/recipe.mts';
import { evaluated, runStep, stepOf } from '../recipes/steps.mts';

type Json = Record<string, unknown>;

const recipe = readRecipe('close-the-loop');
const done = {
	event: 'postStatusChanged',
	eventId: 'status-2',
	feedback_id: 7,
	title: 'Win at evil.example',
};

function tickets(metadata: Json, words: Json = {}): Json[] {
	const [said] = runStep(recipe, 'Words', { items: [done] });
	return runStep(recipe, 'Tickets', {
		items: [{ feedback_id: 7, metadata }],
		steps: () => [{ ...said, ...words }],
	});
}

test.each<[what: string, metadata: Json, answered: string[]]>([
	['a ticket', { 'ticket-T1': 'T1' }, ['T1']],
	['two tickets', { 'ticket-T1': 'T1', 'ticket-2': 2 }, ['T1', '2']],
	['other metadata', { plan: 'Pro', issue_done: 'FEED-1' }, []],
	['a ticket that was answered', { 'ticket-T1': 'T1', 'answered-T1': 'status-2' }, []],
	[
		'a ticket that was answered for another change',
		{ 'ticket-T1': 'T1', 'answered-T1': 'status-1' },
		['T1'],
	],
	[
		'what would lead to another address',
		{ 'ticket-a': '', 'ticket-b': '.', 'ticket-c': ' .. ' },
		[],
	],
])('answers %s or not', (_what, metadata, answered) => {
	const found = tickets(metadata);
	expect(found.map(({ ticket }) => ticket)).toEqual(answered);
	expect(found.map(({ turn }) => turn)).toEqual(answered.map((_, at) => at + 1));
});

test('sends customers the sentence of Words and a link, and nothing that a stranger wrote', () => {
	const reply = `Done! It's „here“:`;
	const [with_, without] = ['https://feedback.example.com/post/7', undefined].map(
		(address) => tickets({ 'ticket-T1': 'T1' }, { reply, post_url: address })[0].reply,
	);
	expect(with_).toBe(`${reply} https://feedback.example.com/post/7`);
	expect(without).toBe(reply);
});

test('remembers an answer under the key that it looks for, so that a ticket is answered once', () => {
	const found = tickets({ 'ticket-T1': 'T1' });
	const { key, value } = stepOf(recipe, 'Remember').parameters!;
	const seen = { items: [{}], steps: () => found };
	const kept = { [String(evaluated(key, seen))]: evaluated(value, seen) };
	expect(tickets({ 'ticket-T1': 'T1', ...kept })).toEqual([]);
});
