import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { credentialTests } from '../shared/node/credential-test';
import { authentication, simplifySwitch } from '../shared/node/fields';
import { events } from './events';
import { poll } from './poll';

export class FeedbackTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Feedback Trigger',
		name: 'feedbackTrigger',
		icon: { light: 'file:../../icons/feedback.svg', dark: 'file:../../icons/feedback.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description: 'Starts a workflow on new feedback posts, changelog updates and more',
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
					'What starts the workflow. What is there when the workflow is activated does not; from then on each new thing comes once, oldest first.',
				options: events.map(({ option }) => option),
			},
			{
				displayName: 'Post Filters',
				name: 'postFilters',
				type: 'collection',
				placeholder: 'Add Filter',
				default: {},
				displayOptions: { show: { events: ['newPost', 'postChanged'] } },
				description: 'Changing a filter takes the posts that are there under it as known',
				options: [
					{
						displayName: 'Segment',
						name: 'segment',
						type: 'string',
						default: '',
						placeholder: 'e.g. enterprise',
						description: 'Only posts of end-users in this segment, by its ID',
					},
					{
						displayName: 'Status',
						name: 'filter',
						type: 'string',
						default: '',
						placeholder: 'e.g. open',
						description:
							'Only posts with this status, by its ID. A post that gets the status later is new to the trigger then.',
					},
					{
						displayName: 'Type',
						name: 'type',
						type: 'string',
						default: '',
						placeholder: 'e.g. feature',
						description: 'Only posts of this type, by its ID',
					},
				],
			},
			{
				displayName: 'Changelog Filters',
				name: 'changelogFilters',
				type: 'collection',
				placeholder: 'Add Filter',
				default: {},
				displayOptions: { show: { events: ['newChangelogUpdate'] } },
				description: 'Changing a filter takes the updates that are there under it as known',
				options: [
					{
						displayName: 'Status',
						name: 'status',
						type: 'options',
						default: 'published',
						description: 'Only updates with this status. Without it, published ones.',
						options: [
							{ name: 'Draft', value: 'draft' },
							{ name: 'Published', value: 'published' },
							{ name: 'Scheduled', value: 'scheduled' },
						],
					},
					{
						displayName: 'Type',
						name: 'type',
						type: 'string',
						default: '',
						placeholder: 'e.g. release',
						description: 'Only updates of this type, by its ID',
					},
				],
			},
			simplifySwitch,
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add option',
				default: {},
				options: [
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

	methods = { credentialTest: credentialTests };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
