import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { describedBy } from '../shared/node/description';
import { eitherCredential } from '../shared/node/fields';
import { methodsOf } from '../shared/node/methods';
import { subtitleOf } from '../shared/node/operation';
import { executeOf } from '../shared/node/run';
import { queueItemResource } from './queueItem';

const resources = [queueItemResource];

export class FeedbackIntelligence implements INodeType {
	description: INodeTypeDescription = {
		...describedBy(resources, eitherCredential),
		displayName: 'Customer Feedback Intelligence',
		name: 'feedbackIntelligence',
		icon: {
			light: 'file:../../icons/intelligence.svg',
			dark: 'file:../../icons/intelligence.dark.svg',
		},
		subtitle: subtitleOf(resources),
		description: 'Send content to the intelligence queue',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/nodes/intelligence.md',
		defaults: { name: 'Customer Feedback Intelligence' },
		usableAsTool: true,
	};

	methods = methodsOf(this.description.properties);

	execute = executeOf(resources);
}
