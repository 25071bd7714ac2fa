// Operations of the published nodes, run in the sandbox of a file that calls `ownWorkspace`.
import type { LoggedRequest } from '../sandbox/server.mts';
import { bearer, byId, execute, type Setup } from '../unit/n8n-context.mts';
import { exampleValues, fieldsNamed, toParameters, type Values } from './examples.mts';
import type { PublishedOperation } from './nodes.mts';
import { sandbox, things } from './own-workspace.mts';
import type { Fields } from './openapi.mts';
import { endpointOf } from './expectations.mts';

export const isList = ({ operation }: PublishedOperation) =>
	operation.option.value.startsWith('getAll');
export const isUpdate = ({ operation }: PublishedOperation) => operation.option.value === 'update';

/** Whether it reads pages of a list, whatever comes out. */
export const readsList = (one: PublishedOperation) =>
	isList(one) || endpointOf(one.key).isFolded === true;

/** Names of the node's fields that stand in the path. */
export const inPath = (one: PublishedOperation) =>
	[...endpointOf(one.key).request.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

export const documented = (one: PublishedOperation): Fields =>
	endpointOf(one.key).body ?? endpointOf(one.key).query ?? {};

export function idParameters(one: PublishedOperation, ids: object = things): Values {
	return Object.fromEntries(
		inPath(one).map((name) => {
			const [field] = fieldsNamed(one.operation, name);
			const id = (ids as Values)[name];
			if (id === undefined) {
				throw new Error(
					`No '${name}' to work on: let addThings of test/contract/workspace.mts make one`,
				);
			}
			return [name, field.type === 'resourceLocator' ? byId(id) : id];
		}),
	);
}

/** The same ID for whatever its path names, where nothing has to be there. */
export const sameId = (one: PublishedOperation, id: number | string): Values =>
	Object.fromEntries(inPath(one).map((name) => [name, id]));

/** A path with these ids in it. */
export const filledIn = (path: string, ids: object = things): string =>
	path.replace(/\{(\w+)\}/g, (_, name: string) => String((ids as Values)[name]));

/** Runs the operation with its ids and these values, given as they should be on the wire. */
export async function run(
	one: PublishedOperation,
	values: Values = {},
	setup: Partial<Setup> = {},
) {
	return await execute(one.node.Node, {
		credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
		...setup,
		parameters: {
			resource: one.resource.value,
			operation: one.operation.option.value,
			...idParameters(one),
			...toParameters(one.operation, values),
			...setup.parameters,
		},
	});
}

export const everyExample = (one: PublishedOperation) =>
	exampleValues(one.key, documented(one), things);

/** What the service needs, and nothing more. */
export function neededExamples(one: PublishedOperation): Values {
	const { needs = [] } = endpointOf(one.key);
	return Object.fromEntries(
		Object.entries(everyExample(one)).filter(([name]) => needs.includes(name)),
	);
}

/** The same with a change in it, where an update would be refused without any. */
export function fewestExamples(one: PublishedOperation): Values {
	const [change] = Object.entries(everyExample(one));
	return isUpdate(one) ? Object.fromEntries([change]) : neededExamples(one);
}

/** Without the first day of a period, which moves with the calendar. */
export function query({ path }: LoggedRequest): Values {
	const parameters = new URL(path, sandbox.baseUrl).searchParams;
	parameters.delete('date_start');
	return Object.fromEntries(parameters);
}

/** Whether it asks for what the first answer led to. */
export function isFurther(one: PublishedOperation, { method, path }: LoggedRequest): boolean {
	const pattern = endpointOf(one.key).then?.replace(/\{\w+\}/g, '\\d+');
	return (
		pattern !== undefined && new RegExp(`^${pattern}$`).test(`${method} ${path.split('?')[0]}`)
	);
}

/** A list that is searched by the node, or leads to further requests, is read in full pages. */
export const firstPage = (one: PublishedOperation, limit = 50, isLookedThrough = false) => ({
	page: '0',
	per_page: isLookedThrough || !isList(one) || endpointOf(one.key).then ? '100' : String(limit),
});
