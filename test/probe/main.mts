// `npm run probe -- --base-url ... --key ...`
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

const usage = `npm run probe -- --base-url URL [--key KEY] [--write] [--out FILE]

  --base-url URL   root of the service
  --key KEY        an API key; without it the variable PROBE_API_KEY, which no list of processes shows
  --write          also create, change and delete a post and a changelog update: in a workspace meant for it only
  --out FILE       write the table as Markdown too
`;

const { values } = parseArgs({
	options: {
		'base-url': { type: 'string' },
		key: { type: 'string', default: process.env.PROBE_API_KEY },
		write: { type: 'boolean', default: false },
		out: { type: 'string' },
		help: { type: 'boolean', short: 'h', default: false },
	},
});

if (values.help || !values['base-url'] || !values.key) {
	console.log(usage);
	process.exitCode = values.help ? 0 : 2;
} else {
	await run(values['base-url'], values.key).catch((error: Error) => {
		console.error(`The probe did not get to its end: ${error.message}`);
		process.exitCode = 1;
	});
}

async function run(typed: string, apiKey: string) {
	const { probe, normalizeBaseUrl, toText, toMarkdown, conclusion } = await load();
	const report = await probe({
		baseUrl: normalizeBaseUrl(typed, false),
		apiKey,
		write: values.write,
	});
	console.log(`${toText(report)}\n\n${conclusion(report)}`);
	if (values.out) await writeFile(values.out, toMarkdown(report, new Date()));
	if (!report.isGood) process.exitCode = 1;
}

/** Through vite, since Node.js alone cannot load the TypeScript of the nodes. */
async function load() {
	const here = dirname(fileURLToPath(import.meta.url));
	const { module } = await runnerImport<typeof import('./index.mts')>(join(here, 'index.mts'), {
		configFile: false,
		logLevel: 'error',
	});
	return module;
}
