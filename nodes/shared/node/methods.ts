import type { INodeProperties, INodeType } from 'n8n-workflow';
import { testCredential } from './credential-test';
import type { PickerName } from './picker-table';
import { fillPicker } from './pickers';

type Methods = Required<Pick<NonNullable<INodeType['methods']>, 'credentialTest' | 'listSearch'>>;

/** What n8n calls of a node while somebody edits it: the tests of its credentials, and the lists of its pickers. */
export function methodsOf(properties: readonly INodeProperties[]): Methods {
	const names = JSON.stringify(properties).match(/(?<="searchListMethod":")\w+/g) ?? [];
	const searches = names.map((name) => [name, listOf(name as PickerName)] as const);
	return { credentialTest: credentialTests, listSearch: Object.fromEntries(searches) };
}

const listOf = (name: PickerName): Methods['listSearch'][string] =>
	async function (filter, paginationToken) {
		return await fillPicker.call(this, name, filter, paginationToken);
	};

/** Named in `testedBy` of each node that takes the credential. */
const credentialTests: Methods['credentialTest'] = {
	async testFeedbackBearer(credential) {
		return await testCredential(this, 'bearer', credential);
	},
	async testFeedbackBasic(credential) {
		return await testCredential(this, 'basic', credential);
	},
};
