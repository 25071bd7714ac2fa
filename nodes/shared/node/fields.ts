import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { pickers } from './picker-table';
import { integer, type Sent } from './sent';

/** A field of a panel, and how it is sent: declared once. */
export interface Field extends INodeProperties {
	/** How its value is sent; without it the type decides. */
	sent?: Sent;
	/** Never sent as it is: it is for the node itself. */
	isOwn?: true;
	/** The object in the body that it is a part of, such as `settings`. */
	part?: string;
	/** An empty text is sent, too. */
	isSentEmpty?: true;
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

/** A field of the node's own. */
export const own = <F extends INodeProperties>(field: F): Field => ({ ...field, isOwn: true });

export const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	// A model has to read all it gets: a tool returns no more than Limit.
	displayOptions: { hide: { '@tool': [true] } },
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	displayOptions: { hide: { returnAll: [true] } },
	default: 50,
	description: 'Max number of results to return',
};

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

/** How many input items are processed in parallel unless the user says otherwise. */
export const DEFAULT_CONCURRENCY = 16;

export const concurrencyOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	// A tool is called for one item.
	displayOptions: { hide: { '@tool': [true] } },
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 50 },
			default: DEFAULT_CONCURRENCY,
			description:
				'How many input items to process in parallel. The output keeps the order of the input.',
		},
	],
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
export const additionalFields = (options: Field[]): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options,
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
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description:
				clearable.length > 0 ? `${stays}, unless you choose them in Clear Fields` : stays,
			options,
		},
		...(clearable.length > 0 ? [own(clearFields(clearable))] : []),
	];
}

const clearFields = (clearable: readonly INodeProperties[]): INodeProperties => ({
	displayName: 'Clear Fields',
	name: 'clearFields',
	type: 'multiOptions',
	default: [],
	options: clearable.map(({ displayName, name }) => ({ name: displayName, value: name })),
	description: 'The fields to empty',
});

/** What a field without content is on the wire. */
export function emptied({ type }: INodeProperties): unknown {
	return type === 'json' ? {} : '';
}

/** What narrows a list. */
export const filters = (options: Field[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options,
});

/** What a date and time without a zone is taken for. */
export const IN_ZONE = 'In the time zone of the workflow';

type Dated =
	| 'posts'
	| 'changelog updates'
	| 'comments'
	| 'NPS responses'
	| 'end-users'
	| 'documents'
	| 'groups';

/** Said once where a period has two ends. */
const EXPRESSION = 'Takes an expression such as {{ $now.minus(1, "day") }}';

const moment = ({
	description,
	...field
}: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'hint'>): Field =>
	own({
		type: 'dateTime',
		default: '',
		description: `${description}. ${IN_ZONE}.`,
		...field,
	});

/** Only what is new since a time, as a sync asks for it, or of a part of a long history. */
export const created = (what: Dated): Field[] => [
	moment({
		displayName: 'Created Since',
		name: 'createdSince',
		hint: EXPRESSION,
		description: `Only ${what} created since this time (inclusive)`,
	}),
	moment({
		displayName: 'Created Until',
		name: 'createdUntil',
		description: `Only ${what} created until this time (inclusive)`,
	}),
];

/** Only what is new or has changed. */
export const changed = (what: Dated): Field[] => [
	moment({
		displayName: 'Changed Since',
		name: 'changedSince',
		hint: EXPRESSION,
		description: `Only ${what} created or updated since this time (inclusive)`,
	}),
	moment({
		displayName: 'Changed Until',
		name: 'changedUntil',
		description: `Only ${what} last changed until this time (inclusive)`,
	}),
];

/** The order of a list: apart from what narrows it, as n8n's guidelines have it. */
export const sorting = (options: Field[]): INodeProperties => ({
	displayName: 'Sort',
	name: 'sorting',
	type: 'collection',
	placeholder: 'Add Sort Option',
	default: {},
	description: 'The order of the list',
	options,
});

/** Texts under keys of the user's own: one by one, or several at once as a JSON object. */
export const keyValuePairs = (
	field: Pick<Field, 'displayName' | 'name' | 'description' | 'hint' | 'sent' | 'isOwn'>,
): Field => ({
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Entry',
	default: {},
	...field,
	options: [
		{
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
		},
		{
			displayName: 'Key and Value',
			name: 'pairs',
			values: [
				{
					displayName: 'Key',
					name: 'key',
					type: 'string',
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
		},
	],
});

type LocatorField = Pick<
	INodeProperties,
	'displayName' | 'name' | 'required' | 'description' | 'hint' | 'typeOptions'
>;

/** Another way to choose than from the list. */
type Mode = Pick<INodePropertyMode, 'name' | 'displayName' | 'hint' | 'validation'>;

/**
 * Chooses one thing: from a searchable list first, or by its ID.
 * @param searchListMethod a name out of `picker-table.ts`
 */
export const locator = (
	field: LocatorField,
	searchListMethod: string,
	placeholder: string,
): INodeProperties => listOr(field, searchListMethod, [[BY_ID, placeholder]]);

/** The same for an end-user, who can be named by what your own system knows of them too; see `lookups.ts`. */
export const endUserLocator = (field: LocatorField): Field => ({
	...listOr(field, 'searchEndUsers', [
		[BY_ID, 'e.g. 2381'],
		[BY_EMAIL, 'e.g. ada@example.com'],
		[BY_OWN_ID, 'e.g. customer-815'],
	]),
	sent: integer,
});

/** The same for a group. */
export const groupLocator = (field: LocatorField): INodeProperties =>
	listOr(field, 'searchGroups', [
		[BY_ID, 'e.g. 60001'],
		[BY_OWN_ID, 'e.g. acme-corp'],
	]);

/**
 * Takes a key that the workspace defines and that no endpoint lists, such as a type: one that its records have, or any
 * other.
 * @param searchListMethod a name out of `picker-table.ts`
 */
export const keyLocator = (
	field: LocatorField,
	searchListMethod: string,
	placeholder: string,
): INodeProperties =>
	listOr(field, searchListMethod, [[{ name: 'key', displayName: 'By Value' }, placeholder]]);

/** An end-user that something is done for, under the name the endpoint gives the field. */
export const onBehalfOf = (name: 'user' | 'user_id', description: string): Field =>
	endUserLocator({ displayName: 'End-User', name, description });

/** Whether the service writes as the owner of the key without it. */
export const isAuthor = ({ name, required }: INodeProperties): boolean =>
	!required && (name === 'user' || name === 'user_id');

const LOOKED_UP = 'Fails unless exactly one record matches';

const matching = (regex: string, errorMessage: string): Mode['validation'] => [
	{ type: 'regex', properties: { regex, errorMessage } },
];

const BY_ID: Mode = {
	name: 'id',
	displayName: 'By ID',
	validation: matching('\\s*[^\\s/]+\\s*', 'Enter an ID without spaces or slashes'),
};

const BY_EMAIL: Mode = {
	name: 'data_mail',
	displayName: 'By Email',
	hint: LOOKED_UP,
	validation: matching('\\s*[^\\s@]+@[^\\s@]+\\s*', 'Enter an email address'),
};

const BY_OWN_ID: Mode = { name: 'data_id', displayName: 'Own ID', hint: LOOKED_UP };

const listOr = (
	field: LocatorField,
	searchListMethod: string,
	otherwise: ReadonlyArray<[mode: Mode, placeholder: string]>,
): INodeProperties => ({
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	...field,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: `Select ${pickers[searchListMethod].noun}...`,
			typeOptions: { searchListMethod, searchable: true },
		},
		...otherwise.map(
			([mode, placeholder]): INodePropertyMode => ({ ...mode, type: 'string', placeholder }),
		),
	],
});

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

/**
 * What the user reads beside a field.
 * @param name as the API names it, also `settings.link` for a part of a body whose fields stand on their own
 */
export function labelOf(fields: readonly Field[], name: string): string | undefined {
	const all = allAmong(fields);
	const names = name.split('.');
	const found = [names[0], names.at(-1)].map((one) => all.find(({ field }) => field.name === one));
	return (found[0] ?? found[1])?.field.displayName;
}
