import { parseArgs } from 'node:util';
import { endWithParent } from '../end-with-parent.mts';
import { moodNamed, moods } from './moods.mts';
import { startSandbox } from './server.mts';

const usage = `node test/sandbox/main.mts [--port N] [--database FILE] [--key KEY] [--mood MOOD] [--empty]

  --port N         listen on this port (default: a free one)
  --database FILE  keep the data in this file (default: in memory)
  --key KEY        the API key of the first workspace (default: sandbox-key)
  --mood MOOD      what the specification leaves open, in one of these ways: ${Object.keys(moods).join(', ')}
  --empty          start without demo data
`;

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '0' },
		database: { type: 'string' },
		key: { type: 'string' },
		mood: { type: 'string', default: 'documented' },
		empty: { type: 'boolean', default: false },
		help: { type: 'boolean', short: 'h', default: false },
	},
});

if (values.help) {
	console.log(usage);
} else {
	await run().catch((error: Error) => {
		console.error(`The sandbox did not start: ${error.message}`);
		process.exitCode = 1;
	});
}

async function run() {
	endWithParent();
	const sandbox = await startSandbox({
		port: Number(values.port),
		database: values.database,
		apiKey: values.key,
		demoData: !values.empty,
		...moodNamed(values.mood),
	});
	console.log(`Base URL: ${sandbox.baseUrl}`);
	console.log(`API key:  ${sandbox.apiKey}`);
	console.log(`Chat:     ${sandbox.baseUrl}/chat`);
	console.log(`Page:     ${sandbox.baseUrl}/  (open it in a browser)`);
	console.log('Stop it with Ctrl+C.');
	for (const end of ['SIGINT', 'SIGTERM']) process.once(end, () => void sandbox.close());
}
