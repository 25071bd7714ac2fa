import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';
import type { Resource } from './operation';
import type { PickerName } from './picker-table';

/**
 * Loads modules when somebody uses the node, since n8n loads all nodes of a package only to describe them. Each function
 * calls the module of its name.
 */

export async function execute(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const { run } = await import('./run');
	return await run(context, resources);
}

type Methods = Required<NonNullable<INodeType['methods']>>;

/** The search functions for the pickers of a node. */
export function listSearch(properties: readonly INodeProperties[]): Methods['listSearch'] {
	const names = new Set(JSON.stringify(properties).match(/(?<="searchListMethod":")\w+/g));
	const searches = [...names].map((name): [string, Methods['listSearch'][string]] => [
		name,
		async function (filter, paginationToken) {
			const { fillPicker } = await import('./pickers');
			return await fillPicker.call(this, name as PickerName, filter, paginationToken);
		},
	]);
	return Object.fromEntries(searches);
}

const credentialTest = (scheme: 'basic' | 'bearer'): Methods['credentialTest'][string] =>
	async function (credential) {
		const { testCredential } = await import('./credential-test');
		return await testCredential(this, scheme, credential);
	};

/** Named in `testedBy` of each node that takes the credential. */
export const credentialTests = {
	testFeedbackBearer: credentialTest('bearer'),
	testFeedbackBasic: credentialTest('basic'),
};
