// What a new user does in the editor, step by step, against the sandbox.
import { beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { sharedN8n } from '../e2e/session.mts';
import { inARow, onItems, postsNode, triggerNode } from '../e2e/workflows.mts';
import { owner, type StoredCredential, type WorkflowDraft } from '../n8n-host/host.mts';
import { homeOf } from '../prose/links.mts';
import { readRecipe } from '../recipes/recipe.mts';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { noBrowser } from './editor.mts';
import { sharedEditor } from './session.mts';

ownSandbox({ demoData: true });

const { raw: rawHome } = homeOf(packageJson.repository.url);
/** Has no credential to begin with, whatever goes on beside. */
const newUser = noBrowser ? owner : await (await sharedN8n()).invite('new.user@example.com');
const n8n = await sharedN8n(newUser);
const editor = sharedEditor(newUser);

const open = async (draft: WorkflowDraft, node: string) => {
	await editor().openWorkflow(await n8n.createWorkflow(draft));
	await editor().openNode(node);
};

/** The first two steps of README.md. */
const beginWithPosts = async () => {
	const { page } = editor();
	await editor().beginWorkflow();
	await page.getByTestId('node-creator').locator('input').fill('feature request');
	await page.getByText('Customer Feedback', { exact: true }).click();
	// n8n shows the triggers first, where the workflow is empty.
	await page.locator('[data-keyboard-nav-type="category"]', { hasText: 'Actions' }).click();
	await page.getByText('Get many posts').click();
};

// n8n refuses a credential test while another file tests a credential: then it begins again without any.
test(
	'from an empty workflow to the first posts, in the steps of README.md',
	{ retry: 2 },
	async () => {
		const { page } = editor();
		await n8n.deleteCredentials();
		const clicks = await countClicks();
		await beginWithPosts();
		await page.getByText('Connect to Customer Feedback', { exact: true }).click();
		await editor().fillCredential(sandbox);
		await editor().saveCredential();
		await page.getByTestId('editCredential-modal').waitFor({ state: 'detached' });
		const output = await editor().execute();
		await output.getByText('feedback_id').waitFor();
		expect(await clicks()).toBe(7);
	},
);

describe('where there are credentials of both types', () => {
	const choice = () => editor().page.getByTestId('node-credentials-select').locator('input');
	const bearerName = /^Customer Feedback account/;

	test('the one that was created last is chosen, and the first posts are five clicks away', async () => {
		await n8n.credentialFor(sandbox, 'feedbackBasicApi', 'Sandbox (Basic)');
		await n8n.credentialFor(sandbox, 'feedbackBearerApi', 'Sandbox');
		const clicks = await countClicks();
		await beginWithPosts();
		await expect.poll(async () => await choice().inputValue()).toBe('Sandbox');
		const output = await editor().execute();
		await output.getByText('feedback_id').waitFor();
		expect(await clicks()).toBe(5);
	});

	test('a new one can be Bearer where Basic is chosen, at the top right of the dialog', async () => {
		const { page } = editor();
		await n8n.credentialFor(sandbox, 'feedbackBasicApi', 'Made last (Basic)');
		await beginWithPosts();
		await expect.poll(async () => await choice().inputValue()).toBe('Made last (Basic)');
		await editor().beginCredential();
		await page.getByTestId('credential-mode-dropdown-trigger').click();
		await page.getByText('Bearer Token', { exact: true }).click();
		// n8n asks its server for the name, and saves the old one until it has the answer.
		await page.getByTestId('editCredential-modal').getByText(bearerName).last().waitFor();
		await editor().fillCredential(sandbox);
		await editor().saveCredential();
		await page.getByTestId('editCredential-modal').waitFor({ state: 'detached' });
		await expect.poll(async () => await choice().inputValue()).toMatch(bearerName);
		sandbox.requests.length = 0;
		const output = await editor().execute();
		await output.getByText('feedback_id').waitFor();
		expect(sandbox.requests).toMatchObject([{ path: expect.stringContaining('/v1/posts') }]);
	});
});

test('a recipe is imported and run, as docs/recipes.md says', async () => {
	const { page } = editor();
	// As n8n names the first one.
	await n8n.credentialFor(sandbox, 'feedbackBearerApi', 'Customer Feedback account');
	const link = `${rawHome}/docs/recipes/nightly-sync.json`;
	await page.route('**/workflows/from-url?**', async (route) => {
		expect(new URL(route.request().url()).searchParams.get('url')).toBe(link);
		await route.fulfill({ json: { data: readRecipe('nightly-sync') } });
	});
	const clicks = await countClicks();
	await page.goto(`${editor().baseUrl}/workflow/new`);
	await page.getByTestId('workflow-menu').click();
	await page.getByText('Import', { exact: true }).hover();
	await page.getByText('From URL', { exact: true }).click();
	await page.getByRole('dialog').locator('input').fill(link);
	await page
		.getByTestId('import-url-button')
		.or(page.getByRole('button', { name: 'Import' }))
		.click();
	sandbox.requests.length = 0;
	await page.getByTestId('execute-workflow-button').click();
	const saved = page.locator('[data-test-id="canvas-node"][data-node-name="Insert Comments"]');
	await saved.getByTestId('canvas-node-status-success').waitFor();
	await page.getByText('30 items').first().waitFor();
	expect(sandbox.requests.map(({ path }) => path).join()).toContain('/comments');
	expect(await clicks()).toBeLessThanOrEqual(8);
});

describe('with a credential', () => {
	let credential: StoredCredential;

	beforeAll(async () => {
		credential = await n8n.credentialFor(sandbox);
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

	test('a trigger says what it waits for, and shows what it would deliver', async () => {
		const { page } = editor();
		await open(inARow(triggerNode({ events: ['newPost'] }, credential)), 'Trigger');
		await page.getByText('When will this node trigger my flow?').click();
		await page.getByText('the workflow runs for new items').waitFor();
		const output = await editor().execute();
		await output.getByText('newPost:').first().waitFor();
	});
});

/** How often the mouse is pressed in the page, from the next address on that it goes to. */
async function countClicks(): Promise<() => Promise<number>> {
	const { page } = editor();
	const clicks = () => Number(sessionStorage.getItem('clicks'));
	await page.evaluate(() => sessionStorage.removeItem('clicks'));
	await page.addInitScript(() => {
		const counting = 'isCountingClicks';
		if (counting in window) return;
		Object.assign(window, { [counting]: true });
		const count = () => Number(sessionStorage.getItem('clicks')) + 1;
		addEventListener('mousedown', () => sessionStorage.setItem('clicks', `${count()}`), true);
	});
	return async () => await page.evaluate(clicks);
}
