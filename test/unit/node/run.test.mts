import {
	type IDataObject,
	type INodeExecutionData,
	NodeApiError,
	type NodeExecutionHint,
} from 'n8n-workflow';
import { setImmediate as turn } from 'node:timers/promises';
import { getEventListeners } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import { FeedbackGroups } from '../../../nodes/FeedbackGroups/FeedbackGroups.node';
import { FeedbackNps } from '../../../nodes/FeedbackNps/FeedbackNps.node';
import { FeedbackPosts } from '../../../nodes/FeedbackPosts/FeedbackPosts.node';
import {
	bearer,
	byId,
	byKey,
	executeContext,
	type Logged,
	type NodeClass,
	type Setup,
} from '../n8n-context.mts';
import { ownTimeInEachTest, time } from '../own-time.mts';

interface Request {
	method: string;
	url: string;
	body: IDataObject;
	answer(data: unknown): void;
	refuse(status: number): void;
}

ownTimeInEachTest();

let keys = 0;

/** A node whose requests the test answers one by one, in the order it likes. */
function start(
	Node: NodeClass,
	parameters: Setup['parameters'],
	setup: Partial<Setup> & { logged?: Logged[] } = {},
) {
	const node = new Node();
	const context = executeContext(node, {
		credentials: bearer('https://feedback.example', `key-${++keys}`),
		...setup,
		parameters,
	});
	const requests: Request[] = [];
	const hinted: NodeExecutionHint[] = [];
	context.addExecutionHints = (...hints) => void hinted.push(...hints);
	context.helpers.httpRequestWithAuthentication = async (_type, options) =>
		await time.during(
			async () =>
				await new Promise((resolve) => {
					const give = (statusCode: number, envelope: object) =>
						resolve({ statusCode, headers: {}, body: JSON.stringify(envelope) } as never);
					// What is in use is read to explain a refusal; no test here is about that.
					if (options.method === 'GET' && options.url.includes('per_page=100')) {
						return give(200, { status: 'success', data: { items: [], has_more: false } });
					}
					requests.push({
						method: options.method!,
						url: options.url,
						body: JSON.parse(String(options.body ?? '{}')) as IDataObject,
						answer: (data) => give(200, { status: 'success', data }),
						refuse: (status) => give(status, { status: 'error', message: 'No' }),
					});
				}),
		);
	const outcome = node.execute!.call(context) as Promise<INodeExecutionData[][]>;
	outcome.catch(() => undefined);
	return { requests, outcome, hinted };
}

const create = {
	resource: 'post',
	operation: 'create',
	title: (json: IDataObject) => json.title,
	options: { concurrency: 8 },
};
const titled = { ...create, type: byKey('idea') };
const items = (count: number) => Array.from({ length: count }, (_, n) => ({ title: `Item ${n}` }));

// What a node runs with is loaded when it first runs, which takes its time.
beforeAll(async () => {
	await start(FeedbackPosts, titled, { items: [] }).outcome;
});

describe('items side by side', () => {
	test('as many at a time as Concurrency says, the output in the order of the input', async () => {
		const { requests, outcome } = start(FeedbackPosts, titled, { items: items(20) });
		await turn();
		expect(requests.map(({ body }) => body.title)).toEqual(items(8).map(({ title }) => title));
		let answered = 0;
		while (answered < 20) {
			// The newest first, so that the order of the answers is not that of the input.
			for (const request of requests.slice(answered).reverse()) {
				answered++;
				request.answer({ feedback_id: Number(String(request.body.title).slice(5)) });
			}
			await turn();
		}
		const [output] = await outcome;
		expect(output.map(({ json }) => json.feedback_id)).toEqual(items(20).map((_, n) => n));
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			items(20).map((_, item) => ({ item })),
		);
	});

	test.each([
		['a list says that it ran once for each item', { resource: 'post', operation: 'getAll' }, 3, 1],
		['but not for one item', { resource: 'post', operation: 'getAll' }, 1, 0],
		['nor what is done to a thing', { resource: 'post', operation: 'get', postId: byId(1) }, 3, 0],
	])('%s', async (_what, parameters, count, hints) => {
		const { requests, outcome, hinted } = start(FeedbackPosts, parameters, { items: items(count) });
		await turn();
		for (const request of requests) request.answer({ items: [], feedback_id: 1, has_more: false });
		await outcome;
		expect(hinted).toHaveLength(hints);
		for (const { message } of hinted) expect(message).toMatch(/each of the 3 input items/);
	});

	test('16 at a time unless it is said', async () => {
		const { requests } = start(FeedbackPosts, { ...titled, options: {} }, { items: items(40) });
		await turn();
		expect(requests).toHaveLength(16);
	});

	test('one after the other with a Concurrency of 1', async () => {
		const parameters = { ...titled, options: { concurrency: 1 } };
		const { requests, outcome } = start(FeedbackPosts, parameters, { items: items(3) });
		for (let sent = 1; sent <= 3; sent++) {
			await turn();
			expect(requests).toHaveLength(sent);
			requests[sent - 1].answer({ feedback_id: sent });
		}
		expect((await outcome)[0]).toHaveLength(3);
	});

	test('with a Concurrency that cannot be read each item fails with the reason, and nothing is sent', async () => {
		const concurrency = () => {
			throw new Error('No such node');
		};
		const parameters = { ...titled, options: { concurrency } };
		const setup = { items: items(2), continueOnFail: true };
		const { requests, outcome } = start(FeedbackPosts, parameters, setup);
		await turn();
		expect(requests).toEqual([]);
		const [output] = await outcome;
		const error = { message: 'No such node' };
		expect(output.map(({ json }) => json)).toMatchObject([{ error }, { error }]);
	});

	test('changes of one post keep their order, and others do not wait', async () => {
		const parameters = {
			resource: 'post',
			operation: 'update',
			postId: byId((json: IDataObject) => json.id),
			updateFields: { title: (json: IDataObject) => json.title },
		};
		const { requests, outcome } = start(FeedbackPosts, parameters, {
			items: [
				{ id: 1, title: 'a' },
				{ id: '1', title: 'b' },
				{ id: 2, title: 'c' },
			],
		});
		await turn();
		expect(requests.map(({ body }) => body.title)).toEqual(['a', 'c']);
		requests[0].answer({ feedback_id: 1 });
		await turn();
		expect(requests.map(({ body }) => body.title)).toEqual(['a', 'c', 'b']);
		requests[1].answer({ feedback_id: 2 });
		requests[2].answer({ feedback_id: 1 });
		expect((await outcome)[0].map(({ json }) => json.feedback_id)).toEqual([1, 1, 2]);
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
			FeedbackPosts,
			{ ...voting, user_id: byId((json: IDataObject) => json.user) },
		],
		[
			'NPS responses',
			FeedbackNps,
			{
				resource: 'npsResponse',
				operation: 'create',
				vote: (json: IDataObject) => json.vote,
				user_id: byId((json: IDataObject) => json.user),
			},
		],
	])('%s go side by side, those of one user in their order', async (_what, Node, parameters) => {
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

	test('votes of nobody in particular go one after the other: they may be those of one user', async () => {
		const setup = { items: [{ vote: 1 }, { vote: -1 }] };
		const { requests, outcome } = start(FeedbackPosts, voting, setup);
		for (const vote of [1, -1]) {
			await turn();
			expect(requests.at(-1)!.body).toEqual({ vote });
			requests.at(-1)!.answer({});
		}
		expect((await outcome)[0]).toHaveLength(2);
		expect(requests).toHaveLength(2);
	});

	test('of two groups with one ID the first is made', async () => {
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

	test('nothing in, nothing sent', async () => {
		const { requests, outcome } = start(FeedbackPosts, titled, { items: [] });
		expect(await outcome).toEqual([[]]);
		expect(requests).toEqual([]);
	});
});

describe('failures', () => {
	test('the first item in the order of the input fails the step, whichever failed first', async () => {
		const { requests, outcome } = start(FeedbackPosts, titled, { items: items(20) });
		await turn();
		requests[5].refuse(400);
		await turn();
		requests[2].refuse(400);
		for (const request of requests) request.answer({ feedback_id: 1 });
		const error = (await outcome.catch((reason: unknown) => reason)) as NodeApiError;
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.context.itemIndex).toBe(2);
		expect(requests).toHaveLength(8);
	});

	test('no item is sent after the first failure, also where items wait for each other', async () => {
		const comment = { resource: 'comment', operation: 'create', comment: 'Me too' };
		const { requests, outcome } = start(
			FeedbackPosts,
			{ ...comment, postId: byId(7) },
			{ items: items(20) },
		);
		await turn();
		expect(requests).toHaveLength(1);
		requests[0].refuse(400);
		const error = (await outcome.catch((reason: unknown) => reason)) as NodeApiError;
		await time.sleep(600_000);
		expect(requests).toHaveLength(1);
		expect(error.context.itemIndex).toBe(0);
		expect(error.description).toMatch(/No item succeeded\.$/);
		expect(error.description).not.toMatch(/[Nn]othing was/);
	});

	test('items that wait to be sent again are not, and say nothing of a cancelled execution', async () => {
		const { requests, outcome } = start(FeedbackPosts, titled, { items: items(8) });
		await turn();
		for (const request of requests.slice(0, 7)) request.refuse(429);
		await turn();
		requests[7].refuse(403);
		const error = (await outcome.catch((reason: unknown) => reason)) as NodeApiError;
		await time.sleep(600_000);
		expect(requests).toHaveLength(8);
		expect(error).toMatchObject({ httpCode: '403', context: { itemIndex: 7 } });
	});

	/** Three posts made one after the other and a fourth that fails; no item is begun after it. */
	const stopsAt3 = async (status: number, parameters: Setup['parameters'] = titled) => {
		const { requests, outcome } = start(
			FeedbackPosts,
			{ ...parameters, options: { concurrency: 1 } },
			{ items: items(10) },
		);
		for (let sent = 0; sent < 4; sent++) {
			await turn();
			if (sent < 3) requests[sent].answer({ feedback_id: sent, comments: [], has_more: false });
			else requests[sent].refuse(status);
		}
		return ((await outcome.catch((reason: unknown) => reason)) as NodeApiError).description;
	};

	test.each([
		[400, /<br>Items 0 to 2 succeeded, 3 to 9 did not\.$/],
		[500, /<br>Items 0 to 2 succeeded, 3 is unknown, 4 to 9 did not\.$/],
	])('HTTP %i stops the step, which says what became of every item', async (status, sentence) => {
		expect(await stopsAt3(status)).toMatch(sentence);
	});

	test('side by side too, as each of them ended', async () => {
		const { requests, outcome } = start(FeedbackPosts, titled, { items: items(20) });
		await turn();
		requests[5].refuse(500);
		await turn();
		requests[2].refuse(400);
		for (const request of requests) request.answer({ feedback_id: 1 });
		const error = (await outcome.catch((reason: unknown) => reason)) as NodeApiError;
		expect(error.context.itemIndex).toBe(2);
		expect(error.description).toMatch(
			/Items 0 to 1, 3 to 4 and 6 to 7 succeeded, 5 is unknown, 2 and 8 to 19 did not\.$/,
		);
	});

	test('reads say nothing of other items, and neither does a single item', async () => {
		const list = { resource: 'comment', operation: 'getAll', postId: byId(1) };
		expect(await stopsAt3(400, list)).not.toMatch(/[Ii]tems? \d/);
		const { requests, outcome } = start(FeedbackPosts, titled, { items: items(1) });
		await turn();
		requests[0].refuse(400);
		const error = (await outcome.catch((reason: unknown) => reason)) as NodeApiError;
		expect(error.description).not.toMatch(/[Ii]tem/);
	});

	test('a node without credentials fails with its first item', async () => {
		const { outcome } = start(FeedbackPosts, titled, { items: items(9), credentials: {} });
		const error = (await outcome.catch((reason: unknown) => reason)) as NodeApiError;
		expect(error.message).toMatch(/does not have any credentials/);
		expect(error.context.itemIndex).toBe(0);
		expect(error.description).toBe('No item succeeded.');
	});

	test('going on after failures leaves each in its place', async () => {
		const { requests, outcome } = start(FeedbackPosts, titled, {
			items: items(3),
			continueOnFail: true,
		});
		await turn();
		requests[1].refuse(400);
		requests[0].answer({ feedback_id: 1 });
		requests[2].answer({ feedback_id: 3 });
		const [output] = await outcome;
		expect(output.map(({ json }) => Object.keys(json)[0])).toEqual([
			'feedback_id',
			'error',
			'feedback_id',
		]);
	});

	test.each([
		['no Base URL', bearer('', 'key'), /Base URL in the credential is empty/],
		['no key', bearer('https://feedback.example', ' '), /API Key in the credential is empty/],
		['a key cut short', bearer('https://feedback.example', 'abc…'), /contains invalid characters/],
		['a blank within the key', bearer('https://feedback.example', 'ab cd'), /contains invalid/],
		['a key over two lines', bearer('https://feedback.example', 'ab\ncd'), /contains invalid/],
	])('%s fails every item, and nothing is sent', async (_what, credentials, message) => {
		const setup = { items: items(2), credentials };
		const going = start(FeedbackPosts, titled, { ...setup, continueOnFail: true });
		const [output] = await going.outcome;
		expect(output.map(({ json }) => (json.error as IDataObject).message)).toEqual(
			Array(2).fill(expect.stringMatching(message)),
		);
		expect(going.requests).toEqual([]);
		await expect(start(FeedbackPosts, titled, setup).outcome).rejects.toThrow(message);
	});

	test('an operation that is not there is said', async () => {
		const parameters = { resource: 'post', operation: 'frobnicate' };
		await expect(start(FeedbackPosts, parameters, { writtenByHand: true }).outcome).rejects.toThrow(
			"no operation 'frobnicate' for the resource 'post'",
		);
	});
});

describe('cancelling', () => {
	test('ends requests under way, and begins no other item', async () => {
		const cancel = new AbortController();
		const setup = { items: items(100), signal: cancel.signal, continueOnFail: true };
		const { requests, outcome } = start(FeedbackPosts, titled, setup);
		await turn();
		expect(requests).toHaveLength(8);
		cancel.abort();
		const [output] = await outcome;
		expect(requests).toHaveLength(8);
		expect(output).toHaveLength(8);
		for (const { json } of output) {
			expect((json.error as IDataObject).message).toBe('The execution was cancelled');
		}
	});

	test('leaves no listener on the signal of the execution', async () => {
		const { signal } = new AbortController();
		const { requests, outcome } = start(FeedbackPosts, titled, { items: items(50), signal });
		let isOver = false;
		void outcome.finally(() => (isOver = true));
		for (let answered = 0; !isOver; await turn()) {
			for (; answered < requests.length; answered++) {
				if (answered % 7 === 0) requests[answered].refuse(429);
				else requests[answered].answer({ feedback_id: answered });
			}
		}
		expect((await outcome)[0]).toHaveLength(50);
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});
});

test('a step that waits long for the rate limit says so once in the log of n8n', async () => {
	const logged: Logged[] = [];
	const { requests, outcome } = start(FeedbackPosts, titled, { items: items(2), logged });
	let isOver = false;
	void outcome.finally(() => (isOver = true));
	for (let answered = 0; !isOver; await turn()) {
		for (; answered < requests.length; answered++) {
			if (answered < 8) requests[answered].refuse(429);
			else requests[answered].answer({ feedback_id: answered });
		}
	}
	expect((await outcome)[0]).toHaveLength(2);
	expect(logged).toEqual([
		{
			level: 'info',
			message: expect.stringMatching(
				/^Customer Feedback Posts waits about \d+ s for the rate limit of the service$/,
			),
			meta: undefined,
		},
	]);
});
