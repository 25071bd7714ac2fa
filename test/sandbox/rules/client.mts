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

/** The v2 error envelope: a key and a message in `data`, and nothing else. */
export function expectKeyed(reply: Reply, status: number, key: string): void {
	expect(reply.headers['content-type']).toMatch(/^application\/json/);
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

const KEYS: Readonly<Record<number, string>> = {
	401: 'unauthorized',
	403: 'forbidden',
	404: 'not_found',
};

/** Each version in its own way. */
export function expectRefused(reply: Reply, path: string, status: number): void {
	if (path.startsWith('/v2')) expectKeyed(reply, status, KEYS[status]);
	else expectPlain(reply, status, status === 403 ? /permission/ : undefined);
}

export async function expectLists<T>(
	list: (query: string) => Promise<T[]>,
	cases: ReadonlyArray<readonly [query: string, found: readonly T[]]>,
): Promise<void> {
	for (const [query, found] of cases) expect(await list(query), query).toEqual(found);
}

/** The ids of a list in the order they were sent: JSON.parse would sort them. @param name the first field of a record */
export function sentIds(reply: Reply, name: string): number[] {
	const keys = reply.text.matchAll(new RegExp(`"(\\d+)":\\{"${name}"`, 'g'));
	return [...keys].map(([, id]) => Number(id));
}
