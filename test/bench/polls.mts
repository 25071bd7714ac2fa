// What our trigger costs n8n beside one that does nothing.
import { setTimeout as pause } from 'node:timers/promises';
import { inARow, triggerNode } from '../e2e/workflows.mts';
import { everySeconds, until, type WorkflowNode } from '../n8n-host/host.mts';
import { type MeasuredN8n, minus } from './measured-n8n.mts';
import { compare, kilobytes, type Row, toRow } from './rows.mts';
import type { Workflows } from './workflows.mts';

const POLLS = 10;
/** For a trigger to be registered, and for its first poll. */
const SETTLING_MS = 4_000;
const TRIGGERS = 5;
const NO_OP = 'a trigger that does nothing';

const noOp: WorkflowNode = { name: 'Trigger', type: 'CUSTOM.noOpTrigger' };
const everySecond = { pollTimes: everySeconds(1) };
const onceADay = { pollTimes: { item: [{ mode: 'everyDay', hour: 3, minute: 7 }] } };

export const ONE_EVENT = ['newPost'];
export const FIVE_EVENTS = [
	...ONE_EVENT,
	...['postChanged', 'newComment', 'newChangelogUpdate', 'newNpsResponse'],
];

/** @param posts so many are there */
export async function pollRows(
	n8n: MeasuredN8n,
	{ credential }: Workflows,
	posts: number,
): Promise<Row[]> {
	const ours = (events: string[]) => triggerNode({ events }, credential);
	const rows: Row[] = [];
	for (const events of [ONE_EVENT, FIVE_EVENTS]) {
		rows.push(
			await compare({
				what: `idle poll, ${counted(events)}: CPU`,
				against: NO_OP,
				baseline: await polls(n8n, noOp),
				measured: await polls(n8n, ours(events)),
				rounds: 3,
				warmsUp: false,
				goal: 2,
			}),
		);
	}
	for (const events of [ONE_EVENT, FIVE_EVENTS.slice(0, 2)]) {
		rows.push(
			await compare({
				what: `activation, ${posts} posts, ${counted(events)}: CPU`,
				against: NO_OP,
				baseline: async () => await activation(n8n, noOp),
				measured: async () => await activation(n8n, ours(events)),
				rounds: 3,
				goal: 3,
			}),
		);
	}
	rows.push(await memoryRow(n8n, ours(FIVE_EVENTS.slice(0, 2)), posts));
	return rows;
}

const counted = ({ length }: readonly unknown[]) => (length === 1 ? '1 event' : `${length} events`);

/** CPU of one poll, in milliseconds, with what n8n takes between two. */
async function polls(n8n: MeasuredN8n, trigger: WorkflowNode): Promise<() => Promise<number>> {
	const { rest } = n8n.host;
	const id = await create(n8n, trigger, everySecond);
	return async () => {
		await rest.activate(id);
		await pause(SETTLING_MS);
		const before = await n8n.usage();
		await pause(POLLS * 1_000);
		const { cpuMs, timeMs } = minus(await n8n.usage(), before);
		await rest.deactivate(id);
		return cpuMs / (timeMs / 1_000);
	};
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
	await rest.deleteWorkflow(id);
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
		for (const id of ids) await rest.deleteWorkflow(id);
		return {
			perTrigger: (after - before) / TRIGGERS,
			stored: JSON.stringify(staticData ?? '').length,
		};
	};
	await held(trigger); // What is loaded once is no part of it.
	const without = await held(noOp);
	const ours = await held(trigger);
	console.log(without, ours);
	return toRow(
		{
			what: `memory of an idle trigger, ${posts} posts, 2 events`,
			against: 'what is stored of it',
		},
		[[ours.stored, ours.perTrigger - without.perTrigger]],
		{ goal: 1.5, unit: kilobytes },
	);
}

async function create(
	{ host: { rest } }: MeasuredN8n,
	trigger: WorkflowNode,
	poll: Record<string, unknown>,
): Promise<string> {
	const node = { ...trigger, parameters: { ...trigger.parameters, ...poll } };
	return await rest.createWorkflow(inARow(node, { name: 'Done', type: 'n8n-nodes-base.noOp' }));
}
