import { expect, test } from 'vitest';
import { keyHashOf, fingerprintOf, isFingerprintOf } from '../../../nodes/shared/node/key-hash';

test('in memory, keys are known by a whole hash that holds nothing of them', () => {
	expect(keyHashOf('key-1')).toMatch(/^[\w-]{43}$/);
	expect(keyHashOf('key-1')).toBe(keyHashOf('key-1'));
	expect(keyHashOf('key-1')).not.toBe(keyHashOf('key-2'));
});

test('what is stored differs from place to place, and is recognized in each', () => {
	const keyHash = keyHashOf('key-1');
	const stored = Array.from({ length: 20 }, () => fingerprintOf(keyHash));
	expect(new Set(stored.map((one) => one.split('.')[0])).size).toBe(20);
	expect(new Set(stored.map((one) => one.split('.')[1])).size).toBe(20);
	for (const one of stored) {
		expect(one).toMatch(/^[\w-]{11}\.[\w-]{16}$/);
		expect(isFingerprintOf(keyHash, one)).toBe(true);
		expect(isFingerprintOf(keyHashOf('key-2'), one)).toBe(false);
		expect(keyHash).not.toContain(one.split('.')[1]);
	}
});

test.each(['', '.', 'a', 'a.b', keyHashOf('key-1')])('another text is of nobody: %j', (stored) => {
	expect(isFingerprintOf(keyHashOf('key-1'), stored)).toBe(false);
});
