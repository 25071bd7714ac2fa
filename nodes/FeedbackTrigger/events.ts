import type { INodePropertyOptions } from 'n8n-workflow';
import { changelogUpdateList, hasStatus } from '../shared/service/changelog-updates';
import { npsResponseList } from '../shared/service/nps-responses';
import type { List } from '../shared/service/pages';
import { postList } from '../shared/service/posts';
import type { DataRecord } from '../shared/service/records';
import { ids, prints } from './keeping';
import type { Keeping } from './seen';

/** Something a workflow can start on. */
export interface WatchedEvent {
	option: INodePropertyOptions & { value: string };
	list: List;
	/** The timestamp by which the list comes newest first, if the service keeps to it. */
	orderedBy: string;
	/** Asks for that order. */
	order?: Readonly<Record<string, string>>;
	/** The fields whose change is news; where there are none, a thing is news when it is first seen. */
	compares?: readonly string[];
	/** The parameter that holds its filters, in the names of the query. */
	filters?: 'postFilters' | 'changelogFilters';
	/** What is asked for where a filter is not filled in. */
	defaults?: Readonly<Record<string, string>>;
	/** Filters that records show by themselves, each with the field that shows it. */
	shows: Readonly<Record<string, string>>;
	/** What else a record says of itself; `false` only where it surely is not watched. */
	isWatched?(record: DataRecord, filters: Filters): boolean;
}

/** What is filled in of the filters, in the names of the query. */
export type Filters = Readonly<Record<string, unknown>>;

/** An event with the settings of the node. */
export interface Watched {
	event: WatchedEvent;
	filters: Filters;
	query: Readonly<Record<string, unknown>>;
	/** Base URL, event and query: what was seen under another one says nothing. */
	scope: string;
	/** Tells keys apart, without telling the key. */
	account: string;
}

/** How the things of an event are remembered. */
export const keepingOf = ({ compares }: WatchedEvent): Keeping => (compares ? prints : ids);

/** Whether a filter lets everything pass. */
export const isEverything = (value: unknown) => value === undefined || value === 'all';

const FILTERS_OF_POSTS = { filter: 'status', type: 'type' };

/** In alphabetical order, as they are shown. */
export const events: readonly WatchedEvent[] = [
	{
		option: {
			name: 'New Changelog Update',
			value: 'newChangelogUpdate',
			description:
				'When a changelog update first shows under the watched status: a draft that is published later counts. Among the newest 100 it is found at once, further down within some 20 polls for each 2,000.',
		},
		list: changelogUpdateList,
		orderedBy: 'created',
		filters: 'changelogFilters',
		defaults: { status: 'published' },
		shows: { type: 'type' },
		isWatched: (record, { status }) => hasStatus(record, status),
	},
	{
		option: {
			name: 'New NPS Response',
			value: 'newNpsResponse',
			description:
				'When an NPS response first shows. A changed answer of the same end-user within 14 days keeps its ID, so it is not new.',
		},
		list: npsResponseList,
		orderedBy: 'created',
		shows: {},
	},
	{
		option: {
			name: 'New Post',
			value: 'newPost',
			description:
				'When a feedback post first shows under the filters, whatever date it bears. Among the newest 100 it is found at once, further down within some 20 polls for each 2,000.',
		},
		list: postList,
		orderedBy: 'created',
		order: { sort: 'new' },
		filters: 'postFilters',
		shows: FILTERS_OF_POSTS,
	},
	{
		option: {
			name: 'Post Changed',
			value: 'postChanged',
			description:
				'When the status, title, type or description of a post differs from what was last seen. Under a filter, coming to pass it and ceasing to pass it count too. Several changes between two polls come as one, a change that is taken back in between is missed, and so is one beyond the 14,000 newest posts.',
		},
		list: postList,
		orderedBy: 'updated',
		order: { sort: 'updated' },
		compares: ['status', 'title', 'type', 'description'],
		filters: 'postFilters',
		shows: FILTERS_OF_POSTS,
	},
];
