import type { INodeProperties } from 'n8n-workflow';
import { forPanel } from '../../shared/node/operation';
import { changelogUpdateEvents } from './changelog-updates';
import { commentEvents } from './comments';
import { documentEvents } from './documents';
import { peopleEvents } from './people';
import { postEvents } from './posts';
import type { TriggerEvent } from './rule';

export const events: readonly TriggerEvent[] = [
	...changelogUpdateEvents,
	...commentEvents,
	...postEvents,
	...documentEvents,
	...peopleEvents,
].sort((a, b) => (a.name < b.name ? -1 : 1));

/** The menu: what most people look for stands first. */
export const eventNames = events
	.toSorted((a, b) => Number(b.value === 'newPost') - Number(a.value === 'newPost'))
	.map(({ name, value, description }) => {
		const action = name.replace(/(?<=[ -])[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
		return { name, value, action, description };
	});

export const chosenEvents: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	required: true,
	default: ['newPost'],
	description:
		'The events that start the workflow. Existing items are ignored on first activation.',
	options: eventNames,
};

export const existingItems: INodeProperties = {
	displayName: 'Existing Items',
	name: 'existingItems',
	type: 'options',
	default: 'ignore',
	description:
		'What to do on first activation with items that exist already. Events on changes and New Comment have none.',
	options: [
		{
			name: 'Deliver the Newest',
			value: 'newest',
			description: 'Fire for up to 100 of each event on new items, oldest first',
		},
		{
			name: 'Ignore',
			value: 'ignore',
			description: 'Fire only for what is created later',
		},
	],
};

export const ignoreWhileInactive: INodeProperties = {
	displayName: 'Ignore Items While Inactive',
	name: 'ignoreWhileInactive',
	type: 'boolean',
	default: false,
	description: 'Whether to ignore items created while the workflow was inactive',
};

/** The parameters of all events, each once, shown for the events that use it. Collections of filters come last. */
export const eventFields = [...new Set(events.flatMap(({ fields = [] }) => fields))]
	.sort((a, b) => Number(a.type === 'collection') - Number(b.type === 'collection'))
	.map((field): INodeProperties => {
		const shown = events.filter(({ fields = [] }) => fields.includes(field));
		const values = shown.map(({ value }) => value);
		return { ...forPanel(field), displayOptions: { show: { events: values } } };
	});
