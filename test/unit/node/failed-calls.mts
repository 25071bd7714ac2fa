// Calls that failed, and what n8n shows of them.
import { type INode, NodeApiError } from 'n8n-workflow';
import { expect } from 'vitest';
import { create } from '../../../nodes/Feedback/post/create';
import { ServiceFailure } from '../../../nodes/shared/client/service-failure';
import { path, type Path } from '../../../nodes/shared/client/path';
import { toFailedItem, toNodeError } from '../../../nodes/shared/node/failure';
import type { Problem } from '../../../nodes/shared/service/problems';

export const node: INode = {
	id: '1',
	name: 'Posts',
	type: 'n8n-nodes-customer-feedback.feedback',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	credentials: { feedbackBearerApi: { id: '1', name: 'Acme <live>' } },
};

interface Asked {
	tries?: number;
	waitedMs?: number;
	repeatable?: boolean;
	operation?: typeof create;
	identifier?: string;
	user?: string;
	host?: string;
	method?: 'POST' | 'PUT' | 'GET';
	path?: Path;
	earlierInDoubt?: boolean;
}

export function failureOf(
	problem: Problem,
	{ tries = 1, waitedMs = 0, earlierInDoubt, operation: _, ...asked }: Asked = {},
): ServiceFailure {
	const target = path`/v1/post/${12}/comment/${7}`;
	const call = { method: 'POST', path: target, repeatable: false, ...asked } as const;
	return new ServiceFailure(problem, call, tries, waitedMs, earlierInDoubt);
}

/** A problem, what the error says, and how the request was made. */
export type Explained = [
	what: string,
	problem: Problem,
	message: string | RegExp | undefined,
	description?: string | RegExp,
	asked?: Asked,
];

/** Expects the error to say this, and an item of a workflow that goes on to say the same. */
export function expectExplained([, problem, message, description, asked = {}]: Explained): void {
	const where = { node, operation: asked.operation ?? create, itemIndex: 3 };
	const error = toNodeError(failureOf(problem, asked), where) as NodeApiError;
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error.context).toMatchObject({ itemIndex: 3, data: { tries: asked.tries ?? 1 } });
	expect(error.httpCode).toBe(String(problem.status ?? problem.key ?? 'none'));
	for (const [said, given] of [
		[message, error.message],
		[description, error.description],
	]) {
		if (said instanceof RegExp) expect(String(given).replaceAll('<br>', ' ')).toMatch(said);
		else if (said !== undefined) expect(given).toBe(said);
	}
	// What n8n stores with the execution.
	expect(JSON.stringify({ ...error, message: error.message })).not.toMatch(/authorization/i);
	expect(toFailedItem(failureOf(problem, asked), where)).toEqual({
		json: {
			error: {
				message: error.message,
				description: asText(String(error.description)),
				httpCode: error.httpCode,
				...(problem.key !== undefined && { key: problem.key }),
				...(problem.fields && { errors: problem.fields }),
			},
		},
		pairedItem: { item: 3 },
	});
}

/** What n8n shows of a description, which it takes for HTML. */
export function asText(html: string): string {
	const text = html.replaceAll('<br>', '\n');
	expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
	return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
