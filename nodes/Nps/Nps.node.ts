import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { builderHint } from '../shared/node/builder-hint';
import { authentication, eitherCredential } from '../shared/node/fields';
import { methodsOf } from '../shared/node/methods';
import { subtitleOf, toProperties } from '../shared/node/operation';
import { executeOf } from '../shared/node/run';
import { npsResponseResource } from './npsResponse';

const resources = [npsResponseResource];

export class Nps implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Feedback NPS',
		// AI builders search for this name, and n8n lists a node with exactly that name first.
		name: 'nps',
		icon: { light: 'file:../../icons/nps.svg', dark: 'file:../../icons/nps.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Record and read NPS responses',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/nodes/nps.md',
		defaults: { name: 'Customer Feedback NPS' },
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
