import { documentList } from '../../shared/service/documents';
import { changelogUpdateEvents } from './changelog-updates';
import { peopleEvents } from './people';
import { postEvents } from './posts';
import { changedNumber, type TriggerEvent, wholeNumber } from './rule';

export type * from './rule';

const version = changedNumber('current_version');

const documentEvents: readonly TriggerEvent[] = [
	{
		option: {
			name: 'New Document Version',
			value: 'newDocumentVersion',
			action: 'New document version',
			description:
				'Needs Bearer Token. Fires for each new version of a document, including the first.',
		},
		list: documentList,
		orderedBy: 'created',
		settings: () => ({}),
		rule: () => ({
			...version,
			news(change) {
				if (change.before) return version.news(change);
				return { to: wholeNumber(change.record.current_version) };
			},
		}),
	},
];

/** In the order of the menu, which is that of the alphabet. */
export const events: readonly TriggerEvent[] = [
	...changelogUpdateEvents,
	...postEvents,
	...documentEvents,
	...peopleEvents,
].sort((a, b) => (a.option.name < b.option.name ? -1 : 1));
