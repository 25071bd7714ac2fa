// A step of a recipe without n8n: the code of a Code step, an expression in n8n's own engine.
import { Expression, type IWorkflowDataProxyData } from 'n8n-workflow';
import { compileFunction } from 'node:vm';
import type { WorkflowDraft, WorkflowNode } from '../n8n-host/rest.mts';

type Json = Record<string, unknown>;

/** What a step sees: the items that it gets, and what other steps gave out. */
export interface Seen {
	items: Json[];
	/** Nothing of a step that did not run. */
	steps?: (name: string, output?: number) => Json[] | undefined;
	nodes?: WorkflowNode[];
	/** What n8n keeps of a published workflow. */
	stored?: Json;
	/** What the step itself gave out in its earlier runs of the same execution. */
	earlier?: Json[][];
	execution?: string;
}

const engine = new Expression('UTC');
const compiled = new Map<string, (...given: unknown[]) => unknown>();
const noData = {} as IWorkflowDataProxyData;
const now = engine.resolveSimpleParameterValue('={{ DateTime.utc(2026) }}', noData) as object;

/** What n8n offers to code and expressions, as far as recipes use it. */
function offered(seen: Seen, at = 0): Json {
	const { items, steps = () => items, nodes = [], stored, earlier = [], execution = '1' } = seen;
	const wrap = (json: Json) => ({ json, pairedItem: json.pairedItem });
	// As in n8n, who asks for one item does not pay for all.
	const one = (json?: Json) => json && wrap(json);
	const listed = (all: Json[] = [], ofOutput?: (output: number) => Json[] | undefined) => ({
		all(output?: number, run?: number) {
			if (run !== undefined) return earlier[run].map(wrap);
			return ((ofOutput && output ? ofOutput(output) : all) ?? []).map(wrap);
		},
		first: () => one(all[0]),
		last: () => one(all.at(-1)),
		// The item of that step of which this one was made.
		itemMatching: (item: number) => one(all[(items[item]?.pairedItem as number) ?? item]),
		item: one(all[at] ?? all[0]),
	});
	return {
		$json: items[at],
		$input: listed(items),
		$: (name: string) => {
			const all = steps(name);
			return {
				...listed(all, (output) => steps(name, output)),
				isExecuted: all !== undefined,
				params: nodes.find((node) => node.name === name)?.parameters,
			};
		},
		$itemIndex: at,
		$runIndex: earlier.length,
		$now: now,
		$today: now,
		DateTime: now.constructor,
		$getWorkflowStaticData: () => stored ?? { votes: {} },
		$execution: { id: execution, resumeFormUrl: 'https://n8n.example.com/form' },
		$workflow: { id: 'own', name: 'Recipe' },
	};
}

/** The items that the code of a Code step returns. */
export function runCode(code: string, seen: Seen): Json[] {
	const data = offered(seen);
	let run = compiled.get(code);
	if (!run) {
		run = compileFunction(code, Object.keys(data)) as (...given: unknown[]) => unknown;
		compiled.set(code, run);
	}
	return (run(...Object.values(data)) as Array<{ json: Json }>).map(({ json }) => json);
}

/** The value of a parameter: of an expression what it gives, of a list or collection each value in it. */
export function evaluated(value: unknown, seen: Seen, at = 0): unknown {
	if (typeof value === 'string') {
		const data = offered(seen, at) as unknown as IWorkflowDataProxyData;
		return engine.resolveSimpleParameterValue(value, data);
	}
	if (Array.isArray(value)) return value.map((one) => evaluated(one, seen, at));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [name, evaluated(one, seen, at)]),
	);
}

interface Assignments {
	assignments: { assignments: Array<{ name: string; value: unknown }> };
	includeOtherFields?: boolean;
	jsonOutput?: string;
}

/** What a Set step gives out for each item. It keeps the types of values, since its own conversion is n8n's. */
function runSet({ parameters }: WorkflowNode, seen: Seen): Json[] {
	const { assignments, includeOtherFields, jsonOutput } = parameters as unknown as Assignments;
	return seen.items.map((json, at) => {
		if (jsonOutput) return evaluated(jsonOutput, seen, at) as Json;
		const set = assignments.assignments.map(({ name, value }) => [
			name,
			evaluated(value, seen, at),
		]);
		return { ...(includeOtherFields && json), ...(Object.fromEntries(set) as Json) };
	});
}

export const stepOf = ({ nodes }: WorkflowDraft, name: string) =>
	nodes.find((node) => node.name === name)!;

/** What a Code or Set step of a recipe gives out. */
export function runStep(recipe: WorkflowDraft, name: string, seen: Seen): Json[] {
	const step = stepOf(recipe, name);
	const code = codeOf(step);
	const all = { nodes: recipe.nodes, ...seen };
	return code ? runCode(code, all) : runSet(step, all);
}

export const codeOf = ({ parameters }: WorkflowNode) => parameters?.jsCode as string | undefined;

/** Every expression in the parameters of a step, by where it stands. */
export function expressionsOf({ parameters }: WorkflowNode): Array<[where: string, text: string]> {
	const found: Array<[string, string]> = [];
	const look = (value: unknown, where: string) => {
		if (typeof value === 'string' && value.startsWith('=')) found.push([where, value]);
		else if (typeof value === 'object' && value !== null) {
			for (const [name, one] of Object.entries(value)) look(one, `${where}.${name}`);
		}
	};
	look(parameters, '');
	return found;
}
