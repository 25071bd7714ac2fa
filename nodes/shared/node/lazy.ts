import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	LoggerProxy,
} from 'n8n-workflow';
import { tooOld } from '../service/zod-version';
import type { Resource } from './operation';

/**
 * What a node needs only when somebody uses it, loaded then: n8n loads every node of a package to describe it. Each does
 * what the module of that name does.
 */

// Whoever reads the log after installing the package should know before anybody uses it.
if (tooOld !== undefined) LoggerProxy.error(tooOld);

/** What Node.js loads with the first call. @throws Error beside a zod that is too old to run it */
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

/** The functions that fill the lists of a node: one for each that its fields refer to. */
export function listSearch(properties: readonly INodeProperties[]): Methods['listSearch'] {
	const names = new Set(JSON.stringify(properties).match(/(?<="searchListMethod":")\w+/g));
	const searches = [...names].map((name): [string, Methods['listSearch'][string]] => [
		name,
		async function (filter, paginationToken) {
			const { search } = await load(async () => await import('./pickers'));
			return await search.call(this, name, filter, paginationToken);
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
