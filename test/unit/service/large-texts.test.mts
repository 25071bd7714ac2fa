// Texts of a hostile service, or out of a webhook, that are large and made to keep n8n busy.
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../nodes/shared/service/json';
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
