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
	'Return All': ({ type, parameters }) => isOurs(type) && parameters?.returnAll,
	'Include Metadata': ({ parameters }) => parameters?.includeMetadata,
	'Simplify (off)': ({ type, parameters }) => isOurs(type) && parameters?.simplify === false,
	'Public Comment': ({ parameters }) => parameters?.public,
	'Return Nothing': ({ parameters }) => parameters?.ifNotFound === 'returnNothing',
	'Return Existing': ({ parameters }) =>
		[parameters?.ifTitleExists, parameters?.ifGroupExists].includes('returnExisting'),
	'Changed Answers': ({ parameters }) => parameters?.changedAnswers,
};

const isOurs = (type: string) => type.includes('customer-feedback');

/** What a step is set to, where it is a number, a word, or the columns by which rows are found. */
const values: Record<string, (step: WorkflowNode) => unknown> = {
	Period: ({ parameters }) => parameters?.period,
	Periods: ({ parameters }) => parameters?.periods,
	'Longest Line': ({ parameters }) => parameters?.longestLine,
	'Unanswered for Days': ({ parameters }) => (parameters?.filters as Filters)?.unansweredFor,
	'Finds Rows By': ({ parameters }) =>
		(parameters?.filters as Filters)?.conditions
			?.map(({ keyName, condition, keyValue = '' }) =>
				[keyName, condition, ...(keyValue.startsWith('=') ? [] : [keyValue])].join(' ').trim(),
			)
			.join('; '),
	'Matches Rows By': ({ parameters }) =>
		(parameters?.columns as { matchingColumns?: string[] })?.matchingColumns?.join('; '),
};

interface Condition {
	keyName: string;
	condition: string;
	keyValue?: string;
}

type Filters = { unansweredFor?: number; conditions?: Condition[] } | undefined;

/** The outputs of a question behind which a run ends, such as No of If. */
const endsOf = ({ nodes, connections }: WorkflowDraft) =>
	nodes
		.filter(({ type }) => /\.(?:if|switch)$/.test(type))
		.flatMap(({ name }) => {
			const outputs = connections[name]?.main ?? [];
			const all = Array.from({ length: Math.max(2, outputs.length) }, (_, at) => at);
			return all.filter((at) => !outputs[at]?.length).map((at) => `${name} (output ${at})`);
		})
		.toSorted()
		.join(', ');

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
	for (const [name, valueOf] of Object.entries(values)) {
		const steps = nodes
			.filter((step) => valueOf(step))
			.map((step) => `${step.name} (${String(valueOf(step))})`);
		found.push([name, steps.toSorted().join(', ')]);
	}
	found.push(['Continue (using error output)', errorOutputs(workflow)]);
	found.push(['Ends At', endsOf(workflow)]);
	expect(Object.fromEntries(found.filter(([, steps]) => steps))).toEqual(table[recipe] ?? {});
});
