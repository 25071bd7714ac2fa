import { afterAll, beforeAll, expect, test } from 'vitest';
import type { N8nRest, StoredCredential } from '../n8n-host/host.mts';
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

const mistakes: {
	what: string;
	operation: string;
	parameters: Record<string, unknown>;
	credential?: keyof typeof credentials;
	says: RegExp;
}[] = [
	{
		what: 'a missing title',
		operation: 'create',
		// An expression: a title that just stands empty keeps n8n itself from starting the workflow.
		parameters: { title: '={{ "" }}', type: 'idea' },
		says: /Title/,
	},
	{
		what: 'the id of a post that is not there',
		operation: 'get',
		parameters: { postId: byId(987654321) },
		says: /987654321/,
	},
	{
		what: 'a key that was revoked',
		operation: 'create',
		parameters: { title: 'With an old key', type: 'idea' },
		credential: 'revoked',
		says: /API key/i,
	},
	{
		what: 'a service that is down',
		operation: 'getAll',
		parameters: { returnAll: true },
		credential: 'down',
		says: /reach/i,
	},
	{
		what: 'the Base URL of some other web server',
		operation: 'getAll',
		parameters: { returnAll: true },
		credential: 'garden',
		says: /Base URL/,
	},
];

test.each(mistakes)(
	'$what fails the execution with a message that says so',
	async ({ operation, parameters, credential = 'good', says }) => {
		const execution = await runPosts(n8n, credentials[credential], operation, parameters);
		expect(execution.status).toBe('error');
		expect(execution.lastNode).toBe('Posts');
		expect(told(execution.error!)).toMatch(says);
		expectForPeople(JSON.stringify(execution.error));
		expectForPeople(execution.error!.message, /undefined|\[object|null|ECONN|at .+:\d+:\d+/);
	},
);

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
