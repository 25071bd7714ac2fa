import type { INode, IPollFunctions, NodeParameterValueType } from 'n8n-workflow';
import { type Connection, open, type Terms } from '../shared/node/connection';

/** The budget of n8n 2.41.1 for each poll without durable cursors. With them a registration poll has it, too; a scheduled one has less. */
const DEFAULT_BUDGET_MS = 300_000;

/** The registrations that have polled, and the lists that they have read. */
const begun = new WeakMap<IPollFunctions, Set<string>>();

export type StaticData = Record<string, unknown>;

/** One poll, as n8n asks for it. Made at the door: nothing else of the trigger sees n8n's context. */
export class Poll {
	readonly node: INode;
	/** Whether it is a test in the editor. */
	readonly isManual: boolean;
	/** Milliseconds that it may take. n8n before 2.38 does not say. */
	readonly budgetMs: number;
	/** Whether n8n may be registering the workflow. With durable cursors this is certain, and n8n discards what the poll stores. */
	readonly isRegistration: boolean;
	/** Whether no poll of this registration came before. */
	readonly isFirst: boolean;
	/** Whether n8n registered the workflow because someone activated it. */
	readonly isSwitchedOn: boolean;
	/** Whether n8n registered the workflow because someone published it again. */
	readonly isPublishedAgain: boolean;
	/** The lists that this registration has read, by their keys. */
	readonly read: Set<string>;

	constructor(private readonly context: IPollFunctions) {
		this.node = context.getNode();
		this.isManual = context.getMode() === 'manual';
		const hasBudget = typeof context.getPollBudgetMs === 'function';
		this.budgetMs = hasBudget ? context.getPollBudgetMs() : DEFAULT_BUDGET_MS;
		this.isRegistration = this.budgetMs === DEFAULT_BUDGET_MS;
		this.isFirst = !begun.has(context);
		const mode = context.getActivationMode();
		this.isSwitchedOn = ['activate', 'create'].includes(mode);
		this.isPublishedAgain = mode === 'update';
		this.read = begun.get(context) ?? new Set();
		if (!this.isManual) begun.set(context, this.read);
	}

	/** The key under which this process holds something for this trigger. */
	key(what: string): string {
		return `${this.context.getWorkflow().id} ${this.node.id} ${what}`;
	}

	parameter(name: string, otherwise?: unknown): unknown {
		return this.context.getNodeParameter(name, otherwise as NodeParameterValueType);
	}

	/** @throws UnusableCredential */
	async connect(terms: Terms): Promise<Connection> {
		return await open(this.context, terms);
	}

	/** What n8n stores for the trigger, or for the whole workflow. Do not keep it across an `await`. */
	stored(of: 'node' | 'global'): StaticData {
		return this.context.getWorkflowStaticData(of) as StaticData;
	}

	warn(message: string): void {
		this.context.logger.warn(message);
	}
}
