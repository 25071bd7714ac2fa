import { documentList } from '../../shared/service/documents';
import { count } from '../prints';
import { fromTo, type WatchedEvent } from './event';

const version = count('current_version');

export const documentEvents: readonly WatchedEvent[] = [
	{
		option: {
			name: 'New Document Version',
			value: 'newDocumentVersion',
			description:
				'When the current version of a document is another one than when it was last seen; a new document comes with its first. The service only names the list of documents in its documentation, so this holds as far as the list does. Needs Bearer Token.',
		},
		list: documentList,
		orderedBy: 'created',
		shows: {},
		rule: () => ({ keeps: version, tellsFirst: true, says: fromTo(version, 'current_version') }),
	},
];
