import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { N8nRest, StoredCredential, WorkflowDraft } from '../n8n-host/host.mts';

/** The workflow as it would be exported from the editor: it names its credential, but knows no id of it. */
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
	}
	return await rest.createWorkflow(draft);
}
