// A workspace of the sandbox for each file that asks for one, with new things for each of its tests.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Sandbox } from '../sandbox/server.mts';
import { allAnswered } from '../unit/n8n-exchange.mts';
import { isAsDocumented, wrongInAnswer, wrongInRequest } from './openapi.mts';
import { assumedIn } from './specification.mts';
import { addThings, startWorkspace, type Things } from './workspace.mts';

/** Those of the test that runs, in a file that calls `ownWorkspace`. */
export let sandbox: Sandbox;
export let things: Things;

/** What the test that runs has sent or got otherwise than docs/openapi.yaml says. */
const wrong: string[] = [];

/** Every request and every answer is held against the contract. */
export function ownWorkspace(): void {
	beforeAll(async () => {
		sandbox = await startWorkspace({
			seen: (exchange) => {
				wrong.push(...wrongInRequest(exchange, assumedIn(exchange)));
				if (isAsDocumented(sandbox.settings)) wrong.push(...wrongInAnswer(exchange));
			},
		});
	});
	afterAll(async () => {
		await sandbox.close();
	});
	afterEach(allAnswered);
	afterEach(() => expect(wrong.splice(0), 'docs/openapi.yaml says otherwise').toEqual([]));
	beforeEach(() => {
		sandbox.requests.length = 0;
		things = addThings(sandbox);
	});
}
