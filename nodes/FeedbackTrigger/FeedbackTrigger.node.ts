import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { authentication, simplifySwitch } from '../shared/node/fields';
import { credentialTests, listSearch, once } from '../shared/node/on-demand';
import { events } from './events';
import { eventParameters } from './fields';

const polling = once(async () => await import('./poll'));

const listed = (of: 'name' | 'value') => JSON.stringify(events.map(({ option }) => option[of]));

/** The first of the chosen events as the menu names it, and how many more: "New Post + 2". */
const chosenEvents = `={{ (${listed('name')}[${listed('value')}.indexOf($parameter["events"][0])] ?? "") + ($parameter["events"].length > 1 ? " + " + ($parameter["events"].length - 1) : "") }}`;

export class FeedbackTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Feedback Trigger',
		name: 'feedbackTrigger',
		icon: { light: 'file:../../icons/feedback.svg', dark: 'file:../../icons/feedback.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: chosenEvents,
		description:
			'Starts a workflow on new and changed feedback posts, comments, votes, changelog updates and more',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/trigger.md',
		defaults: { name: 'Customer Feedback Trigger' },
		polling: true,
		triggerPanel: {
			header: 'See what it would deliver',
			executionsHelp:
				"<b>While you build</b>, choose Fetch Test Event: it shows the newest things that are there already, and changes nothing of what the trigger remembers. Where there are none, add one in the service first.<br><br><b>Once the workflow is published</b>, the trigger asks the service at every one of its Poll Times. What is there at the first poll starts nothing; after that each new thing comes once, oldest first. These executions show in the <a data-key='executions'>list of executions</a>, not here.",
			activationHint:
				'Once the workflow is published, it runs by itself when there is something new. These executions show in the list of executions, not here.',
		},
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
				placeholder: 'Add Option',
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
		listSearch: listSearch(
			'searchChangelogUpdateTypes',
			'searchPosts',
			'searchPostStatuses',
			'searchPostTypes',
		),
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { poll } = await polling();
		return await poll(this);
	}
}
