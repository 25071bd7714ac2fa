import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
	everySeconds,
	type N8nRest,
	type StoredCredential,
	type WorkflowDraft,
} from '../n8n-host/host.mts';

/** The workflow with its credential put in. It polls every few seconds, so that nobody has to wait for the demo. */
export async function importWorkflow(
	rest: N8nRest,
	file: string,
	{ type, id, name }: StoredCredential,
): Promise<string> {
	const draft = JSON.parse(
		await readFile(join(import.meta.dirname, file), 'utf8'),
	) as WorkflowDraft;
	for (const node of draft.nodes) {
		if (node.credentials?.[type]) node.credentials[type] = { id, name };
		if (node.parameters?.pollTimes) node.parameters.pollTimes = everySeconds(5);
	}
	return await rest.createWorkflow(draft);
}
