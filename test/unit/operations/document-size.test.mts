// A document is as large as its text is on the wire: in UTF-8, not in characters.
import { describe, expect, test } from 'vitest';
import { FeedbackDocuments } from '../../../nodes/FeedbackDocuments/FeedbackDocuments.node';
import { scriptedOperations } from './scripted-operations.mts';

const { run, service } = scriptedOperations();
const MOST = 2 * 1024 * 1024;
const create = async (content: string) =>
	await run(FeedbackDocuments, 'document.create', { title: 'Goals', content, status: 'draft' });

describe.each([
	['Latin', 'a', 1],
	['Greek', 'α', 2],
	['Japanese', '語', 3],
	['emoji', '🦉', 4],
])('%s', (_script, character, bytes) => {
	const fits = Math.floor(MOST / bytes);

	test('is sent where it just fits', async () => {
		service.says({ data: { document_id: 1 } });
		await create(character.repeat(fits));
		expect(service.received).toHaveLength(1);
	});

	test('is refused with one character more, before it is sent', async () => {
		await expect(create(character.repeat(fits + 1))).rejects.toThrow(
			`must be at most ${MOST} bytes long as UTF-8, but has ${(fits + 1) * bytes}`,
		);
		expect(service.received).toEqual([]);
	});
});
