import { expect, test } from 'vitest';
import { FeedbackChangelog } from '../../../nodes/FeedbackChangelog/FeedbackChangelog.node';
import { byId } from '../n8n-context.mts';
import { scriptedOperations } from './scripted-operations.mts';

const { run, service } = scriptedOperations();

test('a changelog update may be scheduled: its date may lie in the future', async () => {
	service.says({ data: { changelog_id: '12' } });
	const update = { updateId: byId(12), updateFields: { created: '2999-01-02T03:04:05Z' } };
	await run(FeedbackChangelog, 'changelogUpdate.update', update);
	expect(service.received[0].body).toEqual({ created: '2999-01-02 03:04:05' });
});
