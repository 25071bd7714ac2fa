// Which writes are retried.
import { expect, test } from 'vitest';
import { FeedbackChangelog } from '../../../nodes/FeedbackChangelog/FeedbackChangelog.node';
import { FeedbackIntelligence } from '../../../nodes/FeedbackIntelligence/FeedbackIntelligence.node';
import { Nps } from '../../../nodes/Nps/Nps.node';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { byId, type NodeClass } from '../n8n-context.mts';
import { post, scriptedOperations } from './scripted-operations.mts';

const { run, service } = scriptedOperations();

const failure = {
	status: 500,
	envelope: { status: 'error', data: { key: 'internal_error', message: 'Oops' } },
};

test('a vote of a user is retried', async () => {
	service.says(failure, { data: {} });
	await run(Feedback, 'vote.upsert', { ...post, user_id: byId(5) });
	expect(service.received).toHaveLength(2);
});

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
			description: expect.stringMatching(/may have been changed and its email sent.*not retried/),
		});
		expect(service.received).toHaveLength(1);
	},
);

test('a changelog update that sends email is retried if the service says that nothing was changed', async () => {
	const unsaved = { status: 'error', data: { key: 'write_failed', message: 'Disk full' } };
	service.says({ status: 500, envelope: unsaved }, { data: {} });
	const update = { updateId: byId(12), updateFields: { notify: true } };
	await run(FeedbackChangelog, 'changelogUpdate.update', update);
	expect(service.received).toHaveLength(2);
});

test.each([
	['comment.create', Feedback, { ...post, comment: 'Hi' }],
	['vote.upsert', Feedback, post],
	['changelogUpdate.create', FeedbackChangelog, { title: 'T' }],
	['npsResponse.create', Nps, { vote: 9 }],
	['queueItem.create', FeedbackIntelligence, { text: 'T' }],
] as Array<[string, NodeClass, Record<string, unknown>]>)(
	'%s is not retried',
	async (task, Node, parameters) => {
		service.says(failure);
		await expect(run(Node, task, parameters)).rejects.toMatchObject({
			description: expect.stringContaining('may exist, so the request was not retried'),
		});
		expect(service.received).toHaveLength(1);
	},
);
