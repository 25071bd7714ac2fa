import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { describedBy } from '../shared/node/description';
import { methodsOf } from '../shared/node/methods';
import { subtitleOf } from '../shared/node/operation';
import { executeOf } from '../shared/node/run';
import { documentResource } from './document';

const resources = [documentResource];

export class FeedbackDocuments implements INodeType {
	description: INodeTypeDescription = {
		...describedBy(resources),
		displayName: 'Customer Feedback Documents',
		name: 'feedbackDocuments',
		icon: { light: 'file:../../icons/documents.svg', dark: 'file:../../icons/documents.dark.svg' },
		subtitle: subtitleOf(resources),
		description: 'Create and read the documents of a customer feedback workspace',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/nodes/documents.md',
		defaults: { name: 'Customer Feedback Documents' },
		usableAsTool: true,
	};

	methods = methodsOf(this.description.properties);

	execute = executeOf(resources);
}
