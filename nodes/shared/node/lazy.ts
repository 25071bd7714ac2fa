import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	LoggerProxy,
} from 'n8n-workflow';
import { tooOld } from '../service/zod-version';
import type { Resource } from './operation';
import type { PickerName } from './picker-table';

/**
 * Loads modules when somebody uses the node, since n8n loads all nodes of a package only to describe them. Each function
 * calls the module of its name.
 */

// Shown in the log right after the package was installed.
if (tooOld !== undefined) LoggerProxy.error(tooOld);

/** Loads a module with the first call. @throws Error if zod is too old */
export async function load<T>(module: () => Promise<T>): Promise<T> {
	if (tooOld !== undefined) throw new Error(tooOld);
	return await module();
}

export async function execute(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const { run } = await load(async () => await import('./run'));
	return await run(context, resources);
}

type Methods = Required<NonNullable<INodeType['methods']>>;

/** The search functions for the pickers of a node. */
export function listSearch(properties: readonly INodeProperties[]): Methods['listSearch'] {
	const names = new Set(JSON.stringify(properties).match(/(?<="searchListMethod":")\w+/g));
	const searches = [...names].map((name): [string, Methods['listSearch'][string]] => [
		name,
		async function (filter, paginationToken) {
			const { search } = await load(async () => await import('./pickers'));
			return await search.call(this, name as PickerName, filter, paginationToken);
		},
	]);
	return Object.fromEntries(searches);
}

const credentialTest = (scheme: 'basic' | 'bearer'): Methods['credentialTest'][string] =>
	async function (credential) {
		if (tooOld !== undefined) return { status: 'Error', message: tooOld };
		const { testCredential } = await import('./credential-test');
		return await testCredential(this, scheme, credential);
	};

/** Named in `testedBy` of each node that takes the credential. */
export const credentialTests = {
	testFeedbackBearer: credentialTest('bearer'),
	testFeedbackBasic: credentialTest('basic'),
};
