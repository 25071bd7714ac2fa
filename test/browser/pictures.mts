// Takes the pictures of README.md from a real editor, light and dark. Look at them before you commit them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import packageJson from '../../package.json' with { type: 'json' };
import {
	startN8n,
	type StoredCredential,
	type WorkflowDraft,
	type WorkflowNode,
} from '../n8n-host/host.mts';
import { startSandbox } from '../sandbox/server.mts';
import { type Editor, noBrowser, openEditor, type Theme } from './editor.mts';

const images = join(import.meta.dirname, '..', '..', '.github', 'images');

/** Each node with what it is to show, under the name of its picture. */
const shown: Readonly<Record<string, { title: string; parameters: Record<string, unknown> }>> = {
	changelog: {
		title: 'Customer Feedback Changelog',
		parameters: { resource: 'changelogUpdate', operation: 'getAll' },
	},
	documents: {
		title: 'Customer Feedback Documents',
		parameters: { resource: 'document', operation: 'getAll' },
	},
	groups: {
		title: 'Customer Feedback Groups',
		parameters: {
			resource: 'group',
			operation: 'create',
			id: 'acme-corp',
			additionalFields: { mrr: 1200, name: 'Acme Corporation' },
		},
	},
	intelligence: {
		title: 'Customer Feedback Intelligence',
		parameters: {
			resource: 'queueItem',
			operation: 'create',
			text: 'We love the dashboard, but we miss an export of our invoices.',
			additionalFields: { title: 'Ticket 4711', user_email: 'ada@example.com' },
		},
	},
	nps: {
		title: 'Customer Feedback NPS',
		parameters: { resource: 'npsResponse', operation: 'getAll' },
	},
	posts: {
		title: 'Customer Feedback Posts',
		parameters: { resource: 'post', operation: 'getAll', sorting: { sort: 'top' } },
	},
	trigger: {
		title: 'Customer Feedback Trigger',
		parameters: { events: ['newPost'] },
	},
	users: {
		title: 'Customer Feedback Users',
		parameters: { resource: 'endUser', operation: 'getAll' },
	},
};

/** Messages and the button over the canvas would stand in front of what is to be seen. */
const RUN = ':has(> [data-test-id="execute-workflow-button"])';
const IN_THE_WAY = `.el-notification, ${RUN}, ${RUN} ~ * { opacity: 0 !important }`;

if (noBrowser) throw new Error(noBrowser);
mkdirSync(images, { recursive: true });
const n8n = await startN8n();
try {
	for (const theme of ['light', 'dark'] as const) await picturesIn(theme);
} finally {
	await n8n.stop();
}

async function picturesIn(theme: Theme): Promise<void> {
	const sandbox = await startSandbox({ demoData: true });
	const { baseUrl, apiKey } = sandbox;
	const data = { baseUrl, apiKey };
	const credential = await n8n.rest.createCredential('feedbackBearerApi', data, 'Our workspace');
	const editor = await openEditor(n8n.baseUrl, { theme });
	await editor.page.setViewportSize({ width: 1500, height: 800 });
	await editor.page.addInitScript((css) => {
		localStorage.setItem('N8N_PIN_DATA_DISCOVERY_NDV', 'true'); // n8n's hint for beginners was seen.
		addEventListener('DOMContentLoaded', () => {
			document.head.append(Object.assign(document.createElement('style'), { textContent: css }));
		});
	}, IN_THE_WAY);
	await overview(editor, theme, credential);
	for (const name of Object.keys(shown)) await panel(editor, theme, name, credential);
	await credentialDialog(editor, theme);
	await editor.close();
	await sandbox.close();
}

/** What the package does, on one canvas. */
async function overview(editor: Editor, theme: Theme, credential: StoredCredential): Promise<void> {
	const note = (content: string, y: number): WorkflowNode => ({
		name: content,
		type: 'n8n-nodes-base.stickyNote',
		position: [-60, y],
		parameters: { content, width: 900, height: 220, color: 7 },
	});
	const node = (name: string, type: string, at: [number, number], more = {}): WorkflowNode => ({
		name,
		type: type.includes('.') ? type : `${packageJson.name}.${type}`,
		position: at,
		...(!type.includes('.') && { credentials: uses(credential) }),
		...more,
	});
	const rows: WorkflowNode[][] = [
		[
			node('When a post is new', 'feedbackTrigger', [0, 60], shown.trigger),
			node('Is it a bug?', 'n8n-nodes-base.filter', [300, 60]),
			node('Tell the team', 'n8n-nodes-base.httpRequest', [600, 60], {
				parameters: { method: 'POST', url: 'https://chat.example.com/hooks/feedback' },
			}),
		],
		[
			node('Every night', 'n8n-nodes-base.scheduleTrigger', [0, 320]),
			node('All posts', 'feedbackPosts', [300, 320], shown.posts),
			node('Save them', 'n8n-nodes-base.dataTable', [600, 320], {
				typeVersion: 1.1,
				parameters: { dataTableId: { __rl: true, mode: 'name', value: 'posts' } },
			}),
		],
		[
			node('A ticket is closed', 'n8n-nodes-base.webhook', [0, 580]),
			node('Find the feedback in it', 'feedbackIntelligence', [300, 580], shown.intelligence),
			node('Join the company', 'feedbackGroups', [600, 580], shown.groups),
		],
	];
	const draft: WorkflowDraft = {
		name: 'Customer feedback',
		nodes: [
			note('### Hear of it at once', 0),
			note('### Keep a copy', 260),
			note('### Bring in what customers say', 520),
			...rows.flat(),
		],
		connections: Object.fromEntries(
			rows.flatMap((row) =>
				row
					.slice(1)
					.map(({ name }, at) => [
						row[at].name,
						{ main: [[{ node: name, type: 'main', index: 0 }]] },
					]),
			),
		),
	};
	await editor.openWorkflow(await n8n.rest.createWorkflow(draft));
	const { page } = editor;
	await page.getByTestId('zoom-to-fit').click();
	await page.mouse.move(5, 400);
	await take(editor, `overview-${theme}`, await around(page.getByTestId('sticky'), 12));
}

/** The panel of a node, with what came out beside it. */
async function panel(
	editor: Editor,
	theme: Theme,
	name: string,
	credential: StoredCredential,
): Promise<void> {
	const { title, parameters } = shown[name];
	const type = title.replace('Customer Feedback ', 'feedback').replace('NPS', 'Nps');
	const node = { name: title, type: `${packageJson.name}.${type}`, parameters };
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
	const hasInput = name === 'trigger';
	await take(
		editor,
		`${name}-${theme}`,
		await around(
			hasInput ? page.getByTestId('ndv') : parts.or(page.getByTestId('node-execute-button')),
			0,
		),
	);
	await editor.closeNode();
}

/** What is asked for, filled in. */
async function credentialDialog(editor: Editor, theme: Theme): Promise<void> {
	const node = { name: 'Posts', type: `${packageJson.name}.feedbackPosts` };
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
	await take(editor, `credential-${theme}`, await around(dialog));
}

async function take({ page }: Editor, name: string, clip: Part): Promise<void> {
	await page.screenshot({ path: join(images, `${name}.png`), animations: 'disabled', clip });
	console.log(`${name}.png`);
}

type Part = Record<'x' | 'y' | 'width' | 'height', number>;

/** The part of the page that holds all of these, with a margin. */
async function around(parts: Locator, margin = 0): Promise<Part> {
	const boxes = await parts.evaluateAll((elements) =>
		elements.map((element) => element.getBoundingClientRect().toJSON() as DOMRect),
	);
	const x = Math.min(...boxes.map(({ left }) => left)) - margin;
	const y = Math.min(...boxes.map(({ top }) => top)) - margin;
	return {
		x,
		y,
		width: Math.max(...boxes.map(({ right }) => right)) + margin - x,
		height: Math.max(...boxes.map(({ bottom }) => bottom)) + margin - y,
	};
}

function uses({ type, id, name }: StoredCredential): WorkflowNode['credentials'] {
	return { [type]: { id, name } };
}
