// Takes the pictures of README.md and docs/ from the page of the demo and a real editor, light and dark. Look at them before you commit them.
//   npm run pictures -- [name ...]   only those, such as posts
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import packageJson from '../../package.json' with { type: 'json' };
import { DONE, prepareScene } from '../demo/scene.mts';
import { uses } from '../e2e/workflows.mts';
import { startN8n, type StoredCredential, type WorkflowNode } from '../n8n-host/host.mts';
import { startMailServer } from '../recipes/mail.mts';
import { readRecipe } from '../recipes/recipe.mts';
import { startOtherServices } from '../recipes/other-services.mts';
import { type Sandbox, startSandbox } from '../sandbox/server.mts';
import { type Editor, noBrowser, openBrowser, openEditor, type Theme } from './editor.mts';

const images = join(import.meta.dirname, '..', '..', '.github', 'images');

/** What each node is to show, under the name of its picture. */
const shown: Readonly<Record<string, Record<string, unknown>>> = {
	posts: { resource: 'post', operation: 'getAll', sorting: { sort: 'top' } },
	trigger: { events: ['newPost'] },
};

const recipes = [
	'news-to-chat',
	'vote-for-a-customer',
	'nightly-sync',
	'import-from-another-tool',
	'github',
	'release-notes',
	'support-conversations',
	'wishes-by-revenue',
];

/** The window, and one in which a workflow of many nodes is shown at its full size. */
const WINDOW = { width: 1500, height: 940 };
const LARGE_WINDOW = { width: 2500, height: 2000 };

const PAGE = { width: 1000, height: 740 };

const ROUND = 4;

/** Messages and the button over the canvas would stand in front of what is to be seen. */
const RUN = ':has(> [data-test-id="execute-workflow-button"])';
const IN_THE_WAY = `.el-notification, [data-test-id="floating-nodes"], ${RUN}, ${RUN} ~ * { opacity: 0 !important }`;

const asked = process.argv.slice(2);
const isAsked = (name: string) => asked.length === 0 || asked.includes(name);

if (noBrowser) throw new Error(noBrowser);
mkdirSync(images, { recursive: true });
const n8n = await startN8n();
try {
	for (const theme of ['dark', 'light'] as const) await picturesIn(theme);
} finally {
	await n8n.stop();
}

async function picturesIn(theme: Theme): Promise<void> {
	const sandbox = await startSandbox({ demoData: true });
	const credential = await n8n.rest.credentialFor(sandbox, 'feedbackBearerApi', 'Our workspace');
	const editor = await openEditor(n8n.baseUrl, { theme });
	await editor.page.setViewportSize(WINDOW);
	await editor.page.addInitScript((css) => {
		localStorage.setItem('N8N_PIN_DATA_DISCOVERY_NDV', 'true'); // n8n's hint for beginners was seen.
		addEventListener('DOMContentLoaded', () => {
			document.head.append(Object.assign(document.createElement('style'), { textContent: css }));
		});
	}, IN_THE_WAY);
	if (isAsked('page')) await demoPage(theme, sandbox);
	if (isAsked('report') && theme === 'light') await report(credential);
	if (isAsked('agent')) await agent(editor, theme, credential);
	for (const name of recipes.filter(isAsked)) await recipe(editor, theme, name, credential);
	for (const name of Object.keys(shown).filter(isAsked)) {
		await panel(editor, theme, name, credential);
	}
	if (isAsked('credential')) await credentialDialog(editor, theme);
	await editor.close();
	await sandbox.close();
}

/** The page of the demo, with what its workflows have sent to the chat. */
async function demoPage(theme: Theme, sandbox: Sandbox): Promise<void> {
	const { watching } = await prepareScene(n8n.rest, sandbox);
	const browser = await openBrowser();
	const page = await browser.newPage({ viewport: PAGE, colorScheme: theme });
	await page.goto(sandbox.baseUrl);
	const message = (text: string) => page.locator('#chat li').filter({ hasText: text });
	const open = async (post: number) => await page.locator(`#post-${post} summary`).click();
	await open(10_029);
	await page.locator('#post-10029').getByLabel('Status').selectOption(DONE);
	await page.getByRole('button', { name: 'Change status' }).click();
	await message('Snooze notifications').waitFor();
	const idea = page.locator('form[action="/page/idea"]');
	await idea.getByLabel('Title').fill('Export as PDF');
	await idea.getByLabel('Details').fill('For our board, which reads on paper.');
	await idea.getByRole('button').click();
	await message('Export as PDF').waitFor();
	await page.mouse.move(1, 1);
	await page.screenshot({ path: join(images, `page-${theme}.png`), animations: 'disabled' });
	console.log(`page-${theme}.png`);
	await browser.close();
	for (const { id } of watching) await n8n.rest.deactivate(id);
}

/** What the report sends by email. Its page at its address is the same. */
async function report(credential: StoredCredential): Promise<void> {
	const mail = await startMailServer();
	const others = await startOtherServices();
	const text = JSON.stringify(readRecipe('feedback-report'));
	const draft = JSON.parse(text.replaceAll('https://chat.example.com', others.url));
	const smtp = await n8n.rest.createCredential('smtp', mail.account);
	const team = await n8n.rest.createCredential('httpBasicAuth', { user: 'ada', password: 'b' });
	for (const step of draft.nodes) {
		for (const chosen of [credential, smtp, team]) {
			if (step.credentials?.[chosen.type]) step.credentials = uses(chosen);
		}
	}
	const { error } = await n8n.rest.run(await n8n.rest.createWorkflow(draft), 'Every Month');
	if (error) throw new Error(error.message);
	const browser = await openBrowser();
	const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
	await page.setContent(mail.mails[0].html);
	await page.screenshot({ path: join(images, 'report-1200.png'), fullPage: true });
	console.log('report-1200.png');
	await browser.close();
	await others.close();
	await mail.close();
}

/** A workflow with its notes, and with credentials, so that no node complains. */
async function recipe(
	editor: Editor,
	theme: Theme,
	name: string,
	credential: StoredCredential,
): Promise<void> {
	const form = await n8n.rest.createCredential(
		'httpBasicAuth',
		{ user: 'a', password: 'b' },
		'Form',
	);
	const github = await n8n.rest.createCredential('githubApi', {
		server: 'https://api.github.com',
		user: 'a',
		accessToken: 'b',
	});
	const draft = readRecipe(name);
	for (const step of draft.nodes) {
		for (const chosen of [credential, form, github]) {
			if (step.credentials?.[chosen.type]) step.credentials = uses(chosen);
		}
	}
	const { page } = editor;
	await page.setViewportSize(LARGE_WINDOW);
	await editor.openWorkflow(await n8n.rest.createWorkflow(draft));
	await page.getByTestId('zoom-to-fit').click();
	await page.mouse.move(5, 400);
	await take(editor, `${name}-${theme}`, page.getByTestId('sticky'), 12);
	await page.setViewportSize(WINDOW);
}

/** An agent that has looked for similar posts, with what its tool was asked and what it found. */
async function agent(editor: Editor, theme: Theme, credential: StoredCredential): Promise<void> {
	const others = await startOtherServices();
	others.proposal = { type: 'feature', duplicate_of: 10002, reason: 'Both ask for an export' };
	const data = { apiKey: 'of nobody', url: `${others.url}/v1` };
	const model = await n8n.rest.createCredential('openAiApi', data);
	const { nodes, connections } = readRecipe('ai-triage');
	const kept = ['Agent', 'Model', 'Search Posts', 'Form of Answer'];
	const steps = nodes.filter(({ name }) => kept.includes(name));
	for (const { credentials = {} } of steps) {
		if (credentials.openAiApi) credentials.openAiApi = { id: model.id, name: model.name };
		else Object.assign(credentials, credentials.feedbackBearerApi && uses(credential));
	}
	const start: WorkflowNode = {
		name: 'Post',
		type: 'n8n-nodes-base.manualTrigger',
		position: [240, 0],
	};
	const post = { feedback_id: 10031, title: 'Download all feedback', description: 'As a file' };
	const to = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] });
	await editor.openWorkflow(
		await n8n.rest.createWorkflow({
			name: 'Agent',
			nodes: [start, ...steps],
			connections: {
				Post: to('Agent', 'main'),
				...Object.fromEntries(kept.slice(1).map((name) => [name, connections[name]])),
			},
			pinData: { Post: [{ json: { ...post, original: post } }] },
		}),
	);
	const { page } = editor;
	await page.getByTestId('execute-workflow-button').click();
	await page
		.locator('[data-node-name="Agent"] [data-test-id="canvas-node-status-success"]')
		.waitFor();
	await editor.openNode('Search Posts');
	await page.mouse.move(5, 5);
	await page.waitForTimeout(1500);
	await take(editor, `agent-${theme}`, page.getByTestId('ndv'), 'within');
	await editor.closeNode();
	await others.close();
}

async function panel(
	editor: Editor,
	theme: Theme,
	name: string,
	credential: StoredCredential,
): Promise<void> {
	const area = name === 'posts' ? '' : 'Trigger';
	const title = `Customer Feedback ${area}`.trim();
	const node = {
		name: title,
		type: `${packageJson.name}.feedback${area}`,
		parameters: shown[name],
	};
	const workflow = { ...node, credentials: uses(credential) };
	await editor.openWorkflow(
		await n8n.rest.createWorkflow({ name: title, nodes: [workflow], connections: {} }),
	);
	await editor.openNode(title);
	await editor.execute();
	const { page } = editor;
	await page.mouse.move(5, 5);
	await page.waitForTimeout(1500); // Its button turns back slowly.
	const parts = page.locator('[data-test-id="node-parameters"], [data-test-id="output-panel"]');
	const shownParts = area
		? page.getByTestId('ndv')
		: parts.or(page.getByTestId('node-execute-button'));
	await take(editor, `${name}-${theme}`, shownParts, 'within');
	await editor.closeNode();
}

async function credentialDialog(editor: Editor, theme: Theme): Promise<void> {
	const node = { name: 'Posts', type: `${packageJson.name}.feedback` };
	const workflow = await n8n.rest.createWorkflow({ name: 'Posts', nodes: [node], connections: {} });
	await editor.openWorkflow(workflow);
	await editor.openNode('Posts');
	await editor.beginCredential();
	await editor.fillCredential({
		baseUrl: 'https://feedback.example.com',
		apiKey: 'not-a-key-of-anybody',
	});
	const dialog = editor.page.getByTestId('editCredential-modal');
	await dialog.click({ position: { x: 5, y: 5 } }); // No field looks as if it were being typed in.
	await take(editor, `credential-${theme}`, dialog, 0);
}

/** @param margin 'within': without the border and the round corners, which let the canvas through */
async function take(
	{ page }: Editor,
	name: string,
	parts: Locator,
	margin: number | 'within',
): Promise<void> {
	const boxes = await parts.evaluateAll((elements) =>
		elements.map((element) => element.getBoundingClientRect().toJSON() as DOMRect),
	);
	const [left, above, below] =
		margin === 'within' ? [-ROUND, -1, 1 - 2 * ROUND] : [margin, margin, margin];
	const x = Math.min(...boxes.map((box) => box.left)) - left;
	const y = Math.min(...boxes.map((box) => box.top)) - above;
	const width = Math.max(...boxes.map((box) => box.right)) + left - x;
	const height = Math.max(...boxes.map((box) => box.bottom)) + below - y;
	const clip = { x, y, width, height };
	await page.screenshot({ path: join(images, `${name}.png`), animations: 'disabled', clip });
	console.log(`${name}.png`);
}
