import type { INodeProperties } from 'n8n-workflow';
import { keyLocator, locator } from '../shared/node/fields';

/** What is chosen for some of the events only. */
export const eventParameters: INodeProperties[] = [
	{
		displayName: 'Fields to Watch',
		name: 'fieldsToWatch',
		type: 'multiOptions',
		default: ['description', 'status', 'title', 'type'],
		displayOptions: { show: { events: ['postChanged'] } },
		description:
			'Post Changed fires when one of these differs from what was last seen. The former status and type come with it; of title and description it is only known that they changed.',
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
		description:
			'Post Reached Votes fires once for each post that comes to this number. Changing it takes the posts that have come to it already as known.',
	},
	{
		displayName: 'Votes Counted',
		name: 'votesCounted',
		type: 'options',
		default: 'total_sum',
		displayOptions: { show: { events: ['postReachedVotes', 'postVotesChanged'] } },
		description:
			'Which number of a post counts as its votes. Changing it takes what is there as known.',
		options: [
			{ name: 'Up Votes', value: 'total_up' },
			{ name: 'Up Votes Minus Down Votes', value: 'total_sum' },
		],
	},
	{
		displayName: 'Status Filters',
		name: 'statusFilters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		displayOptions: { show: { events: ['postStatusChanged'] } },
		description:
			'Which changes of status fire; a change that does not pass is remembered all the same',
		options: [
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
	},
	{
		displayName: 'Comment Filters',
		name: 'commentFilters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		displayOptions: { show: { events: ['newComment'] } },
		description: 'Which comments fire; one that does not pass is remembered all the same',
		options: [
			locator(
				{
					displayName: 'Post',
					name: 'post',
					description:
						'Only comments of this post. Changing it takes the comments that are there as known.',
				},
				'searchPosts',
				'e.g. 4711',
			),
			{
				displayName: 'Replies',
				name: 'replies',
				type: 'boolean',
				default: true,
				description: 'Whether replies to comments fire too',
			},
		],
	},
	{
		displayName: 'Post Filters',
		name: 'postFilters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		displayOptions: {
			show: {
				events: [
					'newComment',
					'newPost',
					'postChanged',
					'postReachedVotes',
					'postStatusChanged',
					'postVotesChanged',
				],
			},
		},
		description: 'Changing a filter takes the posts that are there under it as known',
		options: [
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
						'Only posts with this status. For New Post, a post that gets it later is new then; for Post Changed and Post Status Changed, getting it and losing it are changes.',
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
	},
	{
		displayName: 'Changelog Filters',
		name: 'changelogFilters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		displayOptions: { show: { events: ['changelogUpdateChanged', 'newChangelogUpdate'] } },
		description: 'Changing a filter takes the updates that are there under it as known',
		options: [
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				default: 'published',
				description: 'Only updates with this status. Without it, published ones.',
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
	},
	{
		displayName: 'NPS Filters',
		name: 'npsFilters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		displayOptions: { show: { events: ['newNpsResponse'] } },
		description:
			'Which responses fire, by their score; one that does not pass is remembered all the same',
		options: [
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
				default: 1,
				description: 'Only responses with this score or a higher one',
			},
			{
				displayName: 'Score Group',
				name: 'group',
				type: 'options',
				default: 'detractor',
				description: 'Only responses with a score of this group',
				options: [
					{ name: 'Detractors (1 to 6)', value: 'detractor' },
					{ name: 'Passives (7 and 8)', value: 'passive' },
					{ name: 'Promoters (9 and 10)', value: 'promoter' },
				],
			},
		],
	},
];
