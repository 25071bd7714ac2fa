import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import type { FeedbackClient } from '../client/client';
import { isFailureOf, ServiceFailure } from '../client/failures';
import type { DataRecord } from '../service/records';
import { Connections } from './connection';
import { toFailedItem, toNodeError } from './failure';
import { type Form, toForm } from './forms';
import { Input, panelOf } from './input';
import { recentKeys } from './keys-in-use';
import { fieldsOf, isRead, type Operation, type Resource } from './operation';
import { type Outcome, toSentence } from './outcomes';

/**
 * Executes a node: the chosen operation for every input item, several side by side, with the output in the order of
 * the input and each output item paired with its own.
 * @throws NodeApiError | NodeOperationError of the first item that failed, unless the node goes on after failures; it
 * says which items succeeded
 */
export async function run(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const operation = chosen(context, resources);
	const fields = fieldsOf(operation);
	const items = context.getInputData();
	if (items.length === 0) return [[]];
	if (items.length > 1 && isRead(operation) && !fields.some(({ required }) => required)) {
		// Older versions of n8n have no hints.
		context.addExecutionHints?.({
			message: `This ran once for each of the ${items.length} input items. To run it once, turn on Execute Once in the settings of this node.`,
			location: 'outputPane',
		});
	}
	const signal = context.getExecutionCancelSignal?.();
	const connections = new Connections(context);
	const outputs: INodeExecutionData[][] = [];
	const outcomes: Outcome[] = items.map(() => 'notSucceeded');
	const failed: FailedItem[] = [];
	let next = 0;

	const panel = panelOf(operation);
	const inputOf = (itemIndex: number) => new Input(context, panel, itemIndex);
	const where = (itemIndex: number, hints: readonly string[]) => ({
		node: context.getNode(),
		operation,
		itemIndex,
		hints,
	});
	const work = async () => {
		// After a failure nothing new is begun, as nothing would be in a run of one after the other.
		while (next < items.length && failed.length === 0 && !signal?.aborted) {
			const itemIndex = next++;
			const input = inputOf(itemIndex);
			let feedback: FeedbackClient | undefined;
			try {
				feedback = await connections.of(itemIndex);
				outputs[itemIndex] = await runItem(input, feedback, operation, itemIndex);
				outcomes[itemIndex] = 'succeeded';
			} catch (error) {
				if (mayHaveBeenApplied(error)) outcomes[itemIndex] = 'unknown';
				if (context.continueOnFail()) {
					const hints = await recentKeys(error, feedback, input);
					outputs[itemIndex] = [toFailedItem(error, where(itemIndex, hints))];
				} else if (failed.length === 0 || !isFailureOf(error, 'cancelled')) {
					const item: FailedItem = { itemIndex, error, hints: [] };
					failed.push(item);
					item.hints = await recentKeys(error, feedback, input);
					// What is on its way comes to its end, so that it is known what became of it.
					connections.stop();
				}
			}
		}
	};

	const workers = Math.min(items.length, concurrency(inputOf(0)));
	await Promise.all(Array.from({ length: workers }, work));
	const [first] = failed.sort((a, b) => a.itemIndex - b.itemIndex);
	if (first) {
		const failure = toNodeError(first.error, where(first.itemIndex, first.hints));
		throw isRead(operation) ? failure : withOutcomes(failure, outcomes);
	}
	return [outputs.flat()];
}

interface FailedItem {
	itemIndex: number;
	error: unknown;
	hints: readonly string[];
}

/** The failure of an item, with what became of all the others. */
function withOutcomes(
	failure: NodeApiError | NodeOperationError,
	outcomes: readonly Outcome[],
): Error {
	if (outcomes.length > 1) {
		const sentence = toSentence(outcomes);
		failure.description = failure.description ? `${failure.description}<br>${sentence}` : sentence;
	}
	return failure;
}

const mayHaveBeenApplied = (error: unknown) =>
	error instanceof ServiceFailure && error.mayHaveBeenApplied;

async function runItem(
	input: Input,
	feedback: FeedbackClient,
	operation: Operation,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const { kind, whole } = operation.output;
	input.concurrency(); // What cannot be read fails the item, and is not passed over.
	const form: Form = whole ? input.form() : { name: 'raw' };
	await input.lookUp(feedback);
	const result = await operation.execute(feedback, input);
	const isListed = Array.isArray(result) || isPaged(result);
	const items: INodeExecutionData[] = [];
	const pairedItem = { item: itemIndex }; // one for all, as n8n's own helper has it: there may be many
	for await (const records of inPages(result)) {
		for (const record of records) {
			items.push({ json: toForm(kind, record, form, isListed) as IDataObject, pairedItem });
		}
	}
	return items;
}

function inPages(
	result: DataRecord | DataRecord[] | AsyncIterable<DataRecord[]>,
): AsyncIterable<DataRecord[]> | DataRecord[][] {
	if (Array.isArray(result)) return [result];
	return isPaged(result) ? result : [[result]];
}

const isPaged = (result: object): result is AsyncIterable<DataRecord[]> =>
	Symbol.asyncIterator in result;

function chosen(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const operation = context.getNodeParameter('operation', 0);
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ option }) => option.value === operation);
	if (!found)
		throw toNodeError(new UnknownOperation(resource, operation), { node: context.getNode() });
	return found;
}

/** Where it cannot be read, the items go one after the other, and each of them fails with the reason. */
function concurrency(first: Input): number {
	try {
		return first.concurrency();
	} catch {
		return 1;
	}
}

/** A workflow made by another version of the package, or by hand. */
class UnknownOperation extends Error {
	constructor(resource: unknown, operation: unknown) {
		super(
			`This node has no operation '${String(operation)}' for the resource '${String(resource)}'`,
		);
	}
}
