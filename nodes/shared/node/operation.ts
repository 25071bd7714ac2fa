import type { INodeProperties } from 'n8n-workflow';
import type { FeedbackClient } from '../client/client';
import { type DataRecord, type RecordKind, simpleFields } from '../service/records';
import { type ValueTypes, trueOrFalse, numeric, textual } from '../service/values';
import { type Field, own } from './field';
import { notice } from './fields';
import { formFields } from './output-form';
import type { Input } from './input';

/** One thing a node can do: what the user sees, then what happens for one item. `run.ts` runs it for all items. */
export interface Operation {
	option: {
		/** As n8n names it: Create, Delete, Get, Get Many, Update. */
		name: string;
		value: string;
		/** Sentence case, with its object and without an article: "Create post". */
		action: string;
		description: string;
	};
	/** What a person has to know before it runs, since it cannot be taken back. */
	notice?: string;
	/** What its path names, shown first; never part of a body. */
	path?: Field[];
	/** In the order shown. A field that is sent carries the API's own name; see `Field` for the others. */
	fields: Field[];
	/**
	 * The fields that name what an item changes, beside its path. Items that change the same record run in their order, all
	 * others in parallel.
	 */
	touches?(input: Input): readonly Field[];
	/**
	 * What it writes into the record of its path, if other items may find that by what is written. Their look-ups wait for it.
	 * An empty text is found by nobody.
	 */
	renames?(input: Input): DataRecord;
	output: Output;
	/** Whether a service may lack it: docs/openapi.yaml says "Only named" of it under `x-not-shown`. */
	isUndocumented?: boolean;
	/** One record, several, or page after page of them, which is let go once its items are made. */
	execute(
		feedback: FeedbackClient,
		input: Input,
	): Promise<DataRecord | DataRecord[] | AsyncIterable<DataRecord[]>>;
}

/** What one output item holds. */
export interface Output {
	kind: RecordKind;
	/** Whether the whole record comes out, so that there is a form to choose. */
	isWhole?: true;
	/** What comes out where it is neither the whole record nor all of its fields; shown before the node has run. */
	gives?: ValueTypes;
}

/** The fields of one output item unless the user asks for another form. A Post Address adds `post_url`. */
export function outputFields({ kind, isWhole, gives }: Output): ValueTypes {
	const fields = isWhole ? simpleFields(kind) : (gives ?? kind.fields);
	const isOfPost = 'feedback_id' in fields && !('deleted' in fields);
	return isOfPost ? { ...fields, post_url: textual } : fields;
}

/** Whether it changes nothing in the service, by the names for reading: Get, Get Many of one thing or another and so on. */
export function isRead({ option }: Operation): boolean {
	return /^(get|getAll.*|summarize|findSimilar)$/.test(option.value);
}

/**
 * The output of an operation that deletes.
 * @param of the id of what the deleted thing belonged to
 */
export const deleted = (kind: RecordKind, of?: string): Output => ({
	kind,
	gives: { deleted: trueOrFalse, [kind.id]: numeric, ...(of !== undefined && { [of]: numeric }) },
});

/** One kind of thing with its operations, in the order shown. */
export interface Resource {
	name: string;
	value: string;
	/** Of the thing itself: n8n shows it to AI builders with every operation. */
	description: string;
	operations: readonly Operation[];
}

/** The parameters of a node: Resource, Operation, and every field shown for exactly the operation it belongs to. */
export function toProperties(resources: readonly Resource[]): INodeProperties[] {
	const [{ value: initial }] = resources;
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, value, description }) => ({ name, value, description })),
			default: initial,
		},
		...resources.map(toOperationProperty),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) =>
				panelOf(operation).map((field) => shownFor(resource, operation, field)),
			),
		),
	];
}

/** What a node on the canvas does, in the words of its menus: "Get Many: Post". */
export function subtitleOf(resources: readonly Resource[]): string {
	const options = resources.flatMap(({ operations }) => operations.map(({ option }) => option));
	return `={{ ${nameIn(options, 'operation')} + ": " + ${nameIn(resources, 'resource')} }}`;
}

/** Two lists, since the braces of an object could end the expression. */
function nameIn(
	choices: ReadonlyArray<{ name: string; value: string }>,
	parameter: string,
): string {
	const chosen = `$parameter["${parameter}"]`;
	const listed = (of: 'name' | 'value') => JSON.stringify(choices.map((choice) => choice[of]));
	return `(${listed('name')}[${listed('value')}.indexOf(${chosen})] ?? ${chosen})`;
}

const panelOf = (operation: Operation): Field[] => [
	...(operation.notice === undefined ? [] : [notice(operation.notice)]),
	...fieldsOf(operation),
];

/** Every field of an operation, with those that all operations share. */
export function fieldsOf(operation: Operation): Field[] {
	return [
		...(operation.path ?? []).map((field) => own(field)),
		...operation.fields,
		...(operation.output.isWhole ? formFields(operation.output.kind, isRead(operation)) : []),
	];
}

function toOperationProperty({ value, operations }: Resource): INodeProperties {
	// A node that was just added deletes nothing.
	const harmless = operations.find(({ option }) => option.value !== 'delete') ?? operations[0];
	const { value: first } = harmless.option;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map(({ option }) => option),
		default: first,
	};
}

function shownFor(resource: Resource, operation: Operation, field: Field): INodeProperties {
	const show = {
		...field.displayOptions?.show,
		resource: [resource.value],
		operation: [operation.option.value],
	};
	return { ...forPanel(field), displayOptions: { ...field.displayOptions, show } };
}

const OURS: ReadonlySet<string> = new Set<keyof Field>(['isDecisive', 'isOwn', 'part', 'sent']);

/** A field without what only our own code reads. */
export function forPanel(field: Field): INodeProperties {
	const entries = Object.entries(field).filter(([name]) => !OURS.has(name));
	const property = Object.fromEntries(entries) as unknown as INodeProperties;
	if (property.type !== 'collection') return property;
	return { ...property, options: (property.options as Field[]).map(forPanel) };
}
