import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';
import type { FeedbackClient } from '../client/client';
import { isFailureOf, ServiceFailure } from '../client/service-failure';
import type { DataRecord } from '../service/records';
import { Connections, credentialTypeOf } from './connection';
import { toFailedItem, toNodeError, type Where } from './failure';
import { type Form, toForm } from './output-form';
import { announceRenames, NotLookedUp } from './lookups';
import { allAmong, type FoundField } from './field';
import { ifNotFound, isTool } from './fields';
import { Input } from './input';
import { ItemOrder } from './item-order';
import { fieldsOf, isRead, type Operation, type Resource } from './operation';
import { type Outcome, toSentence } from './outcomes';

/**
 * The `execute` of a node: the chosen operation for every input item, several in parallel, with the output in the order of
 * the input and each output item paired with its own. It throws a NodeApiError or NodeOperationError of the first item that
 * failed, unless the node goes on after failures; that says which items succeeded.
 */
export const executeOf = (resources: readonly Resource[]) =>
	async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await new Step(this, chosen(this, resources)).run()];
	};

/** The number of input items that run in parallel. To run one after the other, put the node into Loop Over Items. */
export const ITEMS_AT_ONCE = 16;

/** The number of items that run or wait. Rows are often sorted by record, and most of the next ones then wait for the first. */
const ITEMS_STARTED = 16 * ITEMS_AT_ONCE;

/** One operation for all items. */
class Step {
	private readonly items: readonly INodeExecutionData[];
	/** n8n 2.41 copies it each time it is asked. */
	private readonly node: INode;
	private readonly fields: readonly FoundField[];
	private readonly connections: Connections;
	private readonly order = new ItemOrder(ITEMS_AT_ONCE);
	private readonly signal?: AbortSignal;
	private readonly outputs: INodeExecutionData[][] = [];
	private readonly outcomes: Outcome[];
	private readonly failed: Array<{ error: unknown; where: Where & { itemIndex: number } }> = [];
	private next = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
	) {
		this.items = context.getInputData();
		this.node = context.getNode();
		this.fields = allAmong(fieldsOf(operation));
		this.connections = new Connections(context, credentialTypeOf(this.node));
		this.signal = context.getExecutionCancelSignal?.();
		this.outcomes = this.items.map(() => 'Not succeeded');
	}

	async run(): Promise<INodeExecutionData[]> {
		if (this.items.length === 0) return [];
		this.hintAtExecuteOnce();
		const workers = Math.min(this.items.length, ITEMS_STARTED);
		await Promise.all(Array.from({ length: workers }, async () => await this.work()));
		const [first] = this.failed.sort((a, b) => a.where.itemIndex - b.where.itemIndex);
		if (!first) return this.outputs.flat();
		const failure = toNodeError(first.error, first.where);
		if (!isRead(this.operation) && this.items.length > 1) {
			const lines = [failure.description, toSentence(this.outcomes)];
			// What a tool says is plain text.
			const between = isTool(first.where.node) ? '\n' : '<br>';
			failure.description = lines.filter((line) => line).join(between);
		}
		throw failure;
	}

	private async work(): Promise<void> {
		while (this.next < this.items.length && !this.isOver) await this.workOn(this.next++);
	}

	/** Starts no item after a failure, as in a run without concurrency. */
	private get isOver(): boolean {
		return this.failed.length > 0 || this.signal?.aborted === true;
	}

	private async workOn(itemIndex: number): Promise<void> {
		const { context, node, operation } = this;
		const input = new Input(context, node, this.fields, itemIndex);
		let feedback: FeedbackClient | undefined;
		let looking: Promise<FeedbackClient> | undefined;
		let renamed: Renamed | undefined;
		await this.order.run({
			look: async () => {
				if (this.isOver) return;
				looking = (async () => {
					feedback = await this.connections.of(itemIndex);
					await input.lookUp(feedback);
					return feedback;
				})();
				await looking;
			},
			turn: () => {
				if (!feedback) return [];
				renamed = announce(feedback, operation, input);
				return recordsTouchedBy(operation, input);
			},
			task: async () => {
				if (!looking || this.isOver) return;
				try {
					this.outputs[itemIndex] = await runItem(input, looking, operation, itemIndex);
					this.outcomes[itemIndex] = 'Succeeded';
				} catch (error) {
					this.fail(error, { node, operation, itemIndex, feedback });
				}
				renamed?.(DONE[this.outcomes[itemIndex]]);
			},
		});
	}

	private fail(error: unknown, where: Where & { itemIndex: number }): void {
		const isApplied = error instanceof ServiceFailure && error.mayHaveBeenApplied;
		if (isApplied) this.outcomes[where.itemIndex] = 'Unknown';
		if (this.context.continueOnFail()) {
			this.outputs[where.itemIndex] = [toFailedItem(error, where)];
			return;
		}
		const isStopped = this.failed.length > 0 && isFailureOf(error, 'cancelled');
		if (!isStopped) this.failed.push({ error, where });
		// Requests under way finish, so that their outcome is known.
		this.connections.stop();
	}

	private hintAtExecuteOnce(): void {
		const { length } = this.items;
		const needsItem = this.fields.some(({ field }) => field.required);
		if (length === 1 || !isRead(this.operation) || needsItem) return;
		// A tool of n8n 1.100 has no hints (n8n-io/n8n#21238).
		this.context.addExecutionHints?.({
			message: `This ran once for each of the ${length} input items. To run it once, turn on Execute Once in the settings of this node.`,
			location: 'outputPane',
		});
	}
}

/** To be called when an item is over, with whether the service did what it wrote. */
type Renamed = (isDone: boolean | undefined) => void;

const DONE = { Succeeded: true, Unknown: undefined, 'Not succeeded': false };

/** Announces what an item writes into fields by which later items find its record. */
function announce(
	feedback: FeedbackClient,
	operation: Operation,
	input: Input,
): Renamed | undefined {
	const [target] = operation.path ?? [];
	if (!operation.renames) return undefined;
	const finish = announceRenames(feedback, target, input.namesIn(target), operation.renames(input));
	return (isDone) => {
		const id = input.nameIn(target);
		if (id !== undefined) finish(id, isDone);
	};
}

/**
 * Names the records that an item changes, by its path and by what the operation adds. None for a read. Several if it renames:
 * which of them it is, is known when the earlier items are over.
 * @throws NotLookedUp
 */
function recordsTouchedBy(operation: Operation, input: Input): string[] {
	const { path = [], renames } = operation;
	if (renames) return input.namesIn(path[0]);
	input.takeLookedUp();
	const fields = [...path, ...(operation.touches?.(input) ?? [])];
	if (isRead(operation) || fields.length === 0) return [];
	return [JSON.stringify(fields.map((field) => input.nameIn(field)))];
}

async function runItem(
	input: Input,
	looking: Promise<FeedbackClient>,
	operation: Operation,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const { kind, isWhole } = operation.output;
	const form: Form = isWhole ? input.form() : { name: 'raw', fields: [] };
	const otherwise = input.get(ifNotFound);
	const feedback = await looking;
	const result = await execute(feedback, input, operation).catch((error: unknown) => {
		if (otherwise === 'returnNothing' && isMissing(error, operation, input)) return [];
		throw error;
	});
	const isPaged = Symbol.asyncIterator in result;
	const pages = isPaged ? (result as AsyncIterable<DataRecord[]>) : [[result].flat()];
	const items: INodeExecutionData[] = [];
	const pairedItem = { item: itemIndex }; // one for all, as n8n's own helper has it: there may be many
	for await (const records of pages) {
		for (const record of records) {
			const whole = feedback.linked(record);
			const json = toForm(kind, whole, form, isPaged || Array.isArray(result)) as IDataObject;
			items.push({ json, pairedItem });
		}
	}
	if (isPaged && input.isTool && items.length === input.limit()) {
		const note = `There are more. These are only the first ${items.length - 1}, so do not count them.`;
		items.splice(-1, 1, { json: { note }, pairedItem });
	}
	return items;
}

async function execute(feedback: FeedbackClient, input: Input, operation: Operation) {
	input.takeLookedUp();
	return await operation.execute(feedback, input);
}

/** Whether the record that the item names does not exist. */
function isMissing(error: unknown, operation: Operation, input: Input): boolean {
	if (error instanceof NotLookedUp) return error.isMissing;
	if (!isFailureOf(error, 'notFound') || error.lookingUp !== undefined) return false;
	// A list has just shown it, so the service may lack the endpoint. What is to be deleted may be gone by an earlier item.
	return !(isRead(operation) && input.hasLookedUp);
}

function chosen(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const operation = context.getNodeParameter('operation', 0);
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ option }) => option.value === operation);
	if (found) return found;
	// A workflow made by another version of the package, or by hand.
	throw new NodeOperationError(
		context.getNode(),
		`This node has no operation '${String(operation)}' for the resource '${String(resource)}'`,
	);
}
