// How the fields of one item are read where they are not simply a key of a body.
import { describe, expect, test } from 'vitest';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { readCredential } from '../../../nodes/shared/node/credential';
import { bearer, execute, type Setup } from '../n8n-context.mts';
import { scriptedService } from '../scripted-service.mts';

const service = scriptedService();

async function list(parameters: Setup['parameters']) {
	const posts = Array.from({ length: 100 }, (_, n) => ({ feedback_id: n, title: 'T', scoring: 1 }));
	service.answers(({ url }) => {
		const { searchParams } = new URL(url, service.baseUrl);
		const [page, size] = ['page', 'per_page'].map((name) => Number(searchParams.get(name)));
		const items = posts.slice(page * size, (page + 1) * size);
		return { data: { items, has_more: (page + 1) * size < posts.length } };
	});
	return await execute(Feedback, {
		parameters: { resource: 'post', operation: 'getAll', ...parameters },
		credentials: bearer(service.baseUrl, 'key'),
	});
}

describe('Return All and Limit', () => {
	test.each<[string, unknown, unknown, number]>([
		['all', true, undefined, 100],
		['all, as a spreadsheet writes it', () => ' TRUE ', 5, 100],
		['up to the limit', false, 5, 5],
		['up to the limit, when nothing is said', () => '', 5, 5],
		['a limit as a spreadsheet writes it', false, () => '9.0', 9],
		['no limit given', false, () => '', 50],
		['a limit that is not found', false, () => null, 50],
	])('%s', async (_what, returnAll, limit, count) => {
		expect(await list({ returnAll, limit })).toHaveLength(count);
	});

	test('the text false, written by hand, for which n8n keeps no limit', async () => {
		expect(await list({ returnAll: 'false' })).toHaveLength(50);
	});
});

test.each<[unknown, boolean]>([
	[() => '', true],
	[() => undefined, true],
	[() => 'False', false],
])('Simplify as %s is %s', async (simplify, isShort) => {
	const [{ json }] = await list({ simplify, limit: 1 });
	expect('scoring' in json).toBe(!isShort);
});

test.each<[unknown, boolean]>([
	[true, true],
	['true', true],
	[false, false],
	['false', false],
	['', false],
	['yes', false],
	[1, false],
	[undefined, false],
])('Allow Unencrypted HTTP as %j is %s', (allowHttp, isAllowed) => {
	expect(readCredential({ allowHttp }).allowHttp).toBe(isAllowed);
});

test.each(['key', ' key ', 'Bearer key', 'bearer  key'])(
	'the API Key %j is sent as key',
	(apiKey) => {
		expect(readCredential({ apiKey }).apiKey).toBe('key');
	},
);
