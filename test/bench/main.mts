// `npm run bench`: what the package costs beside what people would use without it, as ratios in the same run. Writes
// results.md, whose main figures `npm run generate` puts into README.md, and ends with an error when a goal is missed. With BENCH_PARTS=polls,creates or
// BENCH_SCALE=0.1 it does only a part, or all in small, and writes nothing. The goals are for the whole size: in small, none is judged.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { endWithParent } from '../end-with-parent.mts';
import { chosen } from '../n8n-host/hosts.mjs';
import { isMet, machine, table } from './rows.mts';

endWithParent();
const here = import.meta.dirname;
// Through vite, since Node.js alone can load neither the TypeScript of the nodes nor n8n-workflow as a module.
const { module } = await runnerImport<typeof import('./benchmarks.mts')>(
	join(here, 'benchmarks.mts'),
	{
		configFile: false,
		logLevel: 'error',
		environments: { inline: { resolve: { noExternal: ['n8n-workflow'] } } },
	},
);
const { rows } = module;
const text = `# Results of \`npm run bench\`

${new Date().toISOString().slice(0, 10)}, n8n ${chosen}, ${machine()}. A ratio is ours by the baseline, the median of several rounds in turns; less is better. CPU is that of the process of n8n.

${table(rows)}
`;
if (!process.env.BENCH_PARTS && !process.env.BENCH_SCALE) {
	writeFileSync(join(here, 'results.md'), text);
}
console.log(`\n${text}`);
const missed = process.env.BENCH_SCALE ? [] : rows.filter((row) => !isMet(row));
if (missed.length > 0) {
	console.error(
		`Missed: ${missed.map(({ what, against }) => `${what}, beside ${against}`).join('; ')}`,
	);
	process.exitCode = 1;
}
