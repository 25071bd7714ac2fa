import { until, type Item, type N8nRest } from '../n8n-host/host.mts';
import type { Sandbox } from '../sandbox/server.mts';
import { report, step } from './report.mts';

export interface Scene {
	rest: N8nRest;
	createAndList: string;
	watch: string;
}

export async function show({ rest, createAndList, watch }: Scene, sandbox: Sandbox): Promise<void> {
	step('Activating the workflow that watches for new posts and changelog updates');
	await rest.activate(watch);
	await watching(sandbox);
	report('Trigger', 'active, polls every 5 seconds; existing items are ignored');

	step('Running the workflow that creates a post for each item and lists the open ones');
	const run = await rest.run(createAndList, 'Run it');
	if (run.status !== 'success') throw new Error(run.error?.message ?? `it ended as ${run.status}`);
	const created = run.json('Create a post');
	const listed = run.json('List open posts');
	// The service answers a create with the id alone; the titles are those that went in.
	const ideas = run.json('One item each');
	created.forEach((post, at) => report('Created', describe({ ...ideas[at], ...post })));
	for (const post of listed) report('Open', describe(post));

	step('Publishing a changelog update in the service, and waiting for the trigger');
	const due =
		created.length + sandbox.createUpdates(1, { title: 'Keyboard shortcuts are here' }).length;
	const happened = await until(
		`the trigger delivers ${due} items`,
		async () => {
			const items = await rest.delivered(watch, 'What happened');
			return items.length >= due && items;
		},
		{ everyMs: 500, timeoutMs: 60_000 },
	);
	for (const item of happened) report('Fired', `${item.summary} (${item.event}, ${item.eventId})`);
	report('Result', `${created.length} created, ${listed.length} open, ${happened.length} fired`);
}

/** The trigger has its baseline once both of its lists were read and it has come round to them again. */
async function watching({ requests }: Sandbox): Promise<void> {
	const times = (path: string) => requests.filter((one) => one.path.split('?')[0] === path).length;
	await until(
		'the trigger has asked for posts and changelog updates twice',
		() => Math.min(times('/v1/posts'), times('/v1/updates')) >= 2,
		{ timeoutMs: 60_000 },
	);
}

function describe(post: Item['json']): string {
	const words = [`#${post.feedback_id}`, post.title, post.status && `(${post.status})`];
	return words.filter(Boolean).join(' ');
}
