// How the steps of a recipe go on: step-settings.yaml has it by n8n's names. A step that loses such a setting stops the others,
// repeats a request for each item, or ends a run that found nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { WorkflowNode } from '../n8n-host/rest.mts';
import { all } from '../recipes/recipe.mts';

type Steps = Record<string, string>;
const table = parse(
	readFileSync(join(import.meta.dirname, 'step-settings.yaml'), 'utf8'),
) as Record<string, Steps>;

const settings: Record<string, (step: WorkflowNode) => unknown> = {
	'Always Output Data': (step) => step.alwaysOutputData,
	'Execute Once': (step) => step.executeOnce,
	'Retry On Fail': (step) => step.retryOnFail,
	Continue: (step) => step.onError === 'continueRegularOutput',
	'Continue (using error output)': (step) => step.onError === 'continueErrorOutput',
	Deactivated: (step) => step.disabled,
};

test.each(all)('$name', ({ name: recipe, nodes }) => {
	const found = Object.entries(settings).map(([name, isSet]) => {
		const steps = nodes.filter(isSet).map((step) => step.name);
		return [name, steps.toSorted().join(', ')];
	});
	expect(Object.fromEntries(found.filter(([, steps]) => steps))).toEqual(table[recipe] ?? {});
});
