import { expect, test } from 'vitest';
import { type Outcome, toSentence } from '../../../nodes/shared/node/outcomes';

const LETTERS: Readonly<Record<string, Outcome>> = {
	s: 'succeeded',
	u: 'unknown',
	n: 'notSucceeded',
};

test.each([
	['sssssnsunn', 'Items 0 to 4 and 6 succeeded, 7 is unknown, 5 and 8 to 9 did not.'],
	['sn', 'Item 0 succeeded, 1 did not.'],
	['uu', 'Items 0 to 1 are unknown.'],
	['un', 'Item 0 is unknown, 1 did not succeed.'],
	['nuun', 'Items 1 to 2 are unknown, 0 and 3 did not succeed.'],
	['snsns', 'Items 0, 2 and 4 succeeded, 1 and 3 did not.'],
	['nnn', 'No item succeeded.'],
])('%s: %s', (letters, sentence) => {
	expect(toSentence([...letters].map((letter) => LETTERS[letter]))).toBe(sentence);
});
