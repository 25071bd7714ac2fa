import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { authentication } from '../shared/node/fields';
import { credentialTests, execute, listSearch } from '../shared/node/lazy';
import { toProperties } from '../shared/node/operation';
import { npsResponseResource } from './npsResponse';

const resources = [npsResponseResource];

export class FeedbackNps implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Feedback NPS',
		name: 'feedbackNps',
		icon: { light: 'file:../../icons/nps.svg', dark: 'file:../../icons/nps.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Record and read NPS responses',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/nodes/nps.md',
		defaults: { name: 'Customer Feedback NPS' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
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

	methods = { credentialTest: credentialTests, listSearch: listSearch('searchEndUsers') };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this, resources);
	}
}
