// Whatever an error quotes, of the service or of the items of a workflow: it is bounded, and the key is not in it.
import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { FeedbackGroups } from '../../../nodes/FeedbackGroups/FeedbackGroups.node';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { FeedbackTrigger } from '../../../nodes/FeedbackTrigger/FeedbackTrigger.node';
import { FeedbackUsers } from '../../../nodes/FeedbackUsers/FeedbackUsers.node';
import { failure } from '../answers.mts';
import {
	bearer,
	by,
	byId,
	execute,
	listSearch,
	pollContext,
	testCredential,
} from '../n8n-context.mts';
import { scriptedService } from '../scripted-service.mts';

const service = scriptedService();
const KEY = 'a-secret-of-some-length';
/** The quotes of one error, its own words, and what JSON and n8n add to them. */
const MOST_CHARACTERS = 7_000;

const long = `${'x'.repeat(450)} ${KEY} `.repeat(2_000);
const metadata = (meta: unknown) => ({ meta });

const users = (count: number) =>
	Array.from({ length: count }, (_, n) => ({
		user_id: `${KEY}${'9'.repeat(200)}${n}`,
		data_mail: KEY,
		data_id: 'ada',
	}));
const refusal = (status: number, data: object) => ({
	status,
	envelope: failure({ message: long, ...data }),
});

/** All of them together are no more than an answer can hold. */
const text = long.slice(0, 9_000);
const many = Array.from({ length: 60 }, () => ({ field: text, message: text }));

const getUser = { resource: 'endUser', operation: 'get' };
const createGroup = { resource: 'group', operation: 'create' };
const createPost = { resource: 'post', operation: 'create', title: 'A' };

const failing: Array<[string, Parameters<typeof execute>[0], Record<string, unknown>, object?]> = [
	[
		'a look-up that finds many',
		FeedbackUsers,
		{ ...getUser, userId: by('data_mail', KEY) },
		{ data: { items: users(900), has_more: false } },
	],
	[
		'keys that are too long',
		FeedbackGroups,
		{ ...createGroup, id: 'a', additionalFields: metadata({ [long]: long }) },
	],
	[
		'a value that is no text, under a long key',
		FeedbackGroups,
		{ ...createGroup, id: 'a', additionalFields: metadata({ [`${KEY}.${long}`]: { a: 1 } }) },
	],
	[
		'text in place of an ID',
		Feedback,
		{ resource: 'post', operation: 'get', postId: byId(`${KEY}/${long}`) },
	],
	[
		'an ID that is taken',
		FeedbackGroups,
		{ ...createGroup, id: `${KEY}${'9'.repeat(200)}` },
		refusal(409, { key: 'identifier_taken' }),
	],
	['a refusal', Feedback, createPost, refusal(422, { key: 'invalid_field', errors: many })],
	[
		'an expression that throws',
		Feedback,
		{
			...createPost,
			title: () => {
				throw Object.assign(new Error(long), { description: long });
			},
		},
	],
];

describe.each(failing)('%s', (_what, Node, parameters, answer = { status: 500 }) => {
	const run = async (continueOnFail: boolean) => {
		service.answers(() => answer as { status: number });
		const credentials = bearer(service.baseUrl, KEY);
		return await execute(Node, { parameters, credentials, continueOnFail });
	};

	test('fails the step', async () => {
		const thrown = await run(false).then(
			() => expect.fail('It went on'),
			(error: unknown) => error as NodeApiError | NodeOperationError,
		);
		expect(thrown.context.itemIndex).toBe(0);
		const { description, messages, stack } = thrown;
		const stored = JSON.stringify([thrown, description, messages, stack]);
		expect(stored).not.toContain('a-secret');
		expect(`${thrown.message}${description}`.length).toBeLessThan(MOST_CHARACTERS);
	});

	test('or its item', async () => {
		const [{ json }] = await run(true);
		expect(json).toHaveProperty('error.message', expect.stringMatching(/./));
		expect(JSON.stringify(json)).not.toContain('a-secret');
		expect(JSON.stringify(json).length).toBeLessThan(2 * MOST_CHARACTERS);
	});
});

test('names the ID whole, however much the service says', async () => {
	service.answers(() => refusal(404, { key: 'not_found', errors: many }));
	const parameters = { resource: 'post', operation: 'get', postId: byId(1042) };
	const reading = execute(Feedback, { parameters, credentials: bearer(service.baseUrl, KEY) });
	await expect(reading).rejects.toThrow('No post with ID 1042 in this workspace');
});

test('a list in the editor', async () => {
	const parameters = { resource: 'comment', operation: 'get', postId: byId(`${KEY}/1`) };
	const credentials = bearer(service.baseUrl, KEY);
	const listing = listSearch(Feedback, 'searchComments', { parameters, credentials });
	await expect(listing).rejects.toMatchObject({
		description: expect.stringMatching(/^The value starts with '\*\*\*\/1'/),
	});
});

test.each(['trigger', 'manual'] as const)(
	'an expression of the trigger that throws, in mode %s',
	async (mode) => {
		const failed = () => {
			throw Object.assign(new Error(long), { description: long });
		};
		const credentials = bearer(service.baseUrl, KEY);
		const parameters = { events: ['postReachedVoteThreshold'], votes: failed };
		const setup = { parameters, credentials, mode, activationMode: 'activate' as const };
		const thrown = await new FeedbackTrigger().poll.call(pollContext(FeedbackTrigger, setup)).then(
			() => expect.fail('It went on'),
			(error: unknown) => error as NodeOperationError,
		);
		const { description, messages, stack } = thrown;
		expect(JSON.stringify([thrown, description, messages, stack])).not.toContain('a-secret');
		expect(`${thrown.message}${description}`.length).toBeLessThan(MOST_CHARACTERS);
	},
);

test('a credential test', async () => {
	const data = {
		baseUrl: `http://${KEY}.example`,
		apiKey: KEY,
	};
	expect(await testCredential(Feedback, 'feedbackBearerApi', data)).toEqual({
		status: 'Error',
		message: expect.stringContaining('The Base URL http://***.example would send'),
	});
});
