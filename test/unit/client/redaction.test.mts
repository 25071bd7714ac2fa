import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { path } from '../../../nodes/shared/client/path';
import { API_KEY, quoted } from '../../../nodes/shared/client/redaction';
import { isNotOffered, type ServiceFailure } from '../../../nodes/shared/client/service-failure';
import { endUserList } from '../../../nodes/shared/service/end-users';
import { post, postList } from '../../../nodes/shared/service/posts';
import { ends } from '../ends.mts';
import { error, scene, type Step } from './scripted-transport.mts';

const x = (count: number) => 'x'.repeat(count);

test.each<[string, string, string]>([
	['short', 'Nope', 'Nope'],
	['as long as may be', x(500), x(500)],
	['too long', x(501), `${x(500)}…`],
	['cut between two characters', `${x(498)}👍👍`, `${x(498)}👍…`],
	['cut within a character', `${x(499)}👍`, `${x(499)}…`],
	['with a character of two halves far before its end', `👍${x(500)}`, `👍${x(498)}…`],
	[
		'longer only because of a key',
		`${x(450)}${'secret'.repeat(10)}`,
		`${x(450)}${'***'.repeat(10)}`,
	],
	['with a key across its end', `${x(497)}secret`, `${x(497)}***`],
])('a text that is %s', (_what, text, quote) => {
	expect(quoted(text, 'secret')).toBe(quote);
	expect(quoted({ kind: 1, message: text }, 'secret')).toEqual({ kind: 1, message: quote });
});

describe('every form in which a key may be echoed', () => {
	const key = 'k+y/1=2:~._-Zz9';
	const basic = (text: string) => Buffer.from(text).toString('base64');

	const forms: Array<[string, string]> = [
		['as it is', key],
		['in capitals', key.toUpperCase()],
		['in JSON as PHP writes it', key.replaceAll('/', '\\/')],
		['in a URL', encodeURIComponent(key)],
		['in a URL, in small letters', encodeURIComponent(key).toLowerCase()],
		['in a URL twice', encodeURIComponent(encodeURIComponent(key))],
		['in HTML', key.replace(/\W/g, (one) => `&#x${one.charCodeAt(0).toString(16)};`)],
		['in HTML by decimals', key.replace(/./g, (one) => `&#0${one.charCodeAt(0)};`)],
		['by HTML names', key.replace('+', '&AMP;plus;').replace('/', '&sol;').replace(':', '&colon;')],
		['in JSON by codes', key.replaceAll('/', '\\u002F').replaceAll('=', '\\u003d')],
		['in HTML in a URL', encodeURIComponent(key.replaceAll('/', '&#x2F;'))],
		['in Base64', basic(key)],
		['in Base64 of URLs', basic(key).replaceAll('+', '-').replaceAll('/', '_')],
		['in Base64, before a colon', basic(`${key}:`)],
		['in Base64 in JSON', basic(`${key}:`).replaceAll('/', '\\/')],
		['in Base64 in a URL', encodeURIComponent(basic(`${key}:`))],
	];

	test.each(forms)('%s', (_what, form) => {
		const quote = quoted(`Bearer ${form} was sent`, key);
		// The last characters of Base64 depend on what follows the key.
		expect(quote).toMatch(/^Bearer \*\*\*\w{0,3}=* was sent$/);
	});

	test('whatever the key', () => {
		const keys = fc.stringMatching(API_KEY, { maxLength: 80 }).filter(({ length }) => length >= 8);
		fc.assert(
			fc.property(keys, (any) => {
				const echoes: string[] = [
					any,
					any.replaceAll('/', '\\/'),
					encodeURIComponent(any),
					basic(`${any}:`),
				];
				for (const other of ['x', 'xy', 'xyz']) echoes.push(`${other}${basic(other + any)}`);
				for (const echo of echoes) {
					const quote = quoted(echo, any);
					expect(quote).toContain('***');
					expect(quote.length).toBeLessThan(25);
				}
			}),
		);
	});

	test('in a megabyte of what each of its characters may begin', () => {
		for (const secret of ['/'.repeat(80), '%'.repeat(3), '+/='.repeat(20), 'a'.repeat(500)]) {
			for (const part of ['\\', '%25', '&#', '/', 'a', '\\\\/', '=']) {
				const text = part.repeat((1024 * 1024) / part.length);
				expect(ends(() => quoted([text], secret))[0].length).toBeLessThanOrEqual(501);
			}
		}
	});
});

test('no part of a key is left where a text is cut', () => {
	const key = 'a-secret-of-some-length';
	for (let before = 400; before <= 1_400; before++) {
		const echoes = key.repeat(Math.floor(before / key.length));
		const text = `${echoes}${x(before - echoes.length)}${key}${x(50_000)}`;
		expect(quoted(text, key)).not.toContain('a-sec');
	}
});

test('of many entries the first 20 are quoted, and of many texts 4,000 characters', () => {
	const few = Array.from({ length: 60 }, (_, n) => ({ field: `secret ${n}`, message: 'odd' }));
	const quotes = quoted(few, 'secret');
	expect(quotes).toHaveLength(20);
	expect(quotes.at(-1)).toEqual({ field: '*** 19', message: 'odd' });
	const long = few.map(() => x(1_000));
	expect(quoted(long, '').join('').replaceAll('…', '')).toHaveLength(4_000);
});

test('nothing that is decided by is masked, whatever the key', async () => {
	for (const apiKey of ['S', 'CERT', 'ECONNREFUSED', 'o', 'not_found', '0', 'v1', 'users']) {
		const failure = async (step: Step, list = postList) =>
			(await scene([step], { apiKey })
				.client.page(list, 0)
				.catch((thrown: unknown) => thrown)) as ServiceFailure;
		for (const code of ['SSRF_BLOCKED', 'CERT_HAS_EXPIRED', 'ECONNREFUSED', 'ETIMEDOUT']) {
			expect(await failure(code)).toMatchObject({ problem: { key: code } });
		}
		expect(await failure(error(404, 'not_found'))).toMatchObject({ problem: { key: 'not_found' } });
		expect(isNotOffered(await failure(error(404, 'not_found'), endUserList))).toBe(true);
		const saysEmpty = {
			status: 400,
			headers: {},
			body: '{"status":"error","message":"0 posts found"}',
		};
		expect(await failure(saysEmpty)).toMatchObject({ records: [] });
		const own = path`/v1/post/${`a${apiKey}`}`;
		await expect(scene([error(404, 'x')], { apiKey }).client.get(own, post)).rejects.toMatchObject({
			call: { path: { things: [{ segment: 'post', id: 'a***' }] } },
		});
	}
});
