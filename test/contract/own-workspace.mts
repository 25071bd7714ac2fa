// A workspace of the sandbox for each file that asks for one, with new things for each of its tests.
import { afterEach, beforeEach } from 'vitest';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { allAnswered } from '../unit/n8n-exchange.mts';
import { wrongInRequest } from './openapi.mts';
import { assumedIn } from './expectations.mts';
import { addThings, NO_LIMIT, type Things } from './workspace.mts';

/** Those of the test that runs, in a file that calls `ownWorkspace`. */
export { sandbox };
export let things: Things;

/** Every request and every answer is held against the contract. */
export function ownWorkspace(): void {
	ownSandbox({ v2Limit: NO_LIMIT }, (exchange) => wrongInRequest(exchange, assumedIn(exchange)));
	afterEach(allAnswered);
	beforeEach(() => {
		sandbox.requests.length = 0;
		things = addThings(sandbox);
	});
}
