// Each expression of a recipe reads a field that its step gets: in n8n, one that no step gives is empty without a word. What forms and
// other services give is not known here.
import { expect, test } from 'vitest';
import { outputFields } from '../../nodes/shared/node/operation';
import type { WorkflowDraft, WorkflowNode } from '../n8n-host/rest.mts';
import { all, columnsOf, readRecipe } from '../recipes/recipe.mts';
import { codeOf, expressionsOf } from '../recipes/steps.mts';
import { eventRows } from './event-items.mts';
import { operations } from './nodes.mts';
import { outputSchemas } from './output-schemas.mts';

/** The names of fields, or nothing where they are not known. */
type Fields = ReadonlySet<string> | undefined;

const PASSES = /\.(?:if|filter|switch|splitInBatches|respondToWebhook|stopAndError)$/;
const READ =
	/(?:\$json|\$\('(?<step>[^']+)'\)\.(?:first\(\)|last\(\)|item)\.json)(?:\.(?<name>\w+)|\['(?<quoted>[^']+)'\])/g;

const union = (all: Fields[]): Fields =>
	all.includes(undefined) ? undefined : new Set(all.flatMap((one) => [...one!]));

/** The steps that lead to this one, and whether by their output of errors. */
const before = ({ nodes, connections }: WorkflowDraft, to: string) =>
	nodes.flatMap(({ name, onError }) =>
		(connections[name]?.main ?? []).flatMap((next, at, outputs) =>
			next?.some(({ node }) => node === to)
				? [
						{
							name,
							ofErrors: onError === 'continueErrorOutput' && at === outputs.length - 1 && at > 0,
						},
					]
				: [],
		),
	);

interface Parameters {
	resource?: string;
	operation?: string;
	simplify?: boolean;
	includeMetadata?: boolean;
	texts?: string;
	resume?: string;
	jsonOutput?: string;
	includeOtherFields?: boolean;
	dataTableId?: { value: string };
	assignments?: { assignments: Array<{ name: string }> };
}

/** Those of all events. */
const ofTrigger = [
	...Object.keys(
		outputSchemas.find(({ file }) => file.endsWith('/output.json'))!.schema.properties!,
	),
	...(await eventRows()).flatMap(([, , added]) => added.match(/\w+/g) ?? []),
];

function fieldsOfOwn({ type, parameters }: WorkflowNode): Fields {
	const { resource, operation, simplify, texts, includeMetadata } = parameters as Parameters;
	const found = operations.find(
		(one) =>
			type.endsWith(`.${one.node.description.name}`) &&
			one.resource.value === resource &&
			one.operation.option.value === operation,
	);
	if (!(found || type.endsWith('.feedbackTrigger')) || simplify === false) return undefined;
	const fields = found ? Object.keys(outputFields(found.operation.output)) : [...ofTrigger];
	if (texts === 'oneSafeLine') fields.push('original');
	if (includeMetadata) fields.push('metadata');
	return new Set([...fields, 'post_url']);
}

/** The columns of the table that a step creates, with those of n8n. */
function fieldsOfTable({ nodes }: WorkflowDraft, { parameters }: WorkflowNode): Fields {
	const { resource, dataTableId } = parameters as Parameters;
	if (resource === 'table') return new Set(['id', 'name']);
	const columns = columnsOf(nodes, dataTableId!.value);
	return columns && new Set(columns);
}

/** What a step gives out, and by its output of errors what it got. */
function fieldsOf(
	recipe: WorkflowDraft,
	name: string,
	ofErrors = false,
	seen: string[] = [],
): Fields {
	if (seen.includes(name)) return new Set();
	const step = recipe.nodes.find((one) => one.name === name)!;
	const { type, parameters = {}, onError, disabled } = step;
	const {
		operation = '',
		resume,
		jsonOutput,
		includeOtherFields,
		assignments,
	} = parameters as Parameters;
	const received = () => receivedBy(recipe, name, [...seen, name]);
	/** A field that code makes stands in it as a word. It may also spread or give out what it got, or what a step gave that it names. */
	const passedOn = (code: string): Fields[] => {
		if (!/\{[^{}]*\.\.\.|return [^;]*\.all\(\)/.test(code)) return [];
		const named = recipe.nodes.filter((one) => one.name !== name && code.includes(`'${one.name}'`));
		return [received(), ...named.map((one) => fieldsOf(recipe, one.name, false, [...seen, name]))];
	};
	const given = (): Fields => {
		if (PASSES.test(type) || disabled || /^row(?:Not)?Exists$/.test(operation)) return received();
		if (type.endsWith('.wait')) return resume ? undefined : received();
		if (type.endsWith('.dataTable')) return fieldsOfTable(recipe, step);
		if (type.includes('customer-feedback')) return fieldsOfOwn(step);
		const code = codeOf(step);
		if (code) return union([new Set(code.match(/\w+/g)), ...passedOn(code)]);
		if (!type.endsWith('.set') || jsonOutput) return undefined;
		const set = new Set(assignments!.assignments.map((one) => one.name));
		return includeOtherFields ? union([set, received()]) : set;
	};
	const failed = () => union([received(), new Set(['error'])]);
	if (ofErrors) return failed();
	return onError === 'continueRegularOutput' ? union([given(), failed()]) : given();
}

const receivedBy = (recipe: WorkflowDraft, name: string, seen: string[] = []) =>
	union(before(recipe, name).map((one) => fieldsOf(recipe, one.name, one.ofErrors, seen)));

/** What each expression reads, and whether the step gives it: nothing if that is not known. */
function readsOf(recipe: WorkflowDraft) {
	return recipe.nodes.flatMap((node) =>
		expressionsOf(node).flatMap(([where, text]) =>
			[...text.matchAll(READ)].map(({ groups }) => {
				const { step, name, quoted } = groups!;
				const field = name ?? quoted;
				const fields = step ? fieldsOf(recipe, step) : receivedBy(recipe, node.name);
				return { read: `${node.name}${where}: ${field}`, isGiven: fields?.has(field) };
			}),
		),
	);
}

test.each(all)('$name reads only fields that a step gives', (recipe) => {
	const missing = readsOf(recipe).filter(({ isGiven }) => isGiven === false);
	expect(missing.map(({ read }) => read)).toEqual([]);
});

test('a field that no step gives is found', () => {
	const recipe = readRecipe('support-conversations');
	const save = recipe.nodes.find(({ name }) => name === 'Save')!;
	const { columns } = save.parameters as { columns: { value: Record<string, string> } };
	columns.value.reference = '={{ $json.reference }}';
	const missing = readsOf(recipe).filter(({ isGiven }) => isGiven === false);
	expect(missing.map(({ read }) => read)).toEqual(['Save.columns.value.reference: reference']);
});
