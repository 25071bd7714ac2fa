// Which items are processed in parallel, and which wait for each other.
import type { IDataObject } from 'n8n-workflow';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FeedbackGroups } from '../../../nodes/FeedbackGroups/FeedbackGroups.node';
import { Nps } from '../../../nodes/Nps/Nps.node';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { bearer, byId, type NodeClass, type Setup } from '../n8n-context.mts';
import { answeredNodes, items, start, titled } from './answered-nodes.mts';

answeredNodes();

test('16 items run in parallel, and the output keeps the order of the input', async () => {
	const { requests, outcome } = start(Feedback, titled, { items: items(40) });
	await turn();
	expect(requests.map(({ body }) => body.title)).toEqual(items(16).map(({ title }) => title));
	let answered = 0;
	while (answered < 40) {
		// The newest first, so that the order of the answers is not that of the input.
		for (const request of requests.slice(answered).reverse()) {
			answered++;
			request.answer({ feedback_id: Number(String(request.body.title).slice(5)) });
		}
		await turn();
	}
	const [output] = await outcome;
	expect(output.map(({ json }) => json.feedback_id)).toEqual(items(40).map((_, n) => n));
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
		items(40).map((_, item) => ({ item })),
	);
});

test('the credentials of later items are read when it is their turn to run', async () => {
	let read = 0;
	const credentials = bearer(() => {
		read++;
		return 'https://feedback.example';
	}, 'lazy');
	const { requests, outcome } = start(Feedback, titled, { items: items(40), credentials });
	await turn();
	expect([requests.length, read]).toEqual([16, 16]);
	for (let answered = 0; answered < 40; await turn()) {
		for (const request of requests.slice(answered)) request.answer({ feedback_id: ++answered });
	}
	await outcome;
	expect(read).toBe(40);
});

test('changes of one post keep their order, also after one that failed, and others do not wait', async () => {
	const parameters = {
		resource: 'post',
		operation: 'update',
		postId: byId((json: IDataObject) => json.id),
		updateFields: { title: (json: IDataObject) => json.title },
	};
	const changes = [
		{ id: 1, title: 'a' },
		{ id: '1', title: 'b' },
		{ id: 2, title: 'c' },
		{ id: 1, title: 'd' },
		{ id: 1, title: 'e' },
	];
	const { requests, outcome } = start(Feedback, parameters, {
		items: changes,
		continueOnFail: true,
	});
	const sent = async () => {
		for (let turns = 0; turns < 5; turns++) await turn();
		return requests.map(({ body }) => body.title);
	};
	expect(await sent()).toEqual(['a', 'c']);
	requests[1].answer({ feedback_id: 2 });
	requests[0].refuse(400);
	// The last one comes when the first is over, and waits for those in between.
	expect(await sent()).toEqual(['a', 'c', 'b']);
	requests[2].answer({ feedback_id: 1 });
	expect(await sent()).toEqual(['a', 'c', 'b', 'd']);
	requests[3].answer({ feedback_id: 1 });
	expect(await sent()).toEqual(['a', 'c', 'b', 'd', 'e']);
	requests[4].answer({ feedback_id: 1 });
	const [output] = await outcome;
	expect(output.map(({ json }) => json.feedback_id)).toEqual([undefined, 1, 2, 1, 1]);
});

test('rows that are sorted by record run 16 at once, each record in order', async () => {
	const parameters = {
		resource: 'comment',
		operation: 'create',
		postId: byId(({ post }: IDataObject) => post),
		comment: ({ text }: IDataObject) => text,
		public: true,
	};
	const posts = Array.from({ length: 20 }, (_, post) => post + 1);
	const texts = ['a', 'b', 'c', 'd', 'e'];
	const rows = posts.flatMap((post) => texts.map((text) => ({ post, text })));
	const { requests, outcome } = start(Feedback, parameters, { items: rows });
	const most: number[] = [];
	for (let answered = 0; answered < rows.length; ) {
		for (let turns = 0; turns < 5; turns++) await turn();
		const open = requests.slice(answered);
		most.push(open.length);
		answered += open.length;
		for (const request of open.reverse()) request.answer({ comment_id: answered });
	}
	await outcome;
	expect(most.slice(0, 5)).toEqual([16, 16, 16, 16, 16]);
	for (const post of posts) {
		const ofPost = requests.filter(({ url }) => url.endsWith(`/post/${post}/comment`));
		expect(ofPost.map(({ body }) => body.comment)).toEqual(texts);
	}
});

const member = {
	resource: 'groupMember',
	groupId: 5,
	user_id: byId((json: IDataObject) => json.user),
};
const voting = {
	resource: 'vote',
	operation: 'upsert',
	postId: byId(7),
	vote: (json: IDataObject) => json.vote,
};

test.each<[string, NodeClass, Setup['parameters']]>([
	['members added to one group', FeedbackGroups, { ...member, operation: 'add' }],
	['members removed from one group', FeedbackGroups, { ...member, operation: 'remove' }],
	[
		'votes of users on one post',
		Feedback,
		{ ...voting, user_id: byId((json: IDataObject) => json.user) },
	],
	[
		'NPS responses',
		Nps,
		{
			resource: 'npsResponse',
			operation: 'create',
			vote: (json: IDataObject) => json.vote,
			user_id: byId((json: IDataObject) => json.user),
		},
	],
])('%s run in parallel, except those of one user', async (_what, Node, parameters) => {
	const { requests, outcome } = start(Node, parameters, {
		items: [
			{ user: 1, vote: 1 },
			{ user: 2, vote: 1 },
			{ user: 1, vote: -1 },
		],
	});
	await turn();
	expect(requests).toHaveLength(2);
	requests[1].answer({ promoter_id: 1 });
	await turn();
	expect(requests).toHaveLength(2);
	requests[0].answer({ promoter_id: 1 });
	await turn();
	requests[2].answer({ promoter_id: 1 });
	expect((await outcome)[0]).toHaveLength(3);
});

test.each<[string, NodeClass, Setup['parameters']]>([
	['votes', Feedback, voting],
	[
		'NPS responses',
		Nps,
		{ resource: 'npsResponse', operation: 'create', vote: ({ vote }: IDataObject) => vote },
	],
])(
	'%s without a user run one after the other, since they may be of one user',
	async (_what, Node, parameters) => {
		const setup = { items: [{ vote: 1 }, { vote: 2 }] };
		const { requests, outcome } = start(Node, parameters, setup);
		for (const vote of [1, 2]) {
			await turn();
			expect(requests.at(-1)!.body).toEqual({ vote });
			requests.at(-1)!.answer({ promoter_id: 1 });
		}
		expect((await outcome)[0]).toHaveLength(2);
		expect(requests).toHaveLength(2);
	},
);

test('a row that names its end-user by ID waits for one that is still looked up, and for no answer to it', async () => {
	const parameters = {
		resource: 'npsResponse',
		operation: 'create',
		vote: ({ vote }: IDataObject) => vote,
		user_id: byId(({ user }: IDataObject) => user),
	};
	const users = ['ada@example.com', 7, 8];
	const setup = { items: users.map((user, at) => ({ user, vote: at + 1 })) };
	const { requests, outcome } = start(Nps, parameters, setup);
	const sent = async () => {
		for (let turns = 0; turns < 5; turns++) await turn();
		return requests.slice(1).map(({ body }) => body);
	};
	expect(await sent()).toEqual([]);
	requests[0].answer({ items: [{ user_id: 7, data_mail: 'ada@example.com' }], has_more: false });
	expect(await sent()).toEqual([
		{ vote: 1, user_id: 7 },
		{ vote: 3, user_id: 8 },
	]);
	requests[1].answer({ promoter_id: 1 });
	expect(await sent()).toContainEqual({ vote: 2, user_id: 7 });
	for (const request of requests.slice(2)) request.answer({ promoter_id: 1 });
	expect((await outcome)[0]).toHaveLength(3);
});

test('a row whose end-user is found late waits for all rows of that end-user before it', async () => {
	const parameters = {
		resource: 'npsResponse',
		operation: 'create',
		vote: ({ vote }: IDataObject) => vote,
		user_id: byId(({ user }: IDataObject) => user),
	};
	const users = [7, 7, 'ada@example.com'];
	const setup = { items: users.map((user, at) => ({ user, vote: at + 1 })) };
	const { requests, outcome } = start(Nps, parameters, setup);
	const sent = async (method: string) => {
		for (let turns = 0; turns < 5; turns++) await turn();
		return requests.filter((request) => request.method === method);
	};
	const [search] = await sent('GET');
	const votes = async () => (await sent('POST')).map(({ body }) => body.vote);
	expect(await votes()).toEqual([1]);
	(await sent('POST'))[0].answer({ promoter_id: 1 });
	expect(await votes()).toEqual([1, 2]);
	search.answer({ items: [{ user_id: 7, data_mail: 'ada@example.com' }], has_more: false });
	expect(await votes()).toEqual([1, 2]);
	(await sent('POST'))[1].answer({ promoter_id: 2 });
	expect(await votes()).toEqual([1, 2, 3]);
	(await sent('POST'))[2].answer({ promoter_id: 3 });
	expect((await outcome)[0]).toHaveLength(3);
});

test('of two groups with one ID the first is created first', async () => {
	const parameters = {
		resource: 'group',
		operation: 'create',
		id: 'acme',
		additionalFields: { name: (json: IDataObject) => json.title },
	};
	const { requests } = start(FeedbackGroups, parameters, { items: items(2) });
	await turn();
	expect(requests.map(({ body }) => body.name)).toEqual(['Item 0']);
});

test('no items send no requests', async () => {
	const { requests, outcome } = start(Feedback, titled, { items: [] });
	expect(await outcome).toEqual([[]]);
	expect(requests).toEqual([]);
});
