// What is said of a write that the service refused, or answered with something that cannot be read.
import { expect, test } from 'vitest';
import { FeedbackGroups } from '../../../nodes/FeedbackGroups/FeedbackGroups.node';
import { FeedbackPosts } from '../../../nodes/FeedbackPosts/FeedbackPosts.node';
import { byId, byKey } from '../n8n-context.mts';
import type { Scripted } from '../scripted-service.mts';
import { scriptedOperations } from './scripted-operations.mts';

const { service, run } = scriptedOperations();

const refusal = (status: number): Scripted => ({
	status,
	envelope: { status: 'error', message: 'No.' },
});
const create = async (more: Record<string, unknown> = {}) =>
	await run(FeedbackPosts, 'post.create', { title: 'Dark mode', type: byKey('idea'), ...more });

test('a post for an end-user who does not exist names the end-user', async () => {
	service.says(refusal(404));
	const created = create({ additionalFields: { user: byId(4711) } });
	await expect(created).rejects.toThrow(/end-user with ID 4711/);
});

test('a post that conflicts with another is not explained by the keys in use', async () => {
	service.answers(({ method }) =>
		method === 'GET'
			? { data: { items: { 1: { feedback_id: 1, type: 'bug', status: 'open' } } } }
			: refusal(409),
	);
	await expect(create()).rejects.toMatchObject({
		description: expect.not.stringContaining('recent posts use'),
	});
	expect(service.received.map(({ method }) => method)).toEqual(['POST']);
});

test.each([
	['larger than an answer may be', `"${'x'.repeat(9 * 1024 * 1024)}"`],
	['deeper than n8n can store', `${'['.repeat(300)}${']'.repeat(300)}`],
])('a create whose answer is %s may have been carried out', async (_, value) => {
	service.says({ status: 200, text: `{"status":"success","data":{"feedback_id":7,"x":${value}}}` });
	await expect(create()).rejects.toMatchObject({
		description: expect.stringMatching(/may exist/),
	});
	expect(service.received).toHaveLength(1);
});

test('a key of the metadata that stands in the JSON and in a row has the value of the row', async () => {
	service.says({ data: { group_id: 1 } });
	const meta = {
		objects: [{ json: '{"plan":"free","region":"EU"}' }],
		pairs: [{ key: 'plan', value: 'pro' }],
	};
	await run(FeedbackGroups, 'group.create', { id: 'acme', additionalFields: { meta } });
	expect(service.received).toMatchObject([{ body: { meta: { plan: 'pro', region: 'EU' } } }]);
});
