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

test('a changelog update that was given a new date is found where it stands, in a list by ID', async () => {
	const updates = Array.from({ length: 250 }, (_, index) => ({
		changelog_id: 250 - index,
		created:
			index === 180
				? '2025-03-02 08:00:00'
				: new Date(Date.UTC(2024, 0, 1) - index * 60_000).toISOString(),
	}));
	service.answers(({ url }) => {
		const page = Number(new URL(url, service.baseUrl).searchParams.get('page'));
		const items = updates.slice(page * 100, page * 100 + 100);
		return { data: { items, has_more: page < 2 } };
	});
	const found = await run(FeedbackChangelog, 'changelogUpdate.getAll', {
		returnAll: true,
		filters: { createdSince: '2025-03-01 00:00:00' },
	});
	expect(found).toEqual([{ changelog_id: 70, created: '2025-03-02 08:00:00' }]);
});
