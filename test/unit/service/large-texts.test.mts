// Texts of a hostile service, or out of a webhook, that are large and made to keep n8n busy.
import { describe, expect, test } from 'vitest';
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

test.each<[begin: string, unit: string, end: string]>([
	['{"status":"success","data":{"items":{"0":{}', ',"ID":{"feedback_id":"ID"}', '}}}'],
	['{"status":"success","data":[{}', ',{"promoter_id":ID,"vote":9}', ']}'],
	['{"status":"success","data":{"items":[{}],"description":"', '\\u0041\\n', '"}}'],
	['{"status":"success","data":{"feedback_id":1,"x":[0', ',12345678901234567890', ']}}'],
	['{"status":"success","data":', '{"a":', ''],
	['{"status":"error","message":"', '%2Fkey &amp;lt;b&#x67;', '"}'],
	['<html>', '<p>&nbsp;', '</html>'],
	['{"status":"success","data":{"items":{', '"', ''],
])('an answer of 2 MB is read in the time its size takes: %s%s%s', (begin, unit, end) => {
	let id = 0;
	const units = Array.from({ length: (2 * MEGABYTE) / unit.length }, () =>
		unit.replaceAll('ID', `${++id}`),
	);
	const body = begin + units.join('') + end;
	const read = ends(() => readAnswer({ status: 200, headers: {}, body }));
	if ('data' in read) ends(() => readPage(postList, read.data, read.raw));
	expect('data' in read || 'problem' in read).toBe(true);
});
