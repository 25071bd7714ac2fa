import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { ownSandboxInEachTest as ownSandbox, sandbox } from '../../sandbox/own-sandbox.mts';
import type { SandboxOptions } from '../../sandbox/server.mts';
import { noChance } from './elapsing.mts';
import { polling } from './polling.mts';

export { sandbox };

/** A service for each test, in which audits begin at the top. */
export function ownSandboxInEachTest(options?: SandboxOptions): void {
	beforeEach(noChance);
	ownSandbox(options);
	afterEach(() => vi.restoreAllMocks());
}

/** A trigger that has begun, over the posts there are. */
export async function begun(event: string, parameters: IDataObject = {}) {
	const trigger = polling(sandbox, { events: [event], ...parameters });
	expect(await trigger.poll()).toEqual([]);
	return trigger;
}

/** Changes a post, and leaves it where it stands in the list. */
export const set = (post: number, values: Readonly<Record<string, string | number>>) => {
	for (const [field, value] of Object.entries(values)) {
		sandbox.run(`UPDATE posts SET ${field} = ? WHERE feedback_id = ?`, value, post);
	}
};
