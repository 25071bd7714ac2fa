// What the v1 operations do where the specification is silent, and where a field is not simply a key of the body.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { FeedbackChangelog } from '../../nodes/FeedbackChangelog/FeedbackChangelog.node';
import { FeedbackIntelligence } from '../../nodes/FeedbackIntelligence/FeedbackIntelligence.node';
import { FeedbackNps } from '../../nodes/FeedbackNps/FeedbackNps.node';
import { FeedbackPosts } from '../../nodes/FeedbackPosts/FeedbackPosts.node';
import { FeedbackUsers } from '../../nodes/FeedbackUsers/FeedbackUsers.node';
import { bearer, byId, byKey, execute, listSearch, type NodeClass } from './n8n-context.mts';
import { scriptedService } from './scripted-service.mts';

const service = scriptedService();

/** Runs one operation, `resource.operation`, and gives what came out. */
async function run(
	Node: NodeClass,
	task: string,
	parameters: Record<string, unknown>,
	items?: IDataObject[],
) {
	const [resource, operation] = task.split('.');
	const output = await execute(Node, {
		parameters: { resource, operation, ...parameters },
		credentials: bearer(service.baseUrl, 'key'),
		items,
	});
	return output.map(({ json }) => json);
}

/** Asks for a list of the editor. */
const search = async (method: string, parameters: Record<string, unknown> = {}, filter?: string) =>
	await listSearch(
		FeedbackPosts,
		method,
		{ parameters, credentials: bearer(service.baseUrl, 'key') },
		filter,
	);

const fromList = (value: string) => ({ __rl: true, mode: 'list', value });
const post = { postId: byId(7) };

describe('the settings of a changelog update', () => {
	const update = async (updateFields: Record<string, unknown>, clearFields: string[] = []) => {
		service.says({ data: { changelog_id: '12' } });
		const [output] = await run(FeedbackChangelog, 'changelogUpdate.update', {
			updateId: byId(12),
			updateFields,
			clearFields,
		});
		return { output, body: service.received[0].body };
	};

	test('stand in an object of their own on the wire', async () => {
		const { body, output } = await update({
			title: 'New',
			link: 'https://example.com',
			link_color: '#ff0000',
			notify: false,
		});
		expect(body).toEqual({
			title: 'New',
			settings: { link: 'https://example.com', link_color: '#ff0000' },
			notify: false,
		});
		expect(output).toEqual({ changelog_id: 12 });
	});

	test('are left alone where none was filled in, and cleared where they are named', async () => {
		expect((await update({ segment: 'a', link: '' })).body).toEqual({ segment: 'a' });
		service.received.length = 0;
		expect((await update({ link: 'x' }, ['link_text', 'link_color'])).body).toEqual({
			settings: { link: 'x', link_text: '', link_color: '' },
		});
	});

	test('are named as the user knows them, by us and by the service', async () => {
		await expect(update({ link: { a: 1 } })).rejects.toThrow("'Link' (settings.link) must be text");
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
		'is refused where it is none: %s',
		async (data) => {
			await expect(send(data)).rejects.toThrow("'Custom Data' must be a JSON object");
			expect(service.received).toEqual([]);
		},
	);
});

test('a text of an end-user is cleared by its name, and one that is empty stays', async () => {
	service.says({ data: { user_id: 5 } });
	await run(FeedbackUsers, 'endUser.update', {
		userId: fromList('5'),
		updateFields: { data_mail: '', data_id: 'c-1' },
		clearFields: ['data_full_name'],
	});
	expect(service.received[0]).toEqual({
		method: 'PUT',
		url: '/v1/user/5',
		body: { data_full_name: '', data_id: 'c-1' },
	});
});

describe('lists whose form is not documented', () => {
	const ada = { user_id: 4, data_name: 'ada' };
	const bob = { user_id: 31, data_name: 'bob' };
	const keyed = { '4': { data_name: 'ada' }, '31': { user_id: '31', data_name: 'bob' } };
	const first = { comment_id: 90, comment: 'One' };
	const second = { comment_id: 8, comment: 'Two' };
	const listUsers = async () =>
		await run(FeedbackUsers, 'endUser.getAll', { returnAll: true, simplify: false });
	const listComments = async () =>
		await run(FeedbackPosts, 'comment.getAll', { ...post, returnAll: true, simplify: false });

	test.each([
		['an array of items', { items: [ada, bob], has_more: false, page: 0 }],
		['items by id', { items: keyed, has_more: false }],
		['users by id', { users: keyed, has_more: false }],
		['an array', [ada, bob]],
		['an object by id', keyed],
	])('end-users: %s', async (_form, data) => {
		service.says({ data }, { data: [] });
		expect(await listUsers()).toEqual([ada, bob]);
	});

	test.each([
		['comments by id', { comments: { '8': { comment: 'Two' }, '90': first }, has_more: false }],
		['an array of comments', { comments: [second, first], has_more: false }],
		['an array of items', { items: [second, first], has_more: false }],
		['an array', [second, first]],
	])('comments: %s', async (_form, data) => {
		service.says({ data }, { data: [] });
		expect(await listComments()).toEqual([second, first]);
		expect(service.received[0].url).toBe('/v1/post/7/comments?per_page=100&page=0');
	});

	test.each([[{ comments: [] }], [{ comments: {}, has_more: false }], [[]], [{}]])(
		'none at all: %j',
		async (data) => {
			service.says({ data });
			expect(await listComments()).toEqual([]);
		},
	);

	test.each([[{ message: 'ok' }], [{ comments: 'none' }], [null], ['x'], [[1]]])(
		'what is no list is never taken for an empty one: %j',
		async (data) => {
			service.says({ data });
			await expect(listComments()).rejects.toThrow('reported success but sent no comment');
		},
	);

	test('NPS responses: arrays without has_more, to the end, each once', async () => {
		const page = (from: number) =>
			Array.from({ length: 100 }, (_, at) => ({ promoter_id: String(from + at), vote: 9 }));
		service.answers(({ url }) => {
			const number = Number(new URL(url, service.baseUrl).searchParams.get('page'));
			return { data: number < 3 ? page(number * 90) : [] };
		});
		const output = await run(FeedbackNps, 'npsResponse.getAll', { returnAll: true });
		expect(output.map(({ promoter_id }) => promoter_id)).toEqual(
			Array.from({ length: 280 }, (_, at) => at),
		);
	});
});

describe('the metadata of a post comes out as it is', () => {
	test.each([
		['a map', { color: 'red' }, [{ feedback_id: 7, color: 'red' }]],
		[
			'an array of records',
			[
				{ key: 'a', value: '1' },
				{ key: 'b', value: '2' },
			],
			[
				{ feedback_id: 7, key: 'a', value: '1' },
				{ feedback_id: 7, key: 'b', value: '2' },
			],
		],
		['an empty map', {}, [{ feedback_id: 7 }]],
		['an empty map as PHP writes it', [], [{ feedback_id: 7 }]],
	])('%s', async (_form, data, output) => {
		service.says({ data });
		expect(await run(FeedbackPosts, 'postMetadata.get', post)).toEqual(output);
		expect(service.received[0]).toMatchObject({ method: 'GET', url: '/v1/post/7/meta' });
	});

	test('nothing is not an empty map', async () => {
		service.says({ status: 200, envelope: { status: 'success' } });
		await expect(run(FeedbackPosts, 'postMetadata.get', post)).rejects.toThrow('sent no metadata');
	});
});

describe('an answer that is only a status', () => {
	const said = async (...task: Parameters<typeof run>) => {
		service.says({ status: 200, envelope: { status: 'success' } });
		const [output] = await run(...task);
		return { output, sent: service.received[0] };
	};

	test('vote', async () => {
		const vote = { ...post, vote: -1, user_id: fromList('31') };
		expect(await said(FeedbackPosts, 'vote.upsert', vote)).toEqual({
			output: { feedback_id: 7, vote: -1, user_id: 31 },
			sent: { method: 'POST', url: '/v1/post/7/vote', body: { vote: -1, user_id: 31 } },
		});
	});

	test('vote without a user', async () => {
		const { sent } = await said(FeedbackPosts, 'vote.upsert', post);
		expect(sent.body).toEqual({ vote: 1 });
	});

	test('metadata, also an empty value', async () => {
		const entry = { ...post, key: 'color', value: '' };
		expect(await said(FeedbackPosts, 'postMetadata.upsert', entry)).toEqual({
			output: { feedback_id: 7, key: 'color', value: '' },
			sent: { method: 'PUT', url: '/v1/post/7/meta', body: { key: 'color', value: '' } },
		});
	});

	test('queue', async () => {
		const item = { text: 'Hello', additionalFields: { title: 'T', user_name: '' } };
		expect(await said(FeedbackIntelligence, 'queueItem.create', item)).toEqual({
			output: { queued: true, title: 'T' },
			sent: {
				method: 'POST',
				url: '/v1/intelligence/queue',
				body: { text: 'Hello', title: 'T' },
			},
		});
	});

	test('a comment created, changed and deleted', async () => {
		const one = { ...post, commentId: byId(9) };
		// A create that is not told the ID of what it made has nothing to hand on.
		const created = said(FeedbackPosts, 'comment.create', { ...post, comment: 'Hi' });
		await expect(created).rejects.toThrow('The service reported success but sent no comment');
		service.received.length = 0;
		const changes = { updateFields: { public: false } };
		expect(await said(FeedbackPosts, 'comment.update', { ...one, ...changes })).toEqual({
			output: { comment_id: 9 },
			sent: { method: 'PUT', url: '/v1/post/7/comment/9', body: { public: false } },
		});
		service.received.length = 0;
		expect(await said(FeedbackPosts, 'comment.delete', one)).toEqual({
			output: { deleted: true, comment_id: 9, feedback_id: 7 },
			sent: { method: 'DELETE', url: '/v1/post/7/comment/9', body: undefined },
		});
	});

	test('an answer that says more is not covered up', async () => {
		service.says({ data: { vote: 1, total_sum: '12' } });
		expect(await run(FeedbackPosts, 'vote.upsert', { ...post, vote: 5 })).toEqual([
			{ feedback_id: 7, vote: 1, total_sum: '12' },
		]);
	});
});

describe('what may be sent twice', () => {
	const failure = {
		status: 500,
		envelope: { status: 'error', data: { key: 'internal_error', message: 'Oops' } },
	};

	test('a vote of a user is tried again', async () => {
		service.says(failure, { data: {} });
		await run(FeedbackPosts, 'vote.upsert', { ...post, user_id: byId(5) });
		expect(service.received).toHaveLength(2);
	});

	test.each([{ draft: false }, { notify: false }, { announcement: false, notify_delay: true }])(
		'a changelog update that reaches nobody is: %j',
		async (updateFields) => {
			service.says(failure, { data: {} });
			const update = { updateId: byId(12), updateFields };
			await run(FeedbackChangelog, 'changelogUpdate.update', update);
			expect(service.received).toHaveLength(2);
		},
	);

	test.each([{ notify: true }, { announcement: true }, { notify: true, title: 'T' }])(
		'a changelog update that reaches people is not: %j',
		async (updateFields) => {
			service.says(failure);
			const update = { updateId: byId(12), updateFields };
			await expect(run(FeedbackChangelog, 'changelogUpdate.update', update)).rejects.toMatchObject({
				description: expect.stringMatching(
					/may have been changed and its email sent.*not retried/,
				),
			});
			expect(service.received).toHaveLength(1);
		},
	);

	test('a changelog update that reaches people is, where the service says that nothing was changed', async () => {
		const unsaved = { status: 'error', data: { key: 'write_failed', message: 'Disk full' } };
		service.says({ status: 500, envelope: unsaved }, { data: {} });
		const update = { updateId: byId(12), updateFields: { notify: true } };
		await run(FeedbackChangelog, 'changelogUpdate.update', update);
		expect(service.received).toHaveLength(2);
	});

	test.each([
		['comment.create', FeedbackPosts, { ...post, comment: 'Hi' }],
		['vote.upsert', FeedbackPosts, post],
		['changelogUpdate.create', FeedbackChangelog, { title: 'T' }],
		['npsResponse.create', FeedbackNps, { vote: 9 }],
		['queueItem.create', FeedbackIntelligence, { text: 'T' }],
	] as Array<[string, NodeClass, Record<string, unknown>]>)(
		'%s is not',
		async (task, Node, parameters) => {
			service.says(failure);
			await expect(run(Node, task, parameters)).rejects.toMatchObject({
				description: expect.stringContaining('may exist, so the request was not retried'),
			});
			expect(service.received).toHaveLength(1);
		},
	);
});

test('NPS responses of one user keep their order, those of others do not wait', async () => {
	const arrived: unknown[] = [];
	const other = Promise.withResolvers<void>();
	service.answers(async ({ body }) => {
		const { vote, user_id } = body as { vote: number; user_id: number };
		// The first user is answered once the other one has come, which must not wait for that.
		if (user_id === 1) await other.promise;
		else other.resolve();
		arrived.push([user_id, vote]);
		return { data: { promoter_id: vote, action: 'created' } };
	});
	const output = await run(
		FeedbackNps,
		'npsResponse.create',
		{ vote: (json: IDataObject) => json.vote, user_id: (json: IDataObject) => json.user },
		[
			{ user: 1, vote: 3 },
			{ user: 1, vote: 8 },
			{ user: 2, vote: 5 },
		],
	);
	expect(arrived).toEqual([
		[2, 5],
		[1, 3],
		[1, 8],
	]);
	expect(output.map(({ promoter_id }) => promoter_id)).toEqual([3, 8, 5]);
});

describe('nothing is sent where the service would surely refuse', () => {
	test.each([
		['comment.create', FeedbackPosts, { ...post, comment: '' }, "'Comment Text' must not"],
		['vote.upsert', FeedbackPosts, { ...post, vote: 1.5 }, "'Vote' must be a whole number"],
		['vote.upsert', FeedbackPosts, { ...post, user_id: byId('ada') }, "'End-User' must be a"],
		['postMetadata.upsert', FeedbackPosts, { ...post, key: '' }, "'Key' must not be empty"],
		['comment.get', FeedbackPosts, { ...post, commentId: byId('') }, 'ID of the comment is empty'],
		['changelogUpdate.create', FeedbackChangelog, { title: '' }, "'Title' must not be"],
		['npsResponse.create', FeedbackNps, { vote: '' }, "'Score' is required"],
		['queueItem.create', FeedbackIntelligence, { text: '' }, "'Text' must not be empty"],
	] as Array<[string, NodeClass, Record<string, unknown>, string]>)(
		'%s',
		async (task, Node, parameters, message) => {
			await expect(run(Node, task, parameters)).rejects.toThrow(message);
			expect(service.received).toEqual([]);
		},
	);
});

test('a post is created for a user of the list, whose ID goes out as a number', async () => {
	service.says({ data: { feedback_id: 3 } });
	const additionalFields = { user: fromList('31'), status: fromList('') };
	await run(FeedbackPosts, 'post.create', {
		title: 'T',
		type: byKey('bug'),
		description: '',
		additionalFields,
	});
	expect(service.received[0].body).toEqual({ title: 'T', type: 'bug', user: 31 });
});

describe('lists in the editor', () => {
	test('types are those that the posts have, each once, in order, narrowed by what is typed', async () => {
		const types = ['feature', 'bug', '', 'feature', 'Big idea', undefined];
		const items = types.map((type, at) => ({ feedback_id: at, type }));
		service.says({ data: { items, has_more: false } });
		expect(await search('searchPostTypes')).toEqual({
			results: ['Big idea', 'bug', 'feature'].map((key) => ({ name: key, value: key })),
		});
		const { results } = await search('searchPostTypes', {}, 'B');
		expect(results.map(({ value }) => value)).toEqual(['Big idea', 'bug']);
	});

	test('a list that cannot be loaded says why in plain text', async () => {
		const message = 'Ask <R&D>';
		service.says({ status: 403, envelope: { status: 'error', message } });
		await expect(search('searchPosts')).rejects.toHaveProperty(
			'description',
			expect.stringMatching(/lacks the permission[^<]+\nThe service said: Ask <R&D>$/),
		);
	});

	test('comments are those of the chosen post', async () => {
		const comment = 'Please add\na button';
		const comments = { 12: { comment, user: { data_name: 'ada' } } };
		service.says({ data: { comments, has_more: true } });
		const parameters = { resource: 'comment', operation: 'get', ...post };
		expect(await search('searchComments', parameters, 'add')).toEqual({
			results: [{ name: 'Please add a button (ada)', value: '12' }],
			paginationToken: expect.any(String),
		});
		expect(service.received[0].url).toBe('/v1/post/7/comments?search=add&page=0');
	});

	test.each([
		['', 'Choose a post first'],
		['={{ $json.feedback_id }}', 'has no value yet'],
	])('comments of the post %j: it says what is missing', async (value, message) => {
		const parameters = { resource: 'comment', operation: 'get', postId: byId(value) };
		await expect(search('searchComments', parameters)).rejects.toThrow(message);
		expect(service.received).toEqual([]);
	});

	test('a failure shows its reason', async () => {
		service.says({ status: 403, envelope: { status: 'error', message: 'No' } });
		await expect(search('searchEndUsers')).rejects.toThrow('The API key is not allowed');
		await expect(search('searchPostStatuses')).rejects.toThrow('The API key is not allowed');
	});

	test('an end-user reads as the best name there is', async () => {
		const items = [
			{ user_id: 1, data_full_name: 'Ada Lovelace', data_name: 'ada', data_mail: 'a@example.com' },
			{ user_id: 2, data_full_name: '', data_name: 'bob' },
			{ user_id: 3 },
		];
		service.says({ data: { items, has_more: false } });
		expect((await search('searchEndUsers')).results).toEqual([
			{ name: 'Ada Lovelace (a@example.com)', value: '1' },
			{ name: 'bob', value: '2' },
			{ name: 'User 3', value: '3' },
		]);
	});
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
