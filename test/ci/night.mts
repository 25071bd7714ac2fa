// Runs one of what takes too long for every change: npm run test:night -- NAME [files or options]
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { nights } from './nights.mts';

const [name = '', ...more] = process.argv.slice(2);
if (!Object.hasOwn(nights, name)) {
	console.error(`Run it with one of these names: ${Object.keys(nights).join(', ')}`);
	process.exit(1);
}
const { setup, run, env } = nights[name];

/** A variable that is set already comes before the table's. */
const ended = ([program, ...words]: readonly string[]): number =>
	spawnSync(program, words, { stdio: 'inherit', env: { ...env, ...process.env } }).status ?? 1;

const install = ['node', join(import.meta.dirname, '..', 'setup.mjs'), ...setup];
process.exitCode = ended(install) || ended([...run, ...more]);
