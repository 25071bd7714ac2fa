import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { builderHint } from '../shared/node/builder-hint';
import { methodsOf } from '../shared/node/methods';
import { subtitleOf, toProperties } from '../shared/node/operation';
import { executeOf } from '../shared/node/run';
import { documentResource } from './document';

const resources = [documentResource];

export class FeedbackDocuments implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Feedback Documents',
		name: 'feedbackDocuments',
		icon: { light: 'file:../../icons/documents.svg', dark: 'file:../../icons/documents.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Create and read the documents of a customer feedback workspace',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/nodes/documents.md',
		defaults: { name: 'Customer Feedback Documents' },
		usableAsTool: true,
		builderHint: builderHint(resources),
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// Bearer alone: /v2 takes nothing else (Authentication, 1).
		credentials: [{ name: 'feedbackBearerApi', required: true, testedBy: 'testFeedbackBearer' }],
		properties: toProperties(resources),
	};

	methods = methodsOf(this.description.properties);

	execute = executeOf(resources);
}
