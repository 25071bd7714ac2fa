import {
	type Failure,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { UnusableCredential } from '../client/base-url';
import type { FeedbackClient } from '../client/client';
import { ServiceFailure } from '../client/service-failure';
import { UnusableId } from '../client/path';
import { quoted } from '../client/redaction';
import type { FieldProblem, Problem } from '../service/problems';
import { beginning } from '../service/values';
import { credentialTypeOf } from './connection';
import {
	type About,
	andMore,
	explain,
	goOnWithout,
	nounOf,
	PASSING,
	plain,
	wording,
} from './explanations';
import { allAmong } from './field';
import { isTool } from './fields';
import { fieldName, InvalidInput, inWords } from './invalid-input';
import { NotLookedUp } from './lookups';
import { fieldsOf, type Operation } from './operation';

/** Where something failed. */
export interface Where extends Pick<About, 'operation' | 'event'> {
	node: INode;
	itemIndex?: number;
	/** Knows the key, which no error may show. Undefined if the credential could not be read. */
	feedback?: FeedbackClient;
}

/** An error for n8n to show. Its description is HTML. */
export function toNodeError(error: unknown, where: Where): NodeApiError | NodeOperationError {
	const failure = toPlainError(error, where);
	// n8n 2.41 hands the description of a tool to its model, as it is. An error of n8n's own is left as it is, too.
	if (failure === error || isTool(where.node) || !failure.description) return failure;
	const escaped = failure.description
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
	failure.description = escaped.replaceAll('\n', '<br>');
	return failure;
}

/** An error in plain text: the message says what happened, the description what to do. */
export function toPlainError(error: unknown, where: Where): NodeApiError | NodeOperationError {
	const { node, itemIndex, feedback } = where;
	if (error instanceof ServiceFailure) return fromService(error, where);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		// An error of n8n's own, such as a missing credential. n8n ignores a second wrapping (n8n-io/n8n#9627).
		if (itemIndex !== undefined) error.context.itemIndex = itemIndex;
		return error;
	}
	const quote: FeedbackClient['quote'] = (data) =>
		feedback ? feedback.quote(data) : quoted(data, '');
	// A poll has no items.
	const unsent = itemIndex === undefined ? '' : ' This item was not sent.';
	const mistake = mistakeOf(error, quote, unsent, where.operation);
	if (mistake) {
		const description = wording(mistake.description);
		const failed = new NodeOperationError(node, plain(mistake.message), { description, itemIndex });
		if (mistake.errors) failed.context.data = { errors: mistake.errors };
		return failed;
	}
	// Other errors of n8n, such as an invalid expression.
	const cause = error instanceof Error ? error : new Error(String(error));
	cause.message = quote(cause.message); // n8n 2.41 stores that of the cause as well.
	const failed = new NodeOperationError(node, cause, { itemIndex });
	failed.message = plain(failed.message) || 'The step stopped for an unknown reason';
	if (failed.description) failed.description = quote(failed.description);
	return failed;
}

interface Mistake {
	message: string;
	description: string;
	/** The fields that the node refuses, in the form in which the service names those that it refuses. */
	errors?: IDataObject[];
}

/** A mistake that the user can correct. Nothing was sent for the item. */
function mistakeOf(
	error: unknown,
	quote: FeedbackClient['quote'],
	unsent: string,
	operation?: Operation,
): Mistake | undefined {
	if (error instanceof InvalidInput) {
		// The labels are our own.
		const quotes = quote(error.fields.map(({ name, message }) => ({ name, message })));
		const fields = quotes.map((field, n) => inWords({ ...error.fields[n], ...field }));
		const more = andMore(error.fields.length - 1);
		const advice = `${error.advice}${unsent}`;
		return {
			message: `${fields[0]}${more}`,
			description: [...(more && fields), advice].join('\n'),
			errors: quotes.map(({ name, message }) => ({ field: name, message })),
		};
	}
	if (error instanceof NotLookedUp) {
		const goOn = error.isMissing && operation ? goOnWithout(operation) : '';
		return {
			message: quote(error.message),
			description: `${quote(error.advice)} ${goOn}This item changed nothing.`,
		};
	}
	if (error instanceof UnusableId) {
		const noun = nounOf(error.segment);
		const named = operation?.path?.find(({ displayName }) => displayName.toLowerCase() === noun);
		return {
			message: `The ID of the ${noun} ${error.message}`,
			description: `${given(quote(error.id))}Choose the ${noun} from the list, or enter the ID that the service gave it.${unsent}`,
			errors: [{ field: named?.name ?? error.segment, message: error.message }],
		};
	}
	if (error instanceof UnusableCredential) {
		return {
			message: quote(error.message),
			description: 'Open the credential and correct it. Nothing was sent.',
		};
	}
	return undefined;
}

/**
 * The output item of a failed input item under Continue On Fail. n8n 1.100 to 2.41 recognize a failed item by this shape
 * (n8n-io/n8n#32027), so `json` has no other field. Its texts are plain, because workflows send them to chats and mails.
 */
export function toFailedItem(
	thrown: unknown,
	where: Where & { itemIndex: number },
): INodeExecutionData {
	const { itemIndex } = where;
	const error = toPlainError(thrown, where);
	const { key, errors } = (error.context.data ?? {}) as IDataObject;
	const details: IDataObject = {
		message: error.message,
		...(error.description && { description: error.description }),
		...(error instanceof NodeApiError && error.httpCode && { httpCode: error.httpCode }),
		...(key !== undefined && { key }),
		...(errors !== undefined && { errors }),
	};
	return { json: { error: details }, pairedItem: { item: itemIndex } };
}

function fromService(
	failure: ServiceFailure,
	{ node, operation, event, itemIndex }: Where,
): NodeApiError {
	// n8n stores the service's words with the execution: also without the word that `explain` leaves out.
	const replace = (_key: string, value: unknown) =>
		typeof value === 'string' ? wording(value) : value;
	const problem = JSON.parse(JSON.stringify(failure.problem, replace)) as Problem;
	const credential = node.credentials?.[credentialTypeOf(node)]?.name;
	const fields = problem.fields?.map((field) => labelled(field, operation));
	const about = { operation, event, credential, fields };
	const { message, description } = explain(failure, about);
	const httpCode = String(problem.status ?? problem.key ?? 'none');
	const error = new NodeApiError(
		node,
		// Minimal on purpose: whatever stands here is stored with the execution.
		{ message: plain(problem.message ?? message) },
		{ message, description, httpCode, itemIndex, failure: causeOf(failure) },
	);
	error.message = message; // n8n 2.41 replaces one with the name of a system error in it: "preexisting" has EEXIST.
	error.description = description;
	error.context.data = {
		...(problem.status !== undefined && { status: problem.status }),
		...(problem.key !== undefined && { key: problem.key }),
		...(problem.fields && { errors: problem.fields as unknown as IDataObject[] }),
		tries: failure.tries,
	};
	return error;
}

/** A field problem with the label that the user knows, also of `settings.link`, which is a field of its own. */
function labelled({ field: name, message }: FieldProblem, operation?: Operation): string {
	const fields = operation ? allAmong(fieldsOf(operation)).map(({ field }) => field) : [];
	const [outer, inner] = [name.split('.')[0], name.split('.').at(-1)];
	const found =
		fields.find((field) => field.name === outer) ?? fields.find((field) => field.name === inner);
	return `${found === undefined ? name : fieldName(found.displayName, name)}: ${message}`;
}

/** Shows the value that was given instead of an ID. */
function given(id: string): string {
	const shown = beginning(id.trim(), 40);
	if (shown === '[object Object]') return 'The value is an object. Name one of its fields. ';
	return shown === '' ? '' : `The value starts with '${shown}'. `;
}

/** The cause for the back-off of polls (n8n-io/n8n#36531 and #35707): whether waiting can help, or a person has to act. */
function causeOf({ problem: { kind, retryAfterMs } }: ServiceFailure): Failure | undefined {
	if (kind === 'cancelled') return undefined;
	if (kind === 'rateLimited') {
		return { cause: 'rate-limited', ...(retryAfterMs !== undefined && { retryAfterMs }) };
	}
	if (kind === 'unauthorized') return { cause: 'credential-invalid' };
	const mayPass = PASSING.has(kind) || kind === 'incomplete';
	return { cause: mayPass ? 'temporarily-unavailable' : 'configuration-invalid' };
}
