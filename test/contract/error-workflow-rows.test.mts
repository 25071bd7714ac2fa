// What the error workflow says of failures, and how often, without n8n.
import { expect, test } from 'vitest';
import { readRecipe } from '../recipes/recipe.mts';
import { runStep } from '../recipes/steps.mts';

type Json = Record<string, unknown>;

const recipe = readRecipe('error-workflow');
const causeOf = (event: Json) => runStep(recipe, 'Cause', { items: [event] })[0];

function messageOf(event: Json): string {
	const row = { id: 1, createdAt: '2026-01-01T00:00:00.000Z', sent: false, url: '' };
	const steps = (name: string) => [name === 'Cause' ? causeOf(event) : row];
	let items: Json[] = runStep(recipe, 'First', { items: [row], steps });
	for (const step of ['Words', 'Message']) items = runStep(recipe, step, { items });
	return items[0].message as string;
}

const error = { message: 'The service is busy', description: 'Try again<br>later' };
const said = (first: string) => `${first}\nTry again later\nFailures since the last message: 1`;

test.each([
	[
		'a step',
		{ execution: { url: 'http://n8n/1', lastNodeExecuted: 'Posts', error } },
		`${said('Sync failed in Posts: The service is busy')}\nhttp://n8n/1`,
	],
	[
		'a trigger that n8n names',
		{ trigger: { error: { ...error, node: { name: 'News' } } } },
		said('Sync failed in News: The service is busy'),
	],
	[
		'a trigger without a step',
		{ trigger: { error } },
		said('Sync could not start: The service is busy'),
	],
	[
		'an execution without a step',
		{ execution: { error } },
		said('Sync could not start: The service is busy'),
	],
])('says what failed in %s, without a hole', (_label, failure, expected) => {
	expect(messageOf({ workflow: { id: 'a', name: 'Sync' }, ...failure })).toBe(expected);
});

test.each<[what: string, one: [id: string, step: string, message: string], isSame: boolean]>([
	['other numbers', ['a', 'Posts', 'Row 12 of 30 failed'], true],
	['another workflow of the same name', ['b', 'Posts', 'Row 7 of 9 failed'], false],
	['another step', ['a', 'Save', 'Row 7 of 9 failed'], false],
	['another reason', ['a', 'Posts', 'No connection'], false],
])('a failure with %s is the same cause, or another', (_what, [id, step, message], isSame) => {
	const failed = (id: string, lastNodeExecuted: string, message: string) =>
		causeOf({
			workflow: { id, name: 'Sync' },
			execution: { lastNodeExecuted, error: { message } },
		}).cause;
	expect(failed(id, step, message) === failed('a', 'Posts', 'Row 7 of 9 failed')).toBe(isSame);
});

test.each([
	['each in an execution of its own', (at: number) => `execution/${at}`],
	['of triggers, which have no execution', () => ''],
])(
	'sends a cause once in six hours, then how often it failed, and again if its message was lost: %s',
	(_what, urlOf) => {
		const rows: { id: number; createdAt: string; sent: boolean; url: string }[] = [];
		let now = Date.UTC(2026, 0, 1);
		const fails = (isSent = true, url = urlOf(rows.length + 2)) => {
			const row = { id: rows.length + 1, createdAt: new Date(now).toISOString(), sent: false, url };
			rows.unshift(row);
			const items = runStep(recipe, 'First', {
				items: rows as unknown as Json[],
				steps: () => [row],
			});
			row.sent = isSent && items.length > 0;
			return items.map(({ failures }) => failures);
		};
		// The chat is down as well, and takes a minute to say so.
		expect(fails(false, 'execution/1')).toEqual([1]);
		// n8n was killed meanwhile, and a person retries.
		expect(fails(false, 'execution/1')).toEqual([1]);
		expect(fails()).toEqual([]);
		now += 300_000;
		expect(fails()).toEqual([4]);
		for (let minutes = 1; minutes < 360; minutes++) {
			now += 60_000;
			expect(fails()).toEqual([]);
		}
		now += 60_000;
		expect(fails()).toEqual([360]);
	},
);

test.each<[what: string, runs: Array<[sync: string, hours: number]>, late: string]>([
	['no run at all', [], ''],
	[
		'runs of last night',
		[
			['Posts', 25],
			['Groups', 2],
		],
		'',
	],
	[
		'an older run before it',
		[
			['Groups', 50],
			['Groups', 2],
		],
		'',
	],
	[
		'none for a day',
		[
			['Sheet', 27],
			['Sheet', 90],
			['Posts', 1],
		],
		'Sheet',
	],
	[
		'one of two workflows with one name',
		[
			['Posts (a)', 27],
			['Posts (b)', 1],
		],
		'Posts (a)',
	],
	['a date that nobody can read', [['Sheet', NaN]], 'Sheet'],
	[
		'several',
		[
			['B', 30],
			['A', 30],
		],
		'A, B',
	],
])('names the syncs without a run: %s', (_what, runs, late) => {
	const items = runs.map(([sync, hours]) => ({
		sync,
		started: hours ? new Date(Date.now() - hours * 3_600_000).toISOString() : 'yesterday',
	}));
	const found = runStep(recipe, 'Late', { items: [...items, {}], steps: () => [{ hours: 26 }] });
	expect(found.map((one) => one.late)).toEqual(late ? [late] : []);
	for (const one of found) expect(messageOf(one)).toContain(`No run for 26 hours: ${late}\n`);
});

test.each([
	['what chats act on', '<!channel> `x` [a](b) \\n', "‹!channel› 'x' [a] (b) \\ n"],
	['a mention', 'Hi @channel, @ada: ask n@here', 'Hi @\u200Bchannel, @\u200Bada: ask n@\u200Bhere'],
	['an address that is copied', 'No ada.b+c@customer.example', 'No ada.b+c@customer.example'],
	['hidden characters', '\u202Egnp\u200B.exe', 'gnp.exe'],
	['lines', ' a\r\n\u2028b\t\u0000c ', 'a b c'],
	['200 characters', '🦉'.repeat(200), '🦉'.repeat(200)],
	['201 characters', '🦉'.repeat(201), `${'🦉'.repeat(199)}…`],
	['signs of a replacement', "$& $' $` $$", "$& $' $' $$"],
])('a reason may hold texts of strangers: %s', (_what, reason, shown) => {
	const execution = { lastNodeExecuted: 'Posts', error: { message: reason } };
	const message = messageOf({ workflow: { id: 'a', name: 'Sync' }, execution });
	expect(message.split('\n')[0]).toBe(`Sync failed in Posts: ${shown}`);
});
