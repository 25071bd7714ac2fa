// `npm run probe -- URL [KEY]`; without a key the variable PROBE_API_KEY, which no list of processes shows.
import { join } from 'node:path';
import { runnerImport } from 'vite';

const [typed, key = process.env.PROBE_API_KEY] = process.argv.slice(2);
if (!typed || !key) {
	console.log('npm run probe -- BASE_URL KEY');
	process.exit(2);
}
// Through vite, since Node.js alone cannot load the TypeScript of the nodes.
const { module } = await runnerImport<typeof import('./probe.mts')>(
	join(import.meta.dirname, 'probe.mts'),
	{ configFile: false, logLevel: 'error' },
);
const { markdown, isGood } = await module.probe(module.normalizeBaseUrl(typed, false), key);
console.log(markdown);
process.exitCode = isGood ? 0 : 1;
