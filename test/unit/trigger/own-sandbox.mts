import { afterEach, beforeEach, vi } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server.mts';
import { noChance } from './elapsing.mts';

/** The service of the test that runs, in a file that calls `ownSandboxInEachTest`. */
export let sandbox: Sandbox;

/** A service for each test, in which sweeps begin at the top. */
export function ownSandboxInEachTest(options?: SandboxOptions): void {
	beforeEach(async () => {
		noChance();
		sandbox = await startSandbox(options);
	});
	afterEach(async () => {
		vi.restoreAllMocks();
		await sandbox.close();
	});
}
