// What a new user does in the editor, step by step, against the sandbox.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedN8n } from '../e2e/session.mts';
import { byId, inARow, onItems, postsNode, triggerNode } from '../e2e/workflows.mts';
import { owner, type StoredCredential, type WorkflowDraft } from '../n8n-host/host.mts';
import { startSandbox, type Sandbox } from '../sandbox/server.mts';
import { noBrowser } from './editor.mts';
import { sharedEditor } from './session.mts';

/** Has no credential to begin with, whatever goes on beside. */
const newUser = noBrowser ? owner : await (await sharedN8n()).invite('new.user@example.com');
const n8n = await sharedN8n(newUser);
const editor = sharedEditor(newUser);
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ demoData: true });
});
afterAll(async () => await sandbox?.close());

const open = async (draft: WorkflowDraft, node: string) => {
	await editor().openWorkflow(await n8n.createWorkflow(draft));
	await editor().openNode(node);
};

test('from an empty workflow to the first posts, in the steps of README.md', async () => {
	const { page } = editor();
	const clicks = countClicks();
	await editor().beginWorkflow();
	await page.getByTestId('node-creator').locator('input').fill('feature request');
	await page.getByText('Customer Feedback Posts', { exact: true }).click();
	await page.getByText('Get many posts').click();
	await page.getByText('Connect to Customer Feedback', { exact: true }).click();
	await editor().fillCredential(sandbox);
	await editor().saveCredential();
	await page.getByTestId('editCredential-modal').waitFor({ state: 'detached' });
	const output = await editor().execute();
	await output.getByText('feedback_id').waitFor();
	expect(await clicks()).toBe(6);
});

describe('with a credential', () => {
	let credential: StoredCredential;

	beforeAll(async () => {
		const { baseUrl, apiKey } = sandbox;
		credential = await n8n.createCredential('feedbackBearerApi', { baseUrl, apiKey });
	});

	test('the test of a credential says what is wrong, and passes once it is put right', async () => {
		const { page } = editor();
		const node = postsNode('getAll', {}, credential);
		await open(onItems([{}], { ...node, credentials: {} }), 'Posts');
		await editor().beginCredential();
		const { baseUrl, apiKey } = sandbox;
		await editor().fillCredential({ baseUrl, apiKey: 'of-nobody' });
		await editor().saveCredential();
		const dialog = page.getByTestId('editCredential-modal');
		await dialog.getByText('More details').click();
		await dialog.getByText('The API key was rejected').waitFor();
		await editor().fillCredential({ baseUrl, apiKey });
		await editor().saveCredential();
		await dialog.waitFor({ state: 'detached' });
		await page.getByText('Credential saved').waitFor();
	});

	test('a post is picked from the list by a word of its title', async () => {
		const { page } = editor();
		const [id] = sandbox.createPosts(1, { title: 'A needle in the haystack' });
		await open(onItems([{}], postsNode('get', {}, credential)), 'Posts');
		await page.getByTestId('resource-locator-postId').click();
		await page.getByTestId('rlc-item').nth(5).waitFor();
		await page.getByTestId('rlc-search').fill('needle');
		await expect.poll(async () => await page.getByTestId('rlc-item').count()).toBe(1);
		await page.getByTestId('rlc-item').click();
		const output = await editor().execute();
		await output.getByText(String(id)).waitFor();
	});

	test('the fields that come out are known before the node has run', async () => {
		const { page } = editor();
		const edit = { name: 'Edit', type: 'n8n-nodes-base.set', typeVersion: 3.4 };
		await open(onItems([{}], postsNode('getAll', {}, credential), edit), 'Edit');
		const input = page.getByTestId('ndv-input-panel');
		for (const field of ['feedback_id', 'total_sum', 'data_mail']) {
			await input.getByText(field).waitFor();
		}
	});

	test('what went wrong is said with what to do', async () => {
		await open(onItems([{}], postsNode('get', { postId: byId(999_999) }, credential)), 'Posts');
		const output = await editor().execute();
		await output.getByText('No post with ID 999999 in this workspace').first().waitFor();
		await output.getByText('Check the ID').waitFor();
	});

	// n8n says so itself of every node with a Limit; a hint of ours would stand there as a second one.
	test('a list that Limit cut says that there may be more', async () => {
		sandbox.createPosts(50);
		await open(onItems([{}], postsNode('getAll', {}, credential)), 'Posts');
		const output = await editor().execute();
		await output.getByText('Limit of 50 items reached').waitFor();
	});

	test('a trigger says what it waits for, and shows what it would deliver', async () => {
		const { page } = editor();
		await open(inARow(triggerNode({ events: ['newPost'] }, credential)), 'Trigger');
		await page.getByText('When will this node trigger my flow?').click();
		await page.getByText('the workflow runs for new items').waitFor();
		const output = await editor().execute();
		await output.getByText('newPost:').first().waitFor();
	});
});

/** How often the mouse is pressed in the page, from now on. */
function countClicks(): () => Promise<number> {
	const { page } = editor();
	const counting = page.addInitScript(() => {
		addEventListener('mousedown', () => sessionStorage.setItem('clicks', `${clicks() + 1}`), true);
		const clicks = () => Number(sessionStorage.getItem('clicks'));
	});
	return async () => {
		await counting;
		return await page.evaluate(() => Number(sessionStorage.getItem('clicks')));
	};
}
