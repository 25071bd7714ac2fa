// What a person reads when the service refuses a request.
import { expect, test } from 'vitest';
import { create as createGroup } from '../../../nodes/FeedbackGroups/group/create';
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
