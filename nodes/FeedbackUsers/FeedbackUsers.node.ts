import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { describedBy } from '../shared/node/description';
import { eitherCredential } from '../shared/node/fields';
import { methodsOf } from '../shared/node/methods';
import { subtitleOf } from '../shared/node/operation';
import { executeOf } from '../shared/node/run';
import { endUserResource } from './endUser';

const resources = [endUserResource];

export class FeedbackUsers implements INodeType {
	description: INodeTypeDescription = {
		...describedBy(resources, eitherCredential),
		displayName: 'Customer Feedback Users',
		name: 'feedbackUsers',
		icon: { light: 'file:../../icons/users.svg', dark: 'file:../../icons/users.dark.svg' },
		subtitle: subtitleOf(resources),
		description: 'Read, change and delete the end-users who give feedback',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/nodes/users.md',
		defaults: { name: 'Customer Feedback Users' },
		usableAsTool: true,
	};

	methods = methodsOf(this.description.properties);

	execute = executeOf(resources);
}
