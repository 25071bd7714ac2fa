// How the fields of one item are read where they are not simply a key of a body.
import { tryToParseDateTime } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { FeedbackChangelog } from '../../../nodes/FeedbackChangelog/FeedbackChangelog.node';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { readCredential } from '../../../nodes/shared/node/credential';
import { bearer, byId, execute, type Setup } from '../n8n-context.mts';
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
		['up to the limit, when nothing is found', () => null, 5, 5],
		['a limit as a spreadsheet writes it', false, () => '9.0', 9],
		['no limit given', false, () => '', 50],
		['a limit that is not found', false, () => null, 50],
	])('%s', async (_what, returnAll, limit, count) => {
		expect(await list({ returnAll, limit })).toHaveLength(count);
	});

	test('the text false, written by hand, for which n8n keeps no limit', async () => {
		expect(await list({ returnAll: 'false' })).toHaveLength(50);
	});

	test.each<[unknown, string]>([
		[0, 'must be at least 1'],
		[() => '-1', 'must be at least 1'],
		[2.5, 'must be a whole number'],
		[() => 'ten', 'must be a whole number'],
	])('a limit of %s is refused by name, before anything is sent', async (limit, says) => {
		await expect(list({ limit })).rejects.toThrow(`'Limit' ${says}`);
		expect(service.received).toEqual([]);
	});

	test('a Return All that is neither true nor false is refused by name', async () => {
		const failure = list({ returnAll: () => 'yes' });
		await expect(failure).rejects.toThrow("'Return All' must be true or false");
		expect(service.received).toEqual([]);
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

describe('a switch of the service', () => {
	const send = async (value: unknown) => {
		service.says({ data: { comment_id: 9 } });
		await execute(Feedback, {
			parameters: {
				resource: 'comment',
				operation: 'create',
				postId: byId(7),
				comment: 'Hi',
				public: false,
				additionalFields: { pinned: value },
			},
			credentials: bearer(service.baseUrl, 'key'),
		});
		return (service.received[0].body as { pinned?: unknown }).pinned;
	};

	test.each<[unknown, unknown]>([
		[false, false],
		[() => 'true', true],
		[() => '', undefined],
		[() => null, undefined],
	])('%s goes out as %s', async (given, sent) => {
		expect(await send(given)).toBe(sent);
	});
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

describe('a date in an update', () => {
	const send = async (created: unknown, timezone: string) => {
		service.says({ data: { changelog_id: 5 } });
		await execute(FeedbackChangelog, {
			parameters: {
				resource: 'changelogUpdate',
				operation: 'update',
				updateId: byId(5),
				updateFields: { created },
			},
			credentials: bearer(service.baseUrl, 'key'),
			timezone,
		});
		return service.received[0].body;
	};

	test.each([
		['Europe/Berlin', '2024-07-01 10:00:00'],
		['America/New_York', '2024-07-01 16:00:00'],
	])('without a zone is read in that of the workflow, %s', async (zone, created) => {
		expect(await send('2024-07-01T12:00:00', zone)).toEqual({ created });
	});

	test('of Luxon keeps its own', async () => {
		const date = tryToParseDateTime('2024-07-01T12:00:00', 'Asia/Tokyo');
		expect(await send(() => date, 'Europe/Berlin')).toEqual({ created: '2024-07-01 03:00:00' });
	});
});
