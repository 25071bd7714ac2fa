// The tools that nobody here wrote, as programs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../contract/nodes.mts';

export const here = join(root, 'test/foreign-service');
export const document = join(root, 'docs/openapi.yaml');

export const program = (path: string): string => join(here, 'node_modules', path);

/** Runs a program to its end, and returns what it printed on both channels. */
export function ran(path: string, ...words: string[]): { status: number | null; printed: string } {
	const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...words], {
		cwd: here,
		encoding: 'utf8',
	});
	return { status, printed: stdout + stderr };
}
