import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deadLinks } from './links.mts';
import { commentsAndTitles, textsIn } from './node-texts.mts';
import { passagesOf } from './pages.mts';
import { type Bounds, findingsIn } from './rules.mts';
import { terms } from './vocabulary.mts';

const PANEL: Bounds = { wordsPerSentence: 20, sentences: 2, characters: 200 };

const found = (text: string) =>
	findingsIn({ file: 'a.md', line: 1, text }, PANEL, terms).map(({ says }) => says);

describe('a text', () => {
	test('in plain words is left alone', () => {
		expect(found('Fires when the status of a post changes.')).toEqual([]);
	});

	test.each([
		['a sentence too long', `${'one word '.repeat(11)}.`, /22 words in a sentence, at most 20/],
		['a third sentence', 'Read it. Save it. Send it.', /3 sentences, at most 2/],
		['too many characters', `${'readable '.repeat(12)}. ${'readable '.repeat(12)}.`, /characters/],
		['a word of ours', 'Fires when the status is another one.', /"is another one": say "changes"/],
		[
			'a sentence that is hard to read',
			'Simultaneous modifications of heterogeneous configurations invariably necessitate comprehensive reconciliation procedures afterwards, notwithstanding organisational considerations.',
			/hard to read/,
		],
	])('with %s is a finding', (_, text, says) => {
		expect(found(text)).toContainEqual(expect.stringMatching(says));
	});
});

test.each([
	[
		'a page, but for its code',
		passagesOf('a.md', '# Posts\n\nRead `it`.\n\n```\nnot this\n```\n\n| A |\n| - |\n| one |'),
		['Posts', 'Read Code.', 'A', 'one'],
	],
	[
		'a module, but for its names',
		textsIn('a.ts', "const a = { name: 'post', hint: 'Nothing was ' + `sent to ${host}` };"),
		['Nothing was sent to X'],
	],
	[
		'the comments and titles of a test',
		commentsAndTitles(
			'a.mts',
			"/** Sent `a`. */\nf();\n// Once, and\n// in order\ntest('sends it', () => {});",
		),
		['Sent Code.', 'Once, and in order', 'sends it'],
	],
])('%s is read', (_what, read, texts) => {
	expect(read.map(({ text }) => text)).toEqual(texts);
});

test('a link to a missing file or heading is a finding, by path and by address', () => {
	const root = mkdtempSync(join(tmpdir(), 'links-'));
	mkdirSync(join(root, 'docs'));
	writeFileSync(join(root, 'README.md'), '# Title\n\n## Install');
	const home = 'https://github.com/owner/project';
	const links = [
		'[right](../README.md#install)',
		'[wrong heading](../README.md#usage)',
		'[wrong file](gone.md)',
		`[right address](${home}/blob/main/README.md)`,
		'![picture](https://raw.githubusercontent.com/owner/project/main/gone.png)',
		'[elsewhere](https://example.com/gone)',
	];
	writeFileSync(join(root, 'docs', 'a.md'), links.join('\n\n'));
	expect(deadLinks(root, `git+${home}.git`, 'docs/a.md').map(({ says }) => says)).toEqual([
		'leads nowhere: ../README.md#usage',
		'leads nowhere: gone.md',
		'leads nowhere: https://raw.githubusercontent.com/owner/project/main/gone.png',
	]);
});
