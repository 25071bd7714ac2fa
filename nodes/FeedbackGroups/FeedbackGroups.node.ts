import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { builderHint } from '../shared/node/builder-hint';
import { methodsOf } from '../shared/node/methods';
import { subtitleOf, toProperties } from '../shared/node/operation';
import { executeOf } from '../shared/node/run';
import { groupResource } from './group';
import { groupMemberResource } from './groupMember';

const resources = [groupResource, groupMemberResource];

export class FeedbackGroups implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Feedback Groups',
		name: 'feedbackGroups',
		icon: { light: 'file:../../icons/groups.svg', dark: 'file:../../icons/groups.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Create and read groups of end-users and manage their members',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/nodes/groups.md',
		defaults: { name: 'Customer Feedback Groups' },
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
