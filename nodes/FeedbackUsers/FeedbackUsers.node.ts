import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { builderHint } from '../shared/node/builder-hint';
import { authentication, eitherCredential } from '../shared/node/fields';
import { methodsOf } from '../shared/node/methods';
import { subtitleOf, toProperties } from '../shared/node/operation';
import { executeOf } from '../shared/node/run';
import { endUserResource } from './endUser';

const resources = [endUserResource];

export class FeedbackUsers implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Feedback Users',
		name: 'feedbackUsers',
		icon: { light: 'file:../../icons/users.svg', dark: 'file:../../icons/users.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Read, change and delete the end-users who give feedback',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/nodes/users.md',
		defaults: { name: 'Customer Feedback Users' },
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
