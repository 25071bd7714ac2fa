import type { TestContext } from 'vitest';
import { isBefore } from '../n8n-host/hosts.mjs';

declare module 'vitest' {
	interface TaskMeta {
		/** Why this test says nothing of this n8n. */
		lacking?: string;
	}
}

export function needs(version: string, lacking: string, context: TestContext): void {
	if (isBefore(version)) leaveOut(lacking, context);
}

/** Leaves a test out, and says why: `npm run test:night -- versions` says it below its table. */
export function leaveOut(lacking: string, { task, skip }: TestContext): void {
	task.meta.lacking = lacking;
	skip(lacking);
}
