import type { INodePropertyOptions } from 'n8n-workflow';
import { changelogUpdateList } from '../shared/service/changelog-updates';
import { npsResponseList } from '../shared/service/nps-responses';
import type { List } from '../shared/service/pages';
import { postList } from '../shared/service/posts';
import type { Watch } from './watch';

/** Something a workflow can start on. */
export interface WatchedEvent extends Watch {
	option: INodePropertyOptions & { value: string };
	list: List;
	/** Asks for the order that `orderedBy` states. */
	order?: Readonly<Record<string, string>>;
	/** The parameter that holds its filters, in the names of the query. */
	filters?: 'postFilters' | 'changelogFilters';
	/** What is asked for where a filter is not filled in. */
	defaults?: Readonly<Record<string, string>>;
}

/** In alphabetical order, as they are shown. */
export const events: readonly WatchedEvent[] = [
	{
		option: {
			name: 'New Changelog Update',
			value: 'newChangelogUpdate',
			description:
				'When a changelog update first shows under the watched status: a draft that is published later counts. Among the newest 100 it is found at once, further down within 20 polls for each 2,000.',
		},
		list: changelogUpdateList,
		kind: changelogUpdateList.record,
		orderedBy: 'created',
		filters: 'changelogFilters',
		defaults: { status: 'published' },
	},
	{
		option: {
			name: 'New NPS Response',
			value: 'newNpsResponse',
			description:
				'When an NPS response first shows. A changed answer of the same end-user within 14 days keeps its ID, so it is not new.',
		},
		list: npsResponseList,
		kind: npsResponseList.record,
		orderedBy: 'created',
	},
	{
		option: {
			name: 'New Post',
			value: 'newPost',
			description:
				'When a feedback post first shows under the filters, whatever date it bears. Among the newest 100 it is found at once, further down within 20 polls for each 2,000.',
		},
		list: postList,
		kind: postList.record,
		orderedBy: 'created',
		order: { sort: 'new' },
		filters: 'postFilters',
	},
	{
		option: {
			name: 'Post Changed',
			value: 'postChanged',
			description:
				'When the status, title, type or description of a post differs from what was last seen. Several changes between two polls come as one, a change that is taken back in between is missed, and so is one beyond the 14,000 newest posts.',
		},
		list: postList,
		kind: postList.record,
		orderedBy: 'updated',
		order: { sort: 'updated' },
		compares: ['status', 'title', 'type', 'description'],
		filters: 'postFilters',
	},
];
