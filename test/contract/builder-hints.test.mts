// What n8n's AI builders get of a node beside its fields; what n8n makes of it is in test/e2e/builders.test.mts.
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { actionNodes, nodes, type PublishedNode, trigger } from './nodes.mts';

const idOf = ({ description }: PublishedNode) => `${packageJson.name}.${description.name}`;

test.each([
	['Customer Feedback Documents', expect.stringContaining(' tags: unknown[]; ')],
	['Customer Feedback NPS', expect.stringContaining(' score: number | null; ')],
	['Customer Feedback Users', 'Output: { deleted: boolean; user_id: number }'],
	[
		'Customer Feedback Trigger',
		'Output of endUserDeleted: { event: string; user_id: number; foundAt: string; eventId: string }',
	],
])('%s says as a type what comes out: %s', (displayName, line) => {
	const { description } = nodes.find((node) => node.description.displayName === displayName)!;
	const contents = description.builderHint!.extraTypeDefContent!.map(({ content }) => content);
	expect(contents.join('\n').split('\n')).toContainEqual(line);
});

test.each([
	['Customer Feedback', 'total_sum is Votes, up votes minus down votes'],
	['Customer Feedback NPS', 'vote is Score'],
	['Customer Feedback Users', 'data_id is Own ID'],
])('Simplify of %s says what its columns mean: %s', (displayName, text) => {
	const { description } = nodes.find((node) => node.description.displayName === displayName)!;
	const hints = description.properties
		.filter(({ name }) => name === 'simplify')
		.map(({ builderHint }) => builderHint?.propertyHint);
	expect(hints.join('\n')).toContain(text);
});

test.each(actionNodes)('$name leads to the trigger as a related node', ({ description }) => {
	const { relatedNodes } = description.builderHint ?? {};
	expect(relatedNodes?.map(({ nodeType }) => nodeType)).toContain(idOf(trigger));
});

describe(trigger.name, () => {
	const { searchHint, relatedNodes } = trigger.description.builderHint ?? {};

	test('says that items come once, and what the event ID is for', () => {
		expect(searchHint).toBe(
			'Polls, and delivers each item once: add no schedule and no deduplication. If n8n crashes, an item may repeat with the same eventId: use it as the key where you write.',
		);
	});

	test('says how existing items come without a Get Many', () => {
		const [{ content }] = trigger.description.builderHint?.extraTypeDefContent ?? [];
		expect(content).toContain('set options.existingItems to newest: add no Get Many');
	});

	test('leads to a node of this package that works on what fired', () => {
		const known = actionNodes.map(idOf);
		expect(relatedNodes).not.toEqual([]);
		for (const { nodeType } of relatedNodes ?? []) expect(known).toContain(nodeType);
	});
});
