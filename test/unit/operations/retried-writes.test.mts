// Which writes are retried, where the table of all faults has only one form of them.
import { expect, test } from 'vitest';
import { FeedbackChangelog } from '../../../nodes/FeedbackChangelog/FeedbackChangelog.node';
import { FeedbackGroups } from '../../../nodes/FeedbackGroups/FeedbackGroups.node';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { keyed } from '../answers.mts';
import { byId } from '../n8n-context.mts';
import { post, scriptedOperations } from './scripted-operations.mts';

const { run, service } = scriptedOperations();

const failure = {
	status: 500,
	envelope: keyed('internal_error', 'Oops'),
};

test.each([{ draft: false }, { notify: false }, { announcement: false, notify_delay: true }])(
	'a changelog update that sends no email is retried: %j',
	async (updateFields) => {
		service.says(failure, { data: {} });
		const update = { updateId: byId(12), updateFields };
		await run(FeedbackChangelog, 'changelogUpdate.update', update);
		expect(service.received).toHaveLength(2);
	},
);

test.each([{ notify: true }, { announcement: true }, { notify: true, title: 'T' }])(
	'a changelog update that sends email is not retried: %j',
	async (updateFields) => {
		service.says(failure);
		const update = { updateId: byId(12), updateFields };
		await expect(run(FeedbackChangelog, 'changelogUpdate.update', update)).rejects.toMatchObject({
			description: expect.stringMatching(
				/\.<br>The changelog update may have been changed and its email sent, so the request was not retried\. Check the changelog update in the service before you run this item again\.(?:<br>The service said:.*)?$/,
			),
		});
		expect(service.received).toHaveLength(1);
	},
);

test.each([
	['a vote of an end-user', Feedback, 'vote.upsert', { ...post, user_id: byId(3) }],
	['a member', FeedbackGroups, 'groupMember.add', { groupId: byId(5), user_id: byId(3) }],
] as const)('%s is retried', async (_what, Node, task, given) => {
	service.says(failure, { data: { group_id: 5 } });
	await run(Node, task, given);
	expect(service.received).toHaveLength(2);
});

test.each([
	['a vote of nobody in particular', Feedback, 'vote.upsert', post],
	['a group that must be new', FeedbackGroups, 'group.create', { id: 'acme' }],
] as const)('%s is not retried', async (_what, Node, task, given) => {
	service.says(failure);
	await expect(run(Node, task, given)).rejects.toMatchObject({
		description: expect.stringContaining('may exist, so the request was not retried'),
	});
	expect(service.received).toHaveLength(1);
});
