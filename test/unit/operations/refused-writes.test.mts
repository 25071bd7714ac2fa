// What is said of a write that the service refused, or answered with something that cannot be read.
import { expect, test } from 'vitest';
import { FeedbackChangelog } from '../../../nodes/FeedbackChangelog/FeedbackChangelog.node';
import { FeedbackGroups } from '../../../nodes/FeedbackGroups/FeedbackGroups.node';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { failure, said } from '../answers.mts';
import { byId, byKey } from '../n8n-context.mts';
import type { Scripted } from '../scripted-service.mts';
import { scriptedOperations } from './scripted-operations.mts';

const { service, run } = scriptedOperations();

const refusal = (status: number): Scripted => ({
	status,
	envelope: said('No.'),
});
const create = async (more: Record<string, unknown> = {}) =>
	await run(Feedback, 'post.create', { title: 'Dark mode', type: byKey('idea'), ...more });

test('an end-user who does not exist is named, by the ID, whatever the body calls it', async () => {
	service.says(refusal(404));
	await expect(create({ additionalFields: { user: byId(4711) } })).rejects.toMatchObject({
		message: expect.stringContaining('end-user with ID 4711'),
		description: expect.stringMatching(/^Check the ID,/),
	});
	const member = { groupId: byId(60001), user_id: byId(2381) };
	await expect(run(FeedbackGroups, 'groupMember.add', member)).rejects.toThrow(
		'No group with ID 60001, or no end-user with ID 2381 in this workspace',
	);
});

test.each([
	['larger than an answer may be', `"${'x'.repeat(33 * 1024 * 1024)}"`],
	['deeper than n8n can store', `${'['.repeat(300)}${']'.repeat(300)}`],
])('a create whose answer is %s may have been carried out', async (_, value) => {
	service.says({ status: 200, text: `{"status":"success","data":{"feedback_id":7,"x":${value}}}` });
	await expect(create()).rejects.toMatchObject({
		description: expect.stringMatching(/may exist/),
	});
	expect(service.received).toHaveLength(1);
});

test.each([
	// Another field has the name of its key.
	[FeedbackGroups, 'group.create', { id: 'a', meta: { name: 'Acme' } }, "'Metadata' (meta.name)"],
	[FeedbackChangelog, 'changelogUpdate.update', { link: 'x' }, "'Link' (settings.link)"],
] as const)('%o: what is refused is named by its field: %s', async (Node, task, given, named) => {
	const field = /\((.*)\)/.exec(named)![1];
	const data = { key: 'validation_error', errors: [{ field, message: 'is too long' }] };
	service.says({ status: 400, envelope: failure(data) });
	const { id, ...more } = { id: undefined, ...given };
	const parameters = id
		? { id, additionalFields: more }
		: { updateId: byId(12), updateFields: more };
	const refused = `The service does not accept ${named}: is too long`;
	await expect(run(Node, task, parameters)).rejects.toThrow(refused);
});
