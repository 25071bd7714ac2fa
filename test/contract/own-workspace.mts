// A workspace of the sandbox for each file that asks for one, with new things for each of its tests.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Sandbox } from '../sandbox/server.mts';
import { addThings, startWorkspace, type Things } from './workspace.mts';

/** Those of the test that runs, in a file that calls `ownWorkspace`. */
export let sandbox: Sandbox;
export let things: Things;

export function ownWorkspace(): void {
	beforeAll(async () => {
		sandbox = await startWorkspace();
	});
	afterAll(async () => {
		await sandbox.close();
	});
	beforeEach(async () => {
		things = await addThings(sandbox);
	});
}
