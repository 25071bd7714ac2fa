// Runs one command and outlives nobody: when whoever started it is gone, even by SIGKILL, the pipe on standard
// input closes. Then the whole process group (n8n, its task runner, this guard) is ended, and the folder named
// first, if any, removed. The group is this process and what it starts, because the harness starts it detached.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const [temporaryFolder, command, ...words] = process.argv.slice(2);
const child = spawn(command, words, { stdio: ['ignore', 'inherit', 'inherit'] });
let orphaned = false;

const endAll = () => {
	orphaned = true;
	child.kill('SIGKILL');
};
process.stdin.on('end', endAll).on('error', endAll).resume();

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
	console.error(error);
	process.exit(1);
});
child.on('exit', (code) => {
	if (!orphaned) process.exit(code ?? 1);
	if (temporaryFolder) rmSync(temporaryFolder, { recursive: true, force: true, maxRetries: 5 });
	process.kill(-process.pid, 'SIGKILL');
});
