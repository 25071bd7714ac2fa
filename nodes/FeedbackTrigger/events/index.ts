import type { INodeProperties } from 'n8n-workflow';
import type { Field } from '../../shared/node/field';
import { forPanel } from '../../shared/node/operation';
import { changelogUpdateEvents } from './changelog-updates';
import { commentEvents } from './comments';
import { documentEvents } from './documents';
import { peopleEvents } from './people';
import { postEvents } from './posts';
import type { TriggerEvent } from './rule';

/** In the order of the menu: by name. */
export const events: readonly TriggerEvent[] = [
	...changelogUpdateEvents,
	...commentEvents,
	...postEvents,
	...documentEvents,
	...peopleEvents,
].sort((a, b) => (a.name < b.name ? -1 : 1));

/** The parameters of all events, each once, shown for the events that use it. Collections of filters come last. */
function shownFor(of: (event: TriggerEvent) => readonly Field[], parameter: string) {
	const own = [...new Set(events.flatMap(of))].sort(
		(a, b) => Number(a.type === 'collection') - Number(b.type === 'collection'),
	);
	return own.map((field): INodeProperties => {
		const shown = events.filter((event) => of(event).includes(field));
		const values = shown.map(({ value }) => value);
		return { ...forPanel(field), displayOptions: { show: { [parameter]: values } } };
	});
}

/** The menu. */
export const eventNames = events.map(({ name, value, description }) => {
	const action = name.replace(/(?<=[ -])[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
	return { name, value, action, description };
});
export const eventFields = shownFor(({ fields = [] }) => fields, 'events');
export const eventOptions = shownFor(({ options = [] }) => options, '/events');
