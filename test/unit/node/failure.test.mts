import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { update } from '../../../nodes/FeedbackChangelog/changelogUpdate/update';
import { create as createGroup } from '../../../nodes/FeedbackGroups/group/create';
import { create } from '../../../nodes/FeedbackPosts/post/create';
import { getAll } from '../../../nodes/FeedbackPosts/post/getAll';
import { UnusableBaseUrl } from '../../../nodes/shared/client/base-url';
import { ServiceFailure } from '../../../nodes/shared/client/failures';
import { path, UnusableId } from '../../../nodes/shared/client/path';
import { toFailedItem, toNodeError } from '../../../nodes/shared/node/failure';
import { InvalidInput } from '../../../nodes/shared/node/invalid-input';
import { NotLookedUp } from '../../../nodes/shared/node/lookups';
import type { Problem, ProblemKind } from '../../../nodes/shared/service/problems';

const node: INode = {
	id: '1',
	name: 'Posts',
	type: 'n8n-nodes-customer-feedback.feedbackPosts',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	credentials: { feedbackBearerApi: { id: '1', name: 'Acme <live>' } },
};

interface Asked {
	tries?: number;
	waitedMs?: number;
	repeatable?: boolean;
	operation?: typeof create;
	identifier?: string;
	user?: string;
	host?: string;
	method?: 'POST' | 'PUT' | 'GET';
	earlierInDoubt?: boolean;
}

function failureOf(
	problem: Problem,
	{ tries = 1, waitedMs = 0, earlierInDoubt, operation: _, ...asked }: Asked = {},
): ServiceFailure {
	const target = path`/v1/post/${12}/comment/${7}`;
	const call = { method: 'POST', path: target, repeatable: false, ...asked } as const;
	return new ServiceFailure(problem, call, tries, waitedMs, earlierInDoubt);
}

function shown(problem: Problem, asked: Asked = {}): NodeApiError {
	const { operation = create } = asked;
	return toNodeError(failureOf(problem, asked), { node, operation, itemIndex: 3 }) as NodeApiError;
}

test.each<[string, Problem, Asked, Record<string, unknown>]>([
	[
		'the limit',
		{ kind: 'rateLimited', status: 429, key: 'rate_limit', retryAfterMs: 4000 },
		{ tries: 6, waitedMs: 151_000 },
		{
			message: 'The rate limit of the service was reached',
			description: /Tried 6 times and waited 151 s\..*asks to wait 4 s.*Concurrency/,
			httpCode: '429',
			failure: { cause: 'rate-limited', retryAfterMs: 4000 },
		},
	],
	[
		'the limit, known before anything was sent',
		{ kind: 'rateLimited', status: 429, retryAfterMs: 900_000 },
		{ tries: 0 },
		{ description: /not sent.*asks to wait 900 s/ },
	],
	[
		'write_failed',
		{ kind: 'writeFailed', status: 500, key: 'write_failed', message: 'Disk full' },
		{ tries: 5, waitedMs: 7000 },
		{
			message: 'The service could not save the change',
			description: /Tried 5 times.*safe to run this again.*said: Disk full/,
			httpCode: '500',
			failure: { cause: 'temporarily-unavailable' },
		},
	],
	[
		'internal_error on a create',
		{ kind: 'serverFailed', status: 500, key: 'internal_error' },
		{},
		{
			message: 'The service failed (HTTP 500) when asked to create a post',
			description: /Tried once\..*The post may exist.*not retried.*Get Many/,
			httpCode: '500',
		},
	],
	[
		'internal_error on what may be repeated',
		{ kind: 'serverFailed', status: 502 },
		{ repeatable: true, tries: 5, waitedMs: 1 },
		{
			description: /Tried 5 times.*may have been applied.*safe to run this item again/,
			httpCode: '502',
		},
	],
	[
		'a thing that is gone, after an answer was lost',
		{ kind: 'notFound', status: 404 },
		{ repeatable: true, tries: 2, earlierInDoubt: true },
		{ message: /^No post with ID 12/, description: /earlier try was lost.*may have been applied/ },
	],
	[
		'a change that reaches people',
		{ kind: 'connectionLost', key: 'ECONNRESET' },
		{ operation: update, method: 'PUT' },
		{ description: /update may have been changed and its email sent.*Check the changelog update/ },
	],
	[
		'a lost connection',
		{ kind: 'connectionLost', key: 'ECONNRESET' },
		{},
		{
			message: 'The connection to the service was lost when it was asked to create a post',
			description: /may exist.*Code: ECONNRESET/,
			httpCode: 'ECONNRESET',
		},
	],
	[
		'no answer in time',
		{ kind: 'connectionLost', key: 'ETIMEDOUT' },
		{ operation: getAll, repeatable: true },
		{ message: 'The service did not answer in time when asked to get many posts' },
	],
	[
		'a success without a body',
		{ kind: 'emptyAnswer', status: 200 },
		{},
		{
			message: 'The service sent no answer (HTTP 200) when asked to create a post',
			description: /Tried once\..*The post may exist/,
			httpCode: '200',
			failure: { cause: 'temporarily-unavailable' },
		},
	],
	[
		'an unknown host',
		{ kind: 'unreachable', key: 'ENOTFOUND' },
		{ host: 'feedback.example:443' },
		{
			message: 'The service could not be reached at feedback.example:443',
			description: /name in the Base URL.*not sent/,
		},
	],
	[
		'a proxy that does not answer',
		{ kind: 'unreachable', key: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:3128' },
		{ host: 'feedback.example:443' },
		{ description: /^n8n tried to connect to 127\.0\.0\.1:3128, .* a proxy .*HTTP_PROXY/ },
	],
	[
		'a proxy that is not found',
		{ kind: 'unreachable', key: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND proxy.example' },
		{ host: 'feedback.example:443' },
		{ description: /^n8n tried to connect to proxy\.example, .* a proxy / },
	],
	[
		'a service that does not answer',
		{ kind: 'unreachable', key: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.0.0.1:443' },
		{ host: 'feedback.example:443' },
		{ description: /^Nothing answers at the Base URL/ },
	],
	[
		'a service that is not found',
		{ kind: 'unreachable', key: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND feedback.example' },
		{ host: 'feedback.example:443' },
		{ description: /name in the Base URL/ },
	],
	[
		'a bad certificate',
		{ kind: 'unreachable', key: 'CERT_HAS_EXPIRED' },
		{},
		{ description: /Check the certificate/, httpCode: 'CERT_HAS_EXPIRED' },
	],
	[
		'401',
		{ kind: 'unauthorized', status: 401, message: 'Malformed Authorization header.' },
		{},
		{
			message: 'The API key was rejected',
			description: /credential 'Acme &lt;live&gt;'.*said: Malformed credential header/,
			httpCode: '401',
			failure: { cause: 'credential-invalid' },
		},
	],
	[
		'403',
		{ kind: 'forbidden', status: 403 },
		{},
		{
			message: 'The API key is not allowed to create a post',
			description: /lacks the permission.*Acme/,
			failure: { cause: 'configuration-invalid' },
		},
	],
	[
		'404',
		{ kind: 'notFound', status: 404 },
		{},
		{ message: 'No post with ID 12, or no comment with ID 7, in this workspace' },
	],
	[
		'404 of a request that names an end-user in its body',
		{ kind: 'notFound', status: 404 },
		{ user: '2381' },
		{
			message:
				'No post with ID 12, or no comment with ID 7, or no end-user with ID 2381, in this workspace',
		},
	],
	[
		'409',
		{ kind: 'identifierTaken', status: 409, message: 'A preexisting identifier' },
		{},
		{
			message: 'The ID is already used by another post in this workspace',
			description: /created nothing.*A preexisting identifier/,
		},
	],
	[
		'409 of an ID that was given',
		{ kind: 'identifierTaken', status: 409, key: 'identifier_taken' },
		{ identifier: 'acme-corp' },
		{ message: "The ID 'acme-corp' is already used by another post in this workspace" },
	],
	[
		'409 where the panel offers to take what is there',
		{ kind: 'identifierTaken', status: 409, key: 'identifier_taken' },
		{ operation: createGroup },
		{
			description:
				/^Use another ID, or choose 'Return the Existing\b[^']*' under 'If the \b[^']+'. The request created nothing.$/,
		},
	],
	[
		'validation_error',
		{
			kind: 'invalid',
			status: 400,
			key: 'validation_error',
			fields: [
				{ field: 'title', message: 'is <b>odd</b>' },
				{ field: 'created', message: 'lies in the future' },
				{ field: 'mood', message: 'is bad' },
			],
		},
		{},
		{
			message: "The service does not accept 'Title': is ‹b>odd‹/b> (+2 more)",
			description: /'Title': is &lt;b&gt;odd.*'Created': lies.*mood: is bad.*changed nothing/,
			httpCode: '400',
		},
	],
	[
		'upgrade_required',
		{
			kind: 'upgradeRequired',
			status: 200,
			key: 'upgrade_required',
			message: 'Not in your plan.',
			upgrade: { feature: 'Groups', plan: 'Business', action: 'https://x.example/up' },
		},
		{},
		{
			message: 'Groups is not included in your plan',
			description: /The Business plan has it.*Not in your plan.*https:\/\/x.example\/up/,
			httpCode: '200',
		},
	],
	[
		'a refusal of /v1',
		{ kind: 'refused', status: 400, message: 'Invalid type EPERM' },
		{},
		{ message: 'The service refused to create a post: Invalid type EPERM', httpCode: '400' },
	],
	[
		'a redirect',
		{ kind: 'redirected', status: 301, location: 'https://other.example/v1/post' },
		{},
		{
			message: 'The service redirected to another address',
			description: /points to https:\/\/other.example\/v1\/post/,
			httpCode: '301',
		},
	],
	[
		'a page of something else',
		{ kind: 'notTheService', status: 200, message: '<h1>Garden</h1>' },
		{ repeatable: true },
		{
			message: 'The answer (HTTP 200) did not come from the feedback service',
			description: /Base URL.*&lt;h1&gt;Garden/,
		},
	],
	[
		'a success without its record',
		{ kind: 'incomplete', status: 200 },
		{},
		{ message: 'The service reported success but sent no post', description: /may exist/ },
	],
	[
		'a list without an end',
		{ kind: 'endless' },
		{ operation: getAll, repeatable: true, tries: 10_000 },
		{
			message: /could not be read completely.*get many posts/,
			description: /after 10000 pages.*Return All/,
		},
	],
	['a cancelled execution', { kind: 'cancelled' }, {}, { message: 'The execution was cancelled' }],
])('%s', (_what, problem, asked, expected) => {
	const error = shown(problem, asked);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error.context.itemIndex).toBe(3);
	for (const [name, value] of Object.entries(expected)) {
		const given = error[name as keyof NodeApiError];
		if (value instanceof RegExp) expect(String(given).replaceAll('<br>', ' ')).toMatch(value);
		else expect(given).toEqual(value);
	}
	// What n8n stores with the execution.
	expect(JSON.stringify({ ...error, message: error.message })).not.toMatch(/authorization/i);
	const where = { node, operation: asked.operation ?? create, itemIndex: 3 };
	expect(toFailedItem(failureOf(problem, asked), where)).toEqual({
		json: {
			error: {
				message: error.message,
				description: asText(String(error.description)),
				httpCode: error.httpCode,
				...(problem.key !== undefined && { key: problem.key }),
				...(problem.fields && { errors: problem.fields }),
			},
		},
		pairedItem: { item: 3 },
	});
});

/** What n8n shows of a description, which it takes for HTML. */
function asText(html: string): string {
	const text = html.replaceAll('<br>', '\n');
	expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
	return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

test.each<[string, unknown]>([
	[
		'the service',
		failureOf({ kind: 'refused', message: 'No\n\u001b[31mERROR\r\n<img src=x>\u202e' }),
	],
	['a meta key', new InvalidInput([{ label: 'Meta', name: 'a\nb<a href=x>', message: 'is odd' }])],
	['an ID', new NotLookedUp('No user has a\u2028b<!-- c', 'Check\u0007 it.')],
	['n8n', new Error('What\n<script>')],
])('a message holds neither markup nor control characters: from %s', (_who, cause) => {
	const { message, description } = toNodeError(cause, { node, operation: create });
	expect(message).not.toMatch(/<[a-z/!]/i);
	for (const text of [message, String(description ?? '').replaceAll('\n', '')]) {
		expect(text).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
	}
});

describe('what others wrote is shown as it is', () => {
	const odd = '<b>R&D</b>';
	const where = { node, operation: create, itemIndex: 0 };

	test.each<[string, unknown]>([
		['the plan', failureOf({ kind: 'upgradeRequired', upgrade: { plan: odd } })],
		['the call to action', failureOf({ kind: 'upgradeRequired', upgrade: { action: odd } })],
		['why a plan is needed', failureOf({ kind: 'upgradeRequired', message: odd })],
		['where a redirect leads', failureOf({ kind: 'redirected', location: odd })],
		['the words of the service', failureOf({ kind: 'forbidden', message: odd })],
		['the code of a failure', failureOf({ kind: 'unreachable', key: odd })],
		[
			'what is wrong with a field',
			failureOf({ kind: 'invalid', fields: [{ field: 'x', message: odd }] }),
		],
		['what was looked up', new NotLookedUp('No end-user has it', `Check ${odd}.`)],
		['an ID', new UnusableId('update', odd, 'is not an ID')],
	])('%s: as text in an item and to a model, and as HTML in the editor', (_what, cause) => {
		const { description } = toNodeError(cause, where);
		expect(description).toContain('&lt;b&gt;R&amp;D&lt;/b&gt;');
		const { error } = toFailedItem(cause, where).json as { error: { description: string } };
		expect(error.description).toContain(odd);
		expect(error.description).toBe(asText(String(description)));
		const asTool = { ...where, node: { ...node, type: `${node.type}Tool` } };
		expect(toNodeError(cause, asTool).description).toBe(error.description);
	});
});

test.each(['ENOTFOUND', 'EAI_AGAIN'])('a name that is not found is said: %s', (key) => {
	expect(shown({ kind: 'unreachable', key }).description).toMatch(
		/server name in the Base URL was not found/,
	);
});

test.each([
	['feedbackBearerApi', 'The Bearer one', 'The Basic one'],
	['feedbackBasicApi', 'The Basic one', 'The Bearer one'],
	[undefined, 'The Bearer one', 'The Basic one'],
])('a rejected key names the credential that was used: %s', (authentication, used, other) => {
	const both = {
		...node,
		parameters: authentication === undefined ? {} : { authentication },
		credentials: {
			feedbackBasicApi: { id: '1', name: 'The Basic one' },
			feedbackBearerApi: { id: '2', name: 'The Bearer one' },
		},
	};
	const call = { method: 'GET', path: path`/v1/post/${12}`, repeatable: true } as const;
	const failure = new ServiceFailure({ kind: 'unauthorized', status: 401 }, call, 1, 0);
	const { description } = toNodeError(failure, { node: both });
	expect(description).toContain(`credential '${used}'`);
	expect(description).not.toContain(other);
});

describe('a poll', () => {
	const polled = (problem: Problem) => {
		const target = { text: '/v1/posts', things: [] };
		const call = { method: 'GET', path: target, repeatable: true } as const;
		return toNodeError(new ServiceFailure(problem, call, 3, 900), { node, event: 'New Post' });
	};

	const kinds: Record<ProblemKind, string> = {
		rateLimited: 'The rate limit of the service was reached when asking for New Post',
		writeFailed: 'could not save the change when asking for New Post',
		serverFailed: 'The service failed (HTTP 500) when asked for New Post',
		connectionLost: 'The connection to the service was lost when it was asked for New Post',
		unreachable: 'could not be reached when asking for New Post',
		unauthorized: 'The API key was rejected when asking for New Post',
		forbidden: 'The API key is not allowed to read what New Post needs',
		notFound: 'did not find',
		notOffered: 'The service does not offer what New Post needs',
		identifierTaken: 'is already used',
		invalid: 'The service refused the request for New Post: No such status',
		upgradeRequired: 'This feature is not included in your plan, and New Post needs it',
		refused: 'The service refused the request for New Post: No such status',
		redirected: 'redirected to another address when asking for New Post',
		notTheService: 'did not come from the feedback service when asking for New Post',
		tooLarge: 'The answer was larger than 64 MB when asked for New Post',
		tooDeep: 'The answer has too many nested levels when asked for New Post',
		incomplete: 'reported success but sent no record when asking for New Post',
		emptyAnswer: 'The service sent no answer (HTTP 500) when asked for New Post',
		endless: 'The list could not be read completely when asked for New Post',
		cancelled: 'The execution was cancelled when asking for New Post',
	};

	test.each(Object.entries(kinds) as Array<[ProblemKind, string]>)(
		'names its event when it fails: %s',
		(kind, says) => {
			const { message } = polled({ kind, status: 500, message: 'No such status' });
			expect(message).toContain(says);
			expect(message).toContain('New Post');
		},
	);

	test('names its event beside a field that the service does not accept', () => {
		const fields = [{ field: 'filter', message: 'is unknown' }];
		expect(polled({ kind: 'invalid', status: 400, fields }).message).toBe(
			'For New Post, the service does not accept filter: is unknown',
		);
	});

	test.each<ProblemKind>(['rateLimited', 'serverFailed', 'connectionLost'])(
		'says that the next one tries again, and nothing of Concurrency: %s',
		(kind) => {
			const { description } = polled({ kind });
			expect(description).toContain('The next poll tries again');
			expect(description).not.toContain('Concurrency');
		},
	);
});

describe('what was found before anything was sent', () => {
	const where = { node, operation: create, itemIndex: 1 };

	test.each<[string, Error, string, RegExp]>([
		[
			'fields',
			new InvalidInput([
				{ label: 'Title', name: 'title', message: 'must not be empty' },
				{ label: 'Created', name: 'created', message: 'must not be in the future' },
			]),
			"'Title' must not be empty (+1 more)",
			/'Created' must not be in/,
		],
		[
			'one field',
			new InvalidInput([{ label: 'Title', name: 'title', message: 'must not be empty' }]),
			"'Title' must not be empty",
			/^Correct the fields named here. This item was not sent.$/,
		],
		[
			'an ID',
			new UnusableId('update', '<b>/2', 'is not an ID'),
			'The ID of the changelog update is not an ID',
			/starts with '&lt;b&gt;\/2'.*not sent/,
		],
		[
			'the Base URL',
			new UnusableBaseUrl('The Base URL is odd'),
			'The Base URL is odd',
			/credential/,
		],
	])('%s', (_what, cause, message, description) => {
		const error = toNodeError(cause, where) as NodeOperationError;
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe(message);
		expect(error.description).toMatch(description);
		expect(error.context.itemIndex).toBe(1);
	});

	test("n8n's own errors stay what they are, with the item they belong to", () => {
		const own = new NodeOperationError(node, 'Credentials not found');
		expect(toNodeError(own, where)).toBe(own);
		expect(own.context.itemIndex).toBe(1);
	});

	test.each([
		[new Error('Authorization is odd'), 'credential is odd'],
		[new Error(''), 'The step stopped for an unknown reason'],
		['a text', 'a text'],
	])('anything else: %s', (cause, message) => {
		const error = toNodeError(cause, where);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe(message);
	});
});
