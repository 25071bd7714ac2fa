// What the demo shows: recipes and two small workflows in n8n, whose messages appear in the chat of the sandbox's page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byId, uses } from '../e2e/workflows.mts';
import {
	everySeconds,
	type N8nRest,
	type StoredCredential,
	until,
	type WorkflowDraft,
} from '../n8n-host/host.mts';
import { readRecipe } from '../recipes/recipe.mts';
import type { WorkflowLink } from '../sandbox/page/page.mts';
import type { Sandbox } from '../sandbox/server.mts';

/** With which Close the loop fires. */
export const DONE = 'completed';

/** Where recipes post to in place of the chat of a user. */
const CHAT = /https:\/\/chat\.example\.com[^"]*/g;

interface Shown {
	name: string;
	what: string;
	draft: () => WorkflowDraft;
	/** A list that its trigger reads last in a poll. Without one a person runs it. */
	polls?: string;
}

/** In the order of the page. The last one is activated first, so that no other workflow polls the list that shows it has begun. */
const shown: readonly Shown[] = [
	{
		name: 'News to chat',
		what: 'sends each new idea, comment and changelog update.',
		draft: () => readRecipe('news-to-chat'),
		polls: '/v1/updates',
	},
	{
		name: 'Close the loop',
		what: `sends each post whose status changes to ${DONE}.`,
		draft: () => readRecipe('close-the-loop'),
		polls: '/v1/posts',
	},
	{
		name: 'Scores to chat',
		what: 'sends each NPS score.',
		draft: () => own('scores-to-chat'),
		polls: '/v1/promoter',
	},
	{
		name: 'Create and list',
		what: 'creates three posts when you choose Execute workflow in it.',
		draft: () => own('create-and-list'),
	},
];

const own = (name: string): WorkflowDraft =>
	JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8'));

export interface Scene {
	rest: N8nRest;
	/** The workflow that a person runs. */
	createAndList: string;
	/** Those that wait for something to happen, each with its trigger. */
	watching: { id: string; trigger: string }[];
}

/** Activates the workflows, names them on the page, and waits until each ignores what exists already. */
export async function prepareScene(rest: N8nRest, sandbox: Sandbox): Promise<Scene> {
	await rest.credentialFor(sandbox, 'feedbackBasicApi', 'Feedback sandbox (Basic)');
	const desk = { name: 'X-Secret', value: 'of no support desk' };
	const credentials = [
		await rest.createCredential('httpHeaderAuth', desk, 'Support desk'),
		// The last one, which n8n puts into every new node: Bearer works with all of them.
		await rest.credentialFor(sandbox, 'feedbackBearerApi', 'Feedback sandbox'),
	];
	const scene: Scene = { rest, createAndList: '', watching: [] };
	const links: WorkflowLink[] = [];
	for (const { name, what, draft, polls } of shown.toReversed()) {
		const workflow = setUp(draft(), sandbox, credentials);
		const id = await rest.createWorkflow(workflow);
		if (polls) {
			const isTrigger = ({ type }: { type: string }) => type.endsWith('.feedbackTrigger');
			scene.watching.push({ id, trigger: workflow.nodes.find(isTrigger)!.name });
			sandbox.requests.length = 0;
			await rest.activate(id);
			await polledTwice(sandbox, polls);
		} else {
			scene.createAndList = id;
		}
		links.unshift({ name, what, url: `${rest.baseUrl}/workflow/${id}` });
	}
	sandbox.page.workflows = links;
	return scene;
}

/** As the notes of a recipe ask for. It polls every few seconds and n8n keeps its executions, so that there is something to see. */
function setUp(
	draft: WorkflowDraft,
	{ baseUrl }: Sandbox,
	credentials: readonly StoredCredential[],
): WorkflowDraft {
	const text = JSON.stringify(draft).replaceAll(CHAT, `${baseUrl}/chat`);
	const workflow = JSON.parse(text) as WorkflowDraft;
	for (const node of workflow.nodes) {
		for (const credential of credentials) {
			if (node.credentials?.[credential.type]) node.credentials = uses(credential);
		}
		const { parameters = {} } = node;
		if (parameters.pollTimes) parameters.pollTimes = everySeconds(5);
		if (parameters.statusChange) {
			parameters.statusChange = { to: { ...byId(DONE), mode: 'key' } };
		}
	}
	workflow.settings = { ...workflow.settings, saveDataSuccessExecution: 'all' };
	return workflow;
}

/** A list that was asked for again was read before. */
async function polledTwice({ requests }: Sandbox, list: string): Promise<void> {
	await until(
		`the trigger has asked for ${list} twice`,
		() => requests.filter(({ path }) => path.split('?')[0] === list).length >= 2,
		{ timeoutMs: 60_000 },
	);
}
