import { type INodeType, type INodeTypeDescription, NodeApiError } from 'n8n-workflow';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
	basic,
	bearer,
	executeContext,
	loadOptionsContext,
	pollContext,
	StaticData,
} from './n8n-context.mts';

const inner = { displayName: 'Inner', name: 'inner', type: 'number', default: 0 };

/** A node that says what it was given. */
const menu = [
	{ name: 'A', value: 'a' },
	{ name: 'B', value: 'b' },
];

class Probe implements INodeType {
	description = {
		name: 'probe',
		defaults: { name: 'Probe' },
		version: 1,
		credentials: [
			{ name: 'feedbackBearerApi', required: true },
			{ name: 'feedbackBasicApi', required: true },
		],
		properties: [
			{ displayName: 'Shown', name: 'shown', type: 'string', default: 'by default' },
			{
				displayName: 'Hidden',
				name: 'hidden',
				type: 'string',
				default: 'never',
				displayOptions: { show: { shown: ['something else'] } },
			},
			{ displayName: 'More', name: 'more', type: 'collection', default: {}, options: [inner] },
			{ name: 'choice', type: 'options', default: 'a', options: menu },
			{ name: 'several', type: 'multiOptions', default: [], options: menu },
			{
				name: 'picked',
				type: 'resourceLocator',
				default: { mode: 'id', value: '' },
				modes: [{ name: 'id' }],
			},
		],
	} as unknown as INodeTypeDescription;
}

const received: Array<{ authorization?: string; url?: string }> = [];
const server = createServer((request, response) => {
	const { url, headers, socket } = request;
	received.push({ url, authorization: headers.authorization });
	if (url === '/reset') socket.destroy();
	else if (url === '/moved') response.writeHead(302, { location: '/elsewhere' }).end();
	else if (url !== '/silence') response.writeHead(404).end('{"status":"error"}');
});
let baseUrl = '';

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const ask = async (
	path: string,
	{ credentials = bearer(baseUrl, ' key '), ...setup }: Record<string, unknown> = {},
	type = 'feedbackBearerApi',
) => {
	const context = executeContext(new Probe(), { parameters: {}, credentials, ...setup } as never);
	return (await context.helpers.httpRequestWithAuthentication.call(context, type, {
		url: baseUrl + path,
		method: 'GET',
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	})) as { statusCode: number; body: string };
};

describe('parameters', () => {
	const context = executeContext(new Probe(), {
		parameters: { more: { inner: (json: { n: number }) => json.n }, hidden: 'set' },
		items: [{ n: 1 }, { n: 2 }],
		writtenByHand: true,
	} as never);

	test('come with their defaults, and not at all where they are hidden', () => {
		expect(context.getNodeParameter('shown', 0)).toBe('by default');
		expect(() => context.getNodeParameter('hidden', 0)).toThrow('Could not get parameter "hidden"');
		expect(context.getNodeParameter('hidden', 0, 'fallback')).toBe('fallback');
	});

	test.each([
		[{ hidden: 'set' }, "No field takes 'hidden' here"],
		[{ unknown: 1 }, "No field takes 'unknown' here"],
		[{ more: { unknown: 1 } }, "No field takes 'unknown' here"],
		[{ choice: 'c' }, `'choice' does not offer "c"`],
		[{ several: ['a', 'c'] }, `'several' does not offer "c"`],
		[{ picked: { __rl: true, mode: 'url', value: '1' } }, `'picked' does not offer "url"`],
	])('%j is refused, since no field and no menu of the node has it', (parameters, says) => {
		expect(() => executeContext(new Probe(), { parameters })).toThrow(says);
	});

	test('may be chosen by an expression', () => {
		const chosen = { choice: () => 'c', several: [() => 'c'], picked: () => '1' };
		expect(executeContext(new Probe(), { parameters: chosen }).getNodeParameter('choice', 0)).toBe(
			'c',
		);
	});

	test('are worked out for each item', () => {
		expect(context.getNodeParameter('more', 1)).toEqual({ inner: 2 });
		expect(context.getNodeParameter('more.inner', 0)).toBe(1);
	});
});

describe('requests', () => {
	test('carry the credential as its class defines it, and resolve with any status', async () => {
		const answer = await ask('/path');
		expect(answer).toMatchObject({ statusCode: 404, body: '{"status":"error"}' });
		expect(received.at(-1)).toEqual({ url: '/path', authorization: 'Bearer key' });
		await ask('/path', { credentials: basic(baseUrl, 'key') }, 'feedbackBasicApi');
		const token = Buffer.from('key:').toString('base64');
		expect(received.at(-1)?.authorization).toBe(`Basic ${token}`);
	});

	test('follow no redirect', async () => {
		expect(await ask('/moved')).toMatchObject({ statusCode: 302 });
		expect(received.at(-1)?.url).toBe('/moved');
	});

	test('reject with a NodeApiError around the error of the HTTP library', async () => {
		const error = await ask('/reset').catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ httpCode: 'ECONNRESET', cause: { code: 'ECONNRESET' } });
	});

	test('end with the execution', async () => {
		const controller = new AbortController();
		const asked = ask('/silence', { signal: controller.signal });
		controller.abort();
		await expect(asked).rejects.toMatchObject({ httpCode: 'ERR_CANCELED' });
	});

	test('need the credential that the node asks for', async () => {
		await expect(ask('/path', { credentials: {} })).rejects.toThrow('credentials set');
		await expect(ask('/path', {}, 'other')).rejects.toThrow('"other"');
	});
});

describe('static data', () => {
	test('knows whether it changed, and forgets what was not saved', () => {
		const staticData = new StaticData();
		const context = pollContext(Probe, { parameters: {}, staticData });
		const state = context.getWorkflowStaticData('node');
		expect(staticData.changed).toBe(false);
		state.seen = ['1'];
		expect(staticData.changed).toBe(true);
		expect(staticData.restarted().node).toEqual({});
		staticData.save();
		expect(staticData.changed).toBe(false);
		expect(staticData.restarted().node).toEqual({ seen: ['1'] });
	});
});

test('lists in the editor know the other parameters', () => {
	const context = loadOptionsContext(new Probe(), {
		parameters: { shown: { __rl: true, mode: 'id', value: '7' } },
	});
	expect(context.getCurrentNodeParameter('shown', { extractValue: true })).toBe('7');
});

test('polls have what the n8n at hand has', () => {
	const old = pollContext(Probe, { parameters: {}, pollBudgetMs: null });
	expect('getPollBudgetMs' in old).toBe(false);
	const manual = pollContext(Probe, { parameters: {}, mode: 'manual', activationMode: 'manual' });
	expect([manual.getMode(), manual.getActivationMode(), manual.getPollBudgetMs()]).toEqual([
		'manual',
		'manual',
		300_000,
	]);
});
