// Where a field is not simply a key of the body, and what is refused before it is sent.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { FeedbackUsers } from '../../../nodes/FeedbackUsers/FeedbackUsers.node';
import { byId } from '../n8n-context.mts';
import { post, scriptedOperations } from './scripted-operations.mts';

const { run, service } = scriptedOperations();

const pair = (key: string, value = `Of ${key}`) => ({ key, value });

describe('an object of own data', () => {
	const send = async (data: unknown, clearFields: string[] = []) => {
		service.says({ data: { user_id: 5, data_name: 'ada' } });
		const updateFields = { data, data_id: 'c-1' };
		await run(FeedbackUsers, 'endUser.update', { userId: byId(5), updateFields, clearFields });
		const { data_id, ...body } = service.received[0].body as IDataObject;
		expect(data_id).toBe('c-1');
		return body;
	};

	test.each([
		['JSON text', '{"plan": "pro", "seats": 12}', { plan: 'pro', seats: 12 }],
		['an object', () => ({ plan: 'pro' }), { plan: 'pro' }],
		['an integer beyond 2^53', '{"ref": 90071992547409931}', { ref: '90071992547409931' }],
	])('goes out from %s', async (_form, data, sent) => {
		expect(await send(data)).toEqual({ data: sent });
	});

	test.each([
		['the field is empty', ''],
		['it is the default of the field', '{}'],
		['an expression finds nothing', () => ({})],
		['it is blank', ' { } '],
	])('is left alone where %s, and emptied where it is named', async (_how, data) => {
		expect(await send(data)).toEqual({});
		service.received.length = 0;
		expect(await send(data, ['data'])).toEqual({ data: {} });
	});

	test.each(['{"plan": ', '[1]', '"text"', '3'])(
		'is refused where it is something else: %s',
		async (data) => {
			await expect(send(data)).rejects.toThrow("'Custom Data' must be a JSON object");
			expect(service.received).toEqual([]);
		},
	);
});

describe('several entries of metadata', () => {
	const metadata = { pairs: ['a', 'b', 'c', 'd', 'e'].map((key) => pair(key)) };

	const stored = { status: 200, envelope: { status: 'success' } };

	test('are sent one after the other in their order, and come out as one item each', async () => {
		service.says(stored);
		const output = await run(Feedback, 'postMetadata.upsert', { ...post, metadata });
		expect(service.received.map(({ method, url, body }) => [method, url, body])).toEqual(
			metadata.pairs.map((entry) => ['PUT', '/v1/post/7/meta', entry]),
		);
		expect(output).toEqual(metadata.pairs.map((entry) => ({ feedback_id: 7, ...entry })));
	});

	test('say which were stored if one fails, and those after it are not sent', async () => {
		service.says(stored, stored, { status: 403, envelope: { status: 'error' } });
		const failure = run(Feedback, 'postMetadata.upsert', { ...post, metadata });
		await expect(failure).rejects.toMatchObject({
			httpCode: '403',
			description: expect.stringMatching(/Stored before: a, b$/),
		});
		expect(service.received).toHaveLength(3);
	});
});

test.each([
	['no entry', undefined, "'Metadata' must have at least one entry"],
	[
		'a value without a key',
		{ pairs: [pair('a'), { key: ' ', value: 'b' }] },
		"'Metadata' has a value without a",
	],
	['a key that is no text', { pairs: [{ key: () => ({ a: 1 }), value: 'b' }] }, 'that is no text'],
])('metadata with %s is refused before anything is sent', async (_what, metadata, message) => {
	const given = { ...post, ...(metadata && { metadata }) };
	await expect(run(Feedback, 'postMetadata.upsert', given)).rejects.toThrow(message);
	expect(service.received).toEqual([]);
});
