// What our trigger costs n8n beside one that only reads as many pages.
import { setTimeout as pause } from 'node:timers/promises';
import { done, inARow, triggerNode } from '../e2e/workflows.mts';
import { everySeconds, type WorkflowNode } from '../n8n-host/host.mts';
import { type MeasuredN8n, minus } from './measured-n8n.mts';
import { median, type Row, toRow, type Usage } from './rows.mts';
import type { Workflows } from './workflows.mts';

const ROUNDS = 3;
const POLLS = 10;
/** For a trigger to be registered, and for its first poll. */
const SETTLING_MS = 4_000;

const pageOf = (page: number) => `/v1/posts?type=all&filter=all&per_page=100&page=${page}`;
const cases = [
	{ what: '1 event', events: ['newPost'], pages: [pageOf(0), pageOf(7)] },
	{
		what: '5 events',
		events: ['newPost', 'postChanged', 'newComment', 'newChangelogUpdate', 'newNpsResponse'],
		pages: [
			pageOf(0),
			pageOf(7),
			'/v1/updates?per_page=100&page=0',
			'/v1/promoter?per_page=100&page=0',
		],
	},
];

export async function pollRows(n8n: MeasuredN8n, { credential }: Workflows): Promise<Row[]> {
	const rows: Row[] = [];
	for (const { what, events, pages } of cases) {
		const ours = await create(n8n, triggerNode({ events }, credential));
		const fetching = await create(n8n, {
			...triggerNode({}, credential),
			type: 'CUSTOM.fetchingTrigger',
			parameters: { pages: JSON.stringify(pages) },
		});
		const rounds: Array<[number, number]> = [];
		// The first one warms up.
		for (let round = 0; round <= ROUNDS; round++) {
			const taken: [number, number] = [await onePoll(n8n, fetching), await onePoll(n8n, ours)];
			if (round > 0) rounds.push(taken);
		}
		const against = 'a trigger that only reads as many pages';
		rows.push(toRow({ what: `idle poll, ${what}: CPU`, against, goal: 1.5 }, rounds));
	}
	return rows;
}

/** CPU of one poll, in milliseconds, with all that n8n does in a second beside it. */
async function onePoll(n8n: MeasuredN8n, id: string): Promise<number> {
	const { rest } = n8n.host;
	await rest.activate(id);
	await pause(SETTLING_MS);
	const taken: number[] = [];
	let before: Usage | undefined;
	for (let poll = 0; poll <= POLLS; poll++) {
		// Polls begin with the second, and have ended by then.
		await pause(1_000 - ((Date.now() + 200) % 1_000));
		const now = await n8n.usage();
		if (before) taken.push(minus(now, before).cpuMs);
		before = now;
	}
	await rest.deactivate(id);
	return median(taken);
}

async function create({ host: { rest } }: MeasuredN8n, trigger: WorkflowNode): Promise<string> {
	const parameters = { ...trigger.parameters, pollTimes: everySeconds(1) };
	return await rest.createWorkflow(inARow({ ...trigger, parameters }, done));
}
