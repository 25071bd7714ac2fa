import { Agent, request } from 'undici';
import { expect } from 'vitest';
import type { Sandbox } from '../server.mts';

export interface Reply {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	/** Of any shape, as `JSON.parse` types it. */
	json: ReturnType<typeof JSON.parse>;
}

export interface Asked {
	headers?: Record<string, string>;
	/** Sent as JSON; a string goes as it is. */
	body?: unknown;
}

/** Not the global one, which may be a test's mock. */
const agent = new Agent();

/** Asks the sandbox with exactly the headers given: nothing is added but the content type of a body. */
export async function ask(
	sandbox: Sandbox,
	method: string,
	path: string,
	{ headers = {}, body }: Asked = {},
): Promise<Reply> {
	const answer = await request(sandbox.baseUrl + path, {
		method: method as 'GET',
		dispatcher: agent,
		headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
		body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
	});
	const text = await answer.body.text();
	return { status: answer.statusCode, headers: answer.headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export type Client = (method: string, path: string, body?: unknown) => Promise<Reply>;

export function clientOf(sandbox: Sandbox, key = sandbox.apiKey): Client {
	const headers = { authorization: `Bearer ${key}` };
	return (method, path, body) => ask(sandbox, method, path, { headers, body });
}

type Check = (value: unknown) => boolean;

const isObject: Check = (value) =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The types of the specification's field tables. */
export const types = {
	string: (value: unknown) => typeof value === 'string',
	'string (numeric)': (value: unknown) => typeof value === 'string' && /^-?\d+$/.test(value),
	'string (decimal)': (value: unknown) => typeof value === 'string' && /^-?\d+\.\d+$/.test(value),
	timestamp: (value: unknown) =>
		typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value),
	integer: Number.isInteger as Check,
	number: (value: unknown) => typeof value === 'number',
	boolean: (value: unknown) => typeof value === 'boolean',
	object: isObject,
	array: Array.isArray as Check,
	'array of string': (value: unknown) =>
		Array.isArray(value) && value.every((item) => typeof item === 'string'),
	'string or null': (value: unknown) => value === null || typeof value === 'string',
};

export type TypeName = keyof typeof types;

/** A field table: type -> the fields of that type. */
export type FieldTable = Partial<Record<TypeName, string>>;

export function fieldRows(table: FieldTable): Array<[field: string, type: TypeName]> {
	return Object.entries(table).flatMap(([type, fields]) =>
		fields.split(', ').map((field): [string, TypeName] => [field, type as TypeName]),
	);
}

export function expectType(value: unknown, type: TypeName): void {
	expect(value, `should be ${type}`).toSatisfy(types[type]);
}

/** The v2 error envelope: a key and a message in `data`, and nothing else. */
export function expectKeyed(reply: Reply, status: number, key: string): void {
	expect({ status: reply.status, body: reply.json }).toEqual({
		status,
		body: { status: 'error', data: { key, message: expect.any(String) } },
	});
}

export function expectInvalid(reply: Reply, ...fields: string[]): void {
	expect(reply.status).toBe(400);
	expect(reply.json).toEqual({
		status: 'error',
		data: {
			key: 'validation_error',
			errors: fields.map((field) => ({ field, message: expect.any(String) })),
		},
	});
}

/** The v1 error: a message at the top level, no key. */
export function expectPlain(reply: Reply, status: number, message = /./): void {
	expect({ status: reply.status, body: reply.json }).toEqual({
		status,
		body: { status: 'error', message: expect.stringMatching(message) },
	});
}

/** The ids of a list in the order they were sent: JSON.parse would sort them. @param name the first field of a record */
export function sentIds(reply: Reply, name: string): number[] {
	const keys = reply.text.matchAll(new RegExp(`"(\\d+)":\\{"${name}"`, 'g'));
	return [...keys].map(([, id]) => Number(id));
}
