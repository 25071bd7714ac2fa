// What the recipes for Slack make of messages and answers, without n8n.
import { expect, test } from 'vitest';
import { readRecipe } from '../recipes/recipe.mts';
import { evaluated, runStep, stepOf } from '../recipes/steps.mts';

type Json = Record<string, unknown>;

const recipe = readRecipe('slack-to-post');

/** What the recipe reads in a message. */
const read = (said: Json) =>
	runStep(recipe, 'Plain Text', {
		items: [{}],
		steps: (name) => [name === 'Link' ? { permalink: 'https://slack.example.com/p1' } : said],
	})[0];

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
const richText = (...elements: Json[]) => ({
	type: 'rich_text',
	elements: [{ type: 'rich_text_section', elements }],
});
const words = (text: string, style: Json = {}) => ({ type: 'text', text, style });
const written = richText(
	words('Dark mode, as '),
	{ type: 'link', url: 'https://a.example', text: 'here' },
	{ type: 'user', user_id: 'U1' },
);
const buttons = {
	type: 'actions',
	elements: [{ type: 'button', text: { type: 'plain_text', text: 'Approve' } }],
};
const mail = {
	filetype: 'email',
	title: 'Export',
	subject: 'Export *please*',
	plain_text: 'As CSV.\nThank you & bye <Ada>',
};

test.each<[what: string, message: Json, text: string]>([
	['a text', { text: 'Plain', blocks: [written] }, 'Plain'],
	[
		'a link with a label',
		{ text: 'See <https://a.example/x|this>' },
		'See this (https://a.example/x)',
	],
	['a link', { text: '<https://a.example/x>' }, 'https://a.example/x'],
	['an email address', { text: '<mailto:ada@a.example|ada@a.example>' }, 'ada@a.example'],
	['a channel and a date', { text: '<#C1|general> <!date^1^{date}|Feb 1>' }, '#general Feb 1'],
	['people and groups', { text: '<@U1> <!channel> <!subteam^S1|@team>hi' }, 'hi'],
	[
		'what Slack escapes',
		{ text: '1 &lt; 2 &amp;amp; &amp;lt; &amp;gt; <>' },
		'1 < 2 &amp; &lt; &gt;',
	],
	[
		'bold words',
		{ text: '*Please*: an *export, now* and 2*3*4 or * this *, or *' },
		'**Please**: an **export, now** and 2*3*4 or * this *, or *',
	],
	[
		'asterisks in code',
		{ text: 'Use `a*b` and ```*c*``` for *files*' },
		'Use `a*b` and ```*c*``` for **files**',
	],
	[
		'blocks of an app',
		{ text: '', blocks: [section('Acme wants *an export*'), written] },
		'Acme wants **an export**\nDark mode, as here (https://a.example)',
	],
	[
		'bold words of rich text',
		{ blocks: [richText(words('Name: ', { bold: true }), words('Ada'))] },
		'**Name:** Ada',
	],
	[
		'what cannot be displayed',
		{ text: "This content can't be displayed.", blocks: [section('Acme')] },
		'Acme',
	],
	['buttons', { text: '', blocks: [section('Acme'), buttons] }, 'Acme'],
	[
		'a button beside words',
		{ blocks: [{ ...section('Acme'), accessory: buttons.elements[0] }] },
		'Acme',
	],
	[
		'attachments of an app',
		{
			text: '',
			attachments: [{ title: 'T', text: 'Words', fields: [{ title: 'Plan', value: 'Pro' }] }],
		},
		'T\nWords\nPlan\nPro',
	],
	['buttons of an attachment', { attachments: [{ text: 'Words', blocks: [buttons] }] }, 'Words'],
	['an attachment with no more than a fallback', { attachments: [{ fallback: 'Words' }] }, 'Words'],
	[
		'a preview of a link',
		{ text: 'See this', attachments: [{ from_url: 'https://a.example', text: 'Of the page' }] },
		'See this',
	],
	[
		'an app whose text announces its blocks',
		{ text: 'New answer', bot_id: 'B1', blocks: [section('Acme'), written] },
		'New answer\nAcme\nDark mode, as here (https://a.example)',
	],
	[
		'an app whose text announces its attachment',
		{
			text: 'New answer',
			attachments: [{ title: 'T', title_link: 'https://a.example/1', text: 'Words' }],
		},
		'New answer\nT (https://a.example/1)\nWords',
	],
	[
		'an app whose blocks repeat its text',
		{ text: 'Acme wants *an export*', bot_id: 'B1', blocks: [section('Acme wants *an export*')] },
		'Acme wants **an export**',
	],
	[
		'Workflow Builder, which says it twice',
		{
			text: '*New request* :tada:\nName: *Ada*\n1. Export\n• <https://a.example|Here> <@U1>',
			bot_id: 'B1',
			blocks: [
				{
					type: 'rich_text',
					elements: [
						richText(
							words('New request', { bold: true }),
							words(' '),
							{ type: 'emoji', name: 'tada' },
							words('\nName: '),
							words('Ada', { bold: true }),
						).elements[0],
						{ type: 'rich_text_list', elements: richText(words('Export')).elements },
						{
							type: 'rich_text_list',
							elements: richText({ type: 'link', url: 'https://a.example', text: 'Here' }).elements,
						},
					],
				},
			],
		},
		'**New request** :tada:\nName: **Ada**\n1. Export\n• Here (https://a.example)',
	],
	[
		'a block of one word that the text has, too',
		{ text: 'Yes', bot_id: 'B1', attachments: [{ title: 'Approved?', text: 'Yes' }] },
		'Yes\nApproved?\nYes',
	],
	[
		'a table',
		{ blocks: [{ type: 'table', rows: [[{ type: 'raw_text', text: 'A' }, written]] }] },
		'A\nDark mode, as here (https://a.example)',
	],
	[
		'a message that was shared',
		{ text: 'See this', attachments: [{ is_share: true, text: 'Said' }] },
		'See this\nSaid',
	],
	[
		'a message that was shared by its address',
		{ text: 'See', attachments: [{ from_url: 'https://a.example', is_share: true, text: 'Said' }] },
		'See\nSaid',
	],
	[
		'a message whose address was pasted',
		{
			text: 'See',
			attachments: [{ from_url: 'https://a.example', is_msg_unfurl: true, text: 'Said' }],
		},
		'See\nSaid',
	],
	[
		'a mail to the channel',
		{ text: '', files: [mail] },
		'Export *please*\nAs CSV.\nThank you & bye <Ada>',
	],
	[
		'a mail of which Slack gives a part',
		{ files: [{ filetype: 'email', title: 'Export', preview_plain_text: 'As CSV' }] },
		'Export\nAs CSV',
	],
	['a picture alone', { text: '', files: [{ filetype: 'png', title: 'screen.png' }] }, ''],
	['an image alone', { text: '', blocks: [{ type: 'image', alt_text: 'x' }] }, ''],
	['no words but a sign', { text: '', blocks: [section('🦉')] }, '🦉'],
	['nothing', { text: ' \u200B' }, ''],
	['an empty message', {}, ''],
])('Slack message to post reads %s', (_what, said, text) => {
	expect(read(said).text).toBe(text);
});

test.each([
	['one line', 'Dark mode', 'Dark mode'],
	['the beginning', `Dark\n ${'mode '.repeat(30)}`, `Dark ${'mode '.repeat(15).slice(0, 74)}…`],
	['no Markdown', '*Dark* mode *please*', 'Dark mode please'],
	['80 characters', '🦉'.repeat(80), '🦉'.repeat(80)],
	['81 characters', '🦉'.repeat(81), `${'🦉'.repeat(79)}…`],
])('the title of a post is %s', (_what, text, title) => {
	expect(read({ text }).title).toBe(title);
});

test.each([
	['a message', {}, '1700.1'],
	['a message that has a thread', { thread_ts: '1700.1' }, '1700.1'],
	['a reply', { thread_ts: '1600.0' }, '1600.0'],
])('the reply to %s stands in its thread', (_what, message, thread) => {
	const seen: Record<string, Json[]> = {
		'Read Message': [message],
		'Emoji Added': [{ item: { channel: 'C1', ts: '1700.1' } }],
	};
	const { otherOptions } = stepOf(recipe, 'Reply').parameters!;
	expect(evaluated(otherOptions, { items: [{}], steps: (name) => seen[name] })).toMatchObject({
		thread_ts: { replyValues: { thread_ts: thread } },
	});
});

test.each([
	['a new post', [{ feedback_id: 7 }], 'Saved as post #7'],
	[
		'a title that exists',
		[{ feedback_id: 7, existed: true }],
		'Added to post #7, which has the same title',
	],
])('the reply names %s', (_what, created, said) => {
	const words = runStep(recipe, 'Words', { items: [{}] });
	const steps = (name: string) => (name === 'Create Post' ? created : words) as Json[];
	const { text } = stepOf(recipe, 'Reply').parameters!;
	expect(evaluated(text, { items: [{}], steps })).toBe(said);
});

test.each<[what: string, comment: unknown, title: string, kept: string]>([
	['words', 'Too slow', 'Too slow', 'NPS score: 2, customer: Ada\nToo slow'],
	['lines', 'Too slow\nby far', 'Too slow by far', 'NPS score: 2, customer: Ada\nToo slow\nby far'],
	[
		'many words',
		'x'.repeat(90),
		`${'x'.repeat(79)}…`,
		`NPS score: 2, customer: Ada\n${'x'.repeat(90)}`,
	],
	[
		'hidden characters',
		'\u202EToo\u200B slow',
		'Too slow',
		'NPS score: 2, customer: Ada\nToo slow',
	],
	['nothing', null, 'NPS score 2 without a comment', 'NPS score: 2, customer: Ada'],
])('Slack approval makes a post of %s', (_what, comment, title, kept) => {
	const approval = readRecipe('slack-approval');
	const response = { vote: 2, data_name: 'Ada', comment: 'short…', original: { comment } };
	const words = runStep(approval, 'Words', { items: [response] });
	const steps = (name: string) => (name === 'Response' ? [response] : words);
	const [text] = runStep(approval, 'Text', { items: [{}], steps });
	expect(text).toMatchObject({ title, comment: kept });
	expect(text.description).toBe(String(comment ?? '').replaceAll(/[\u202E\u200B]/g, ''));
});
