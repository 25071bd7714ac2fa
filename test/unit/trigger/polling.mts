// One trigger over its life: polls, restarts and crashes of n8n, with the sandbox as the service.
import { randomUUID } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { vi } from 'vitest';
import { FeedbackTrigger } from '../../../nodes/FeedbackTrigger/FeedbackTrigger.node';
import { poll } from '../../../nodes/FeedbackTrigger/poll';
import type { Sandbox } from '../../sandbox/server.mts';
import { bearer, type Logged, pollContext, type PollSetup, StaticData } from '../n8n-context.mts';

export interface Polling {
	/** One poll; what it delivered, in order. n8n saves the memory when there is something, and after that of a registration. */
	poll(): Promise<IDataObject[]>;
	/** Stops n8n and starts it again: what was not saved is gone, and the next poll is that of a registration. */
	restart(setup?: Partial<PollSetup>): void;
	/** The same in a new process, which knows nothing of the one before. */
	restartProcess(): Promise<void>;
	/** Saves the memory, as n8n does at the end of an activation. */
	save(): void;
	/** Other settings in the same workflow, published: n8n builds it again from its database. */
	reconfigure(parameters: PollSetup['parameters'], setup?: Partial<PollSetup>): void;
	/** As if n8n's database held this memory. */
	remember(node: IDataObject): void;
	/** What the trigger remembers, as plain JSON. */
	readonly memory: IDataObject;
	readonly staticData: StaticData;
	readonly logged: Logged[];
}

export function polling(
	sandbox: Pick<Sandbox, 'baseUrl' | 'apiKey'>,
	parameters: PollSetup['parameters'],
	setup: Partial<PollSetup> = {},
): Polling {
	let Trigger = processOf(FeedbackTrigger, poll);
	const logged: Logged[] = [];
	let current: PollSetup = {
		credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
		logged,
		...setup,
		parameters,
	};
	let staticData = setup.staticData ?? new StaticData();
	const workflow = randomUUID();
	const registered = () => ({
		...pollContext(Trigger, { ...current, staticData }),
		getWorkflow: () => ({ id: workflow, name: 'Test', active: true }),
	});
	let context = registered();
	let isRegistration = true;
	const register = () => {
		context = registered();
		isRegistration = true;
	};
	return {
		async poll() {
			const output = await new Trigger().poll.call(context);
			if (output !== null || isRegistration) staticData.save();
			isRegistration = false;
			return output === null ? [] : output[0].map(({ json }) => json);
		},
		restart(changed = {}) {
			current = { ...current, ...changed };
			staticData = staticData.restarted();
			register();
		},
		async restartProcess() {
			Trigger = await anotherProcess();
			this.restart();
		},
		save: () => staticData.save(),
		reconfigure(changed, more = {}) {
			current = { ...current, ...more, parameters: changed };
			staticData = staticData.restarted();
			register();
		},
		remember(node) {
			staticData = new StaticData(JSON.parse(JSON.stringify({ node })) as IDataObject);
			register();
		},
		get memory() {
			return JSON.parse(JSON.stringify(staticData.node)) as IDataObject;
		},
		get staticData() {
			return staticData;
		},
		logged,
	};
}

/** A test in the editor, which fails as soon as the memory of the active workflow is asked for. */
export async function pollByHand(
	{ baseUrl, apiKey }: Pick<Sandbox, 'baseUrl' | 'apiKey'>,
	parameters: PollSetup['parameters'],
): Promise<IDataObject[]> {
	const terms = { mode: 'manual', activationMode: 'manual' } as const;
	const credentials = bearer(baseUrl, apiKey);
	const context = pollContext(FeedbackTrigger, { credentials, parameters, ...terms });
	context.getWorkflowStaticData = () => {
		throw new Error('The memory of the active workflow is not to be touched');
	};
	return (await new FeedbackTrigger().poll.call(context))![0].map(({ json }) => json);
}

/** The trigger as another process would load it: with nothing in the memory of its modules. */
export async function anotherProcess(): Promise<typeof FeedbackTrigger> {
	vi.resetModules();
	const node = await import('../../../nodes/FeedbackTrigger/FeedbackTrigger.node');
	const polls = await import('../../../nodes/FeedbackTrigger/poll');
	return processOf(node.FeedbackTrigger, polls.poll);
}

/** The trigger with the modules of one process, which another one does not replace. */
const processOf = (Trigger: typeof FeedbackTrigger, own: typeof poll): typeof FeedbackTrigger =>
	class extends Trigger {
		override async poll(this: IPollFunctions) {
			return await own(this);
		}
	};

/**
 * n8n with durable cursors: each poll gets a copy of the memory and a context of its own. What the poll of a
 * registration remembers is thrown away without news, but for the workflow's own data; that of a scheduled one is kept.
 * @param id of the node, and the workflow's own data, where it is not alone in its workflow
 */
export function durablePolling(
	sandbox: Pick<Sandbox, 'baseUrl' | 'apiKey'>,
	parameters: PollSetup['parameters'],
	{ id, workflow = new StaticData() }: { id?: string; workflow?: StaticData } = {},
) {
	workflow.node.ofTheUser = 'untouched';
	let Trigger = processOf(FeedbackTrigger, poll);
	let cursor: IDataObject = {};
	const run = async (kind: 'registration' | 'scheduled') => {
		const copy = structuredClone(cursor);
		const ofWorkflow = JSON.parse(JSON.stringify(workflow.node)) as IDataObject;
		const alone = pollContext(Trigger, {
			credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
			parameters,
			activationMode: kind === 'registration' ? 'activate' : 'update',
			pollBudgetMs: kind === 'registration' ? 300_000 : 36_000,
		});
		const context: IPollFunctions = {
			...alone,
			getNode: () => ({ ...alone.getNode(), ...(id !== undefined && { id }) }),
			getWorkflowStaticData: (type: string) => (type === 'node' ? copy : workflow.node),
		};
		const output = await new Trigger().poll.call(context);
		if (kind === 'scheduled' || output !== null) cursor = copy;
		// n8n saves the workflow's own data beside news, and after a registration.
		if (kind === 'scheduled' && output === null) {
			for (const key of Object.keys(workflow.node)) delete workflow.node[key];
			Object.assign(workflow.node, ofWorkflow);
		}
		return output === null ? [] : output[0].map(({ json }) => json);
	};
	return {
		register: async () => await run('registration'),
		poll: async () => await run('scheduled'),
		async restartProcess() {
			Trigger = await anotherProcess();
		},
		reconfigure(changed: PollSetup['parameters']) {
			parameters = changed;
		},
		/** As if n8n's database held this for the whole workflow. */
		share(data: IDataObject) {
			Object.assign(workflow.node, structuredClone(data));
		},
		/** What stands in the data that the whole workflow shares. */
		get shared() {
			return JSON.parse(JSON.stringify(workflow.node)) as IDataObject;
		},
	};
}
