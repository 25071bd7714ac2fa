import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sandbox = join(import.meta.dirname, '..', 'sandbox', 'main.mts');

test('a server ends with the npm that started it, also when that is killed', async () => {
	// In place of npm, which runs its scripts in a shell.
	const parent = spawn('sh', ['-c', '"$0" "$1"; echo ended', process.execPath, sandbox], {
		env: { ...process.env, npm_lifecycle_event: 'sandbox' },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let printed = '';
	parent.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
	const closed = once(parent.stdout, 'close');
	await expect.poll(() => printed).toContain('Stop it with Ctrl+C.');
	const [, baseUrl] = /^Base URL: (.*)$/m.exec(printed)!;
	expect((await fetch(baseUrl)).status).toBeGreaterThan(0);
	parent.kill('SIGKILL');
	// The server has the other end of this pipe.
	await closed;
	expect(printed).not.toContain('ended');
	await expect(fetch(baseUrl)).rejects.toThrow('fetch failed');
});
