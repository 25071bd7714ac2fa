import { expect, test } from 'vitest';
import { path } from '../../../nodes/shared/client/path';
import { toNodeError } from '../../../nodes/shared/node/failure';
import type { Problem, ProblemKind } from '../../../nodes/shared/service/problems';
import { failureOf, node } from './failed-calls.mts';

const polled = (problem: Problem) => {
	const asked = { method: 'GET', path: path`/v1/posts`, repeatable: true, tries: 3 } as const;
	return toNodeError(failureOf(problem, asked), { node, event: 'New Post' });
};

const kinds: Partial<Record<ProblemKind, string>> = {
	rateLimited: 'The rate limit of the service was reached when asked for New Post',
	serverFailed: 'The service failed (HTTP 500) when asked for New Post',
	connectionLost: 'The connection to the service was lost when it was asked for New Post',
	forbidden: 'The API key is not allowed to read what New Post needs',
	notFound: 'The API was not found at this Base URL (HTTP 500) when asked for New Post',
	notOffered: 'The service does not offer to read what New Post needs',
	invalid: 'The service refused to read what New Post needs: No such status',
	refused: 'The service refused to read what New Post needs: No such status',
	tooLarge: 'The answer was too large when asked for New Post',
	incomplete: 'reported success but sent no record when asked for New Post',
	endless: 'The list could not be read completely when asked for New Post',
};

test.each(Object.entries(kinds) as Array<[ProblemKind, string]>)(
	'names its event once: %s',
	(kind, says) => {
		const { message } = polled({ kind, status: 500, message: 'No such status' });
		expect(message).toContain(says);
		expect(message.split('New Post')).toHaveLength(2);
	},
);

test('names its event beside a field that the service does not accept', () => {
	const fields = [{ field: 'filter', message: 'is unknown' }];
	expect(polled({ kind: 'invalid', status: 400, fields }).message).toBe(
		'The service does not accept filter: is unknown when asked for New Post',
	);
});

const advice: Partial<Record<ProblemKind, string>> = {
	rateLimited:
		'Tried 3 times.<br>The limit counts every workflow and tool that uses this workspace.<br>The next poll tries again.<br>Run fewer workflows in parallel, or poll less often.',
	serverFailed: 'Tried 3 times.<br>The next poll tries again.',
	connectionLost: 'Tried 3 times.<br>The next poll tries again.',
	notOffered:
		'It has no endpoint GET /v1/posts.<br>Check the Base URL in the credential. If it is correct, this service lacks the endpoint.',
	upgradeRequired: 'Change the plan in the service, or remove this step.',
	tooLarge:
		'One answer can hold 32 MB, 100,000 records and 2 million values. For a list, add filters such as a date, or lower the Limit.',
	tooDeep: 'n8n cannot store more than 200 levels. Contact the operator of the service.',
};

test.each(Object.entries(advice) as Array<[ProblemKind, string]>)(
	'says what to do about it: %s',
	(kind, says) => expect(polled({ kind }).description).toBe(says),
);
