import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { builderHint } from '../shared/node/builder-hint';
import { authentication, eitherCredential } from '../shared/node/fields';
import { credentialTests, execute, listSearch } from '../shared/node/lazy';
import { subtitleOf, toProperties } from '../shared/node/operation';
import { changelogUpdateResource } from './changelogUpdate';

const resources = [changelogUpdateResource];

export class FeedbackChangelog implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Feedback Changelog',
		name: 'feedbackChangelog',
		icon: { light: 'file:../../icons/changelog.svg', dark: 'file:../../icons/changelog.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Create, read, change and delete changelog updates',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/nodes/changelog.md',
		defaults: { name: 'Customer Feedback Changelog' },
		usableAsTool: true,
		builderHint: builderHint(resources),
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: eitherCredential,
		properties: [authentication, ...toProperties(resources)],
	};

	methods = {
		credentialTest: credentialTests,
		listSearch: listSearch(this.description.properties),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this, resources);
	}
}
