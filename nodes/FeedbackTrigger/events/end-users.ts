import { endUserList } from '../../shared/service/end-users';
import type { WatchedEvent } from './event';

export const endUserEvents: readonly WatchedEvent[] = [
	{
		option: {
			name: 'New End-User',
			value: 'newEndUser',
			description:
				'When an end-user first shows in the list. The service only names that list in its documentation, so this holds as far as the list does.',
		},
		list: endUserList,
		orderedBy: 'created',
		order: { sort: 'created', sort_dir: 'DESC' },
		shows: {},
		rule: () => ({ tellsFirst: true }),
	},
];
