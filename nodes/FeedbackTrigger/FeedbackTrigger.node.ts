import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';
import {
	authentication,
	eitherCredential,
	longestLine,
	simplifySwitch,
	texts,
} from '../shared/node/fields';
import { forPanel } from '../shared/node/operation';
import { methodsOf } from '../shared/node/methods';
import { Poll } from './n8n-poll';
import { triggerHint } from './trigger-hint';
import {
	chosenEvents,
	eventFields,
	eventNames,
	existingItems,
	ignoreWhileInactive,
} from './events';
import { checkZod } from './zod-version';

const listed = (of: 'name' | 'value') => JSON.stringify(eventNames.map((event) => event[of]));

/** The menu name of the first chosen event, and the number of other events: "New Post + 2". */
const subtitle = `={{ (${listed('name')}[${listed('value')}.indexOf($parameter["events"][0])] ?? "") + ($parameter["events"].length > 1 ? " + " + ($parameter["events"].length - 1) : "") }}`;

export class FeedbackTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Feedback Trigger',
		name: 'feedbackTrigger',
		icon: { light: 'file:../../icons/feedback.svg', dark: 'file:../../icons/feedback.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle,
		description:
			'Starts a workflow on new and changed feedback posts, comments, votes, changelog updates and more',
		documentationUrl:
			'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/trigger.md',
		defaults: { name: 'Customer Feedback Trigger' },
		polling: true,
		builderHint: triggerHint,
		triggerPanel: {
			header: 'Fetch a test event',
			executionsHelp:
				"<b>While you build</b>, choose Fetch Test Event to show the newest items.<br><br><b>Once published</b>, the workflow runs for new items, as the <a data-key='executions'>executions</a> show.",
			activationHint:
				'Once the workflow is published, it runs when something is new. These executions show in the list of executions, not here.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: eitherCredential,
		properties: [
			authentication,
			chosenEvents,
			...eventFields,
			simplifySwitch,
			forPanel(texts),
			forPanel(longestLine),
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [existingItems, ignoreWhileInactive],
			},
		],
	};

	methods = methodsOf(this.description.properties);

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		checkZod(this.getNode());
		return await (await import('./poll')).run(new Poll(this));
	}
}
