// The connector at work: a service with demo data, and a real n8n with the packed connector and two workflows in it.
// `npm run demo` starts them for a look around, until Ctrl-C.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWithParent } from '../end-with-parent.mts';
import {
	everySeconds,
	type N8nHost,
	randomOwner,
	startN8n,
	type WorkflowDraft,
} from '../n8n-host/host.mts';
import { startSandbox } from '../sandbox/server.mts';
import { report, step } from './report.mts';

endWithParent();
// Ctrl-C ends it wherever it is; n8n and its temporary folder go with this process.
const interruption = Promise.withResolvers<void>();
let ready = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => (ready ? interruption.resolve() : process.exit(130)));
}

const sandbox = await startSandbox({ demoData: true });
const { baseUrl, apiKey } = sandbox;
step('Starting n8n with the connector installed (this takes a few seconds) ...');
const account = randomOwner();
const n8n = await startN8n({ account });
try {
	const { create, watch } = await prepare(n8n);
	step('n8n is up for you to look around');
	report('Editor', n8n.baseUrl);
	report('Login', `${account.email} / ${account.password}`);
	report('Create', `${n8n.baseUrl}/workflow/${create}`);
	report('Trigger', `${n8n.baseUrl}/workflow/${watch}`);
	report('Base URL', baseUrl);
	report('API key', apiKey);

	step('Try it: let the trigger fire');
	const body = JSON.stringify({ title: 'Made by hand', type: 'idea' });
	const headers = `-H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json'`;
	console.log(`   curl ${headers} -d '${body}' ${baseUrl}/v1/post`);
	console.log(
		'   Run this in another terminal, then open Executions in the workflow under Trigger.',
	);
	console.log('\nPress Ctrl-C to end.');
	ready = true;
	await interruption.promise;
	console.log('\nStopping ...');
} finally {
	await n8n.stop();
	await sandbox.close();
}

/** Credentials of both kinds, and both workflows with the Bearer one put in. The one with the trigger is active. */
async function prepare({ rest }: N8nHost): Promise<{ create: string; watch: string }> {
	await rest.credentialFor(sandbox, 'feedbackBasicApi', 'Feedback sandbox (Basic)');
	// The last one, which n8n puts into every new node: Bearer works with all of them.
	const { type, ...own } = await rest.credentialFor(sandbox, undefined, 'Feedback sandbox');
	const imported = async (file: string) => {
		const text = readFileSync(join(import.meta.dirname, file), 'utf8');
		const draft = JSON.parse(text) as WorkflowDraft;
		for (const { credentials, parameters } of draft.nodes) {
			if (credentials?.[type]) credentials[type] = own;
			// So that nobody has to wait.
			if (parameters?.pollTimes) parameters.pollTimes = everySeconds(5);
		}
		return await rest.createWorkflow(draft);
	};
	const create = await imported('create-and-list.json');
	const watch = await imported('watch.json');
	await rest.activate(watch);
	return { create, watch };
}
