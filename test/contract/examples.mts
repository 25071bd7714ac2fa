// An example value for every field, and how the node's parameters have to look for it.
import type { INodeProperties } from 'n8n-workflow';
import type { Field } from '../../nodes/shared/node/field';
import type { Operation } from '../../nodes/shared/node/operation';
import type { Fields, Schema } from './openapi.mts';
import { endpointOf } from './expectations.mts';
import type { Things } from './workspace.mts';

export type Values = Record<string, unknown>;

/** Fields of which the service does not take just any text. */
const particular: Readonly<Record<string, unknown>> = {
	type: 'idea',
	status: 'planned',
	document_type: 'plan',
	vote: 1,
	text: 'An export as CSV',
	ref: 'https://support.example.com/tickets/4711',
	data_mail: 'ada@example.com',
	user_email: 'ada@example.com',
	data_name: 'ada_lovelace',
	link_color: '#3b4cca',
	meta: { referrer: 'https://app.example.com/invoices' },
	owner: '17',
};

/** Things that a body may name. */
type Named = Pick<Things, 'groupId' | 'userId'>;

/** By the names of the API. Where no field has the name, it is a part of a body whose own fields stand next to each other. */
export function exampleValues(key: string, fields: Fields, things: Named): Values {
	return Object.fromEntries(
		Object.entries(fields).map(([name, one]) => [name, exampleValue(key, name, one, things)]),
	);
}

function exampleValue(key: string, name: string, schema: Schema, things: Named): unknown {
	const { type, properties, pattern } = schema;
	if (properties) return exampleValues(key, properties, things);
	if (name === 'user' || name === 'user_id') return things.userId;
	const offered = endpointOf(key).choices?.[name];
	if (offered) return offered[1];
	if (name in particular) return particular[name];
	if (name === 'id') return `contract-${things.groupId}-again`;
	switch (type) {
		case 'integer':
			return 7;
		case 'boolean':
			return true;
		case 'object':
			return { plan: 'pro' };
		case 'array':
			return ['billing', 'export'];
		default:
			return pattern ? '2024-05-06 07:08:09' : `Example of ${name}`;
	}
}

/** The node's parameters that come to these values on the wire. */
export function toParameters(operation: Operation, values: Values): Values {
	const parameters: Values = {};
	const fill = (given: Values): void => {
		for (const [name, value] of Object.entries(given)) {
			const place = placeOf(operation, name);
			if (place) holderOf(parameters, place)[name] = asParameter(place.field, value);
			// What has no field of its own is made of parts, or is missed in the request.
			else if (typeof value === 'object') fill(value as Values);
		}
	};
	fill(values);
	return parameters;
}

/** A text as a field holds it, whatever the field is made for. */
export function placedAs(field: INodeProperties, text: string): unknown {
	return field.type === 'resourceLocator' ? typedInto(field, text) : text;
}

/** A locator by its first way to enter something, which is an ID or a key. */
export const typedInto = ({ modes }: INodeProperties, value: unknown) => ({
	__rl: true,
	mode: modes!.find(({ type }) => type === 'string')!.name,
	value,
});

function asParameter(field: INodeProperties, value: unknown): unknown {
	const { type } = field;
	if (type === 'resourceLocator') return typedInto(field, String(value));
	if (type === 'json') return typeof value === 'string' ? value : JSON.stringify(value);
	return type === 'string' && Array.isArray(value) ? value.join(', ') : value;
}

/** Every field of an operation of that name: one, unless something is wrong. */
export function fieldsNamed(operation: Operation, name: string): INodeProperties[] {
	return allFields(operation)
		.map(({ field }) => field)
		.filter((field) => field.name === name);
}

interface Place {
	field: Field;
	collection?: string;
}

export function allFields({ path = [], fields }: Operation): Place[] {
	return [...path, ...fields].flatMap((field): Place[] => {
		const { name: collection, type, options } = field;
		if (type === 'collection') {
			return (options as Field[]).map((inner) => ({ field: inner, collection }));
		}
		return [{ field }];
	});
}

/** Values of other fields under which a field shows. n8n gives no other value of a hidden one than its default. */
export function showing({ displayOptions }: INodeProperties): Values {
	const entries = Object.entries(displayOptions?.show ?? {}) as Array<[string, unknown[]]>;
	return Object.fromEntries(
		entries.flatMap(([name, [value]]) => (/^@/.test(name) ? [] : [[name, value]])),
	);
}

export function holderOf(parameters: Values, { collection }: Omit<Place, 'field'>): Values {
	return collection ? ((parameters[collection] ??= {}) as Values) : parameters;
}

function placeOf(operation: Operation, name: string) {
	return allFields(operation).find(({ field }) => field.name === name);
}
