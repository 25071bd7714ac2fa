// What our trigger costs n8n beside one that does nothing, and beside one that only reads pages.
import { setTimeout as pause } from 'node:timers/promises';
import { done, inARow, triggerNode } from '../e2e/workflows.mts';
import { everySeconds, until, type WorkflowNode } from '../n8n-host/host.mts';
import { type MeasuredN8n, minus } from './measured-n8n.mts';
import { kilobytes, median, type Row, toRow, type Usage } from './rows.mts';
import type { Workflows } from './workflows.mts';

const ROUNDS = 3;
const POLLS = 10;
/** For a trigger to be registered, and for its first poll. */
const SETTLING_MS = 4_000;
const TRIGGERS = 5;
const NO_OP = 'a trigger that does nothing';
const FETCHING = 'a trigger that only reads as many pages';

const noOp: WorkflowNode = { name: 'Trigger', type: 'CUSTOM.noOpTrigger' };
const everySecond = { pollTimes: everySeconds(1) };
const onceADay = { pollTimes: { item: [{ mode: 'everyDay', hour: 3, minute: 7 }] } };

const ONE_EVENT = ['newPost'];
const TWO_EVENTS = [...ONE_EVENT, 'postChanged'];
const FIVE_EVENTS = [...TWO_EVENTS, 'newComment', 'newChangelogUpdate', 'newNpsResponse'];
const pageOf = (page: number) => `/v1/posts?type=all&filter=all&per_page=100&page=${page}`;
/** What a poll of one event reads, and one of five. */
const ONE_LIST = [pageOf(0), pageOf(7)];
const THREE_LISTS = [
	...ONE_LIST,
	'/v1/updates?per_page=100&page=0',
	'/v1/promoter?per_page=100&page=0',
];

/** @param posts how many exist */
export async function pollRows(
	n8n: MeasuredN8n,
	{ credential }: Workflows,
	posts: number,
): Promise<Row[]> {
	const triggers = (most: readonly string[]) => [
		noOp,
		...[ONE_EVENT, most].map((events) => triggerNode({ events }, credential)),
	];
	const fetching = (pages: readonly string[]) => ({
		...triggerNode({}, credential),
		type: 'CUSTOM.fetchingTrigger',
		parameters: { pages: JSON.stringify(pages) },
	});
	const polls = [...triggers(FIVE_EVENTS), fetching(ONE_LIST), fetching(THREE_LISTS)];
	const ids: string[] = [];
	for (const trigger of polls) ids.push(await create(n8n, trigger, everySecond));
	const polled = await turns(ids, async (id) => await onePoll(n8n, id));
	const activations = triggers(TWO_EVENTS);
	const activated = await turns(activations, async (trigger) => await activation(n8n, trigger));
	const beside = (what: string, ours: number, baseline: number) =>
		toRow(
			{ what: `idle poll, ${what}: CPU`, against: FETCHING, goal: 1.5 },
			polled.map((taken) => [taken[baseline], taken[ours]]),
		);
	return [
		beside('1 event', 1, 3),
		beside('5 events', 2, 4),
		...toRows(polled, [ONE_EVENT, FIVE_EVENTS], (events) => `idle poll, ${events}: CPU`, 2),
		...toRows(
			activated,
			[ONE_EVENT, TWO_EVENTS],
			(events) => `activation, ${posts} posts, ${events}: CPU`,
			3,
		),
		await memoryRow(n8n, activations[2], posts),
	];
}

/** Each in turns, some rounds and one to warm up. */
async function turns<T>(all: readonly T[], work: (one: T) => Promise<number>): Promise<number[][]> {
	const rounds: number[][] = [];
	for (let round = 0; round <= ROUNDS; round++) {
		const taken: number[] = [];
		for (const one of all) taken.push(await work(one));
		if (round > 0) rounds.push(taken);
	}
	return rounds;
}

/** @param rounds what the trigger that does nothing took, and those with these events */
function toRows(
	rounds: number[][],
	events: ReadonlyArray<readonly string[]>,
	what: (events: string) => string,
	goal: number,
): Row[] {
	return events.map((chosen, index) =>
		toRow(
			{ what: what(counted(chosen)), against: NO_OP, goal },
			rounds.map((taken) => [taken[0], taken[index + 1]]),
		),
	);
}

const counted = ({ length }: readonly unknown[]) => (length === 1 ? '1 event' : `${length} events`);

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

/** CPU of the activation of a new workflow, with its first poll. */
async function activation(n8n: MeasuredN8n, trigger: WorkflowNode): Promise<number> {
	const { rest } = n8n.host;
	const id = await create(n8n, trigger, onceADay);
	await calm(n8n);
	const before = await n8n.usage();
	await rest.activate(id);
	await calm(n8n);
	const { cpuMs } = minus(await n8n.usage(), before);
	await rest.deactivate(id);
	return cpuMs;
}

/** How much of one core n8n uses when it has nothing to do. */
const CALM = 0.05;

async function calm(n8n: MeasuredN8n): Promise<void> {
	await until('n8n has nothing to do', async () => {
		const before = await n8n.usage();
		await pause(1_000);
		const { cpuMs, timeMs } = minus(await n8n.usage(), before);
		return cpuMs < timeMs * CALM;
	});
}

/** What n8n holds for each active workflow, beside what is stored of it. */
async function memoryRow(n8n: MeasuredN8n, trigger: WorkflowNode, posts: number): Promise<Row> {
	const { rest } = n8n.host;
	const held = async (node: WorkflowNode) => {
		const ids: string[] = [];
		for (let count = 0; count < TRIGGERS; count++) ids.push(await create(n8n, node, onceADay));
		await calm(n8n);
		const before = await n8n.memory();
		for (const id of ids) await rest.activate(id);
		await calm(n8n);
		const after = await n8n.memory();
		const { staticData } = (await rest.workflow(ids[0])) as { staticData?: unknown };
		for (const id of ids) await rest.deactivate(id);
		return {
			perTrigger: (after - before) / TRIGGERS,
			stored: JSON.stringify(staticData ?? '').length,
		};
	};
	await held(trigger); // What is loaded once is no part of it.
	const without = await held(noOp);
	const ours = await held(trigger);
	return toRow(
		{
			what: `memory of an idle trigger, ${posts} posts, 2 events`,
			against: 'what is stored of it',
			goal: 1.5,
			unit: kilobytes,
		},
		[[ours.stored, ours.perTrigger - without.perTrigger]],
	);
}

async function create(
	{ host: { rest } }: MeasuredN8n,
	trigger: WorkflowNode,
	poll: Record<string, unknown>,
): Promise<string> {
	const node = { ...trigger, parameters: { ...trigger.parameters, ...poll } };
	return await rest.createWorkflow(inARow(node, done));
}
