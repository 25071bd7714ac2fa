// One request uses one credential: address, key and all that is checked of them come from the same reading of it.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FeedbackPosts } from '../../../nodes/FeedbackPosts/FeedbackPosts.node';
import { Connections } from '../../../nodes/shared/node/connection';
import { bearer, byKey, execute } from '../n8n-context.mts';

interface Received {
	port: number;
	url: string;
	key: string;
}

const received: Received[] = [];
let onRequest: () => void = () => undefined;

/** A service of which it is known who asked what. */
function service() {
	const server = createServer((request, response) => {
		const { port } = server.address() as AddressInfo;
		const key = String(request.headers.authorization).replace('Bearer ', '');
		received.push({ port, url: String(request.url), key });
		onRequest();
		const page = Number(new URLSearchParams(request.url?.split('?')[1]).get('page'));
		const items = page < 3 ? [{ feedback_id: page + 1 }] : [];
		const data = request.method === 'GET' ? { items } : { feedback_id: received.length };
		response.end(JSON.stringify({ status: 'success', data }));
	});
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	return () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const one = service();
const other = service();
const portOf = (url: string) => Number(new URL(url).port);

beforeEach(() => {
	received.length = 0;
	onRequest = () => undefined;
});

test('a credential that is edited during an execution sends no new key to the old address', async () => {
	let baseUrl = one();
	let apiKey = 'old-key';
	onRequest = () => {
		baseUrl = other();
		apiKey = 'new-key';
	};
	await execute(FeedbackPosts, {
		credentials: bearer(
			() => baseUrl,
			() => apiKey,
		),
		parameters: { resource: 'post', operation: 'getAll', returnAll: true },
	});
	expect(received.length).toBeGreaterThan(2);
	for (const { port, key } of received)
		expect({ port, key }).toEqual({ port: portOf(one()), key: 'old-key' });
});

describe('a credential whose fields are expressions of the item', () => {
	const create = { resource: 'post', operation: 'create', type: byKey('idea'), title: 'x' };
	const field = (name: string) => (json: IDataObject) => json[name];

	test('sends each item with the key, and to the address, of that item', async () => {
		const items = [
			{ url: one(), tenantKey: 'tenant-0' },
			{ url: other(), tenantKey: 'tenant-1' },
			{ url: one(), tenantKey: 'tenant-2' },
			{ url: one(), tenantKey: 'tenant-0' },
		];
		const output = await execute(FeedbackPosts, {
			credentials: bearer(field('url'), field('tenantKey')),
			parameters: { ...create, options: { concurrency: 1 } },
			items,
		});
		expect(received.map(({ port, key }) => ({ port, key }))).toEqual(
			items.map(({ url, tenantKey }) => ({ port: portOf(url), key: tenantKey })),
		);
		expect(output.map(({ json }) => json.feedback_id)).toEqual([1, 2, 3, 4]);
	});

	test('remembers nothing of one workspace for another', async () => {
		// The ID is looked up by the email address, in the list of the workspace.
		const items = ['tenant-0', 'tenant-1', 'tenant-0'].map((tenantKey) => ({ tenantKey }));
		const output = await execute(FeedbackPosts, {
			credentials: bearer(one(), field('tenantKey')),
			parameters: {
				...create,
				options: { concurrency: 1 },
				additionalFields: { user: { __rl: true, mode: 'data_id', value: 'me' } },
			},
			items,
			continueOnFail: true,
		});
		expect(output.map(({ json }) => Object.keys(json))).toEqual([['error'], ['error'], ['error']]);
		const lists = received.filter(({ url }) => url.startsWith('/v1/users'));
		expect(new Set(lists.map(({ key }) => key))).toEqual(new Set(['tenant-0', 'tenant-1']));
		const perKey = (tenant: string) => lists.filter(({ key }) => key === tenant).length;
		expect(perKey('tenant-0')).toBe(perKey('tenant-1'));
	});

	test('fails the item whose key is missing, and no other', async () => {
		const output = await execute(FeedbackPosts, {
			credentials: bearer(one(), field('tenantKey')),
			parameters: create,
			items: [{ tenantKey: 'tenant-0' }, {}, { tenantKey: 'tenant-2' }],
			continueOnFail: true,
		});
		const message = 'The API Key in the credential is empty';
		expect(output[1].json).toMatchObject({ error: { message } });
		expect(received.map(({ key }) => key).sort()).toEqual(['tenant-0', 'tenant-2']);
	});
});

test('a credential is read once for each item, and items with the same one share a client', async () => {
	// Not by the item: by its place, by another node, or by whatever else n8n can evaluate.
	const keys = ['alpha', 'beta', 'alpha'];
	const read: number[] = [];
	const context = {
		getNode: () => ({ parameters: {} }),
		getExecutionCancelSignal: () => undefined,
		getCredentials: async (_type: string, at: number) => {
			read.push(at);
			return await Promise.resolve({ baseUrl: 'https://feedback.example', apiKey: keys[at] });
		},
	} as unknown as IExecuteFunctions;
	const connections = new Connections(context);
	const clients = await Promise.all(keys.map(async (_, at) => await connections.of(at)));
	expect(read).toEqual([0, 1, 2]);
	expect(clients[2]).toBe(clients[0]);
	expect(clients[1]).not.toBe(clients[0]);
});
