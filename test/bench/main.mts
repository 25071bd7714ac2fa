// `npm run bench`: what the client and the nodes cost, as ratios against plain undici in the same run.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
// Through vite, since Node.js alone can load neither the TypeScript of the nodes nor n8n-workflow as a module.
const { module } = await runnerImport<typeof import('./benchmarks.mts')>(
	join(here, 'benchmarks.mts'),
	{
		configFile: false,
		logLevel: 'error',
		environments: { inline: { resolve: { noExternal: ['n8n-workflow'] } } },
	},
);
await module.benchmarks();
