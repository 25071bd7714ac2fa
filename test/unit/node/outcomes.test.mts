import { expect, test } from 'vitest';
import { type Outcome, toSentence } from '../../../nodes/shared/node/outcomes';

const LETTERS: Readonly<Record<string, Outcome>> = {
	c: 'carriedOut',
	u: 'unknown',
	n: 'notCarriedOut',
};

test.each([
	['cccccncunn', 'Items 0 to 4 and 6 were carried out, 7 is unknown, 5 and 8 to 9 were not.'],
	['cn', 'Item 0 was carried out, 1 was not.'],
	['uu', 'Items 0 to 1 are unknown.'],
	['un', 'Item 0 is unknown, 1 was not carried out.'],
	['nuun', 'Items 1 to 2 are unknown, 0 and 3 were not carried out.'],
	['cncnc', 'Items 0, 2 and 4 were carried out, 1 and 3 were not.'],
	['nnn', 'No item was carried out.'],
])('%s: %s', (letters, sentence) => {
	expect(toSentence([...letters].map((letter) => LETTERS[letter]))).toBe(sentence);
});
