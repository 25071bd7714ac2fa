import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { describedBy } from '../shared/node/description';
import { eitherCredential } from '../shared/node/fields';
import { methodsOf } from '../shared/node/methods';
import { subtitleOf } from '../shared/node/operation';
import { executeOf } from '../shared/node/run';
import { changelogUpdateResource } from './changelogUpdate';

const resources = [changelogUpdateResource];

export class FeedbackChangelog implements INodeType {
	description: INodeTypeDescription = {
		...describedBy(resources, eitherCredential),
		displayName: 'Customer Feedback Changelog',
		name: 'feedbackChangelog',
		icon: { light: 'file:../../icons/changelog.svg', dark: 'file:../../icons/changelog.dark.svg' },
		subtitle: subtitleOf(resources),
		description: 'Create, read, change and delete changelog updates',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/nodes/changelog.md',
		defaults: { name: 'Customer Feedback Changelog' },
		usableAsTool: true,
	};

	methods = methodsOf(this.description.properties);

	execute = executeOf(resources);
}
