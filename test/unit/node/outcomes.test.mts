import { expect, test } from 'vitest';
import { type Outcome, toSentence } from '../../../nodes/shared/node/outcomes';

const LETTERS: Readonly<Record<string, Outcome>> = {
	s: 'Succeeded',
	u: 'Unknown',
	n: 'Not succeeded',
};

test.each([
	['sssssnsunn', 'Succeeded: 0 to 4, 6. Unknown: 7. Not succeeded: 5, 8 to 9.'],
	['sn', 'Succeeded: 0. Not succeeded: 1.'],
	['uu', 'Unknown: 0 to 1.'],
	['nnn', 'Not succeeded: 0 to 2.'],
])('%s: %s', (letters, sentence) => {
	const outcomes = [...letters].map((letter) => LETTERS[letter]);
	expect(toSentence(outcomes)).toBe(`Items by their number. ${sentence}`);
});
