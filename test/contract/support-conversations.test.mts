// What the recipe Support conversations makes of a call of a desk and of a mail, without n8n.
import { expect, test } from 'vitest';
import {
	conversationOf,
	ownWordsOf,
	partsOfMail,
} from '../../docs/recipes/src/support-conversations/conversation.js';
import { isHtml } from '../../docs/recipes/src/shared/html.js';
import { readRecipe } from '../recipes/recipe.mts';
import { evaluated, runStep, stepOf } from '../recipes/steps.mts';

const recipe = readRecipe('support-conversations');
const [words] = runStep(recipe, 'Words', { items: [{}] });

test.each([
	['<p>Hello</p>', true],
	['One<br>two', true],
	['One<br />two', true],
	['<B>Bold</B>', true],
	['Press <Enter> or <b>', false],
	['Array<string> and a < b > c', false],
	['Use <img src=x> and <!channel>', false],
	['- **Markdown** <https://a.example>', false],
	['', false],
])('%j is HTML: %s', (text, is) => {
	expect(isHtml(text)).toBe(is);
});

test.each([
	['Mine\n> yours\n>> older\nmine again', 'Mine\nmine again'],
	['Mine\n-- \nAda, CEO\nACME', 'Mine'],
	['Mine\r\n-- \r\nAda', 'Mine\r'],
	['- one\n--\n-- two', '- one\n--\n-- two'],
	['a > b', 'a > b'],
])('a mail %j has the own words %j', (text, own) => {
	expect(ownWordsOf(text)).toBe(own);
});

const mail = {
	from: '"Lovelace, Ada" <ada@a.example>',
	subject: 'Export',
	textPlain: 'We miss it\n> old',
	metadata: { 'message-id': '<1@a.example>' },
};

test.each([
	['its plain text', {}, { text: 'We miss it', reference: '<1@a.example>', title: 'Export' }],
	['its HTML', { textHtml: '<p>We miss it</p>' }, { text: '<p>We miss it</p>' }],
	[
		'nothing',
		{ from: undefined, subject: undefined, textPlain: undefined },
		{ text: '', email: '' },
	],
])('of a mail is read %s', (_what, changed, parts) => {
	expect(partsOfMail({ ...mail, ...changed })).toMatchObject(parts);
});

const call = { reference: '1', title: '', text: 'We miss it', email: '', name: '', wrong: '' };

test.each([
	['an address', 'ada@a.example', { name: '', email: 'ada@a.example' }],
	['a name with a comma', '"Lovelace, Ada" <ada@x>', { name: 'Lovelace, Ada', email: 'ada@x' }],
	['a bracket in a name', '"a<b" <ada@x>', { name: 'a<b', email: 'ada@x' }],
	['a name with quotes', String.raw`"Ada \"A\"" <ada@x>`, { name: 'Ada "A"', email: 'ada@x' }],
	['two people', 'Ada <ada@x>, Bob <bob@x>', { name: 'Ada', email: 'ada@x' }],
	['two plain addresses', 'ada@x, bob@x', { name: '', email: 'ada@x' }],
	['a name in brackets behind', 'ada@x (Ada)', { name: '', email: 'ada@x' }],
	['a link', 'mailto:ada@x', { name: '', email: 'ada@x' }],
	['an address in a name', '"Ada <ceo@a>" <ada@x>', { name: 'Ada <ceo@a>', email: 'ada@x' }],
	['an address as a name', 'ada@y <ada@x>', { name: 'ada@y', email: 'ada@x' }],
	['an apostrophe', "O'Neil <o'neil@x>", { name: "O'Neil", email: "o'neil@x" }],
	['nothing', '', { name: '', email: '' }],
])('the sender of a mail and of a call is %s', (_what, from, sender) => {
	expect(conversationOf(partsOfMail({ ...mail, from }), words)).toMatchObject(sender);
	expect(conversationOf({ ...call, email: from }, words)).toMatchObject(sender);
});

test.each(['undisclosed-recipients:;', 'Ada <', 'Ada Lovelace'])(
	'where the sender is %j, a mail is queued without an address, and a call learns what is wrong',
	(from) => {
		expect(conversationOf(partsOfMail({ ...mail, from }), words).email).toBe('');
		expect(conversationOf({ ...call, email: from }, words).email).toBe(from);
	},
);

test('a name that a support desk sends is kept', () => {
	const sent = { ...call, name: 'Countess', email: 'Ada <ada@x>' };
	expect(conversationOf(sent, words)).toMatchObject({ name: 'Countess', email: 'ada@x' });
});

test('words of two cells stay two words, and each row of a table a line', () => {
	const text = '<table><tr><th>Plan</th><td>Pro</td>\n</tr><tr><td>5</td></tr></table>';
	expect(conversationOf({ ...call, text }, words)).toMatchObject({
		text: '<table><tr><th>Plan </th><td>Pro <br></td>\n</tr><tr><td>5 <br></td></tr></table>',
		characters: text.length,
	});
});

test('styles and pictures in HTML are no part of its length', () => {
	const long = 'x'.repeat(100_001);
	const text = `<STYLE type="text/css">${long}</STYLE>We miss it<img src="data:${long}"><br>Ada`;
	expect(conversationOf({ ...call, text }, words)).toMatchObject({
		text: 'We miss it<br>Ada',
		characters: 17,
		kind: 'html',
	});
	const plain = `Use <style>${long}`;
	expect(conversationOf({ ...call, text: plain }, words).kind).toBe('refused');
});

test('a mail without a message ID is queued once, and so is each other one', () => {
	const referenceOf = (changed: object) =>
		partsOfMail({ ...mail, date: 'Mon, 1 Jan', metadata: {}, ...changed }).reference;
	expect(referenceOf({})).toMatch(/^mail-[\da-f]{16}$/);
	expect(referenceOf({ metadata: undefined })).toBe(referenceOf({}));
	const others = [
		{ from: 'eve@a.example' },
		{ subject: 'Import' },
		{ date: 'Tue, 2 Jan' },
		{ textPlain: 'We miss us' },
	];
	expect(new Set([{}, ...others].map(referenceOf)).size).toBe(5);
});

test.each([
	['plain words', 'We miss an export', 'text'],
	['HTML', '<p>We miss an export</p>', 'html'],
	[
		'more than 100,000 characters',
		'x'.repeat(100_001),
		'refused',
		'The text has 100001 characters.',
	],
	['100,000 characters', 'x'.repeat(100_000), 'text'],
	['5,000 tags', '<p>x</p>'.repeat(2_499), 'html'],
	['more tags', '<p>x</p>'.repeat(2_501), 'refused', 'The text has too many tags.'],
])('a conversation of %s goes on as it is', (_what, text, kind, wrong = '') => {
	const conversation = conversationOf({ ...call, text }, words);
	expect(conversation).toMatchObject({ kind, characters: text.length });
	expect(conversation.wrong.startsWith(wrong)).toBe(true);
	expect(conversation.wrong === '').toBe(wrong === '');
});

test('a call that is refused goes no further', () => {
	const steps = () => [{ body: { text: 'We miss it' } }];
	const [refused] = runStep(recipe, 'Check', { items: [words], steps });
	expect(refused.kind).toBe('refused');
	expect(refused.wrong).toContain("'reference' is missing.");
});

test.each<[what: string, given: Record<string, unknown>, status: number, queued: boolean]>([
	['what was saved', { id: 1 }, 200, true],
	['what was queued before', { reference: '1' }, 200, false],
	['a wrong body', { wrong: 'Send text' }, 422, false],
	['HTML that nothing can read', { error: 'Maximum call stack size exceeded' }, 422, false],
	['what the service calls invalid', { error: { httpCode: '400' } }, 422, false],
	['a wrong key', { error: { httpCode: '401' } }, 424, false],
	['a plan that lacks it', { error: { httpCode: '200', key: 'upgrade_required' } }, 424, false],
	['a busy service', { error: { httpCode: '429' } }, 502, false],
	['a failed service', { error: { httpCode: '500' } }, 502, false],
])('the answer to %s', (_what, given, status, queued) => {
	const { responseBody, options } = stepOf(recipe, 'Answer').parameters!;
	const seen = { items: [given], steps: () => [words] };
	expect(evaluated(options, seen)).toMatchObject({ responseCode: status });
	const body = JSON.parse(String(evaluated(responseBody, seen)));
	expect(body.queued).toBe(queued);
	expect(body.message === '').toBe(queued);
});

test.each([
	['https://desk.example/1', 'https://desk.example/1'],
	['T-1', ''],
	['<1@a.example>', ''],
])('the reference %j is sent as the address %j', (reference, ref) => {
	const { additionalFields } = stepOf(recipe, 'Queue').parameters!;
	const sent = evaluated(additionalFields, { items: [{ reference }], steps: () => [words] });
	expect(sent).toMatchObject({ ref, service: 'Support' });
});

test('a picture alone is HTML in a mail that says so', () => {
	const picture = '<img src="https://a.example/1.png">';
	const kindOf = (changed: object) =>
		conversationOf(partsOfMail({ ...mail, ...changed }), words).kind;
	expect(kindOf({ textHtml: picture })).toBe('html');
	expect(kindOf({ textPlain: picture })).toBe('text');
	expect(kindOf({ textPlain: 'The page says <b>Total</b> twice' })).toBe('text');
});

test.each([
	['We miss it', 'Plain', 'We miss it'],
	['', 'Plain', 'Plain'],
	['', '', 'Export as CSV'],
])('of a text %j and a plain part %j is sent %j: else the title', (text, plain, sent) => {
	const seen = { items: [{ text }], steps: () => [{ title: 'Export as CSV', plain }] };
	expect(runStep(recipe, 'Text', seen)[0].text).toBe(sent);
});

test('a mail in HTML has its plain part, too, without lines of others', () => {
	const sent = { ...mail, textHtml: '<blockquote>Old</blockquote>' };
	const [checked] = runStep(recipe, 'Check', {
		items: [words],
		steps: (name) => (name === 'One Mail' ? [sent] : undefined),
	});
	expect(checked).toMatchObject({ kind: 'html', plain: 'We miss it' });
});

const conversation = { reference: 'https://desk.example/1', wrong: '', execution: '7' };

test.each<[what: string, checked: object, says: string]>([
	['the service refused it', conversation, 'https://desk.example/1: Is down'],
	['it is refused', { ...conversation, wrong: 'Too long' }, 'https://desk.example/1: Too long'],
	['it has no reference', { ...conversation, reference: '' }, 'without a reference: Is down'],
])('the run fails where %s', (_what, checked, says) => {
	const seen = { items: [{ error: 'Is down' }], steps: () => [{ ...checked }], execution: '7' };
	expect(() => runStep(recipe, 'Once More', seen)).toThrow(`Conversation ${says}`);
});

test.each([
	['the service refused', conversation],
	['was too long for Words, which a person has changed since', { ...conversation, wrong: 'Long' }],
])('a Retry, which is another execution, begins again with what %s', (_what, checked) => {
	const seen = { items: [{ error: 'Is down' }], steps: () => [checked], execution: '8' };
	expect(runStep(recipe, 'Once More', seen)).toEqual([{}]);
});

test.each([
	' blockquote , [class="a b"] ,\n',
	'blockquote\n[class="a b"]',
	'blockquote; [class="a b"]',
])('Left out %j takes blanks, lines and semicolons', (marks) => {
	const steps = () => [{ 'Left out': marks }];
	const { extractionValues } = stepOf(recipe, 'Text of HTML').parameters!;
	const { values } = evaluated(extractionValues, { items: [{}], steps }) as {
		values: Array<{ skipSelectors: string }>;
	};
	expect(values[0].skipSelectors).toBe('blockquote,[class="a b"]');
});

test.each([
	['a long number', 12_345_678_901_234_567_890n, "'reference' was shortened"],
	['a number of a sheet', '1.2E+19', "'reference' was shortened"],
	['a number', 12_345, ''],
	['a long number as text', '12345678901234567890', ''],
])('the reference of a call may be %s', (_what, reference, wrong) => {
	const body = { reference: typeof reference === 'bigint' ? Number(reference) : reference };
	const steps = () => [{ body: { ...body, text: 'We miss it' } }];
	const [conversation] = runStep(recipe, 'Check', { items: [words], steps });
	expect(conversation.wrong).toMatch(new RegExp(`^${wrong}`));
	expect(conversation.wrong === '').toBe(wrong === '');
});

test('n8n looks for what was queued before it queues: that branch stands above', () => {
	const topOf = (step: string) => stepOf(recipe, step).position![1];
	expect(topOf('Queued Before')).toBeLessThan(topOf('Not Queued Yet'));
});

test.each(['Queued Before', 'Not Queued Yet'])(
	'%s knows a conversation that went on by its length',
	(step) => {
		const { filters, matchType } = stepOf(recipe, step).parameters!;
		expect(matchType).toBe('allConditions');
		expect(evaluated(filters, { items: [{ reference: '1', characters: 9 }] })).toEqual({
			conditions: [
				{ keyName: 'reference', condition: 'eq', keyValue: '1' },
				{ keyName: 'characters', condition: 'eq', keyValue: 9 },
			],
		});
	},
);
