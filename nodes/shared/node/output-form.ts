import { type DataRecord, type RecordKind, simplify } from '../service/records';
import { withSafeLines } from '../service/safe-line';
import { beginning } from '../service/values';
import { columnsHint } from './columns';
import { type Field, own } from './field';
import { longestLine, simplifySwitch, texts } from './fields';

/**
 * The form in which records come out. n8n's guidelines want a switch in a workflow and three choices in a tool of an AI
 * agent, which has to read all it gets.
 */
export interface Form {
	/** Brief is simplified for a model: in a list, long texts are cut. */
	name: 'raw' | 'simplified' | 'brief' | 'selected';
	/** Those that are selected. */
	fields: readonly string[];
	/** The length of a text, if texts become safe lines. */
	longestLine?: number;
}

/** Characters of a text in a list that a model reads; fifty records then stay below about 40 KB. */
const LONGEST_BRIEF_TEXT = 300;

const asTool = { '@tool': [true] };

export const outputChoice = own({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: asTool },
	options: [
		{ name: 'Raw', value: 'raw', description: 'All fields, as the service returns them' },
		{
			name: 'Selected Fields',
			value: 'selected',
			description: 'The ID and the fields you choose',
		},
		{
			name: 'Simplified',
			value: 'brief',
			description: `The most useful fields. Long texts in a list end after ${LONGEST_BRIEF_TEXT} characters.`,
		},
	],
	default: 'brief',
	description: 'How much of each record the model reads',
});

/** Offers those of the kind of record. */
export const selectedFields = own({
	displayName: 'Fields',
	name: 'outputFields',
	type: 'multiOptions',
	noDataExpression: true,
	displayOptions: { show: { ...asTool, output: ['selected'] } },
	options: [] as Array<{ name: string; value: string }>,
	default: [],
	description: 'The fields to return with the ID',
});

/** The fields that choose the form. Only a Get or a Get Many returns safe lines. */
export const formFields = (kind: RecordKind, isRead: boolean): Field[] => [
	own({
		...simplifySwitch,
		displayOptions: { hide: asTool },
		builderHint: columnsHint(kind),
	}),
	...(isRead ? [texts, longestLine] : []).map((field) => ({
		...field,
		displayOptions: { ...field.displayOptions, hide: asTool },
	})),
	outputChoice,
	{
		...selectedFields,
		options: Object.keys(kind.fields)
			.filter((name) => name !== kind.id)
			.sort()
			.map((name) => ({ name, value: name })),
	},
];

/** @param isListed whether it is one of many, which Get would give in full */
export function toForm(
	kind: RecordKind,
	record: DataRecord,
	form: Form,
	isListed: boolean,
): DataRecord {
	return inTexts(kind, chosenFields(kind, record, form, isListed), form);
}

/** The record with its texts as Texts asks for them. IDs and the link stay as they are. */
export function inTexts(
	{ id, html }: RecordKind,
	record: DataRecord,
	{ longestLine: longest }: Pick<Form, 'longestLine'>,
): DataRecord {
	if (longest === undefined) return record;
	return withSafeLines(record, longest, { unchanged: [id, 'feedback_id', 'post_url'], html });
}

function chosenFields(
	kind: RecordKind,
	record: DataRecord,
	form: Form,
	isListed: boolean,
): DataRecord {
	if (form.name === 'raw') return record;
	if (form.name === 'selected') {
		const wanted = [kind.id, ...form.fields, ...(kind.added ?? [])];
		const names = wanted.filter((name) => name in record);
		return Object.fromEntries(names.map((name) => [name, record[name]]));
	}
	const simple = simplify(kind, record);
	return form.name === 'brief' && isListed ? cut(simple) : simple;
}

const cut = (record: DataRecord): DataRecord =>
	Object.fromEntries(Object.entries(record).map(([name, value]) => [name, shortened(value)]));

function shortened(value: unknown): unknown {
	if (typeof value !== 'string' || value.length <= LONGEST_BRIEF_TEXT) return value;
	return `${beginning(value, LONGEST_BRIEF_TEXT)}…`;
}
