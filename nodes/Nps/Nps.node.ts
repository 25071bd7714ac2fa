import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { builderHint } from '../shared/node/builder-hint';
import { authentication, eitherCredential } from '../shared/node/fields';
import { credentialTests, execute, listSearch } from '../shared/node/lazy';
import { subtitleOf, toProperties } from '../shared/node/operation';
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

	methods = {
		credentialTest: credentialTests,
		listSearch: listSearch(this.description.properties),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this, resources);
	}
}
