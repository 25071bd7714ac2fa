import { expect, test } from 'vitest';
import { create } from '../../../nodes/Feedback/post/create';
import { UnusableId } from '../../../nodes/shared/client/path';
import { toFailedItem, toNodeError } from '../../../nodes/shared/node/failure';
import { InvalidInput } from '../../../nodes/shared/node/invalid-input';
import { NotLookedUp } from '../../../nodes/shared/node/lookups';
import { asText, failureOf, node } from './failed-calls.mts';

test.each<[string, unknown]>([
	[
		'the service',
		failureOf({
			kind: 'refused',
			message: 'No\n\u001b[31mERROR\r\n<img src=x>\u061c\u200f\u202e\u2069',
		}),
	],
	['a meta key', new InvalidInput([{ label: 'Meta', name: 'a\nb<a href=x>', message: 'is odd' }])],
	['an ID', new NotLookedUp('No user has a\u2028b<!-- <?c', 'Check\u0007 it.')],
	['n8n', new Error('What\n<script>')],
])('a message with text of %s holds neither markup nor control characters', (_who, cause) => {
	const { message, description } = toNodeError(cause, { node, operation: create });
	expect(message).not.toMatch(/<[a-z/!?]/i);
	for (const text of [message, String(description ?? '').replaceAll('\n', '')]) {
		expect(text).not.toMatch(/[\p{Cc}\u061c\u200f\u2028\u2029\u202e\u2069]/u);
	}
});

const odd = '<b>R&D</b>';
const where = { node, operation: create, itemIndex: 0 };

test.each<[string, unknown]>([
	['the plan', failureOf({ kind: 'upgradeRequired', upgrade: { plan: odd } })],
	['the address of a redirect', failureOf({ kind: 'redirected', location: odd })],
	['a message of the service', failureOf({ kind: 'forbidden', message: odd })],
	['an error code', failureOf({ kind: 'unreachable', key: odd })],
	[
		'a message about a field',
		failureOf({ kind: 'invalid', fields: [{ field: 'x', message: odd }] }),
	],
	['a value that was looked up', new NotLookedUp('No end-user has it', `Check ${odd}.`)],
	['an ID', new UnusableId('update', odd, 'is not an ID')],
])(
	'text of others is plain text in items and to models, and escaped in the editor: %s',
	(_what, cause) => {
		const { description } = toNodeError(cause, where);
		expect(description).toContain('&lt;b&gt;R&amp;D&lt;/b&gt;');
		const { error } = toFailedItem(cause, where).json as { error: { description: string } };
		expect(error.description).toContain(odd);
		expect(error.description).toBe(asText(String(description)));
		const asTool = { ...where, node: { ...node, type: `${node.type}Tool` } };
		expect(toNodeError(cause, asTool).description).toBe(error.description);
	},
);
