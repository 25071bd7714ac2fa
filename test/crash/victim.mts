// An n8n that is killed, and what its database says afterwards.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readCursor } from '../../nodes/FeedbackTrigger/snapshot/cursor';
import { watching } from '../e2e/workflows.mts';
import { temporaryFolder } from '../n8n-host/folder.mts';
import { startN8n } from '../n8n-host/host.mts';
import { startSandbox, type SandboxOptions } from '../sandbox/server.mts';

export type Victim = Awaited<ReturnType<typeof victim>>;

export async function victim(env: Record<string, string> = {}) {
	const folder = await temporaryFolder('crash-');
	const place: SandboxOptions = { database: join(folder.path, 'service.sqlite'), v1PerPage: 50 };
	let sandbox = await startSandbox(place);
	const { port } = sandbox;
	const n8n = await startN8n({ env });
	return {
		n8n,
		get sandbox() {
			return sandbox;
		},
		/** Ends the service, as far as n8n can see; `startService` begins it again at the same place. */
		stopService: async () => await sandbox.close(),
		startService: async () => {
			sandbox = await startSandbox({ ...place, port });
		},
		async activate(parameters: Record<string, unknown> = {}): Promise<string> {
			const credential = await n8n.rest.credentialFor(sandbox);
			const draft = watching({ events: ['newPost'], ...parameters }, credential);
			const id = await n8n.rest.createWorkflow(draft);
			await n8n.rest.activate(id);
			return id;
		},
		/** Reads n8n's database, best while n8n is down. */
		database<T>(read: (database: DatabaseSync) => T): T {
			const file = join(n8n.userFolder, '.n8n', 'database.sqlite');
			if (!existsSync(file)) throw new Error(`n8n has no database at ${file}`);
			const database = new DatabaseSync(file);
			try {
				return read(database);
			} finally {
				database.close();
			}
		},
		async close() {
			await n8n.stop();
			await sandbox.close();
			await folder.remove();
		},
	};
}

/** The posts that executions of the workflow were begun with, once for each time. */
export function deliveries(database: DatabaseSync, workflow: string): number[] {
	const rows = database
		.prepare(
			`SELECT d.data FROM execution_entity e JOIN execution_data d ON d.executionId = e.id
			WHERE e.workflowId = ? AND e.mode = 'trigger'`,
		)
		.all(workflow) as Array<{ data: string }>;
	return rows.flatMap(({ data }) => {
		// Each text stands once in what n8n stores of an execution, however often it is referred to.
		const posts = new Set([...data.matchAll(/"newPost:(\d+)"/g)].map(([, id]) => Number(id)));
		return [...posts];
	});
}

/** Of these posts, the ones that the saved memory of the trigger takes for delivered. */
export function rememberedPosts(
	database: DatabaseSync,
	workflow: string,
	posts: readonly number[],
): number[] {
	const cursor = readCursor(memoryOf(database, workflow)['/v1/posts']);
	return posts.filter((id) => cursor?.snapshot.get(String(id)) !== undefined);
}

function memoryOf(database: DatabaseSync, workflow: string): Record<string, unknown> {
	const durable = database
		.prepare('SELECT cursor FROM poller_state WHERE workflowId = ?')
		.get(workflow) as { cursor: string } | undefined;
	if (durable) return JSON.parse(durable.cursor) as Record<string, unknown>;
	return (staticData(database, workflow)['node:Trigger'] ?? {}) as Record<string, unknown>;
}

export function staticData(database: DatabaseSync, workflow: string): Record<string, unknown> {
	const row = database
		.prepare('SELECT staticData FROM workflow_entity WHERE id = ?')
		.get(workflow) as { staticData: string | null };
	return JSON.parse(row.staticData ?? '{}') as Record<string, unknown>;
}
