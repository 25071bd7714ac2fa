import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { credentialTests } from '../shared/node/credential-test';
import { authentication, simplifySwitch } from '../shared/node/fields';
import {
	searchChangelogUpdateTypes,
	searchPosts,
	searchPostStatuses,
	searchPostTypes,
} from '../shared/node/pickers';
import { events } from './events';
import { eventParameters } from './parameters';
import { poll } from './poll';

export class FeedbackTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Feedback Trigger',
		name: 'feedbackTrigger',
		icon: { light: 'file:../../icons/feedback.svg', dark: 'file:../../icons/feedback.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description:
			'Starts a workflow on new and changed feedback posts, comments, votes, changelog updates and more',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback#trigger',
		defaults: { name: 'Customer Feedback Trigger' },
		polling: true,
		inputs: [],
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
		properties: [
			authentication,
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				required: true,
				default: ['newPost'],
				description:
					'What starts the workflow. What is there when the workflow is first activated does not; from then on each new thing comes once, oldest first, also what came while the workflow was switched off.',
				options: events.map(({ option }) => option),
			},
			...eventParameters,
			simplifySwitch,
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add option',
				default: {},
				options: [
					{
						displayName: 'Begin Anew When Activated',
						name: 'beginAnew',
						type: 'boolean',
						default: false,
						description:
							'Whether to pass over what came while the workflow was switched off. Without it, what came meanwhile is delivered when the workflow is activated again.',
					},
					{
						displayName: 'Changed NPS Answers',
						name: 'changedAnswers',
						type: 'boolean',
						default: false,
						displayOptions: { show: { '/events': ['newNpsResponse'] } },
						description:
							'Whether New NPS Response also fires when a response that was seen gets another score, with the former one as from and the new one as to. Changing this takes the responses that are there as known.',
					},
					{
						displayName: 'Re-Deliver After Crash',
						name: 'redeliver',
						type: 'boolean',
						default: false,
						description:
							'Whether to repeat the last batch after every restart of n8n. Without it, a crash in the few milliseconds between two saves of n8n can lose a batch; with it, nothing is lost, but expect the last batch twice and tell repeated items by their eventId. Not needed with the durable polling of n8n.',
					},
				],
			},
		],
	};

	methods = {
		credentialTest: credentialTests,
		listSearch: { searchPosts, searchPostStatuses, searchPostTypes, searchChangelogUpdateTypes },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
