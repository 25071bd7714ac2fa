import { expect, test } from 'vitest';
import { FeedbackGroups } from '../../../nodes/FeedbackGroups/FeedbackGroups.node';
import { ServiceFailure } from '../../../nodes/shared/client/failures';
import { path } from '../../../nodes/shared/client/path';
import { toNodeError } from '../../../nodes/shared/node/failure';
import { bearer, byId, execute } from '../n8n-context.mts';
import { scriptedService } from '../scripted-service.mts';
import { node } from './failed-calls.mts';

const service = scriptedService();

const add = async (baseUrl: string) =>
	await execute(FeedbackGroups, {
		parameters: {
			resource: 'groupMember',
			operation: 'add',
			groupId: byId(60001),
			user_id: byId(2381),
		},
		credentials: bearer(baseUrl, 'key'),
	});

test('an unknown end-user is not called a missing group', async () => {
	service.says({ status: 404, envelope: { status: 'error', data: { key: 'not_found' } } });
	await expect(add(service.baseUrl)).rejects.toThrow(
		'No group with ID 60001, or no end-user with ID 2381, in this workspace',
	);
});

test('an NPS response is called so, as in the editor', () => {
	const call = { method: 'GET', path: path`/v1/promoter/${9}`, repeatable: true } as const;
	const failure = new ServiceFailure({ kind: 'notFound', status: 404 }, call, 1, 0);
	expect(toNodeError(failure, { node }).message).toBe(
		'No NPS response with ID 9 in this workspace',
	);
});

test('a web page in place of the service is named with the host that sent it', async () => {
	service.says({ status: 200, envelope: 'hello' });
	const { host } = new URL(service.baseUrl);
	await expect(add(`${service.baseUrl}/some/folder`)).rejects.toMatchObject({
		description: expect.stringContaining(`A website or a proxy may answer at ${host}`),
	});
});
