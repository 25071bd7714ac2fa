// What the v1 operations make of answers whose form the specification does not say.
import { describe, expect, test } from 'vitest';
import { FeedbackIntelligence } from '../../../nodes/FeedbackIntelligence/FeedbackIntelligence.node';
import { Nps } from '../../../nodes/Nps/Nps.node';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { FeedbackUsers } from '../../../nodes/FeedbackUsers/FeedbackUsers.node';
import { FeedbackGroups } from '../../../nodes/FeedbackGroups/FeedbackGroups.node';
import { by, byId, byKey, type NodeClass } from '../n8n-context.mts';
import { post, scriptedOperations } from './scripted-operations.mts';

const { run, service } = scriptedOperations();

const entry = { key: 'k', value: 'v' };

const ada = { user_id: 4, data_name: 'ada' };
const bob = { user_id: 31, data_name: 'bob' };
const keyed = { '4': { data_name: 'ada' }, '31': { user_id: '31', data_name: 'bob' } };
const first = { comment_id: 90, comment: 'One' };
const second = { comment_id: 8, comment: 'Two' };
const listUsers = async () =>
	await run(FeedbackUsers, 'endUser.getAll', { returnAll: true, simplify: false });
const listComments = async () =>
	await run(Feedback, 'comment.getAll', { ...post, returnAll: true, simplify: false });

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

test.each([
	['an array of items', { items: [{ group_id: 5 }, { group_id: 6 }], has_more: false }],
	['an array of groups', { groups: [{ group_id: 5 }, { group_id: 6 }], has_more: false }],
	['groups by id', { groups: { '5': {}, '6': { group_id: '6' } }, has_more: false }],
	['an array', [{ group_id: 5 }, { group_id: 6 }]],
])('groups: %s', async (_form, data) => {
	service.says({ data }, { data: [] });
	const found = await run(FeedbackGroups, 'group.getAll', { returnAll: true, simplify: false });
	expect(found).toEqual([{ group_id: 5 }, { group_id: 6 }]);
});

test('NPS responses: arrays without has_more, to the end, each once', async () => {
	const page = (from: number) =>
		Array.from({ length: 100 }, (_, at) => ({ promoter_id: String(from + at), vote: 9 }));
	service.answers(({ url }) => {
		const number = Number(new URL(url, service.baseUrl).searchParams.get('page'));
		return { data: number < 3 ? page(number * 90) : [] };
	});
	const output = await run(Nps, 'npsResponse.getAll', { returnAll: true });
	expect(output.map(({ promoter_id }) => promoter_id)).toEqual(
		Array.from({ length: 280 }, (_, at) => at),
	);
});

test('a new post is returned as the service has saved it, where its answer says so', async () => {
	service.says({ data: { feedback_id: '7', title: 'Dark mode' } });
	const [made] = await run(Feedback, 'post.create', { title: '*Dark mode*', type: byKey('idea') });
	expect(made).toMatchObject({ title: 'Dark mode', type: 'idea', existed: false });
});

test.each<[string, unknown, object]>([
	['a map', { color: 'red' }, { color: 'red' }],
	[
		'a map with the names of our own fields',
		{ feedback_id: 1251, key: 'k', value: 'v', metadata: 'm' },
		{ feedback_id: 1251, key: 'k', value: 'v', metadata: 'm' },
	],
	[
		'an array of records',
		[
			{ key: 'a', value: '1' },
			{ key: 'feedback_id', value: '1251' },
		],
		{ a: '1', feedback_id: '1251' },
	],
	['an empty map', {}, {}],
	['an empty map as PHP writes it', [], {}],
])('the metadata of a post stands apart from its ID: %s', async (_form, data, metadata) => {
	service.says({ data });
	expect(await run(Feedback, 'postMetadata.get', post)).toEqual([{ feedback_id: 7, metadata }]);
	expect(service.received[0]).toMatchObject({ method: 'GET', url: '/v1/post/7/meta' });
});

test.each([undefined, null, 'text', [1], [{ key: 'a' }, null], [{ color: 'red' }]])(
	'%j is no metadata of a post',
	async (data) => {
		service.says({ data });
		await expect(run(Feedback, 'postMetadata.get', post)).rejects.toThrow('sent no metadata');
	},
);

describe('an answer that is only a status', () => {
	const said = async (...task: Parameters<typeof run>) => {
		service.says({ status: 200, envelope: { status: 'success' } });
		const [output] = await run(...task);
		return { output, sent: service.received[0] };
	};

	test.each<[NodeClass, string, object, object]>([
		[
			Feedback,
			'vote.upsert',
			{ ...post, vote: -1, user_id: by('list', '31') },
			{ feedback_id: 7, vote: -1, user_id: 31 },
		],
		[
			Feedback,
			'postMetadata.upsert',
			{ ...post, key: 'color', value: '' },
			{ feedback_id: 7, key: 'color', value: '' },
		],
		[
			FeedbackIntelligence,
			'queueItem.create',
			{ text: 'Hello', additionalFields: { title: 'T', user_name: '' } },
			{ queued: true, title: 'T' },
		],
	])('%o: %s has what was sent', async (Node, task, parameters, output) => {
		expect((await said(Node, task, parameters as never)).output).toEqual(output);
	});

	test.each<[string, NodeClass, string, object, object, object]>([
		['a vote', Feedback, 'vote.upsert', { vote: 1, user_id: byId(31) }, {}, { user_id: 31 }],
		['a comment', Feedback, 'comment.create', { comment: 'Hi' }, { comment_id: 9 }, {}],
		['a changed post', Feedback, 'post.update', { updateFields: { title: 'T' } }, {}, {}],
		['metadata', Feedback, 'postMetadata.upsert', entry, {}, { key: 'k', value: 'v' }],
	])(
		'an answer with other IDs than those of the request does not lead the next step astray: %s',
		async (_what, Node, task, parameters, answer, ids) => {
			service.says({ data: { ...answer, feedback_id: 1251, user_id: 99, key: 'x', value: 'y' } });
			const [output] = await run(Node, task, { ...post, ...parameters });
			expect(output).toMatchObject({ feedback_id: 7, ...ids });
		},
	);

	test('a member of a group has the IDs of the request', async () => {
		service.says({ data: { group_id: 8, user_id: 99 } });
		const member = { groupId: byId(7), user_id: byId(31) };
		expect(await run(FeedbackGroups, 'groupMember.add', member)).toEqual([
			{ group_id: 7, user_id: 31 },
		]);
	});

	test('an answer that says more is not covered up', async () => {
		service.says({ data: { vote: 1, total_sum: '12' } });
		expect(await run(Feedback, 'vote.upsert', { ...post, vote: 5 })).toEqual([
			{ feedback_id: 7, vote: 1, total_sum: '12' },
		]);
	});
});
