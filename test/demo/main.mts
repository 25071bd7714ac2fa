// The connector at work: a service with demo data and a page, and a real n8n with the packed connector and workflows that
// send messages to the chat of that page. `npm run demo` stays up for a person; with --once it plays by itself, and ends.
import { endWithParent } from '../end-with-parent.mts';
import { type N8nHost, randomOwner, startN8n } from '../n8n-host/host.mts';
import { startSandbox } from '../sandbox/server.mts';
import { play } from './play.mts';
import { frame, report, step } from './report.mts';
import { prepareScene } from './scene.mts';

endWithParent();
const once = process.argv.includes('--once');

// Ctrl-C ends it wherever it is; n8n and its temporary folder go with this process.
const interruption = Promise.withResolvers<void>();
let ready = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => (ready ? interruption.resolve() : process.exit(130)));
}

let n8n: N8nHost | undefined;
const sandbox = await startSandbox({ demoData: true });
try {
	step('The service: the sandbox with demo data');
	report('Base URL', sandbox.baseUrl);
	report('API key', sandbox.apiKey);

	step('Starting n8n with the connector installed (this takes a few seconds) ...');
	const account = randomOwner();
	n8n = await startN8n({ account });
	report('Editor', n8n.baseUrl);
	report('Login', `${account.email} / ${account.password}`);

	step('Activating the workflows that send messages to the chat');
	const scene = await prepareScene(n8n.rest, sandbox);
	for (const { name, what } of sandbox.page.workflows) report(name, what);

	if (once) {
		await play(scene, sandbox);
	} else {
		console.log('\nPress Ctrl-C to end.\n');
		// Who opens the page by this address is logged in to n8n as well.
		const address = sandbox.baseUrl + sandbox.page.enterWith(n8n.rest.session);
		frame(`Open ${address}`, 'Write an idea on the left, see the message on the right.');
		ready = true;
		await interruption.promise;
		console.log('\nStopping ...');
	}
} catch (error) {
	console.error(
		`\nThe demo did not come out: ${error instanceof Error ? error.message : String(error)}`,
	);
	if (n8n) console.error(`\nn8n said last:\n${n8n.log.slice(-3000)}`);
	process.exitCode = 1;
} finally {
	await n8n?.stop();
	await sandbox.close();
}
