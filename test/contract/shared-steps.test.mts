// What the steps that recipes share make of texts, without n8n.
import { expect, test } from 'vitest';
import { readRecipe } from '../recipes/recipe.mts';
import { evaluated, runStep, stepOf } from '../recipes/steps.mts';

const news = readRecipe('news-to-chat');

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

test('Message ends each line with the link of its post, if there is one', () => {
	expect(message(['One -', 'Two'], { post_url: 'https://a.example/post/1' })).toBe(
		'One https://a.example/post/1\nTwo https://a.example/post/1',
	);
	expect(message(['One', 'Two'])).toBe('One\nTwo');
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
	const asked = {
		ticket: 'a/7',
		title: 'Dark mode',
		details: 'At {email}',
		email: 'ada@x.example',
	};
	const keptWith = (address: string) =>
		runStep(ticket, 'Texts', {
			items: [{ plain: '' }],
			steps: (name) => (name === 'Check' ? [asked] : [{ ...words, 'Ticket address': address }]),
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

test.each<[details: string, html: string]>([
	['<p>At night</p>', '<p>At night</p>'],
	['At<br>night', 'At<br>night'],
	['Press <Enter> & type', ''],
	['', ''],
	['<b>x</b>'.repeat(2_499), '<b>x</b>'.repeat(2_499)],
	['<b>x</b>'.repeat(2_500), ''],
])('ticket-vote takes the text of details that are HTML: %.30s', (details, html) => {
	const recipe = readRecipe('ticket-vote');
	const items = runStep(recipe, 'Words', { items: [{}] });
	const [checked] = runStep(recipe, 'Check', {
		items,
		steps: () => [{ body: { ...call, details } }],
	});
	expect(checked).toMatchObject({ details, html });
	const texts = (plain: string) =>
		runStep(recipe, 'Texts', {
			items: [{ plain }],
			steps: (name) => (name === 'Check' ? [checked] : items),
		})[0];
	expect(texts('').description).toBe(details);
	expect(texts('At night')).toMatchObject({
		description: 'At night',
		comment: 'Ticket T-3 of ada@x.example\nExport\nAt night',
	});
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
