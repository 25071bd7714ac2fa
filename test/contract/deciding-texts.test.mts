// Texts by which people decide stand word by word in deciding-texts.yaml. What each claims is tried where the operation or event is.
import type { INodeProperties } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { FeedbackTrigger } from '../../nodes/FeedbackTrigger/FeedbackTrigger.node';
import { events } from '../../nodes/FeedbackTrigger/events';
import { fieldsOf } from '../../nodes/shared/node/operation';
import { allFields } from './examples.mts';
import { operations } from './nodes.mts';

type Texts = Record<string, string>;
const { operations: ofOperations, trigger } = parse(
	readFileSync(join(import.meta.dirname, 'deciding-texts.yaml'), 'utf8'),
) as { operations: Record<string, Texts>; trigger: Texts };
const ADVICE = 'Try what the new text claims, and write it into test/contract/deciding-texts.yaml';

type Described = Pick<INodeProperties, 'displayName' | 'description' | 'hint' | 'options'>;
const withInner = (fields: readonly Described[]): Described[] => [
	...fields,
	...fields.flatMap(({ options = [] }) => options as Described[]),
];

describe.each(Object.entries(ofOperations))('%s', (key, texts) => {
	const { operation } = operations.find((one) => one.key === key)!;
	const fields = fieldsOf(operation);
	const all = [...fields, ...allFields({ ...operation, path: [], fields }).map((one) => one.field)];

	test.each(Object.entries(texts))('%s', (place, text) => {
		const [part, label] = place.split(', ').toReversed() as [string, string?];
		const field = all.find(({ displayName }) => displayName === label);
		const choices = (field?.options ?? []) as Array<{ name: string; description?: string }>;
		const own = { notice: operation.notice, description: operation.option.description };
		const choice = choices.find(({ name }) => `choice ${name}` === part)?.description;
		const said =
			label === undefined ? own : { ...field, [part]: choice ?? field?.[part as 'hint'] };
		expect(said[part as 'description'], ADVICE).toBe(text);
	});
});

test.each(Object.entries(trigger))('trigger: %s', (label, text) => {
	const named = events.map(({ name: displayName, description }) => ({ displayName, description }));
	const all = [...withInner(new FeedbackTrigger().description.properties), ...named];
	const said = all.filter(({ displayName }) => displayName === label);
	expect(
		said.map(({ description }) => description),
		ADVICE,
	).toContain(text);
});
