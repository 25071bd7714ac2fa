// Texts of a hostile service, or out of a webhook, that are large and made to keep n8n busy.
import { describe, expect, test } from 'vitest';
import { Similarity } from '../../../nodes/Feedback/post/similarity';
import { fingerprint } from '../../../nodes/FeedbackTrigger/snapshot/encoding';
import { comparable } from '../../../nodes/shared/client/finder';
import { quoted } from '../../../nodes/shared/client/redaction';
import { toTimestamp } from '../../../nodes/shared/node/dates';
import { readAnswer } from '../../../nodes/shared/service/envelope';
import { parseJson } from '../../../nodes/shared/service/json';
import { readPage } from '../../../nodes/shared/service/pages';
import { postList } from '../../../nodes/shared/service/posts';
import { ends } from '../ends.mts';

const MEGABYTE = 1024 * 1024;

/** As many of these as fill a megabyte. */
const fill = (text: string) => text.repeat(MEGABYTE / text.length);

describe('a megabyte of JSON', () => {
	test.each<[what: string, text: string]>([
		['a string with quotes that is cut', `[1234567890123456,"${fill('\\"')}`],
		['a string with quotes that ends in a backslash', `[1234567890123456,"${fill('\\"')}\\`],
		['a string that is cut after each quote', `[1234567890123456${fill(',"')}`],
		['a number that is cut', `[${fill('1')}.`],
		['digits and signs', `[${fill('1234567890123456-')}`],
		['digits before spaces', `[1234567890123456${fill(' ')}x`],
	])('%s is refused', (_what, text) => {
		expect(() => ends(() => parseJson(text))).toThrow(SyntaxError);
	});

	test('a string with quotes and a long integer are read', () => {
		const text = fill('\\"');
		expect(ends(() => parseJson(`["${text}",12345678901234567890]`))).toEqual([
			'"'.repeat(MEGABYTE / 2),
			'12345678901234567890',
		]);
	});
});

describe('an answer of 2 MB is read in the time its size takes', () => {
	test.each<[begin: string, unit: string, end: string]>([
		['{"status":"success","data":{"items":{"0":{}', ',"ID":{"feedback_id":"ID"}', '}}}'],
		['{"status":"success","data":[{}', ',{"promoter_id":ID,"vote":9}', ']}'],
		['{"status":"success","data":{"items":[{}],"description":"', '\\u0041\\n', '"}}'],
		['{"status":"success","data":{"feedback_id":1,"x":[0', ',12345678901234567890', ']}}'],
		['{"status":"success","data":', '{"a":', ''],
		['{"status":"error","message":"', '%2Fkey &amp;lt;b&#x67;', '"}'],
		['<html>', '<p>&nbsp;', '</html>'],
		['{"status":"success","data":{"items":{', '"', ''],
	])('%s%s%s', (begin, unit, end) => {
		let id = 0;
		const units = Array.from({ length: (2 * MEGABYTE) / unit.length }, () =>
			unit.replaceAll('ID', `${++id}`),
		);
		const body = begin + units.join('') + end;
		const read = ends(() => readAnswer({ status: 200, headers: {}, body }));
		if ('data' in read) ends(() => readPage(postList, read.data, read.raw));
		expect('data' in read || 'problem' in read).toBe(true);
	});
});

/** All that takes texts of people apart. Regular expressions alone are looked at by ESLint. */
const readers: Record<string, (text: string) => unknown> = {
	'a comparison in a look-up': (text) => ['title', 'data_mail'].map((by) => comparable(by, text)),
	'a comparison with similar posts': (text) =>
		new Similarity([{ title: text, description: text }]).ranked(text),
	'the choice of words to search': (text) => new Similarity([]).tellingWords(text).length,
	'a quote in an error': (text) => quoted([text], 'key-of-nobody'),
	'a hash that the trigger stores': fingerprint,
	'the reading of a date': (text) => toTimestamp(text, 'UTC'),
};

// A run of marks is sorted by insertion: of 250,000, that takes half a minute. And a letter can become 18.
describe.each([
	'\u0316\u0315',
	'\uFDFA',
	'a',
	'w1 w2 ',
	' \n',
	'1',
	'<a href="&amp&',
	'[{("<',
	'\uD83D',
	'\0',
	'\u202E\u2066',
	'検索機能を改善',
])('125,000 times %j', (unit) => {
	test.each(Object.entries(readers))('%s ends', (_what, read) => {
		expect(() => ends(() => read(`${unit.repeat(125_000)}x`))).not.toThrow();
	});
});
