// docs/openapi.yaml as the tests read it: what an endpoint takes, and what is wrong with a request or an answer.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Exchange } from '../sandbox/request-log.mts';
import type { Settings } from '../sandbox/settings.mts';

export interface Schema {
	type?: string | string[];
	properties?: Record<string, Schema>;
	additionalProperties?: Schema | boolean;
	required?: string[];
	items?: Schema;
	oneOf?: Schema[];
	anyOf?: Schema[];
	const?: string;
	pattern?: string;
	default?: unknown;
	'x-alias-of'?: string;
}
interface Content {
	content?: { 'application/json': { schema: Schema } };
}
interface Operation {
	'x-not-shown'?: string;
	security?: Array<Record<string, unknown>>;
	parameters?: Array<{ name: string; in: string; schema: Schema }>;
	query: Schema;
	requestBody?: Content;
	responses: Record<string, Content>;
}

export type Fields = Readonly<Record<string, Schema>>;

const document = parse(
	readFileSync(new URL('../../docs/openapi.yaml', import.meta.url), 'utf8'),
) as {
	paths: Record<string, Record<string, unknown>>;
	security: Array<Record<string, unknown>>;
};
/** By method and path, with `{}` where an ID stands. */
const operations = new Map(
	Object.entries(document.paths).flatMap(([path, item]) =>
		Object.entries(item)
			.filter(([method]) => method !== 'parameters')
			.map(([method, operation]) => [
				withoutNames(`${method.toUpperCase()} ${path}`),
				withQuery(resolved(operation) as Operation),
			]),
	),
);

/** @param request such as `GET /v1/post/{postId}` */
export function operationOf(request: string): Operation {
	const operation = operations.get(withoutNames(request));
	if (operation) return operation;
	throw new Error(
		`docs/openapi.yaml has no '${request}': add what the documentation of the service shows of it`,
	);
}

/** All endpoints, such as `GET /v1/post/{}`, and whether each takes the key in this way: `bearer`, `basic` or `query`. */
export const takenBy = (scheme: string): Array<[request: string, isTaken: boolean]> =>
	[...operations].map(([request, { security = document.security }]) => [
		request,
		security.some((one) => scheme in one),
	]);

/** What a body holds, if there is one that is shown. */
export function bodyOf(request: string): Fields | undefined {
	const { properties } = bodySchema(operationOf(request)) ?? {};
	return properties && pick(properties, ([, schema]) => !schema['x-alias-of']);
}

/** What narrows or sorts a list, which is all of its query but the page. */
export const queryOf = (request: string): Fields =>
	pick(operationOf(request).query.properties!, ([name]) => !/page$/.test(name));

const pick = (fields: Fields, isMeant: (field: [string, Schema]) => boolean): Fields =>
	Object.fromEntries(Object.entries(fields).filter(isMeant));

const bodySchema = ({ requestBody }: Operation) =>
	requestBody?.content?.['application/json'].schema;

function withQuery(operation: Operation): Operation {
	const { parameters = [] } = operation;
	const own = parameters.filter((one) => one.in === 'query');
	const properties = Object.fromEntries(own.map(({ name, schema }) => [name, schema]));
	return { ...operation, query: { type: 'object', properties } };
}

function problemsBy(change: (schema: Schema) => Schema, coerceTypes = false) {
	const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes });
	const compiled = new Map<Schema, ValidateFunction>();
	return (schema: Schema, value: unknown): string[] => {
		if (!compiled.has(schema)) compiled.set(schema, ajv.compile(change(schema)));
		const validate = compiled.get(schema)!;
		validate(value);
		return (validate.errors ?? []).map(({ instancePath, message, params }) =>
			[instancePath, message, params.additionalProperty].filter(Boolean).join(' '),
		);
	};
}
const wrongInPart = problemsBy(closed);
const wrongInWhole = problemsBy(whole);
const wrongInQuery = problemsBy(closed, true);
const wrongInData = problemsBy(answered);

/**
 * @param assumed names of its query beside those of the document
 * @param hasEveryField whether its body lacks nothing that the document names
 */
export function wrongInRequest(
	{ method, path, body }: Exchange,
	assumed: readonly string[],
	hasEveryField = false,
): string[] {
	const operation = operationAt(method, path);
	if (!operation) return [`${method} ${path} is no endpoint`];
	const { searchParams } = new URL(path, 'http://service');
	for (const name of assumed) searchParams.delete(name);
	const schema = bodySchema(operation);
	const wrongInBody = hasEveryField ? wrongInWhole : wrongInPart;
	return [
		...wrongInQuery(operation.query, Object.fromEntries(searchParams)),
		...(schema ? wrongInBody(schema, body) : body === undefined ? [] : ['has a body']),
	].map((problem) => `${method} ${path}: ${problem}`);
}

/** Whether the sandbox answers in the form of the document, and not in one that it leaves open. */
export const isAsDocumented = (settings: Settings): boolean =>
	settings.hasMore &&
	settings.undocumentedLists === 'there' &&
	!settings.mapsAsArrays &&
	!settings.emptyMapAsArray &&
	!settings.idsAsText &&
	settings.v1Errors === 'message';

/** What the document says otherwise, or not at all; what it does not show may be anything. */
export function wrongInAnswer({ method, path, status, answer }: Exchange): string[] {
	const { responses } = operationAt(method, path) ?? {};
	if (!responses) return [];
	// As OpenAPI has it, an exact status wins over its range.
	const response = responses[status] ?? responses[`${String(status)[0]}XX`];
	if (!response) return [`${method} ${path} is never answered by ${status}`];
	const schema = response.content?.['application/json'].schema;
	const problems = schema ? wrongInData(schema, JSON.parse(answer || 'null')) : [];
	return problems.map((problem) => `${method} ${path}, answered by ${status}: ${problem}`);
}

function operationAt(method: string, path: string): Operation | undefined {
	const asked = `${method} ${path.split('?')[0]}`;
	for (const [request, operation] of operations) {
		if (new RegExp(`^${request.replaceAll('{}', '[^/]+')}$`).test(asked)) return operation;
	}
	return undefined;
}

/** Takes no field that it does not name: a service would ignore a misspelt one. */
function closed(schema: Schema): Schema {
	return each(schema, ({ additionalProperties = false, ...one }) => ({
		...one,
		additionalProperties,
		properties: mapped(one.properties, (field) =>
			field.type === 'integer' ? { anyOf: [field, LONG_ID] } : field,
		),
	}));
}

/** An ID too long for a number of JavaScript is sent as the text that it is. */
const LONG_ID = { type: 'string', pattern: '^\\d{16,}$' };

/** A record that was never changed may have no date of it. */
const dated = (field: Schema): Schema =>
	field.pattern ? { anyOf: [field, { const: '' }] } : field;

function mapped(fields: Record<string, Schema> = {}, change: (field: Schema) => Schema) {
	const changed = Object.entries(fields).map(([name, field]) => [name, change(field)]);
	return Object.fromEntries(changed) as Record<string, Schema>;
}

/** Has every field that it names. */
function whole(schema: Schema): Schema {
	return each(closed(schema), (one) => ({
		...one,
		required: Object.entries(one.properties!)
			.filter(([, field]) => !field['x-alias-of'])
			.map(([name]) => name),
	}));
}

/** Has no other field than the document names, but what a list of `/v1` is known to say of its pages. */
function answered(schema: Schema): Schema {
	return each(closed(schema), (one) => ({
		...one,
		properties: {
			...(one.properties?.items && { has_more: {}, page: {} }),
			...mapped(one.properties, dated),
		},
	}));
}

function each(schema: Schema, change: (schema: Schema) => Schema): Schema {
	if (Array.isArray(schema)) return schema.map((one) => each(one as Schema, change)) as Schema;
	if (typeof schema !== 'object' || schema === null) return schema;
	const inner = Object.fromEntries(
		Object.entries(schema).map(([name, value]) => [name, each(value as Schema, change)]),
	) as Schema;
	return typeof schema.properties === 'object' ? change(inner) : inner;
}

function withoutNames(request: string): string {
	return request.replaceAll(/\{\w+\}/g, '{}');
}

/** With what each reference leads to in its place. */
function resolved(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(resolved);
	if (typeof value !== 'object' || value === null) return value;
	const { $ref, ...own } = value as Record<string, unknown>;
	const parts = typeof $ref === 'string' ? $ref.slice(2).split('/') : [];
	let target: unknown = document;
	for (const part of parts) target = (target as Record<string, unknown>)[part];
	const others = Object.entries(own).map(([name, inner]) => [name, resolved(inner)]);
	return { ...($ref ? (resolved(target) as object) : {}), ...Object.fromEntries(others) };
}
