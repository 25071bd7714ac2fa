// What a recipe needs to be tried: the workflow in n8n with a credential put in, and a chat to write to.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
	everySeconds,
	type N8nRest,
	type StoredCredential,
	type WorkflowDraft,
} from '../n8n-host/host.mts';

/** Where the recipes are published. */
export const recipes = join(import.meta.dirname, '..', '..', 'docs', 'recipes');

/** What stands in the recipes where the user puts the address of a chat. */
const PLACEHOLDER = 'https://chat.example.com/hooks/feedback';

export function readRecipe(name: string): WorkflowDraft {
	return JSON.parse(readFileSync(join(recipes, `${name}.json`), 'utf8'));
}

/** Imports a recipe and does what its sticky note asks for under Set up, but for less patience. Gives the workflow's ID. */
export async function setUp(
	rest: N8nRest,
	name: string,
	{ type, id, name: credentialName }: StoredCredential,
	chat: Chat,
): Promise<string> {
	const draft = readRecipe(name);
	for (const { credentials, parameters = {} } of draft.nodes) {
		if (credentials?.[type]) credentials[type] = { id, name: credentialName };
		if (parameters.url === PLACEHOLDER) parameters.url = chat.url;
		if (parameters.pollTimes) parameters.pollTimes = everySeconds(1);
	}
	return await rest.createWorkflow(draft);
}

/** An incoming webhook, as chats have them. */
export interface Chat {
	url: string;
	/** The texts that came in. */
	messages: string[];
	close(): Promise<void>;
}

export async function startChat(): Promise<Chat> {
	const messages: string[] = [];
	const server = createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += String(chunk);
		messages.push((JSON.parse(body) as { text: string }).text);
		response.end('ok');
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
		messages,
		async close() {
			server.closeAllConnections();
			await once(server.close(), 'close');
		},
	};
}
