import type { INodeProperties } from 'n8n-workflow';
import { filters, keyLocator, locator } from '../shared/node/fields';

/** Filters that show for these events. */
const filtersOf = (
	events: string[],
	field: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
	options: INodeProperties[],
): INodeProperties => ({ ...filters(options), ...field, displayOptions: { show: { events } } });

/** What is chosen for some of the events only. */
export const eventParameters: INodeProperties[] = [
	{
		displayName: 'Fields to Watch',
		name: 'fieldsToWatch',
		type: 'multiOptions',
		default: ['description', 'status', 'title', 'type'],
		displayOptions: { show: { events: ['postChanged'] } },
		description:
			'Post Changed fires when one of these fields changes. The former status and type are returned with it.',
		options: [
			{ name: 'Description', value: 'description' },
			{ name: 'Status', value: 'status' },
			{ name: 'Title', value: 'title' },
			{ name: 'Type', value: 'type' },
		],
	},
	{
		displayName: 'Votes to Reach',
		name: 'votes',
		type: 'number',
		required: true,
		default: 10,
		displayOptions: { show: { events: ['postReachedVotes'] } },
		description: 'Post Reached Vote Threshold fires once when a post reaches this number',
	},
	{
		displayName: 'Votes Counted',
		name: 'votesCounted',
		type: 'options',
		default: 'total_sum',
		displayOptions: { show: { events: ['postReachedVotes', 'postVotesChanged'] } },
		description: 'Which number of a post counts as its votes',
		options: [
			{ name: 'Up Votes', value: 'total_up' },
			{ name: 'Up Votes Minus Down Votes', value: 'total_sum' },
		],
	},
	filtersOf(
		['postStatusChanged'],
		{
			displayName: 'Status Change',
			name: 'statusChange',
			description: 'Fire only for these status changes',
		},
		[
			keyLocator(
				{
					displayName: 'From',
					name: 'from',
					description: 'Only changes of posts that had this status',
				},
				'searchPostStatuses',
				'e.g. open',
			),
			keyLocator(
				{ displayName: 'To', name: 'to', description: 'Only changes to this status' },
				'searchPostStatuses',
				'e.g. planned',
			),
		],
	),
	filtersOf(
		['newComment'],
		{
			displayName: 'Comment Filters',
			name: 'commentFilters',
			description: 'Fire only for these comments',
		},
		[
			locator(
				{
					displayName: 'Post',
					name: 'post',
					description: 'Only comments on this post',
				},
				'searchPosts',
				'e.g. 4711',
			),
			{
				displayName: 'Replies',
				name: 'replies',
				type: 'boolean',
				default: true,
				description: 'Whether replies to comments fire, too',
			},
		],
	),
	filtersOf(
		[
			'newComment',
			'newPost',
			'postChanged',
			'postReachedVotes',
			'postStatusChanged',
			'postVotesChanged',
		],
		{ displayName: 'Post Filters', name: 'postFilters', description: 'Fire only for these posts' },
		[
			{
				displayName: 'Segment',
				name: 'segment',
				type: 'string',
				default: '',
				placeholder: 'e.g. enterprise',
				description: 'Only posts of end-users in this segment, by its ID',
			},
			keyLocator(
				{
					displayName: 'Status',
					name: 'filter',
					description:
						'Only posts with this status. New Post also fires when a post gets this status later.',
				},
				'searchPostStatuses',
				'e.g. open',
			),
			keyLocator(
				{ displayName: 'Type', name: 'type', description: 'Only posts of this type' },
				'searchPostTypes',
				'e.g. feature',
			),
		],
	),
	filtersOf(
		['changelogUpdateChanged', 'newChangelogUpdate'],
		{
			displayName: 'Changelog Filters',
			name: 'changelogFilters',
			description: 'Fire only for these changelog updates',
		},
		[
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				default: 'published',
				description: 'Only updates with this status. Defaults to published.',
				options: [
					{ name: 'Draft', value: 'draft' },
					{ name: 'Published', value: 'published' },
					{ name: 'Scheduled', value: 'scheduled' },
				],
			},
			keyLocator(
				{ displayName: 'Type', name: 'type', description: 'Only updates of this type' },
				'searchChangelogUpdateTypes',
				'e.g. release',
			),
		],
	),
	filtersOf(
		['newNpsResponse'],
		{
			displayName: 'NPS Filters',
			name: 'npsFilters',
			description: 'Fire only for responses with these scores',
		},
		[
			{
				displayName: 'Highest Score',
				name: 'highest',
				type: 'number',
				default: 10,
				description: 'Only responses with this score or a lower one',
			},
			{
				displayName: 'Lowest Score',
				name: 'lowest',
				type: 'number',
				default: 0,
				description: 'Only responses with this score or a higher one',
			},
			{
				displayName: 'Score Group',
				name: 'group',
				type: 'options',
				default: 'detractor',
				description: 'Only responses with a score of this group',
				options: [
					{ name: 'Detractors (0 to 6)', value: 'detractor' },
					{ name: 'Passives (7 and 8)', value: 'passive' },
					{ name: 'Promoters (9 and 10)', value: 'promoter' },
				],
			},
		],
	),
];
