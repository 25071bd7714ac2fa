// Takes the pictures of README.md from a real editor, light and dark. Look at them before you commit them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { startN8n, type StoredCredential, type WorkflowNode } from '../n8n-host/host.mts';
import { startSandbox } from '../sandbox/server.mts';
import { type Editor, noBrowser, openEditor } from './editor.mts';

const images = join(import.meta.dirname, '..', '..', '.github', 'images');

interface Shown {
	/** Of the node's type, and of the picture. */
	name: string;
	title: string;
	parameters: Record<string, unknown>;
}

/** Each node as it stands after a run that shows what it is for. */
const nodes: Shown[] = [
	{
		name: 'feedbackChangelog',
		title: 'Customer Feedback Changelog',
		parameters: { resource: 'changelogUpdate', operation: 'getAll' },
	},
	{
		name: 'feedbackDocuments',
		title: 'Customer Feedback Documents',
		parameters: { resource: 'document', operation: 'getAll' },
	},
	{
		name: 'feedbackGroups',
		title: 'Customer Feedback Groups',
		parameters: { resource: 'group', operation: 'create', id: 'acme-corp' },
	},
	{
		name: 'feedbackIntelligence',
		title: 'Customer Feedback Intelligence',
		parameters: {
			resource: 'queueItem',
			operation: 'create',
			text: 'We miss an export of invoices',
		},
	},
	{
		name: 'feedbackNps',
		title: 'Customer Feedback NPS',
		parameters: { resource: 'npsResponse', operation: 'getAll' },
	},
	{
		name: 'feedbackPosts',
		title: 'Customer Feedback Posts',
		parameters: { resource: 'post', operation: 'getAll' },
	},
	{
		name: 'feedbackTrigger',
		title: 'Customer Feedback Trigger',
		parameters: { events: ['newPost', 'newChangelogUpdate'] },
	},
	{
		name: 'feedbackUsers',
		title: 'Customer Feedback Users',
		parameters: { resource: 'endUser', operation: 'getAll' },
	},
];

if (noBrowser) throw new Error(noBrowser);
mkdirSync(images, { recursive: true });
const sandbox = await startSandbox({ demoData: true });
const n8n = await startN8n();
try {
	const { baseUrl, apiKey } = sandbox;
	const data = { baseUrl, apiKey };
	const credential = await n8n.rest.createCredential('feedbackBearerApi', data, 'Our workspace');
	for (const theme of ['light', 'dark'] as const) {
		const editor = await openEditor(n8n.baseUrl, theme);
		for (const shown of nodes) await takePicture(editor, shown, theme, credential);
		await editor.close();
	}
} finally {
	await n8n.stop();
	await sandbox.close();
}

async function takePicture(
	editor: Editor,
	{ name, title, parameters }: Shown,
	theme: string,
	{ type, id, name: credentialName }: StoredCredential,
): Promise<void> {
	const node: WorkflowNode = {
		name: title,
		type: `${packageJson.name}.${name}`,
		parameters,
		credentials: { [type]: { id, name: credentialName } },
	};
	const workflow = await n8n.rest.createWorkflow({ name: title, nodes: [node], connections: {} });
	await editor.openNode(workflow, title);
	await editor.execute();
	await editor.screenshot(join(images, `${name}-${theme}.png`));
	console.log(`${name}-${theme}.png`);
}
