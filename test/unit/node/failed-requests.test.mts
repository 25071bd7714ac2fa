// What a person reads when the service refuses a request, fails, cannot be reached or sends something else.
import { expect, test } from 'vitest';
import { create as createGroup } from '../../../nodes/FeedbackGroups/group/create';
import { getAll } from '../../../nodes/FeedbackPosts/post/getAll';
import { ServiceFailure } from '../../../nodes/shared/client/service-failure';
import { path } from '../../../nodes/shared/client/path';
import { toNodeError } from '../../../nodes/shared/node/failure';
import { type Explained, expectExplained, node } from './failed-calls.mts';

test.each<Explained>([
	[
		'HTTP 401',
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
		'HTTP 403',
		{ kind: 'forbidden', status: 403 },
		{},
		{
			message: 'The API key is not allowed to create a post',
			description: /lacks the permission.*Acme/,
			failure: { cause: 'configuration-invalid' },
		},
	],
	[
		'HTTP 404',
		{ kind: 'notFound', status: 404 },
		{},
		{ message: 'No post with ID 12, or no comment with ID 7 in this workspace' },
	],
	[
		'HTTP 409',
		{ kind: 'identifierTaken', status: 409, message: 'A preexisting identifier' },
		{},
		{
			message: 'The ID is already used by another post in this workspace',
			description: /created nothing.*A preexisting identifier/,
		},
	],
	[
		'HTTP 409 to an ID that was given',
		{ kind: 'identifierTaken', status: 409, key: 'identifier_taken' },
		{ identifier: 'acme-corp' },
		{ message: "The ID 'acme-corp' is already used by another post in this workspace" },
	],
	[
		'HTTP 409 where the panel offers to return the existing record',
		{ kind: 'identifierTaken', status: 409, key: 'identifier_taken' },
		{ operation: createGroup },
		{
			description:
				/^Use another ID, or change 'If the Group Exists'. The request created nothing.$/,
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
			description: /The Business plan has it.*https:\/\/x.example\/up.*said: Not in your plan/,
			httpCode: '200',
		},
	],
	[
		'a refusal of /v1',
		{ kind: 'refused', status: 400, message: 'Invalid type EPERM' },
		{},
		{
			message: 'The service refused to create a post: Invalid type EPERM',
			description: 'Check the fields of this node and the IDs in them.',
			httpCode: '400',
		},
	],
	[
		'the rate limit',
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
		'a rate limit known before the request is sent',
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
		'internal_error on a request that may be repeated',
		{ kind: 'serverFailed', status: 502 },
		{ repeatable: true, tries: 5, waitedMs: 1 },
		{
			description: /Tried 5 times.*may have been applied.*safe to run this item again/,
			httpCode: '502',
		},
	],
	[
		'a record that is gone after a lost answer',
		{ kind: 'notFound', status: 404 },
		{ repeatable: true, tries: 2, earlierInDoubt: true },
		{ message: /^No post with ID 12/, description: /earlier try was lost.*may have been applied/ },
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
		'a service that does not speak TLS',
		{ kind: 'connectionLost', key: 'EPROTO' },
		{},
		{ description: /start the Base URL with http:\/\/\..*may exist.*Code: EPROTO/ },
	],
	[
		'a time-out',
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
			description: /server name was not found.*Base URL.*proxy.*not sent/,
		},
	],
	[
		'a service that does not answer',
		{ kind: 'unreachable', key: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.0.0.1:443' },
		{ host: 'feedback.example:443' },
		{ description: /Nothing answers at the Base URL.*proxy/ },
	],
	[
		'a bad certificate',
		{ kind: 'unreachable', key: 'CERT_HAS_EXPIRED' },
		{},
		{ description: /Check the certificate/, httpCode: 'CERT_HAS_EXPIRED' },
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
		'a page of another website',
		{ kind: 'notTheService', status: 200, message: '<h1>Garden</h1>' },
		{ repeatable: true, host: 'feedback.example:443' },
		{
			message: 'The answer (HTTP 200) did not come from the feedback service',
			description: /Base URL.*may answer at feedback\.example:443.*&lt;h1&gt;Garden/,
		},
	],
	[
		'a success without its record',
		{ kind: 'incomplete', status: 200 },
		{},
		{ message: 'The service reported success but sent no post', description: /may exist/ },
	],
	[
		'an endless list',
		{ kind: 'endless' },
		{ operation: getAll, repeatable: true, tries: 10_000 },
		{
			message: /could not be read completely.*get many posts/,
			description: /after 10000 pages.*Return All/,
		},
	],
	['a cancelled execution', { kind: 'cancelled' }, {}, { message: 'The execution was cancelled' }],
])('%s is explained', (...explained) => expectExplained(explained));

test('an NPS response is called so, as in the editor', () => {
	const call = { method: 'GET', path: path`/v1/promoter/${9}`, repeatable: true } as const;
	const failure = new ServiceFailure({ kind: 'notFound', status: 404 }, call, 1, 0);
	expect(toNodeError(failure, { node }).message).toMatch(/^No NPS response with ID 9 in/);
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
