// Advice that a person can follow: it names what the panel has, and what was really asked for.
import { expect, test } from 'vitest';
import { create as createQueueItem } from '../../../nodes/FeedbackIntelligence/queueItem/create';
import { create as createPost } from '../../../nodes/Feedback/post/create';
import { upsert as vote } from '../../../nodes/Feedback/vote/upsert';
import { toNodeError } from '../../../nodes/shared/node/failure';
import type { Operation } from '../../../nodes/shared/node/operation';
import type { Problem } from '../../../nodes/shared/service/problems';
import { failureOf, node } from './failed-calls.mts';

const adviceOn = (problem: Problem, operation: Operation) =>
	String(toNodeError(failureOf(problem), { node, operation }).description);

test.each<[string, Operation, boolean]>([
	['a post', createPost, true],
	['a queue item', createQueueItem, false],
	['a vote', vote, false],
])('Get Many is named only where there is one: %s', (_what, operation, isNamed) => {
	const advice = adviceOn({ kind: 'serverFailed', status: 500 }, operation);
	expect(advice).toContain('Look for it in the service');
	expect(advice.includes('Get Many')).toBe(isNamed);
});

test.each([413, 414, 431])(
	'a request too large for a gateway, HTTP %i, is not blamed on the Base URL',
	(status) => {
		const advice = adviceOn({ kind: 'notTheService', status }, createPost);
		expect(advice.split('<br>')[0]).toBe(
			'A server before the service does not take a request of this size. Send less text.',
		);
		expect(advice).not.toContain('Base URL');
	},
);
