import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { isAsDocumented, wrongInAnswer } from '../contract/openapi.mts';
import type { Exchange } from './request-log.mts';
import { type Sandbox, type SandboxOptions, startSandbox } from './server.mts';
import { type Client, clientOf } from './rules/client.mts';

/** The service of the test that runs and who asks it, in a file that calls one of the functions below. */
export let sandbox: Sandbox;
export let ask: Client;

const wrong: string[] = [];
const expectAsDocumented = () =>
	expect(wrong.splice(0), 'docs/openapi.yaml says otherwise').toEqual([]);

/** What is wrong in an exchange, beside what is wrong in its answer. */
type Judging = (exchange: Exchange) => string[];

/** Lets a service answer what the document does not allow, for a test that writes it into the database. */
export const allowOddAnswers = () => void wrong.splice(0);

/** For a test that says with which settings; the file closes it. */
export async function start(options?: SandboxOptions, judge: Judging = () => []): Promise<Client> {
	const one = await startSandbox({
		...options,
		seen: (exchange) => {
			wrong.push(...judge(exchange));
			if (isAsDocumented(one.settings)) wrong.push(...wrongInAnswer(exchange));
		},
	});
	sandbox = one;
	ask = clientOf(sandbox);
	return ask;
}

export function ownSandbox(options?: SandboxOptions, judge?: Judging): void {
	beforeAll(async () => void (await start(options, judge)));
	afterEach(expectAsDocumented);
	afterAll(async () => await sandbox?.close());
}

export function ownSandboxInEachTest(options?: SandboxOptions): void {
	beforeEach(async () => void (await start(options)));
	afterEach(expectAsDocumented);
	afterEach(async () => await sandbox?.close());
}
