// What a step of a recipe is set to: step-settings.yaml has it by n8n's names and ours. A step that loses such a setting stops the
// others, repeats a request for each item, ends a run that found nothing, or lets a stranger's text act.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { WorkflowDraft, WorkflowNode } from '../n8n-host/rest.mts';
import { all } from '../recipes/recipe.mts';

const table = parse(
	readFileSync(join(import.meta.dirname, 'step-settings.yaml'), 'utf8'),
) as Record<string, { Flow: string[]; [setting: string]: unknown }>;

const settings: Record<string, (step: WorkflowNode) => unknown> = {
	'Always Output Data': (step) => step.alwaysOutputData,
	'Execute Once': (step) => step.executeOnce,
	'Retry On Fail': (step) => step.retryOnFail,
	Continue: (step) => step.onError === 'continueRegularOutput',
	'Continue (using error output)': (step) => step.onError === 'continueErrorOutput',
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
	'Does Not Wait': ({ parameters }) =>
		(parameters?.options as { waitForSubWorkflow?: boolean } | undefined)?.waitForSubWorkflow ===
		false,
};

const isOurs = (type: string) => type.includes('customer-feedback');

interface Asked {
	combinator: string;
	conditions?: Array<{ operator: { type: string; operation: string }; rightValue?: string }>;
}

/** As much of the parameters of a step as is listed with a value. */
interface Parameters {
	mode?: string;
	resource?: string;
	operation?: string;
	period?: string;
	periods?: number;
	longestLine?: number;
	filters?: {
		unansweredFor?: number;
		conditions?: Array<{ keyName: string; condition: string; keyValue?: string }>;
	};
	columns?: { matchingColumns?: string[] };
	conditions?: Asked;
	rules?: { values?: Array<{ conditions: Asked }> };
}

/** Words in one line, without the value of an expression. */
const inWords = (words: Array<string | undefined>) =>
	words.filter((word) => word && !word.startsWith('=')).join(' ');

const inQuestion = ({ combinator, conditions = [] }: Asked) =>
	conditions
		.map(({ operator, rightValue }) => inWords([operator.type, operator.operation, rightValue]))
		.join(` ${combinator} `);

/** What a step does, and what it is set to where that is a number, a word, or how rows and ways are found. */
const values: Record<string, (parameters: Parameters) => unknown> = {
	'Reads of Its Own Item': (parameters) => {
		const reads = JSON.stringify(parameters).matchAll(/\$\('([^']+)'\)\.item\b(?:\.json\.(\w+))?/g);
		return [...new Set([...reads].map(([, step, field = 'all']) => `${field} of ${step}`))].join(
			', ',
		);
	},
	// Those are what n8n chooses itself.
	Mode: ({ mode = 'manual' }) => !['manual', 'rules'].includes(mode) && mode,
	Does: ({ resource, operation }) => inWords([operation, resource]),
	Period: ({ period }) => period,
	Periods: ({ periods }) => periods,
	'Longest Line': ({ longestLine }) => longestLine,
	'Unanswered for Days': ({ filters }) => filters?.unansweredFor,
	'Finds Rows By': ({ filters }) =>
		filters?.conditions
			?.map(({ keyName, condition, keyValue }) => inWords([keyName, condition, keyValue]))
			.join('; '),
	'Matches Rows By': ({ columns }) => columns?.matchingColumns?.join('; '),
	Asks: ({ conditions, rules }) =>
		[conditions, ...(rules?.values ?? []).map((rule) => rule.conditions)]
			.flatMap((one) => (one?.conditions ? [inQuestion(one)] : []))
			.join('; '),
};

/** The outputs of a step, and the steps behind each as n8n runs them: from above. An output of errors may lead nowhere. */
function outputsOf(
	{ nodes, connections }: WorkflowDraft,
	{ name, type, onError }: WorkflowNode,
): string[][] {
	const outputs = connections[name]?.main ?? [];
	const isQuestion = type.endsWith('.if') || onError === 'continueErrorOutput';
	const count = Math.max(isQuestion ? 2 : 0, outputs.length);
	const rowOf = (to: string) => nodes.find((one) => one.name === to)!.position![1];
	return Array.from({ length: count }, (_, at) =>
		(outputs[at] ?? []).map(({ node }) => node).sort((a, b) => rowOf(a) - rowOf(b)),
	);
}

/** The ways through a recipe, from above: those of several outputs stand between bars. */
function flowOf(recipe: WorkflowDraft): string[] {
	const { nodes } = recipe;
	const outputs = new Map(nodes.map((one) => [one.name, outputsOf(recipe, one)]));
	const ways = [...outputs.values()].flat(2);
	/** The step that comes next, if there is one way to it alone. */
	const nextOf = (name: string) => {
		const [[next, ...others] = [], ...more] = outputs.get(name)!;
		const isOnly =
			others.length + more.length === 0 && ways.filter((to) => to === next).length === 1;
		return isOnly ? next : undefined;
	};
	const inner = new Set(nodes.map(({ name }) => nextOf(name)));
	return nodes
		.filter(({ name }) => outputs.get(name)!.length > 0 && !inner.has(name))
		.map(({ name }) => {
			const chain = [name];
			for (let next = nextOf(name); next; next = nextOf(next)) chain.push(next);
			const ends = outputs.get(chain.at(-1)!)!.map((to) => to.join(', ') || 'end');
			return [...chain, ...(ends.length > 0 ? [ends.join(' | ')] : [])].join(' > ');
		});
}

test.each(all)('$name', (workflow) => {
	const { name: recipe, nodes } = workflow;
	const found = Object.entries(settings).map(([name, isSet]) => {
		const steps = nodes.filter(isSet).map((step) => step.name);
		return [name, steps.toSorted().join(', ')];
	});
	for (const [name, valueOf] of Object.entries(values)) {
		const steps = nodes.flatMap((step) => {
			const value = valueOf(step.parameters as Parameters);
			return value ? [`${step.name} (${String(value)})`] : [];
		});
		found.push([name, steps.toSorted().join(', ')]);
	}
	const { Flow, ...others } = table[recipe];
	expect(flowOf(workflow)).toEqual(Flow);
	expect(Object.fromEntries(found.filter(([, steps]) => steps))).toEqual(others);
});
