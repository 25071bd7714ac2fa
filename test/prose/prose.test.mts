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

test('a page is read by paragraphs, cells and headings, without its fenced code', () => {
	const page = [
		'# Title',
		'',
		'Read `this` page.',
		'',
		'```',
		'not this',
		'```',
		'',
		'| A | B |',
		'| - | - |',
		'| one | two |',
	];
	expect(passagesOf('a.md', page.join('\n')).map(({ line, text }) => [line, text])).toEqual([
		[1, 'Title'],
		[3, 'Read Code page.'],
		[9, 'A'],
		[9, 'B'],
		[11, 'one'],
		[11, 'two'],
	]);
});

test('the texts of a module are its literals of three words or more, joined where the code joins them', () => {
	const code = [
		"const a = { name: 'post', description: 'Retrieve one feedback post' };",
		"const b = 'Nothing was ' + `sent to ${host}`;",
	];
	expect(textsIn('a.ts', code.join('\n'))).toEqual([
		{ file: 'a.ts', line: 1, text: 'Retrieve one feedback post' },
		{ file: 'a.ts', line: 2, text: 'Nothing was sent to X' },
	]);
});

test('the comments of a module are read without their marks, and with them the titles of its tests', () => {
	const code = [
		'/**',
		' * Nothing is sent',
		' * twice by `send`.',
		' */',
		'const a = 1; // Once, and',
		'// in order',
		"test.each([['no title']])('sends $it in order', () => {",
		'	// Before the end',
		'});',
	];
	expect(commentsAndTitles('a.mts', code.join('\n'))).toEqual([
		{ file: 'a.mts', line: 1, text: 'Nothing is sent twice by Code.' },
		{ file: 'a.mts', line: 5, text: 'Once, and in order' },
		{ file: 'a.mts', line: 8, text: 'Before the end' },
		{ file: 'a.mts', line: 7, text: 'sends $it in order' },
	]);
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
