import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { describedBy } from '../shared/node/description';
import { eitherCredential } from '../shared/node/fields';
import { methodsOf } from '../shared/node/methods';
import { subtitleOf } from '../shared/node/operation';
import { executeOf } from '../shared/node/run';
import { npsResponseResource } from './npsResponse';

const resources = [npsResponseResource];

export class Nps implements INodeType {
	description: INodeTypeDescription = {
		...describedBy(resources, eitherCredential),
		displayName: 'Customer Feedback NPS',
		// AI builders search for this name, and n8n 2.41 lists a node with exactly that name first.
		name: 'nps',
		icon: { light: 'file:../../icons/nps.svg', dark: 'file:../../icons/nps.dark.svg' },
		subtitle: subtitleOf(resources),
		description: 'Record and read NPS responses',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/nodes/nps.md',
		defaults: { name: 'Customer Feedback NPS' },
		usableAsTool: true,
	};

	methods = methodsOf(this.description.properties);

	execute = executeOf(resources);
}
