// Each event of the trigger has a home: it starts a recipe, or docs/trigger.md says what people use it for.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { events } from '../../nodes/FeedbackTrigger/events';
import { all } from '../recipes/recipe.mts';
import { root } from './nodes.mts';

const page = readFileSync(join(root, 'docs', 'trigger.md'), 'utf8');
const [, section] = /## What people use the events for\n([^]*?)\n## /.exec(page)!;
const described = [...section.matchAll(/^- \*\*(.+?):\*\* /gm)].map(([, name]) => name);

const started = new Set(
	all.flatMap(({ nodes }) =>
		nodes.flatMap(({ parameters }) => (parameters?.events ?? []) as string[]),
	),
);

test('each event starts a recipe, or the page says with what step people use it', () => {
	const others = events.filter(({ value }) => !started.has(value)).map(({ name }) => name);
	expect(described.toSorted()).toEqual(others.toSorted());
});
