import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item, N8nRest, StoredCredential } from '../n8n-host/host.mts';
import { startSandbox, type Sandbox } from '../sandbox/server.mts';
import { sharedN8n } from './session.mts';
import { startOtherWebServer, unreachableUrl } from './strangers.mts';
import { byId, runPosts } from './workflows.mts';

const n8n: N8nRest = await sharedN8n();
const revokedKey = 'key-that-was-revoked-meanwhile';

let sandbox: Sandbox;
let garden: Awaited<ReturnType<typeof startOtherWebServer>>;
const credentials: Record<'good' | 'revoked' | 'down' | 'garden', StoredCredential> = {} as never;

beforeAll(async () => {
	sandbox = await startSandbox();
	garden = await startOtherWebServer();
	sandbox.addKey(revokedKey);
	const store = async (data: { baseUrl: string; apiKey: string }) =>
		await n8n.createCredential('feedbackBearerApi', data);
	const { baseUrl, apiKey } = sandbox;
	credentials.good = await store({ baseUrl, apiKey });
	credentials.revoked = await store({ baseUrl, apiKey: revokedKey });
	credentials.down = await store({ baseUrl: await unreachableUrl(), apiKey });
	credentials.garden = await store({ baseUrl: garden.baseUrl, apiKey });
	sandbox.revokeKey(revokedKey);
});

afterAll(async () => {
	await sandbox?.close();
	await garden?.close();
});

const inAYear = `${new Date().getUTCFullYear() + 1}-12-31 12:00:00`;
const titled = { title: '={{ $json.title }}', type: 'idea' };

const mistakes: {
	what: string;
	operation: string;
	parameters: Record<string, unknown>;
	bad: Record<string, unknown>;
	/** An item that the same node can work on; absent where no item can succeed. */
	good?: () => Record<string, unknown>;
	credential?: keyof typeof credentials;
	says: RegExp;
}[] = [
	{
		what: 'a missing title',
		operation: 'create',
		parameters: titled,
		bad: { title: '' },
		good: () => ({ title: 'A title is there' }),
		says: /Title/,
	},
	{
		what: 'a creation date in the future',
		operation: 'create',
		parameters: { ...titled, additionalFields: { created: '={{ $json.created }}' } },
		bad: { title: 'From tomorrow', created: inAYear },
		good: () => ({ title: 'From yesterday', created: '2024-01-02 03:04:05' }),
		says: /future|past/i,
	},
	{
		what: 'the id of a post that is not there',
		operation: 'get',
		parameters: { postId: byId('={{ $json.id }}') },
		bad: { id: 987654321 },
		good: () => ({ id: sandbox.createPosts(1)[0] }),
		says: /987654321/,
	},
	{
		what: 'an id that would lead to another address',
		operation: 'get',
		parameters: { postId: byId('={{ $json.id }}') },
		bad: { id: '1/../../v1/posts' },
		good: () => ({ id: sandbox.createPosts(1)[0] }),
		says: /Post|ID/,
	},
	{
		what: 'a key that was revoked',
		operation: 'create',
		parameters: titled,
		bad: { title: 'With an old key' },
		credential: 'revoked',
		says: /API key/i,
	},
	{
		what: 'a service that is down',
		operation: 'getAll',
		parameters: { returnAll: true },
		bad: {},
		credential: 'down',
		says: /reach/i,
	},
	{
		what: 'the Base URL of some other web server',
		operation: 'getAll',
		parameters: { returnAll: true },
		bad: {},
		credential: 'garden',
		says: /Base URL/,
	},
];

describe.each(mistakes)('$what', ({ operation, parameters, bad, good, credential, says }) => {
	const run = async (input: Record<string, unknown>[], onError?: 'continueRegularOutput') =>
		await runPosts(n8n, credentials[credential ?? 'good'], operation, parameters, {
			input,
			...(onError && { onError }),
		});

	test('fails the execution with a message that says so', async () => {
		const execution = await run([bad]);
		expect(execution.status).toBe('error');
		expect(execution.lastNode).toBe('Posts');
		expect(told(execution.error!)).toMatch(says);
		expectForPeople(JSON.stringify(execution.error));
		expectForPeople(execution.error!.message, /undefined|\[object|null|ECONN|at .+:\d+:\d+/);
	});

	test('leaves the other items alone with Continue On Fail', async () => {
		const input = good ? [good(), bad, good()] : [bad, bad];
		const execution = await run(input, 'continueRegularOutput');
		expect(execution.status).toBe('success');
		const output = execution.items('Posts');
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(input.map((_, item) => ({ item })));
		output.forEach((item, at) => {
			if (input[at] === bad) expectFailed(item, says);
			else expect(item.json).toMatchObject({ feedback_id: expect.any(Number) });
		});
	});
});

test('what is wrong with an item is found before anything is sent', async () => {
	sandbox.requests.length = 0;
	// An expression: a title that just stands empty keeps n8n itself from starting the workflow.
	await runPosts(n8n, credentials.good, 'create', { title: '={{ "" }}', type: 'idea' });
	await runPosts(n8n, credentials.good, 'create', {
		title: 'From the future',
		type: 'idea',
		additionalFields: { created: inAYear },
	});
	expect(sandbox.requests).toEqual([]);
});

function expectFailed({ json }: Item, says: RegExp): void {
	expect(Object.keys(json)).toEqual(['error']);
	expect(told(json.error)).toMatch(says);
	expectForPeople(JSON.stringify(json));
}

/** The two parts of an error that n8n shows at once: what happened, and what to do about it. */
function told({ message, description }: { message: string; description?: string }): string {
	return `${message}\n${description ?? ''}`;
}

/** Nothing a person should not see: no key, no header. */
function expectForPeople(text: string, riddles?: RegExp): void {
	expect(text).not.toContain(revokedKey);
	expect(text).not.toContain(sandbox.apiKey);
	expect(text).not.toContain('Authorization');
	if (riddles) expect(text).not.toMatch(riddles);
}
