import { expect, test } from 'vitest';
import { readAnswer } from '../../../nodes/shared/service/envelope';
import { type Problem, saysEmpty } from '../../../nodes/shared/service/problems';

test.each([
	['0 items found', true],
	['0 NPS responses found.', true],
	['No results found', true],
	['no matching entries were found!', true],
	['No records were found for this filter', false],
	['No data found: your trial has ended', false],
	['Nothing found for this API key', false],
	['0 requests found', false],
	['Upgrade. No results found', false],
	['Nothing was found', true],
	['No data found', true],
	['Feedback not found.', false],
	['No post found', false],
	['No feedback found', false],
	['No items may be read by this key', false],
	['10 items found', false],
	['', false],
	[undefined, false],
])('a first page refused with %j: empty is %j', (message, isEmpty) => {
	for (const kind of ['notFound', 'refused'] as const) {
		expect(saysEmpty({ kind, message }, 0)).toBe(isEmpty);
		expect(saysEmpty({ kind, message, key: 'not_found' }, 0)).toBe(false);
	}
	expect(saysEmpty(ofAnother(message), 0)).toBe(false);
});

test('what is not a refusal of the list itself says nothing of it', () => {
	const message = '0 items found';
	const kinds = ['rateLimited', 'unauthorized', 'forbidden', 'serverFailed', 'invalid'] as const;
	for (const kind of kinds) {
		expect([0, 1].map((page) => saysEmpty({ kind, message }, page))).toEqual([false, false]);
	}
});

test('a page that is not found behind the first one is empty, unless another server says so', () => {
	expect(saysEmpty({ kind: 'notFound' }, 1)).toBe(true);
	expect(saysEmpty(ofAnother(), 1)).toBe(false);
});

/** What another server says in place of the service. */
function ofAnother(message?: string): Problem {
	const answer = { status: 404, headers: {}, body: JSON.stringify({ message }) };
	return (readAnswer(answer) as { problem: Problem }).problem;
}
