import { changelogUpdateList, hasStatus } from '../../shared/service/changelog-updates';
import { fields } from '../prints';
import { changesOf, type EventSettings, type Rule, type WatchedEvent } from './event';

const updates = {
	list: changelogUpdateList,
	orderedBy: 'created',
	filters: 'changelogFilters',
	defaults: { status: 'published' },
	shows: { type: 'type' },
} as const;

const underStatus = ({ filters: { status } }: EventSettings): Pick<Rule, 'isWatched'> => ({
	isWatched: (record) => hasStatus(record, status),
});

/** `created` is when it was published, and changes when that is done again. */
const WATCHED_FIELDS = ['title', 'description', 'type', 'created'];
const watchedFields = fields(WATCHED_FIELDS, { named: ['type'] });

export const changelogUpdateEvents: readonly WatchedEvent[] = [
	{
		option: {
			name: 'Changelog Update Changed',
			value: 'changelogUpdateChanged',
			description:
				'When the title, description, type or date of a changelog update under the watched status differs from what was last seen. Among the newest 100 it is found at once, further down within some 20 polls for each 2,000.',
		},
		...updates,
		rule: (settings) => ({
			keeps: watchedFields,
			tellsFirst: false,
			...underStatus(settings),
			...changesOf(watchedFields, WATCHED_FIELDS),
		}),
	},
	{
		option: {
			name: 'New Changelog Update',
			value: 'newChangelogUpdate',
			description:
				'When a changelog update first shows under the watched status: a draft that is published later counts. Among the newest 100 it is found at once, further down within some 20 polls for each 2,000.',
		},
		...updates,
		rule: (settings) => ({ tellsFirst: true, ...underStatus(settings) }),
	},
];
