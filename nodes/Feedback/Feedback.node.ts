import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { builderHint } from '../shared/node/builder-hint';
import { authentication } from '../shared/node/fields';
import { methodsOf } from '../shared/node/methods';
import { subtitleOf, toProperties } from '../shared/node/operation';
import { executeOf } from '../shared/node/run';
import { commentResource } from './comment';
import { postResource } from './post';
import { postMetadataResource } from './postMetadata';
import { voteResource } from './vote';

const resources = [postResource, commentResource, voteResource, postMetadataResource];

export class Feedback implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Feedback',
		name: 'feedback',
		icon: { light: 'file:../../icons/posts.svg', dark: 'file:../../icons/posts.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Work with feedback posts, comments, votes and metadata',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/nodes/feedback.md',
		defaults: { name: 'Customer Feedback' },
		usableAsTool: true,
		builderHint: builderHint(resources),
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// Same as `eitherCredential`, but written out: n8n's lint has to see in one node what tests each credential.
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
		properties: [authentication, ...toProperties(resources)],
	};

	methods = methodsOf(this.description.properties);

	execute = executeOf(resources);
}
