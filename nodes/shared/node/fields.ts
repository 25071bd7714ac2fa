import type { INodeProperties } from 'n8n-workflow';
import { type Field, own } from './field';
import { integerFrom, lastTimestamp } from './sent';

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

/** Whether an AI agent calls the node, which n8n then gives another name (n8n-io/n8n#10641). */
export const isTool = ({ type }: { type: string }): boolean => type.endsWith('Tool');

export const returnAll = own({
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	// A model has to read all it gets: a tool returns no more than Limit.
	displayOptions: { hide: { '@tool': [true] } },
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

export const limit = own({
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

/** How texts are returned. A tool has no such choice: a model reads them as written. */
export const texts = own({
	displayName: 'Texts',
	name: 'texts',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'As Written', value: 'asWritten', description: 'As the service returns them' },
		{
			name: 'One Safe Line',
			value: 'oneSafeLine',
			description:
				'One line without tags, mentions or hidden characters. The field original keeps the texts as written.',
		},
	],
	default: 'asWritten',
	description: 'How to return texts. Choose One Safe Line for chats, tickets and emails.',
});

export const longestLine = own({
	displayName: 'Longest Line',
	name: 'longestLine',
	type: 'number',
	typeOptions: { minValue: 1 },
	displayOptions: { show: { texts: ['oneSafeLine'] } },
	default: 200,
	description: 'Max number of characters of a text. A longer text ends with an ellipsis.',
	sent: integerFrom(1),
});

/** What a Get, a Delete or a Remove does where the record does not exist. */
export const ifNotFound = own({
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
	description:
		'What to do when the record does not exist. In Loop Over Items, also turn on Always Output Data.',
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

/** Shows a text in the panel; it is no field. */
export const notice = (text: string): INodeProperties => ({
	displayName: text,
	name: 'notice',
	type: 'notice',
	default: '',
});

/** To be said where a key is written, since no endpoint lists the keys of a workspace. */
export const KEYS_IN_USE = 'From List shows the values that recent records have';

/** Optional fields of a create. */
export const additionalFields = (options: Field[]): INodeProperties =>
	collection('Additional Fields', 'additionalFields', 'Field', options);

/** What narrows a list. */
export const filters = (
	options: Field[],
	more: Partial<INodeProperties> = {},
): INodeProperties => ({
	...collection('Filters', 'filters', 'Filter', options),
	...more,
});

/** The order of a list: apart from what narrows it, as n8n's guidelines have it. */
export const sorting = (options: Field[]): INodeProperties => ({
	...collection('Sort', 'sorting', 'Sort Option', options),
	description: 'The order of the list',
});

/** The collection of the fields of an update. */
export const updateCollection = { displayName: 'Update Fields', name: 'updateFields' };

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
			...collection(updateCollection.displayName, updateCollection.name, 'Field', options),
			description:
				clearable.length > 0 ? `${stays}, unless you choose them in Clear Fields` : stays,
		},
		...(clearable.length > 0 ? [{ ...clearFields, options: clearable.map(toChoice) }] : []),
	];
}

const toChoice = ({ displayName, name }: Field) => ({ name: displayName, value: name });

/** Offers those that an update may empty. */
export const clearFields = own({
	displayName: 'Clear Fields',
	name: 'clearFields',
	type: 'multiOptions',
	default: [],
	options: [] as Array<{ name: string; value: string }>,
	description: 'The fields to empty',
});

/** What a date and time without a zone is taken for. */
export const IN_ZONE = 'In the time zone of the workflow';

/** From a time and until a time, both inclusive. */
export interface PeriodFields {
	since: Field<string>;
	until: Field<string>;
}

const period = (label: string, name: string): PeriodFields => {
	const moment = { type: 'dateTime', default: '' } as const;
	return {
		since: own({ ...moment, displayName: `${label} Since`, name: `${name}Since` }),
		until: own({
			...moment,
			displayName: `${label} Until`,
			name: `${name}Until`,
			sent: lastTimestamp,
			hint: 'A date without a time means the whole day',
		}),
	};
};

export const createdPeriod = period('Created', 'created');
export const changedPeriod = period('Changed', 'changed');

const described = ({ since, until }: PeriodFields, from: string, to: string): Field[] => [
	{
		...since,
		description: `Only ${from} since this time (inclusive), such as the expression $now.minus(1, "day"). ${IN_ZONE}.`,
	},
	{ ...until, description: `Only ${to} until this time (inclusive). ${IN_ZONE}.` },
];

/**
 * Only what is new since a time, as a sync asks for it, or of a part of a long history.
 * @param what the records of the list, such as "posts"
 */
export const createdBetween = (what: string): Field[] =>
	described(createdPeriod, `${what} created`, `${what} created`);

/** Only what is new or has changed. */
export const changedBetween = (what: string): Field[] =>
	described(changedPeriod, `${what} created or updated`, `${what} last changed`);

/** What a list is searched for. */
export const searchField = (description: string, placeholder: string): INodeProperties => ({
	displayName: 'Search',
	name: 'search',
	type: 'string',
	default: '',
	placeholder,
	description,
});
