import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { isAsDocumented, wrongInAnswer } from '../contract/openapi.mts';
import { type Sandbox, type SandboxOptions, startSandbox } from './server.mts';
import { type Client, clientOf } from './specification/client.mts';

/** The service of the test that runs and who asks it, in a file that calls one of the functions below. */
export let sandbox: Sandbox;
export let ask: Client;

const wrong: string[] = [];
const expectAsDocumented = () =>
	expect(wrong.splice(0), 'docs/openapi.yaml says otherwise').toEqual([]);

/** Lets a service answer what the document does not allow, for a test that writes it into the database. */
export const allowOddAnswers = () => void wrong.splice(0);

/** For a test that says with which settings; the file closes it. */
export async function start(options?: SandboxOptions): Promise<Client> {
	const one = await startSandbox({
		...options,
		seen: (exchange) => {
			if (isAsDocumented(one.settings)) wrong.push(...wrongInAnswer(exchange));
		},
	});
	sandbox = one;
	ask = clientOf(sandbox);
	return ask;
}

export function ownSandbox(options?: SandboxOptions): void {
	beforeAll(async () => void (await start(options)));
	afterEach(expectAsDocumented);
	afterAll(async () => await sandbox?.close());
}

export function ownSandboxInEachTest(options?: SandboxOptions): void {
	beforeEach(async () => void (await start(options)));
	afterEach(expectAsDocumented);
	afterEach(async () => await sandbox?.close());
}
