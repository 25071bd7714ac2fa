// What a person reads when a step stops before a request was sent.
import { NodeOperationError } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { create } from '../../../nodes/Feedback/post/create';
import { UnusableCredential } from '../../../nodes/shared/client/base-url';
import { UnusableId } from '../../../nodes/shared/client/path';
import { toNodeError } from '../../../nodes/shared/node/failure';
import { InvalidInput } from '../../../nodes/shared/node/invalid-input';
import { node } from './failed-calls.mts';

const where = { node, operation: create, itemIndex: 1 };

test.each<[string, Error, string, RegExp]>([
	[
		'several fields',
		new InvalidInput([
			{ label: 'Title', name: 'title', message: 'must not be empty' },
			{ label: 'Created', name: 'created', message: 'must not be in the future' },
		]),
		"'Title' must not be empty (+1 more)",
		/^'Title' must not be empty<br>'Created' must not be in the future<br>Correct the fields named here\. This item was not sent\.$/,
	],
	[
		'one field',
		new InvalidInput([{ label: 'Title', name: 'title', message: 'must not be empty' }]),
		"'Title' must not be empty",
		/^Correct the fields named here. This item was not sent.$/,
	],
	[
		'an ID',
		new UnusableId('update', ' <b>/2', 'is not an ID'),
		'The ID of the changelog update is not an ID',
		/^The value starts with '&lt;b&gt;\/2'\. Choose the changelog update from the list, or enter the ID that the service gave it\. This item was not sent\.$/,
	],
	[
		'a long text in place of an ID',
		new UnusableId('post', `${'x'.repeat(39)}👍/`, 'is not an ID'),
		'The ID of the post is not an ID',
		/^The value starts with 'x{39}'\. Choose/,
	],
	[
		'an object in place of an ID',
		new UnusableId('post', String({}), 'is not an ID'),
		'The ID of the post is not an ID',
		/^The value is an object. Name one of its fields. Choose/,
	],
	[
		'the Base URL',
		new UnusableCredential('The Base URL is odd'),
		'The Base URL is odd',
		/^Open the credential and correct it\. Nothing was sent\.$/,
	],
])('the message says what is wrong with %s', (_what, cause, message, description) => {
	const error = toNodeError(cause, where) as NodeOperationError;
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe(message);
	expect(error.description).toMatch(description);
	expect(error.context.itemIndex).toBe(1);
});

test('an error of n8n stays as it is and names its item', () => {
	const own = new NodeOperationError(node, 'Credentials not found');
	expect(toNodeError(own, where)).toBe(own);
	expect(own.context.itemIndex).toBe(1);
});

test.each([
	[new Error('Authorization is odd'), 'credential is odd'],
	[new Error(''), 'The step stopped for an unknown reason'],
	['a text', 'a text'],
])('any other failure has a readable message: %s', (cause, message) => {
	const error = toNodeError(cause, where);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe(message);
});
