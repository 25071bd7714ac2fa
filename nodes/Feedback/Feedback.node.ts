import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { describedBy } from '../shared/node/description';
import { eitherCredential } from '../shared/node/fields';
import { methodsOf } from '../shared/node/methods';
import { subtitleOf } from '../shared/node/operation';
import { executeOf } from '../shared/node/run';
import { commentResource } from './comment';
import { postResource } from './post';
import { postMetadataResource } from './postMetadata';
import { voteResource } from './vote';

const resources = [postResource, commentResource, voteResource, postMetadataResource];

export class Feedback implements INodeType {
	description: INodeTypeDescription = {
		...describedBy(resources, eitherCredential),
		displayName: 'Customer Feedback',
		name: 'feedback',
		icon: { light: 'file:../../icons/posts.svg', dark: 'file:../../icons/posts.dark.svg' },
		subtitle: subtitleOf(resources),
		description: 'Work with feedback posts, comments, votes and metadata',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/nodes/feedback.md',
		defaults: { name: 'Customer Feedback' },
		usableAsTool: true,
		// Same as `eitherCredential`, but written out: n8n's lint (0.48) has to see in one node what tests each credential.
		credentials: [
			{
				name: 'feedbackBearerApi',
				required: true,
				testedBy: 'testFeedbackBearer',
				displayOptions: { show: { authentication: ['feedbackBearerApi'] } },
			},
			{
				name: 'feedbackBasicApi',
				required: true,
				testedBy: 'testFeedbackBasic',
				displayOptions: { show: { authentication: ['feedbackBasicApi'] } },
			},
		],
	};

	methods = methodsOf(this.description.properties);

	execute = executeOf(resources);
}
