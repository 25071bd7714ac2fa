// The connector at work: a service with demo data, a real n8n with the packed connector in it, and two workflows.
// `npm run demo` shows what they do and stays up for a look around; with --once it ends by itself.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uses } from '../e2e/workflows.mts';
import { endWithParent } from '../end-with-parent.mts';
import {
	everySeconds,
	type N8nHost,
	randomOwner,
	startN8n,
	type WorkflowDraft,
} from '../n8n-host/host.mts';
import { type Sandbox, startSandbox } from '../sandbox/server.mts';
import { report, step } from './report.mts';
import { show, type Scene } from './show.mts';

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
	const scene = await prepare(n8n);
	await show(scene, sandbox);

	if (!once) {
		step('n8n is up for you to look around');
		report('Editor', n8n.baseUrl);
		report('Login', `${account.email} / ${account.password}`);
		report('Create', `${n8n.baseUrl}/workflow/${scene.createAndList}`);
		report('Trigger', `${n8n.baseUrl}/workflow/${scene.watch}`);
		report('Base URL', sandbox.baseUrl);
		report('API key', sandbox.apiKey);

		step('Try it: let the trigger fire');
		console.log(`   ${newPost(sandbox)}`);
		console.log(
			'   Run this in another terminal, then open Executions in the workflow under Trigger.',
		);
		console.log('\nPress Ctrl-C to end.');
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

function newPost({ baseUrl, apiKey }: Sandbox): string {
	const body = JSON.stringify({ title: 'Made by hand', type: 'idea' });
	return `curl -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '${body}' ${baseUrl}/v1/post`;
}

/** Credentials of both kinds, and both workflows with the Bearer one put in. */
async function prepare({ rest }: N8nHost): Promise<Scene> {
	await rest.credentialFor(sandbox, 'feedbackBasicApi', 'Feedback sandbox (Basic)');
	// The last one, which n8n puts into every new node: Bearer works with all of them.
	const bearer = await rest.credentialFor(sandbox, 'feedbackBearerApi', 'Feedback sandbox');
	/** It polls every few seconds, so that nobody has to wait for the demo. */
	const imported = async (file: string) => {
		const text = readFileSync(join(import.meta.dirname, file), 'utf8');
		const draft: WorkflowDraft = JSON.parse(text);
		for (const node of draft.nodes) {
			if (node.credentials?.[bearer.type]) node.credentials = uses(bearer);
			if (node.parameters?.pollTimes) node.parameters.pollTimes = everySeconds(5);
		}
		return await rest.createWorkflow(draft);
	};
	return {
		rest,
		createAndList: await imported('create-and-list.json'),
		watch: await imported('watch.json'),
	};
}
