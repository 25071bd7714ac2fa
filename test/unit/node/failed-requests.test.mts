// What a person reads when the service refuses a request, fails, cannot be reached or sends something else.
import type { NodeApiError } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { create as createDocument } from '../../../nodes/FeedbackDocuments/document/create';
import { create as createGroup } from '../../../nodes/FeedbackGroups/group/create';
import { get as getGroup } from '../../../nodes/FeedbackGroups/group/get';
import { create as createPost } from '../../../nodes/Feedback/post/create';
import { getAll } from '../../../nodes/Feedback/post/getAll';
import { path } from '../../../nodes/shared/client/path';
import { toNodeError } from '../../../nodes/shared/node/failure';
import { isInDoubt } from '../../../nodes/shared/client/service-failure';
import { effects, type Problem, type ProblemKind } from '../../../nodes/shared/service/problems';
import { type Explained, expectExplained, failureOf, node } from './failed-calls.mts';

const IN_DOUBT =
	'The post may exist, so the request was not retried. Look for it in the service or with Get Many before you run this item again.';

test.each<Explained>([
	[
		'HTTP 401',
		{ kind: 'unauthorized', status: 401, message: 'Authorization: no authorization.' },
		'The API key was rejected',
		"Check the API Key in the credential 'Acme &lt;live&gt;', and that the Base URL belongs to the same service. A replaced key stops working immediately.<br>The service said: credential: no credential.",
	],
	[
		'HTTP 403',
		{ kind: 'forbidden', status: 403 },
		"The API key is not allowed to run 'Create post'",
		"The user of the key lacks the permission. Give it to that user, or use another key in the credential 'Acme &lt;live&gt;'.",
	],
	[
		'HTTP 404',
		{ kind: 'notFound', status: 404 },
		'No post with ID 12, or no comment with ID 7 in this workspace',
		'Check the ID, and the Base URL in the credential. The record may be deleted, or belong to another workspace.',
	],
	[
		'HTTP 409',
		{ kind: 'identifierTaken', status: 409, message: 'A preexisting identifier' },
		'The ID is already used by another post in this workspace',
		'Use another ID.<br>The request created nothing.<br>The service said: A preexisting identifier',
	],
	[
		'HTTP 409 to an ID that was given',
		{ kind: 'identifierTaken', status: 409, key: 'identifier_taken' },
		"The ID 'acme-corp' is already used by another post in this workspace",
		undefined,
		{ identifier: 'acme-corp' },
	],
	[
		'HTTP 409 where the panel offers to return the existing record',
		{ kind: 'identifierTaken', status: 409, key: 'identifier_taken' },
		undefined,
		"Use another ID, or change 'If the Group Exists'.<br>The request created nothing.",
		{ operation: createGroup },
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
		"The service does not accept 'Title': is ‹b>odd‹/b> (+2 more)",
		"'Title': is &lt;b&gt;odd&lt;/b&gt;<br>'Created': lies in the future<br>mood: is bad<br>The request changed nothing.",
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
		'Groups is not included in your plan',
		'The Business plan has it.<br>The service suggests: https://x.example/up<br>The service said: Not in your plan.',
	],
	[
		'an unknown type of a document, said once',
		{ kind: 'invalid', status: 400, key: 'invalid_argument', message: 'Unknown type poem' },
		"The service refused to run 'Create document': Unknown type poem",
		"Check 'Document Type'. The request changed nothing.",
		{ operation: createDocument },
	],
	[
		'a refusal of /v1',
		{ kind: 'refused', status: 400, key: 'odd', message: 'Invalid type EPERM' },
		"The service refused to run 'Create post': Invalid type EPERM",
		'Check the fields of this node and the IDs in them.<br>Code: odd',
	],
	['no type', { kind: 'invalid', key: 'invalid_argument' }, undefined, /^Check the fields of/],
	[
		'the rate limit',
		{ kind: 'rateLimited', status: 429, key: 'rate_limit', retryAfterMs: 4000 },
		'The rate limit of the service was reached',
		'Tried 6 times and waited 151 s.<br>The service asks to wait 4 s.<br>The limit counts every workflow and tool that uses this workspace.<br>Try again later.<br>Run fewer workflows in parallel.',
		{ tries: 6, waitedMs: 150_600 },
	],
	[
		'a rate limit known before the request is sent',
		{ kind: 'rateLimited', status: 429, retryAfterMs: 900_000 },
		undefined,
		'The request was not sent, because the service asked to wait.<br>The service asks to wait 900 s.<br>The limit counts every workflow and tool that uses this workspace.<br>Try again later.<br>Run fewer workflows in parallel.',
		{ tries: 0 },
	],
	[
		'write_failed',
		{ kind: 'writeFailed', status: 500, key: 'write_failed', message: 'Disk full' },
		'The service could not save the change',
		'Tried 5 times and waited 7 s.<br>It changed nothing, so it is safe to run this again.<br>The service said: Disk full',
		{ tries: 5, waitedMs: 7000 },
	],
	[
		'internal_error on a request that may be repeated',
		{ kind: 'serverFailed', status: 502 },
		undefined,
		'Tried 5 times and waited 1 s.<br>The change may have been applied. It is safe to run this item again.',
		{ repeatable: true, tries: 5, waitedMs: 1 },
	],
	[
		'a record that is gone after a lost answer',
		{ kind: 'notFound', status: 404 },
		/^No post with ID 12/,
		'Check the ID, and the Base URL in the credential. The record may be deleted, or belong to another workspace.<br>The answer to an earlier try was lost, so the change may have been applied.',
		{ repeatable: true, tries: 2, earlierInDoubt: true },
	],
	[
		'a lost connection',
		{ kind: 'connectionLost', key: 'ECONNRESET' },
		"The connection to the service was lost when it was asked to run 'Create post'",
		`Tried once.<br>${IN_DOUBT}<br>Code: ECONNRESET`,
	],
	[
		'a service that does not speak TLS',
		{ kind: 'connectionLost', key: 'EPROTO' },
		undefined,
		`Tried once.<br>If the service does not use HTTPS, start the Base URL with http://.<br>${IN_DOUBT}<br>Code: EPROTO`,
	],
	[
		'a time-out',
		{ kind: 'connectionLost', key: 'ECONNABORTED' },
		"The service did not answer in time when asked to run 'Get many posts'",
		undefined,
		{ operation: getAll, repeatable: true },
	],
	[
		'a success without a body',
		{ kind: 'emptyAnswer', status: 200 },
		"The service sent no answer (HTTP 200) when asked to run 'Create post'",
		`Tried once.<br>${IN_DOUBT}`,
	],
	[
		'an unknown host',
		{ kind: 'unreachable', key: 'ENOTFOUND' },
		'The service could not be reached at feedback.example:443',
		'Tried once.<br>The server name was not found. Check the Base URL, and the proxy settings of n8n.<br>The request was not sent.<br>Code: ENOTFOUND',
		{ host: 'feedback.example:443' },
	],
	['a failed lookup', { kind: 'unreachable', key: 'EAI_AGAIN' }, undefined, /server name was not/],
	[
		'a service that does not answer',
		{ kind: 'unreachable', key: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.0.0.1:443' },
		undefined,
		'Tried once.<br>Nothing answers at the Base URL. Check the Base URL, the service, the firewall, and the proxy settings of n8n.<br>The request was not sent.<br>Code: ECONNREFUSED',
		{ host: 'feedback.example:443' },
	],
	[
		'a bad certificate',
		{ kind: 'unreachable', key: 'CERT_HAS_EXPIRED' },
		undefined,
		'Tried once.<br>The certificate of the server is not trusted. Check the certificate and the Base URL, or turn on Ignore SSL Issues in a network you trust.<br>The request was not sent.<br>Code: CERT_HAS_EXPIRED',
	],
	[
		'an address that n8n forbids',
		{ kind: 'unreachable', key: 'SSRF_BLOCKED' },
		'n8n does not allow requests to feedback.example:443',
		'Tried once.<br>Enter the public address of the service as Base URL. Or ask the administrator of n8n to list its name in N8N_SSRF_ALLOWED_HOSTNAMES.<br>The request was not sent.<br>Code: SSRF_BLOCKED',
		{ host: 'feedback.example:443' },
	],
	[
		'a redirect',
		{ kind: 'redirected', status: 301, location: 'https://other.example' },
		'The service redirected to another address',
		'It points to https://other.example.<br>If that is the service, enter its address as Base URL in the credential.<br>Redirects are not followed, to keep the API key on its host.',
	],
	[
		'a page of another website',
		{ kind: 'notTheService', status: 200, contentType: 'text/html', message: '<h1>Garden</h1>' },
		'The answer (HTTP 200) did not come from the feedback service',
		'Its content type is text/html.<br>Check the Base URL in the credential. A website or a proxy may answer at feedback.example:443.<br>The change may have been applied. It is safe to run this item again.<br>The service said: &lt;h1&gt;Garden&lt;/h1&gt;',
		{ repeatable: true, host: 'feedback.example:443' },
	],
	[
		'a website at the Base URL',
		{ kind: 'notTheService', status: 404 },
		'The API was not found at this Base URL (HTTP 404)',
		`Check the Base URL in the credential. Remove what follows the host name, such as /dashboard.<br>${IN_DOUBT}`,
	],
	[
		'an address of the service without the API',
		{ kind: 'notFound', status: 404 },
		'The API was not found at this Base URL (HTTP 404)',
		'Check the Base URL in the credential. Remove what follows the host name, such as /dashboard.',
		{ operation: getAll, path: path`/v2/groups` },
	],
	[
		'an operation that the API does not document',
		{ kind: 'notFound', status: 404 },
		undefined,
		/another workspace\. To go on without it.*It may also be that this service does not offer it, since the API does not document it\.$/,
		{ operation: getGroup },
	],
	[
		'a success without its record',
		{ kind: 'incomplete', status: 200 },
		'The service reported success but sent no post',
		`If this happens again, contact the operator of the service.<br>${IN_DOUBT}`,
	],
	[
		'an endless list',
		{ kind: 'endless', size: 12_000_000 },
		/could not be read completely.*Get many posts/,
		'The list did not end after 10000 pages with 12 MB.<br>Turn off Return All, or add filters.',
		{ operation: getAll, repeatable: true, tries: 10_000 },
	],
	[
		'a cancelled execution',
		{ kind: 'cancelled' },
		'The execution was cancelled',
		'Nothing was sent after that. Run it again to process the rest.',
	],
])('what is said of %s', (...explained) => expectExplained(explained));

/** Sentences that are true only if nothing was changed. */
const UNCHANGED =
	/Try again later|changed nothing|created nothing|was not sent|safe to run this again/;

describe.each(Object.keys(effects) as ProblemKind[])('of %s, a message', (kind) => {
	const status = { unreachable: undefined, connectionLost: undefined, cancelled: undefined };
	const problem: Problem = { kind, status: kind in status ? undefined : 500, retryAfterMs: 0 };
	const fields = kind === 'invalid' && [{ field: 'title', message: 'is odd' }];
	const said = (asked: object) => {
		const failure = failureOf({ ...problem, ...(fields && { fields }) }, asked);
		const { description } = toNodeError(failure, { node, operation: createPost });
		return { inDoubt: failure.mayHaveBeenApplied, words: String(description) };
	};

	test.each<[string, object]>([
		['a read', { method: 'GET', repeatable: true }],
		['a create', {}],
		['an update that sends email', { method: 'PUT' }],
		['a write that may be repeated', { repeatable: true, tries: 5, waitedMs: 9 }],
		['a request that waited at the rate limit', { tries: 0 }],
		['a second try after a lost answer', { repeatable: true, tries: 2, earlierInDoubt: true }],
	])('after %s says what may have happened, and nothing against it', (_what, asked) => {
		const { inDoubt, words } = said(asked);
		expect(words).not.toContain('asks to wait');
		if (!inDoubt) return expect(words).not.toMatch(/may exist|may have been|was lost/);
		expect(words).toMatch(/may exist|may have been/);
		expect(words).not.toMatch(UNCHANGED);
		const { repeatable, earlierInDoubt } = { repeatable: false, earlierInDoubt: false, ...asked };
		const isUnknown = isInDoubt(problem);
		expect(/was not retried.+before you run this item again/.test(words)).toBe(!repeatable);
		expect(words.includes('safe to run this item again')).toBe(repeatable && isUnknown);
		expect(words.includes('answer to an earlier try')).toBe(earlierInDoubt && !isUnknown);
	});
});

/** For n8n's own back-off, whether waiting can help. */
test.each<[ProblemKind, string | undefined]>([
	['rateLimited', 'rate-limited'],
	['writeFailed', 'temporarily-unavailable'],
	['serverFailed', 'temporarily-unavailable'],
	['connectionLost', 'temporarily-unavailable'],
	['emptyAnswer', 'temporarily-unavailable'],
	['unreachable', 'temporarily-unavailable'],
	['incomplete', 'temporarily-unavailable'],
	['unauthorized', 'credential-invalid'],
	['forbidden', 'configuration-invalid'],
	['notFound', 'configuration-invalid'],
	['invalid', 'configuration-invalid'],
	['upgradeRequired', 'configuration-invalid'],
	['notTheService', 'configuration-invalid'],
	['cancelled', undefined],
])('n8n gets the cause of %s', (kind, cause) => {
	for (const retryAfterMs of [0, 4000]) {
		const error = toNodeError(failureOf({ kind, retryAfterMs }), { node }) as NodeApiError;
		const wait = kind === 'rateLimited' ? { retryAfterMs } : {};
		expect(error.failure).toEqual(cause && { cause, ...wait });
	}
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
	const failure = failureOf({ kind: 'unauthorized', status: 401 });
	const { description } = toNodeError(failure, { node: both });
	expect(description).toContain(`credential '${used}'`);
	expect(description).not.toContain(other);
});
