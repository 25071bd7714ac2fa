import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { builderHint } from '../shared/node/builder-hint';
import { authentication, eitherCredential } from '../shared/node/fields';
import { methodsOf } from '../shared/node/methods';
import { subtitleOf, toProperties } from '../shared/node/operation';
import { executeOf } from '../shared/node/run';
import { queueItemResource } from './queueItem';

const resources = [queueItemResource];

export class FeedbackIntelligence implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Feedback Intelligence',
		name: 'feedbackIntelligence',
		icon: {
			light: 'file:../../icons/intelligence.svg',
			dark: 'file:../../icons/intelligence.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Send content to the intelligence queue',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/nodes/intelligence.md',
		defaults: { name: 'Customer Feedback Intelligence' },
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
