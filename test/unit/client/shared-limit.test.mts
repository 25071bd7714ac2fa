import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { path } from '../../../nodes/shared/client/path';
import { group } from '../../../nodes/shared/service/groups';
import { type Sandbox, startSandbox } from '../../sandbox/server.mts';
import { sideBySide, undiciClient } from './undici-transport.mts';

const GROUPS = 40;
const LIMIT = { requests: 20, windowMs: 400 };

/** Creates groups while another process takes half of the limit, and looks at the groups in the end. */
async function createBeside(sandbox: Sandbox, limit: typeof LIMIT | undefined) {
	const everyMs = (2 * LIMIT.windowMs) / LIMIT.requests;
	const script = join(import.meta.dirname, 'other-user.mts');
	const words = [script, sandbox.baseUrl, sandbox.apiKey, String(everyMs)];
	const other = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
	try {
		const said = text(other.stdout);
		const { promise: isThere, resolve } = Promise.withResolvers<void>();
		const look = () => (sandbox.requests.length > 0 ? resolve() : void setImmediate(look));
		look();
		await isThere;

		const client = undiciClient(sandbox, limit);
		const made = await sideBySide(GROUPS, 8, async (n) => {
			const call = { path: path`/v2/groups`, body: { id: `ours-${n}` } };
			return await client.post(call, group);
		});
		other.stdin.end();
		if (other.exitCode === null) await once(other, 'exit');
		return { made: made.map(({ data_id }) => data_id), madeByOther: Number(await said) };
	} finally {
		other.kill();
	}
}

test.each([
	['that keeps to the limit by itself', LIMIT],
	['that is told by 429 alone', undefined],
])(
	'a client %s gets all done while another process takes half',
	async (_what, limit) => {
		const sandbox = await startSandbox({ v2Limit: LIMIT });
		try {
			const { made, madeByOther } = await createBeside(sandbox, limit);
			expect(made).toEqual(Array.from({ length: GROUPS }, (_, n) => `ours-${n}`));
			expect(madeByOther).toBeGreaterThan(0);
			expect(sandbox.requests.some(({ status }) => status === 429)).toBe(true);
			const ids = sandbox.rows('SELECT data_id FROM groups').map(({ data_id }) => data_id);
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids).toHaveLength(GROUPS + madeByOther);
		} finally {
			await sandbox.close();
		}
	},
	60_000,
);
