// What a changelog update sends, and how one is found.
import { describe, expect, test } from 'vitest';
import { FeedbackChangelog } from '../../../nodes/FeedbackChangelog/FeedbackChangelog.node';
import { byId } from '../n8n-context.mts';
import { scriptedOperations } from './scripted-operations.mts';

const { run, service } = scriptedOperations();

describe('the settings of a changelog update', () => {
	const update = async (updateFields: Record<string, unknown>, clearFields: string[] = []) => {
		service.says({ data: { changelog_id: '12' } });
		await run(FeedbackChangelog, 'changelogUpdate.update', {
			updateId: byId(12),
			updateFields,
			clearFields,
		});
		return service.received[0].body;
	};

	test('are named as the user knows them, by us and by the service', async () => {
		await expect(update({ link: { a: 1 } })).rejects.toThrow("'Link' must be text");
		expect(service.received).toEqual([]);
		service.says({
			status: 400,
			envelope: {
				status: 'error',
				data: {
					key: 'validation_error',
					errors: [{ field: 'settings.link', message: 'is not a URL' }],
				},
			},
		});
		await expect(
			run(FeedbackChangelog, 'changelogUpdate.update', {
				updateId: byId(12),
				updateFields: { link: 'x' },
			}),
		).rejects.toThrow("The service does not accept 'Link' (settings.link): is not a URL");
	});
});

test('a changelog update may be scheduled: its date may lie in the future', async () => {
	service.says({ data: { changelog_id: '12' } });
	await run(FeedbackChangelog, 'changelogUpdate.update', {
		updateId: byId(12),
		updateFields: { created: '2999-01-02T03:04:05Z' },
	});
	expect(service.received[0].body).toEqual({ created: '2999-01-02 03:04:05' });
});
