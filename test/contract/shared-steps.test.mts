// What the steps that recipes share make of texts, without n8n.
import { expect, test } from 'vitest';
import { readRecipe } from '../recipes/recipe.mts';
import { evaluated, runStep, stepOf } from '../recipes/steps.mts';

const news = readRecipe('news-to-chat');

const cleaned = (title: unknown) => runStep(news, 'Clean', { items: [{ title }] })[0].title;

test.each<[what: string, text: unknown, clean: unknown]>([
	['what chats act on', '<!channel> `x` [a](b) \\n', "‹!channel› 'x' [a] (b) \\ n"],
	['a mention', 'Hi @channel, @ada: ask', 'Hi @\u200Bchannel, @\u200Bada: ask'],
	['a mention behind letters', 'x@everyone.com n@here', 'x@\u200Beveryone.com n@\u200Bhere'],
	['an address that is copied', 'ada.b+c@customer.example', 'ada.b+c@customer.example'],
	['an address in brackets', '<ada@customer.example>', '‹ada@customer.example›'],
	['marks of direction', '\u202Egnp.exe\u2066 \u200E\u200F\u061C!', 'gnp.exe !'],
	['characters without width', 'a\u200Bb\u2060c\uFEFFd\u00ADe', 'abcde'],
	['emoji that are joined', '👩\u200D💻', '👩\u200D💻'],
	[
		'entities of an editor',
		'caf&eacute; &Uuml;ber &szlig;&nbsp;&ldquo;x&rdquo;',
		'café Über ß “x”',
	],
	['entities by number', '&#233;&#xE9;&#39;&#128512;', "éé'😀"],
	['entities of entities', '&amp;amp;lt;b&amp;gt;', '‹b›'],
	['entities that hide a tag or a mark', '&#60;b&#x3E;&#8238;', '‹b›'],
	['what is no entity', '&foo; &constructor; &; &#99999999;', '&foo; &constructor; &; &#99999999;'],
	['lines', ' a\r\n\u2028b\t\u0000c ', 'a b c'],
	['200 characters', '🦉'.repeat(200), '🦉'.repeat(200)],
	['201 characters', '🦉'.repeat(201), `${'🦉'.repeat(199)}…`],
	['an entity where it is cut', `${'x'.repeat(198)}&eacute;&eacute;`, `${'x'.repeat(198)}éé`],
	['blanks before a word', `${' '.repeat(4_000_000)}x`, 'x'],
	['a list', ['title', '<status>'], 'title, ‹status›'],
	['an object', { a: '<b>' }, '{"a":"‹b›"}'],
	['a number', 0, 0],
	['null', null, null],
])('Clean: %s', (_what, text, clean) => {
	expect(cleaned(text)).toEqual(clean);
});

test.each<[what: string, description: unknown, plain: string]>([
	[
		'Markdown',
		'# New\n- **Search** by [Ada](https://a.example)',
		'# New - **Search** by [Ada] (https://a.example)',
	],
	['words in angle brackets', 'Press <Enter>: Array<string>', 'Press ‹Enter›: Array‹string›'],
	['an address in angle brackets', 'See <https://a.example>', 'See ‹https://a.example›'],
	[
		'tags of an editor',
		'<h2 class="x">New</h2><p>One<br/>two</p><ol><li><strong>A</strong></li></ol><a href="b">link</a><img src="c">',
		'New One two • A link',
	],
])('Plain Update: %s', (_what, description, plain) => {
	const items = runStep(news, 'Plain Update', { items: [{ changelog_id: 1, description }] });
	expect(runStep(news, 'Clean', { items })[0].description).toBe(plain);
});

/** One message of items with these lines, as Words makes them. */
function message(lines: string[], words: object = {}): string {
	const items = lines.map((line, at) => ({
		line,
		...words,
		feedback_id: at + 1,
		original: { line },
	}));
	const [{ message: made }] = runStep(news, 'Message', {
		items: items.length > 0 ? items : [{ ...words, original: {} }],
	});
	return made as string;
}

test('Message ends each line with the address of its post, whichever post the address was copied from', () => {
	for (const address of [
		'https://a.example/post/1042',
		' https://a.example/post/ ',
		'https://a.example/post/7/',
		'https://a.example/post/7?page=2#comment-55',
		'https://a.example/post/7-dark-mode',
		'https://a.example/post',
	]) {
		const words = { 'Post address': address };
		expect(message(['One -', 'Two'], words)).toBe(
			'One https://a.example/post/1\nTwo https://a.example/post/2',
		);
	}
	for (const address of [
		'https://my-24.example:3000/post/',
		'http://127.0.0.1:3000/#/post-',
		'https://a.example/2/post/',
		'https://a.example/2/my-posts/',
		'https://a.example/en/post/',
		'https://a.example/?post=',
	]) {
		const words = { 'Post address': `${address}1042` };
		expect(message(['One'], words)).toBe(`One ${address}1`);
		expect(message(['One'], { 'Post address': address })).toBe(`One ${address}1`);
	}
	for (const address of ['', 'https://a.example/2/post', 'https://a.example/post/dark-mode']) {
		expect(message(['One', 'Two'], { 'Post address': address })).toBe('One\nTwo');
	}
});

test.each(['and {number} more', 'O\'Brien says "{number}" mehr, größer, 検索', 'x'.repeat(300)])(
	'Message says in the words %s how many it leaves out, and stays below 1,900 characters',
	(more) => {
		const made = message(
			Array.from({ length: 40 }, () => 'Long words '.repeat(12)),
			{ more },
		);
		const [left, ...sent] = made.split('\n').toReversed();
		expect(left).toBe(more.replace('{number}', `${40 - sent.length}`));
		expect(made.length).toBeLessThanOrEqual(1_900);
	},
);

test('ticket-vote keeps the address of its ticket, and refuses that of one ticket, which would be that of each', () => {
	const ticket = readRecipe('ticket-vote');
	const [words] = runStep(ticket, 'Words', { items: [{}] });
	const keptWith = (address: string) =>
		runStep(ticket, 'Texts', {
			items: [{ ticket: 'a/7', title: 'Dark mode', details: 'At {email}', email: 'ada@x.example' }],
			steps: () => [{ ...words, 'Ticket address': address }],
		})[0].comment;
	const kept = (line: string) => `Ticket a/7 of ada@x.example\n${line}Dark mode\nAt {email}`;
	expect(keptWith('')).toBe(kept(''));
	expect(keptWith(' https://a.example/{ticket}/x ')).toBe(kept('https://a.example/a%2F7/x\n'));
	expect(() => keptWith('https://a.example/1042')).toThrow('needs {ticket} in place of the ID');
});

const call = { ticket: 'T-3', title: 'Export', email: 'ada@x.example' };

test.each<[body: unknown, wrong: string]>([
	[null, "'ticket' is missing. 'title' is missing. 'email' is missing."],
	['text', "'ticket' is missing. 'title' is missing. 'email' is missing."],
	[[call], "'ticket' is missing. 'title' is missing. 'email' is missing."],
	[{ request: call }, "'ticket' is missing. 'title' is missing. 'email' is missing."],
	[{ ...call, ticket: undefined }, "'ticket' is missing."],
	[{ ...call, ticket: null }, "'ticket' is missing."],
	[{ ...call, email: undefined }, "'email' is missing."],
	...[
		'{{ticket.id}}',
		'undefined',
		'NULL',
		'\\N',
		' \u200b',
		'[object Object]',
		'#N/A',
		'#BEZUG!',
	].map((title): [unknown, string] => [{ ...call, title }, "'title' is empty."]),
	...[{ text: 'x' }, ['x'], true].map((title): [unknown, string] => [
		{ ...call, title },
		"'title' must be text.",
	]),
	[{ ...call, details: true }, "'details' must be text."],
	...['1.63529E+11', '1,63529e+11', 1.63529e20].map((ticket): [unknown, string] => [
		{ ...call, ticket },
		"'ticket' was shortened by a spreadsheet.",
	]),
	[{ ...call, ticket: '{{id}}', title: [] }, "'ticket' is empty. 'title' must be text."],
])('ticket-vote refuses the call %j', (body, wrong) => {
	const ticket = readRecipe('ticket-vote');
	const items = runStep(ticket, 'Words', { items: [{}] });
	const [checked] = runStep(ticket, 'Check', { items, steps: () => [{ body }] });
	const advice = "Send 'ticket', 'title' and 'email' as text. Nothing was changed.";
	expect(checked.wrong).toBe(`${wrong} ${advice}`);
});

test.each([7, '163529000012345678', 'T-1', '12E4'])('ticket-vote takes the ticket %j', (ticket) => {
	const recipe = readRecipe('ticket-vote');
	const items = runStep(recipe, 'Words', { items: [{}] });
	const [checked] = runStep(recipe, 'Check', {
		items,
		steps: () => [{ body: { ...call, ticket } }],
	});
	expect(checked).toMatchObject({ ticket: String(ticket), wrong: '' });
});

/** What may help: to call again (502), to mend the credential or the plan first (424), or another call (404, 422). */
test.each<[what: string, given: Record<string, unknown>, status: number]>([
	['a deleted end-user', { deleted: true, user_id: 7 }, 200],
	['an address of nobody', {}, 404],
	['an address of two', { error: { message: '2 end-users' } }, 422],
	[
		'what is no address',
		{ error: { message: 'No', errors: [{ field: 'email', message: 'No' }] } },
		422,
	],
	['what the service calls invalid', { error: { httpCode: '400' } }, 422],
	...['401', '403', '404'].map((httpCode): [string, Record<string, unknown>, number] => [
		httpCode,
		{ error: { httpCode } },
		424,
	]),
	['a plan that lacks it', { error: { httpCode: '200', key: 'upgrade_required' } }, 424],
	...['408', '429', '500', '503'].map((httpCode): [string, Record<string, unknown>, number] => [
		httpCode,
		{ error: { httpCode } },
		502,
	]),
])('erasure-request answers %s', (_what, given, status) => {
	const { options } = stepOf(readRecipe('erasure-request'), 'Answer').parameters!;
	expect(evaluated(options, { items: [given] })).toMatchObject({ responseCode: status });
});

test('error-workflow remembers failures for two days, and so for the six hours in which a cause is sent once', () => {
	const { filters } = stepOf(readRecipe('error-workflow'), 'Delete Old').parameters!;
	expect(evaluated(filters, { items: [{}] })).toMatchObject({
		conditions: [{ keyName: 'createdAt', condition: 'lt', keyValue: '2025-12-30T00:00:00.000Z' }],
	});
});
