// Writes everything that is generated from the operation tables and the sources of the recipes, and removes output schemas and
// recipes that are gone.
import { mkdirSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
// Through vite, since Node.js alone can load neither the TypeScript of the nodes nor n8n-workflow as a module.
const { module } = await runnerImport<typeof import('./generated.mts')>(
	join(here, 'generated.mts'),
	{
		configFile: false,
		logLevel: 'error',
		environments: { inline: { resolve: { noExternal: ['n8n-workflow'] } } },
	},
);
const files = [...module.generatedPages, ...module.generatedSchemas, ...module.generatedRecipes];

for (const { file, text } of files) {
	const path = join(root, file);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}
const kept = new Set(files.map(({ file }) => file));
const gone = globSync(['nodes/*/__schema__/**/*.json', 'docs/recipes/*.json'], {
	cwd: root,
}).filter((file) => !kept.has(file));
for (const file of gone) rmSync(join(root, file));
console.log(`${files.length} files written, ${gone.length} removed`);
