// Runs one command and outlives nobody: when whoever started it is gone, even by SIGKILL, the pipe on standard
// input closes and the whole process group (n8n, its task runner, this guard) is ended. The group is this process
// and what it starts, because the harness starts it detached.
import { spawn } from 'node:child_process';

const [command, ...words] = process.argv.slice(2);
const child = spawn(command, words, { stdio: ['ignore', 'inherit', 'inherit'] });

const endGroup = () => process.kill(-process.pid, 'SIGKILL');
process.stdin.on('end', endGroup).on('error', endGroup).resume();

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
	console.error(error);
	process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
