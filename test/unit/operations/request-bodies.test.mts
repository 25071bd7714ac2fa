// Where a field is not simply a key of the body, and what is refused before it is sent.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { FeedbackUsers } from '../../../nodes/FeedbackUsers/FeedbackUsers.node';
import { byId } from '../n8n-context.mts';
import { scriptedOperations } from './scripted-operations.mts';

const { run, service } = scriptedOperations();

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
