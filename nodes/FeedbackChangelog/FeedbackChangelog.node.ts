import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { builderHint } from '../shared/node/builder-hint';
import { authentication, eitherCredential } from '../shared/node/fields';
import { methodsOf } from '../shared/node/methods';
import { subtitleOf, toProperties } from '../shared/node/operation';
import { executeOf } from '../shared/node/run';
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

	methods = methodsOf(this.description.properties);

	execute = executeOf(resources);
}
