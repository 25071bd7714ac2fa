// Texts of strangers as one line for chats, tickets and emails.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeLine, withSafeLines } from '../../../nodes/shared/service/safe-line';
import { ends } from '../ends.mts';

test.each<[what: string, text: string, line: string]>([
	['a mention of all in Slack', '<!channel> <!here|x> <@U1>', '‹!channel› ‹!here|x› ‹@\u200BU1›'],
	['a link with another label in Slack', '<https://a.example|x>', '‹https://a.example|x›'],
	['a mention in Discord', '@everyone <@&7>', '@\u200Beveryone ‹@\u200B&7›'],
	['a mention in Teams', '<at id="0">Ada</at>', '‹at id="0"›Ada‹/at›'],
	['a mention in GitHub', 'cc @ada, @team/all', 'cc @\u200Bada, @\u200Bteam/all'],
	['code and a link in GitHub and Discord', '`x` [a](b)', "'x' [a] (b)"],
	['a line break in Jira, written out', 'a\\nb', 'a\\ nb'],
	['a mention behind letters', 'x@everyone.com n@here', 'x@\u200Beveryone.com n@\u200Bhere'],
	['a mention in other scripts', 'Привет @Анна', 'Привет @\u200BАнна'],
	['an address that is copied', 'ada.b+c@customer.example', 'ada.b+c@customer.example'],
	['an address in brackets', '<ada@customer.example>', '‹ada@customer.example›'],
	['marks of direction', '\u202Egnp.exe\u2066 \u200E\u200F\u061C!', 'gnp.exe !'],
	['characters without width', 'a\u200Bb\u2060c\uFEFFd\u00ADe', 'abcde'],
	['a mention behind a hidden character', 'a@\u2060here', 'a@\u200Bhere'],
	['emoji that are joined', '👩\u200D💻', '👩\u200D💻'],
	['entities', 'caf&eacute; &Uuml;ber &szlig;&nbsp;&ldquo;x&rdquo;', 'café Über ß “x”'],
	['entities by number', '&#233;&#xE9;&#39;&#128512;', "éé'😀"],
	['entities of entities', '&amp;amp;lt;b&amp;gt;', '‹b›'],
	['entities of a tag and a mark', '&#60;b&#x3E;&#8238;', '‹b›'],
	['an entity of a mention', '&#64;channel', '@\u200Bchannel'],
	['what is no entity', '&foo; &constructor; &; &#99999999;', '&foo; &constructor; &; &#99999999;'],
	['what JavaScript replaces', "$& $1 $' $` $$ @$&", "$& $1 $' $' $$ @\u200B$&"],
	[
		'an entity that hidden characters split',
		'&l\u200Bt;b&\u00ADgt; &#\u20606\uFEFF4;here',
		'‹b› @\u200Bhere',
	],
	['one that their entities split', '&l&#8203;t;b&g&#xad;t;', '‹b›'],
	['fillers of Hangul', 'a\u3164b\u115F\u1160c\uFFA0', 'abc'],
	['what joins or annotates', 'a\u034Fb\uFFF9c\uFFFAd\uFFFBe', 'abcde'],
	['variants that nobody sees', 'a\uFE0Fb\uFE00c\u{E0100}d', 'abcd'],
	['variants of emoji', '❤\uFE0F 1\uFE0F\u20E3 🏴\uFE0F\uFE0F', '❤\uFE0F 1\uFE0F\u20E3 🏴\uFE0F'],
	[
		'a mention and a link in Jira',
		'[~ada] [~accountid:1] [x|https://a.example]',
		'[ ~ada] [ ~accountid:1] [x¦https://a.example]',
	],
	['a link in Jira with a tip', '[x|https://a.example|y]', '[x¦https://a.example¦y]'],
	['a table', 'a | b [c] | d', 'a | b [c] | d'],
	['lines', ' a\r\n\u2028b\t\u0000c ', 'a b c'],
	['nothing but blanks', ' \n\u200B', ''],
	['half an emoji', '\uD83D x', '\uD83D x'],
	['200 characters', '🦉'.repeat(200), '🦉'.repeat(200)],
	['201 characters', '🦉'.repeat(201), `${'🦉'.repeat(199)}…`],
	['an entity where it is cut', `${'x'.repeat(198)}&eacute;&eacute;`, `${'x'.repeat(198)}éé`],
])('%s', (_what, text, line) => {
	expect(safeLine(text, 200)).toBe(line);
});

test.each([
	[3, '‹b'],
	[9, '& l& #82& #82& #82& #82& #8203;03;03;03;03;t;b'],
])('an entity that is split %i times in itself starts no tag', (times, line) => {
	const split = `${'&#82'.repeat(times)}&#8203;${'03;'.repeat(times)}`;
	expect(safeLine(`&l${split}t;b`, 200)).toBe(line);
});

const marks = [
	...'<>`@[](){}|\\n&;#!*_~$ \n\t\r\0aA1.-é検🦉',
	...['&lt;', '&amp;', '&#64;', '&#x3c;', '<br>', '<!channel>', '@here', 'a@b.example', ']('],
	...['l', 't;', '&#8203;', '82', '03;', 'gt;', '#60;', '\u3164', '\ufe0f', '[~', '|'],
	...['\u200b', '\u200d', '\u202e', '\u2066', '\u00ad', '\u{e0041}', '\ud83d', '$&'],
];

test('any text becomes one line without hidden characters, tags, links, code and mentions', () => {
	const anyText = fc.array(fc.constantFrom(...marks), { maxLength: 40 }).map((all) => all.join(''));
	fc.assert(
		fc.property(anyText, fc.integer({ min: 1, max: 60 }), (text, longest) => {
			const line = safeLine(text, longest);
			expect([...line].length).toBeLessThanOrEqual(longest);
			expect(line).not.toMatch(/[<>`\p{Cc}\u2028\u2029]|\]\(|\\n/u);
			expect(line.replaceAll('@\u200b', '')).not.toMatch(/[\u00ad\u200b\u202e\u2066\u{e0041}]/u);
			expect(line).not.toMatch(/(?:^|[^\w.+é検-])@(?![\u200b…]|$)/u);
			expect(line).not.toMatch(/@(?:here|channel|everyone|all)\b/i);
			expect(line).not.toMatch(/\[~|\[[^[\]]*\|[^[\]]*\]|[\u3164\u115f\ufff9]/);
			expect(line).not.toMatch(/&(?:lt|gt|#0*6[02]|#x0*3[ce]);/i);
			expect(line).toBe(line.trim());
		}),
		{ numRuns: 2_000 },
	);
});

test.each([
	...[' ', '@', '@a', '@a-', '&', '&amp;', '&#1', '<', '<p ', '<p /', '<li', ']('],
	...['&l\u200bt;', '&#82', '&#8203;', '\ufe0f', '|', '[|', '[~', '[a|b]', '\u3164'],
	...['<b', '\u202e', '🦉', 'a', '\\n', '`', 'e\u0301'],
])('a text of 4 MB becomes a line in the time its size takes: %j', (unit) => {
	const html = `${unit.repeat(4_000_000 / unit.length)}x`;
	const line = ends(() => withSafeLines({ html, text: html }, 200, { html: ['html'] }));
	for (const text of [line.html, line.text]) {
		expect([...(text as string)].length).toBeLessThanOrEqual(200);
	}
});

test.each<[what: string, html: string, line: string]>([
	['Markdown', '# New\n- **Search** by [Ada](https://a.example)', ''],
	['words in angle brackets', 'Press <Enter>: Array<string>', 'Press ‹Enter›: Array‹string›'],
	['an address in angle brackets', 'See <https://a.example>', 'See ‹https://a.example›'],
	[
		'tags of an editor',
		'<h2 class="x">New</h2><p>One<br/>two</p><ol><li><strong>A</strong></li></ol><a href="b">link</a><img src="c">',
		'New One two • A link',
	],
	['tags that were escaped', '&lt;b&gt;x&lt;/b&gt;', '‹b›x‹/b›'],
	['a tag that does not end', 'a <p class="x', 'a ‹p class="x'],
])('a field of HTML: %s', (_what, html, line) => {
	const record = { html, text: html };
	const text = safeLine(html, 200);
	expect(withSafeLines(record, 200, { html: ['html'] })).toEqual({
		html: line || text,
		text,
		original: record,
	});
});

test('former values lose their tags too', () => {
	const formerValues = { description: '<p>One</p>', title: '<p>' };
	expect(withSafeLines({ formerValues }, 200, { html: ['description'] })).toMatchObject({
		formerValues: { description: 'One', title: '‹p›' },
	});
});

test('texts in lists and objects change too, and no other value', () => {
	const record = {
		feedback_id: '<7>',
		votes: 3,
		none: null,
		isOpen: true,
		tags: ['<a>', 7],
		user: { data_name: '<b>', user_id: 1 },
	};
	expect(withSafeLines(record, 3, { unchanged: ['feedback_id'] })).toEqual({
		...record,
		tags: ['‹a›', 7],
		user: { data_name: '‹b›', user_id: 1 },
		original: record,
	});
});
