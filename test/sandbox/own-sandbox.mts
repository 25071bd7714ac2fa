import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from './server.mts';
import { type Client, clientOf } from './specification/client.mts';

/** The service of the test that runs and who asks it, in a file that calls one of the functions below. */
export let sandbox: Sandbox;
export let ask: Client;

/** For a test that says with which settings; the file closes it. */
export async function start(options?: SandboxOptions): Promise<Client> {
	sandbox = await startSandbox(options);
	ask = clientOf(sandbox);
	return ask;
}

/** One service for all tests of the file. */
export function ownSandbox(options?: SandboxOptions): void {
	beforeAll(async () => void (await start(options)));
	afterAll(async () => await sandbox?.close());
}

/** A new service for each test. */
export function ownSandboxInEachTest(options?: SandboxOptions): void {
	beforeEach(async () => void (await start(options)));
	afterEach(async () => await sandbox?.close());
}
