import { expect, test } from 'vitest';
import { accountOf, fingerprintOf, isFingerprintOf } from '../../../nodes/shared/node/account';

test('in memory, keys are known by a whole hash that holds nothing of them', () => {
	expect(accountOf('key-1')).toMatch(/^[\w-]{43}$/);
	expect(accountOf('key-1')).toBe(accountOf('key-1'));
	expect(accountOf('key-1')).not.toBe(accountOf('key-2'));
});

test('what is stored differs from place to place, and is recognized in each', () => {
	const account = accountOf('key-1');
	const stored = Array.from({ length: 20 }, () => fingerprintOf(account));
	expect(new Set(stored.map((one) => one.split('.')[0])).size).toBe(20);
	expect(new Set(stored.map((one) => one.split('.')[1])).size).toBe(20);
	for (const one of stored) {
		expect(one).toMatch(/^[\w-]{11}\.[\w-]{16}$/);
		expect(isFingerprintOf(account, one)).toBe(true);
		expect(isFingerprintOf(accountOf('key-2'), one)).toBe(false);
		expect(account).not.toContain(one.split('.')[1]);
	}
});

test.each(['', '.', 'a', 'a.b', accountOf('key-1')])('another text is of nobody: %j', (stored) => {
	expect(isFingerprintOf(accountOf('key-1'), stored)).toBe(false);
});
