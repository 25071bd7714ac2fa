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

const acme = { email: ' Ada@acme.example', owner: ' <@U1> ' };
const umbrella = { email: 'bob@umbrella.example', owner: '<@U1>' };
const initech = { email: 'cem@initech.example', owner: '<@U2>' };
const unowned = { email: 'dan@hooli.example', owner: null };

/** The messages to owners where these are done: a post of each author. */
function informed(
	customers: Json[],
	authors: string[],
	comments: Json[] = [],
	words: Json = {},
): Json[] {
	const items = authors.map((data_mail, at) => {
		const post = { ...done, feedback_id: at + 1, title: 'Export' };
		return { ...post, original: { ...post, data_mail } };
	});
	const posts = runStep(recipe, 'Words', { items }).map((post) => ({ ...post, ...words }));
	const others: Record<string, Json[]> = {
		Words: posts,
		Comments: comments.length > 0 ? comments : [{}],
		Customers: customers,
	};
	return runStep(recipe, 'Owners', { items: [{}], steps: (name) => others[name] });
}

const commentOf = (data_mail: string, more: Json = {}) => ({ feedback_id: 1, data_mail, ...more });

test.each<
	[what: string, customers: Json[], authors: string[], comments: Json[], messages: string[]]
>([
	['nobody of a stranger', [acme], ['eve@e.example'], [], []],
	['nobody of a customer without an owner', [unowned], ['dan@hooli.example'], [], []],
	['nobody where the table has no owners', [{ email: acme.email }], ['ada@acme.example'], [], []],
	[
		'the owner of the author',
		[acme, initech],
		['ada@acme.example'],
		[],
		['<@U1>: your customers Ada@acme.example asked for Export #1. It is done.'],
	],
	[
		'an owner once of all customers who asked',
		[acme, umbrella, unowned],
		['ada@acme.example'],
		[
			commentOf('bob@umbrella.example'),
			commentOf('', { admin_id: 7, comment: 'Ticket 1 of DAN@hooli.example' }),
		],
		[
			'<@U1>: your customers Ada@acme.example, bob@umbrella.example asked for Export #1. It is done.',
		],
	],
	[
		'each owner, of each post',
		[acme, initech],
		['ada@acme.example', 'cem@initech.example'],
		[commentOf('', { admin_id: 7, comment: 'Ticket 1 of cem@initech.example' })],
		[
			'<@U1>: your customers Ada@acme.example asked for Export #1. It is done.',
			'<@U2>: your customers cem@initech.example asked for Export #1. It is done.',
			'<@U2>: your customers cem@initech.example asked for Export #2. It is done.',
		],
	],
])('informs %s', (_what, customers, authors, comments, messages) => {
	const all = informed(customers, authors, comments);
	expect(all.map(({ message }) => message)).toEqual(messages);
	expect(all.map(({ turn }) => turn)).toEqual(messages.map((_, at) => at + 1));
});

test('an owner gets the link of the post, and the words of the team', () => {
	const words = { 'owner line': '{customers}, {title}!', post_url: 'https://a.example/1' };
	const [{ message }] = informed([acme], ['ada@acme.example'], [], words);
	expect(message).toBe('Ada@acme.example, Export! https://a.example/1');
});

test.each<[what: string, customers: Json[], isRead: boolean]>([
	['an owner', [unowned, acme], true],
	['empty owners', [unowned, { email: 'e@e.example', owner: ' ' }], false],
	['no such column', [{ email: 'e@e.example' }], false],
])('comments are read, or not, where the table has %s', (_what, customers, isRead) => {
	const steps = () => [done];
	expect(runStep(recipe, 'Owned Posts', { items: customers, steps })).toEqual(isRead ? [done] : []);
});

test.each<[what: string, item: Json, isForOwner: boolean]>([
	['a message', { message: 'Done' }, true],
	['a ticket', { ticket: 'T1', reply: 'Done' }, false],
])('%s goes to an owner or not', (_what, item, isForOwner) => {
	const { conditions } = stepOf(recipe, 'For Owner').parameters as {
		conditions: { conditions: Array<{ leftValue: string }> };
	};
	const value = evaluated(conditions.conditions[0].leftValue, { items: [item] });
	expect(Boolean(value)).toBe(isForOwner);
});
