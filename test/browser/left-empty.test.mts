// What the editor makes of a field that a person leaves empty, and of an expression that gives nothing.
import { beforeAll, expect, test } from 'vitest';
import { sharedN8n } from '../e2e/session.mts';
import { byId, onItems, postsNode } from '../e2e/workflows.mts';
import type { StoredCredential } from '../n8n-host/host.mts';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { sharedEditor } from './session.mts';

const n8n = await sharedN8n();
const editor = sharedEditor();
let credential: StoredCredential;
let post: number;

ownSandbox();
beforeAll(async () => {
	credential = await n8n.credentialFor(sandbox);
	[post] = sandbox.createPosts(1, { type: 'idea' });
});
async function open(operation: string, parameters: Record<string, unknown>) {
	const node = postsNode(operation, parameters, credential);
	await editor().openWorkflow(await n8n.createWorkflow(onItems([{}], node)));
	await editor().openNode('Posts');
	sandbox.requests.length = 0;
}

const changes = () => sandbox.requests.filter(({ method }) => method !== 'GET');

test('a picker that is added and left unselected is left out', async () => {
	const type = { __rl: true, mode: 'key', value: 'idea' };
	await open('create', { title: 'Export', type });
	await editor().addField('Status');
	const output = await editor().execute();
	await output.getByText('feedback_id').first().waitFor();
	expect(changes().map(({ body }) => body)).toEqual([{ title: 'Export', type: 'idea' }]);
	// What was sent goes on to the next step.
	await output.getByText('Export').first().waitFor();
});

test('a user named By Email by an expression that gives nothing is not left out', async () => {
	const { page } = editor();
	await open('create', { resource: 'comment', postId: byId(post), comment: 'Me too' });
	await editor().addField('End-User');
	const user = page.getByTestId('resource-locator-user_id');
	await user.getByTestId('rlc-mode-selector').click();
	await page.getByRole('option', { name: 'By Email', exact: true }).last().click();
	await editor().writeExpression('user_id', '$json.nobody');
	const output = await editor().execute();
	await output.getByText("'End-User' is empty in item 0").first().waitFor();
	await output.getByText('or remove the field').first().waitFor();
	expect(changes()).toEqual([]);
});
