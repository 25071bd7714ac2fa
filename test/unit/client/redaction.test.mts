import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redacted } from '../../../nodes/shared/client/redaction';

const x = (count: number) => 'x'.repeat(count);

test.each<[string, string, string]>([
	['short', 'Nope', 'Nope'],
	['as long as may be', x(500), x(500)],
	['too long', x(501), `${x(500)}…`],
	['cut between two characters', `${x(498)}👍👍`, `${x(498)}👍…`],
	['cut within a character', `${x(499)}👍`, `${x(499)}…`],
	['with a character of two halves far before its end', `👍${x(500)}`, `👍${x(498)}…`],
	[
		'longer only because of a secret',
		`${x(450)}${'secret'.repeat(10)}`,
		`${x(450)}${'***'.repeat(10)}`,
	],
	['with a secret across its end', `${x(497)}secret`, `${x(497)}***`],
])('a message that is %s', (_what, message, quoted) => {
	expect(redacted({ kind: 'refused', message }, ['secret'])).toEqual({
		kind: 'refused',
		message: quoted,
	});
});

describe('every form in which a key may be echoed', () => {
	const key = `k+y/1=2&"<'\\_Zz9`;
	const basic = (text: string) => Buffer.from(text).toString('base64');
	const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
	const each = (form: (character: string) => string) => Array.from(key, form).join('');

	const forms: Array<[string, string]> = [
		['as it is', key],
		['in JSON', JSON.stringify(key).slice(1, -1)],
		['in JSON as PHP writes it', JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/')],
		['in JSON in JSON', JSON.stringify(JSON.stringify(key)).slice(3, -3)],
		['in JSON in capitals', each((one) => `\\u00${hex(one).toUpperCase()}`)],
		['in JSON in small letters', each((one) => `\\u00${hex(one)}`)],
		['in JavaScript', each((one) => `\\x${hex(one)}`)],
		['in a URL', encodeURIComponent(key)],
		['in a URL, in small letters', each((one) => `%${hex(one)}`)],
		['in a URL, twice', encodeURIComponent(encodeURIComponent(key))],
		[
			'in HTML, by names',
			key.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
		],
		['in HTML, by numbers', each((one) => `&#${one.charCodeAt(0)};`)],
		['in HTML, by hexadecimal numbers', each((one) => `&#x${hex(one).toUpperCase()};`)],
		['in HTML, twice', key.replaceAll('&', '&amp;amp;')],
		...['', 'a', 'me', 'user', 'an.other'].flatMap(
			(user): Array<[string, string]> => [
				[`in base64 behind '${user}'`, basic(`${user}:${key}`)],
				[`in base64 behind '${user}', before a colon`, basic(`${user}${key}:`)],
				[
					`in base64url behind '${user}'`,
					basic(`${user}:${key}`).replaceAll('+', '-').replaceAll('/', '_'),
				],
				[`in base64 in JSON behind '${user}'`, basic(`${user}:${key}`).replaceAll('/', '\\/')],
				[`in base64 in a URL behind '${user}'`, encodeURIComponent(basic(`${user}:${key}`))],
			],
		),
	];

	test.each(forms)('%s', (_what, form) => {
		const { message } = redacted({ kind: 'refused', message: `Bearer ${form} was sent` }, [key]);
		expect(message).toMatch(/^Bearer [\w+]{0,11}\*\*\*(?:%3D|=)* was sent$/);
		for (const [, other] of forms.slice(0, 14)) expect(message).not.toContain(other);
	});

	test('whatever the key', () => {
		const keys = fc.string({
			unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
			minLength: 8,
			maxLength: 80,
		});
		fc.assert(
			fc.property(keys, fc.string({ maxLength: 5 }), (any, user) => {
				const echoes = [any, JSON.stringify(any), encodeURIComponent(any), basic(`${user}:${any}`)];
				for (const echo of echoes) {
					const { message = '' } = redacted({ kind: 'refused', message: echo }, [any]);
					expect(message).toContain('***');
					expect(message.length).toBeLessThan(20);
				}
			}),
		);
	});
});

test('a text of any size is looked through up to a bound, and no half of a secret is left', () => {
	const secret = 'a-secret-of-some-length';
	for (let before = 64 * 1024 - 30; before <= 64 * 1024; before++) {
		const echoes = secret.repeat(Math.floor(before / secret.length));
		const message = `${echoes}${x(before - echoes.length)}${secret}${x(50_000)}`;
		const { message: quoted } = redacted({ kind: 'refused', message }, [secret]);
		expect(quoted).not.toContain('a-sec');
	}
});

test('of many fields the first fifty are quoted', () => {
	const fields = Array.from({ length: 60 }, (_, n) => ({ field: `secret ${n}`, message: 'odd' }));
	const { fields: quoted } = redacted({ kind: 'invalid', fields }, ['secret']);
	expect(quoted).toHaveLength(50);
	expect(quoted?.at(-1)).toEqual({ field: '*** 49', message: 'odd' });
});
