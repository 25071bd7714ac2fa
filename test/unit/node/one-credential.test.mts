// One request uses one credential: address, key and all that is checked of them come from the same reading of it.
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { bearer, byKey, execute } from '../n8n-context.mts';
import { scriptedService } from '../scripted-service.mts';

/** Who asked which service for what, of both. */
const received: Array<{ baseUrl: string; url: string; key: string }> = [];
let onRequest: () => void = () => undefined;

const services = [scriptedService(), scriptedService()];
const [one, other] = services.map((service) => () => service.baseUrl);

beforeEach(() => {
	received.length = 0;
	onRequest = () => undefined;
	for (const service of services) {
		service.answers(({ method, url }, key) => {
			received.push({ baseUrl: service.baseUrl, url, key });
			onRequest();
			const page = Number(new URL(url, service.baseUrl).searchParams.get('page'));
			const items = page < 3 ? [{ feedback_id: page + 1 }] : [];
			return { data: method === 'GET' ? { items } : { feedback_id: received.length } };
		});
	}
});

test('a credential that is edited during an execution sends no new key to the old address', async () => {
	let baseUrl = one();
	let apiKey = 'old-key';
	onRequest = () => {
		baseUrl = other();
		apiKey = 'new-key';
	};
	await execute(Feedback, {
		credentials: bearer(
			() => baseUrl,
			() => apiKey,
		),
		parameters: { resource: 'post', operation: 'getAll', returnAll: true },
	});
	expect(received.length).toBeGreaterThan(2);
	for (const { baseUrl, key } of received) expect([baseUrl, key]).toEqual([one(), 'old-key']);
});

describe('a credential whose fields are expressions of the item', () => {
	const create = { resource: 'post', operation: 'create', type: byKey('idea'), title: 'x' };
	const field = (name: string) => (json: IDataObject) => json[name];

	test('sends each item with the key, and to the address, of that item', async () => {
		const items = [
			{ url: one(), tenantKey: 'tenant-0' },
			{ url: other(), tenantKey: 'tenant-0' },
			{ url: one(), tenantKey: 'tenant-2' },
			{ url: one(), tenantKey: 'tenant-0' },
		];
		const output = await execute(Feedback, {
			credentials: bearer(field('url'), field('tenantKey')),
			parameters: create,
			items,
		});
		expect(received.map(({ baseUrl, key }) => `${baseUrl} ${key}`).sort()).toEqual(
			items.map(({ url, tenantKey }) => `${url} ${tenantKey}`).sort(),
		);
		expect(output.map(({ json }) => json.feedback_id).sort()).toEqual([1, 2, 3, 4]);
	});

	test.each([
		['both with their first item', ['0 x', '1 x']],
		// The third one waits for the first, which has its title, and runs in a workspace that the second one has begun.
		['the second one after another title', ['0 x', '1 y', '1 x']],
	])('creates a post with the same title in each workspace, %s', async (_what, named) => {
		const items = named.map((one) => {
			const [tenant, title] = one.split(' ');
			return { tenantKey: `tenant-${tenant}`, title };
		});
		const output = await execute(Feedback, {
			credentials: bearer(one(), field('tenantKey')),
			parameters: { ...create, title: field('title'), ifTitleExists: 'returnExisting' },
			items,
		});
		expect(output.map(({ json }) => json.existed)).toEqual(named.map(() => false));
	});

	test('remembers nothing of one workspace for another', async () => {
		// The ID is looked up by the email address, in the list of the workspace.
		const items = ['tenant-0', 'tenant-1', 'tenant-0'].map((tenantKey) => ({ tenantKey }));
		const output = await execute(Feedback, {
			credentials: bearer(one(), field('tenantKey')),
			parameters: {
				...create,
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

	test('sends nothing more with any key once an item has failed', async () => {
		const items = [{}, { tenantKey: 'tenant-1' }];
		const credentials = bearer(one(), field('tenantKey'));
		const step = execute(Feedback, { credentials, parameters: create, items });
		await expect(step).rejects.toThrow('The API Key in the credential is empty');
		expect(received).toEqual([]);
	});

	test('fails the item whose key is missing, and no other', async () => {
		const output = await execute(Feedback, {
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
