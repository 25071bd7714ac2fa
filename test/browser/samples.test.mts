// What Fetch Test Event shows of changes: values that a next step can be built on, though nobody knows what was before.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../contract/workspace.mts';
import { sharedN8n } from '../e2e/session.mts';
import { inARow, triggerNode } from '../e2e/workflows.mts';
import type { StoredCredential } from '../n8n-host/host.mts';
import { startSandbox, type Sandbox } from '../sandbox/server.mts';
import { sharedEditor } from './session.mts';

const n8n = await sharedN8n();
const editor = sharedEditor();
let sandbox: Sandbox;
let credential: StoredCredential;

beforeAll(async () => {
	sandbox = await startSandbox();
	const { baseUrl, apiKey } = sandbox;
	credential = await n8n.createCredential('feedbackBearerApi', { baseUrl, apiKey });
	sandbox.createPosts(1, { title: 'Export', status: 'planned', type: 'idea' });
	sandbox.createPosts(1, { title: 'Dark mode', status: 'open', type: 'bug' });
	sandbox.createUpdates(1, { title: 'Dark mode', type: 'new' });
	sandbox.createUpdates(1, { title: 'Faster lists', type: 'improvement' });
	await send(sandbox, 'POST', '/v2/documents', { title: 'Export', body: 'Why' });
});
afterAll(async () => await sandbox?.close());

test.each([
	['postChanged', ['bug', 'idea']],
	['changelogUpdateChanged', ['improvement', 'new']],
])('%s names fields that changed, with what they may have been', async (event, types) => {
	const [item] = await fetchTestEvent(event);
	expect(item).toMatchObject({ event });
	expect(item.changedFields).toMatch(/\d+:type/);
	const [, former] = item.formerValues.match(/type:(.+)/) ?? [];
	expect([former, item.type].toSorted()).toEqual(types);
});

test.each([
	['postStatusChanged', 'status'],
	['postSubscribersChanged', 'total_subscriber'],
	['postVotesChanged', 'total_sum'],
	['newDocumentVersion', 'current_version'],
])('%s changes from another value to the one that it has', async (event, field) => {
	const [item] = await fetchTestEvent(event);
	expect(item).toMatchObject({ event, to: item[field] });
	expect(item.from).toMatch(/^[\w-]+$/);
	expect(item.from).not.toBe('undefined');
	expect(item.from).not.toBe(item.to);
});

/** Chooses nothing else but this event, and reads the table of what comes out. */
async function fetchTestEvent(event: string): Promise<Record<string, string>[]> {
	await editor().openWorkflow(
		await n8n.createWorkflow(inARow(triggerNode({ events: [event] }, credential))),
	);
	await editor().openNode('Trigger');
	const output = await editor().execute();
	await output.getByTestId('radio-button-table').click();
	const table = output.locator('table');
	const columns = await table.locator('thead th').allInnerTexts();
	const rows = await table.locator('tbody tr').all();
	return await Promise.all(
		rows.map(async (row) => {
			const cells = await row.locator('td').allInnerTexts();
			return Object.fromEntries(columns.map((name, at) => [name.trim(), (cells[at] ?? '').trim()]));
		}),
	);
}
