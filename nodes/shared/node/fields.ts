import type { INodeProperties, INodePropertyCollection, INodePropertyMode } from 'n8n-workflow';
import { type Examples, pickers } from './picker-table';
import { integer, integerFrom, lastTimestamp, type Sent } from './sent';

/** A field of a panel, and how it is sent: declared once. */
export interface Field extends INodeProperties {
	/** How its value is sent; without it the type decides. */
	sent?: Sent;
	/** Never sent as it is: it is for the node itself. */
	isOwn?: true;
	/** The object in the body that it is a part of, such as `settings`. */
	part?: string;
	/**
	 * Without it the service decides who reads something, who is mailed, or what is published. Where it is added, an
	 * expression without a value is refused, in an update, too.
	 */
	isDecisive?: true;
}

/** Fields that more than one operation shows, each defined once. */

export const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	// Which credential to load is settled before any item is there to evaluate an expression on.
	noDataExpression: true,
	options: [
		{ name: 'Basic Auth', value: 'feedbackBasicApi' },
		{ name: 'Bearer Token', value: 'feedbackBearerApi' },
	],
	default: 'feedbackBearerApi',
	description: 'Both use the same API key. Choose Basic Auth if a proxy requires it.',
};

/** The credential that Authentication names. */
export const eitherCredential = ['Bearer', 'Basic'].map((scheme) => ({
	name: `feedback${scheme}Api`,
	required: true,
	testedBy: `testFeedback${scheme}`,
	displayOptions: { show: { authentication: [`feedback${scheme}Api`] } },
}));

/** Whether an AI agent calls the node, which n8n then gives another name. */
export const isTool = ({ type }: { type: string }): boolean => type.endsWith('Tool');

/** A field of the node's own. */
export const own = (field: Field): Field => ({ ...field, isOwn: true });

export const returnAll: Field = own({
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	// A model has to read all it gets: a tool returns no more than Limit.
	displayOptions: { hide: { '@tool': [true] } },
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

export const limit: Field = own({
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	displayOptions: { hide: { returnAll: [true] } },
	default: 50,
	description: 'Max number of results to return',
	sent: integerFrom(1),
});

export const simplifySwitch: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** What a Get does where the record does not exist. */
export const ifNotFound: Field = own({
	displayName: 'If Not Found',
	name: 'ifNotFound',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Stop the step with a message' },
		{
			name: 'Return Nothing',
			value: 'returnNothing',
			description: 'Return no item and go on',
		},
	],
	default: 'fail',
	description: 'What to do when nothing has this ID, email address or your own ID',
});

const collection = (
	displayName: string,
	name: string,
	thing: string,
	options: INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder: `Add ${thing}`,
	default: {},
	options,
});

/** How many input items are processed in parallel unless the user says otherwise. */
export const DEFAULT_CONCURRENCY = 16;

export const concurrencyOptions: INodeProperties = {
	...collection('Options', 'options', 'Option', [
		own({
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 50 },
			default: DEFAULT_CONCURRENCY,
			description:
				'How many input items to process in parallel. Each list can still send several requests at once.',
		}),
	]),
	// A tool is called for one item.
	displayOptions: { hide: { '@tool': [true] } },
};

/** Shows a text in the panel; it is no field. */
export const notice = (text: string): INodeProperties => ({
	displayName: text,
	name: 'notice',
	type: 'notice',
	default: '',
});

/** To be said where a key is written, since no endpoint lists the keys of a workspace. */
export const KEYS_IN_USE = 'From List shows the keys that recent records have';

/** Optional fields of a create. */
export const additionalFields = (options: Field[]): INodeProperties =>
	collection('Additional Fields', 'additionalFields', 'Field', options);

/** What narrows a list. */
export const filters = (options: Field[]): INodeProperties =>
	collection('Filters', 'filters', 'Filter', options);

/** The order of a list: apart from what narrows it, as n8n's guidelines have it. */
export const sorting = (options: Field[]): INodeProperties => ({
	...collection('Sort', 'sorting', 'Sort Option', options),
	description: 'The order of the list',
});

/**
 * The fields of an update. Those that hold something are sent, the others stay as they are: an AI agent, or an
 * expression that finds nothing, leaves a field empty without wanting to wipe it. What is to be emptied is named in
 * Clear Fields.
 * @param clears the names of those that may be emptied
 */
export function updateFields(options: Field[], clears: readonly string[] = []): Field[] {
	const clearable = options.filter(({ name }) => clears.includes(name));
	const stays = 'The fields to change. Empty fields stay unchanged';
	return [
		{
			...collection('Update Fields', 'updateFields', 'Field', options),
			description:
				clearable.length > 0 ? `${stays}, unless you choose them in Clear Fields` : stays,
		},
		...(clearable.length > 0 ? [clearFields(clearable)] : []),
	];
}

const clearFields = (clearable: readonly Field[]): Field =>
	own({
		displayName: 'Clear Fields',
		name: 'clearFields',
		type: 'multiOptions',
		default: [],
		options: clearable.map(({ displayName, name }) => ({ name: displayName, value: name })),
		description: 'The fields to empty',
	});

/** What a date and time without a zone is taken for. */
export const IN_ZONE = 'In the time zone of the workflow';

const moment = (displayName: string, name: string, description: string): Field =>
	own({
		displayName,
		name,
		type: 'dateTime',
		default: '',
		description: `${description}. ${IN_ZONE}.`,
	});

/** From a time and until a time, both inclusive, of the records that these words name. */
const period = (label: string, name: string, since: string, until: string): Field[] => [
	moment(
		`${label} Since`,
		`${name}Since`,
		`Only ${since} since this time (inclusive), such as the expression $now.minus(1, "day")`,
	),
	{
		...moment(`${label} Until`, `${name}Until`, `Only ${until} until this time (inclusive)`),
		sent: lastTimestamp,
		hint: 'A date without a time means the whole day',
	},
];

/**
 * Only what is new since a time, as a sync asks for it, or of a part of a long history.
 * @param what the records of the list, such as "posts"
 */
export const created = (what: string): Field[] =>
	period('Created', 'created', `${what} created`, `${what} created`);

/** Only what is new or has changed. */
export const changed = (what: string): Field[] =>
	period('Changed', 'changed', `${what} created or updated`, `${what} last changed`);

/** What a list is searched for. */
export const search = (description: string, placeholder: string): INodeProperties => ({
	displayName: 'Search',
	name: 'search',
	type: 'string',
	default: '',
	placeholder,
	description,
});

/** Texts under keys of the user's own, row by row; where none has to be, also several at once as a JSON object. */
export const keyValues = (field: Named): Field => ({
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Entry',
	default: field.required ? { pairs: [{ key: '', value: '' }] } : {},
	...field,
	options: field.required ? [pairs(true)] : [JSON_OBJECT, pairs()],
});

const JSON_OBJECT: INodePropertyCollection = {
	displayName: 'JSON Object',
	name: 'objects',
	values: [
		{
			displayName: 'JSON',
			name: 'json',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. {"plan": "pro", "region": "EMEA"}',
			description: 'Keys and values as a JSON object',
		},
	],
};

const pairs = (required?: true): INodePropertyCollection => ({
	displayName: 'Key and Value',
	name: 'pairs',
	values: [
		{
			displayName: 'Key',
			name: 'key',
			type: 'string',
			required,
			default: '',
			placeholder: 'e.g. plan',
			description: 'The name of the entry',
		},
		{
			displayName: 'Value',
			name: 'value',
			type: 'string',
			default: '',
			placeholder: 'e.g. pro',
			description: 'The value of the entry',
		},
	],
});

/** What is left to say of a field whose form is given. */
type Named = Pick<Field, 'displayName' | 'name'> & Partial<Field>;

/**
 * Chooses a thing, or a key that the workspace defines: from a searchable list first, or in the other ways of its picker.
 * @param searchListMethod a name out of `picker-table.ts`
 */
export function locator(field: Named, searchListMethod: string): Field {
	const { noun, examples } = pickers[searchListMethod];
	return {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...field,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${noun}...`,
				typeOptions: { searchListMethod, searchable: true },
			},
			...Object.entries(examples).map(
				([name, example]): INodePropertyMode => ({
					...MODES[name as keyof Examples],
					name,
					type: 'string',
					placeholder: `e.g. ${example}`,
				}),
			),
		],
	};
}

/** The same for an end-user, whose ID is a number wherever it is sent. */
export const endUserLocator = (field: Named): Field => ({
	...locator(field, 'searchEndUsers'),
	sent: integer,
});

/** An end-user that something is done for, under the name the endpoint gives the field. */
export const onBehalfOf = (name: 'user' | 'user_id', description: string): Field =>
	endUserLocator({ displayName: 'End-User', name, description });

const LOOKED_UP = 'Fails unless exactly one record matches';

const matching = (regex: string, errorMessage: string): INodePropertyMode['validation'] => [
	{ type: 'regex', properties: { regex, errorMessage } },
];

/** The ways to name one beside the list; what `lookups.ts` finds is called as its field. */
const MODES: Readonly<Record<keyof Examples, Omit<INodePropertyMode, 'name' | 'type'>>> = {
	id: {
		displayName: 'By ID',
		validation: matching('\\s*[^\\s/]+\\s*', 'Enter an ID without spaces or slashes'),
	},
	data_mail: {
		displayName: 'By Email',
		hint: LOOKED_UP,
		validation: matching('\\s*[^\\s@]+@[^\\s@]+\\s*', 'Enter an email address'),
	},
	data_id: { displayName: 'Own ID', hint: LOOKED_UP },
	key: { displayName: 'By Value' },
};

/** A field, and the collection it stands in, if it stands in one. */
export interface FoundField {
	field: Field;
	collection?: string;
}

/** Every one of these fields, and those that stand in them. */
export function allAmong(fields: readonly Field[]): FoundField[] {
	return fields.flatMap((field) => {
		const inner = field.type === 'collection' ? (field.options as Field[]) : [];
		return [{ field }, ...inner.map((one) => ({ field: one, collection: field.name }))];
	});
}
