import { expect, test } from 'vitest';
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

test('of many fields the first fifty are quoted', () => {
	const fields = Array.from({ length: 60 }, (_, n) => ({ field: `secret ${n}`, message: 'odd' }));
	const { fields: quoted } = redacted({ kind: 'invalid', fields }, ['secret']);
	expect(quoted).toHaveLength(50);
	expect(quoted?.at(-1)).toEqual({ field: '*** 49', message: 'odd' });
});
