import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { describedBy } from '../shared/node/description';
import { methodsOf } from '../shared/node/methods';
import { subtitleOf } from '../shared/node/operation';
import { executeOf } from '../shared/node/run';
import { groupResource } from './group';
import { groupMemberResource } from './groupMember';

const resources = [groupResource, groupMemberResource];

export class FeedbackGroups implements INodeType {
	description: INodeTypeDescription = {
		...describedBy(resources),
		displayName: 'Customer Feedback Groups',
		name: 'feedbackGroups',
		icon: { light: 'file:../../icons/groups.svg', dark: 'file:../../icons/groups.dark.svg' },
		subtitle: subtitleOf(resources),
		description: 'Create and read groups of end-users and manage their members',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/nodes/groups.md',
		defaults: { name: 'Customer Feedback Groups' },
		usableAsTool: true,
	};

	methods = methodsOf(this.description.properties);

	execute = executeOf(resources);
}
