// What a step of a recipe is set to: step-settings.yaml has it by n8n's names and ours. A step that loses such a setting stops the
// others, repeats a request for each item, ends a run that found nothing, or lets a stranger's text act.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { WorkflowDraft, WorkflowNode } from '../n8n-host/rest.mts';
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
	Deactivated: (step) => step.disabled,
	'One Safe Line': ({ parameters }) => parameters?.texts === 'oneSafeLine',
	'Merge Custom Data': ({ parameters }) =>
		(parameters?.updateFields as { mergeCustomData?: boolean } | undefined)?.mergeCustomData,
	'Must Match Any Condition': ({ parameters }) => parameters?.matchType === 'anyCondition',
};

/** The steps that go on by an error output, and with which step: the last output is that of errors. */
function errorOutputs({ nodes, connections }: WorkflowDraft): string {
	return nodes
		.filter(({ onError }) => onError === 'continueErrorOutput')
		.map(({ name }) => {
			const outputs = connections[name]?.main ?? [];
			const [next] = (outputs.length > 1 && outputs.at(-1)) || [];
			return `${name} (${next?.node ?? 'nothing'})`;
		})
		.toSorted()
		.join(', ');
}

test.each(all)('$name', (workflow) => {
	const { name: recipe, nodes } = workflow;
	const found = Object.entries(settings).map(([name, isSet]) => {
		const steps = nodes.filter(isSet).map((step) => step.name);
		return [name, steps.toSorted().join(', ')];
	});
	found.push(['Continue (using error output)', errorOutputs(workflow)]);
	expect(Object.fromEntries(found.filter(([, steps]) => steps))).toEqual(table[recipe] ?? {});
});
