// One n8n for all end-to-end files that do not need one of their own; vitest starts it before the first of them.
import type { TestProject } from 'vitest/node';
import { startN8n } from '../n8n-host/host.mts';

declare module 'vitest' {
	interface ProvidedContext {
		n8n: { baseUrl: string; logFile: string };
	}
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const n8n = await startN8n();
	project.provide('n8n', { baseUrl: n8n.baseUrl, logFile: n8n.logFile });
	return async () => await n8n.stop();
}
