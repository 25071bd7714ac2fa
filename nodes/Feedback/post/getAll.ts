import type { Field } from '../../shared/node/field';
import {
	changedBetween,
	createdBetween,
	filters,
	searchField,
	sorting,
} from '../../shared/node/fields';
import { segment } from '../../shared/node/locator';
import { ofAuthor, writtenBy } from '../../shared/node/author';
import { getMany } from '../../shared/node/get-many';
import { postList } from '../../shared/service/posts';
import { status, type } from './fields';
import { includeMetadata, withMetadata } from './metadata';
import { unansweredFor, waitsForAnswer } from './unanswered';

/** The filters for lists of posts. */
export const postFilters: Field[] = [
	...changedBetween('posts'),
	...createdBetween('posts'),
	writtenBy('posts of this end-user'),
	{
		displayName: 'Owner',
		name: 'owner',
		type: 'string',
		default: '',
		placeholder: 'e.g. 17',
		description: 'Only posts that the team member with this ID owns',
	},
	searchField('Only posts that contain these words', 'e.g. invoice'),
	segment('Only posts of end-users in this segment, by its ID'),
	status('filter', 'Only posts with this status'),
	type('Only posts of this type'),
];

export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many posts',
		description: 'List feedback posts, newest first by default',
	},
	list: postList,
	fields: [
		filters([...postFilters, unansweredFor]),
		sorting([
			{
				displayName: 'Sort By',
				name: 'sort',
				type: 'options',
				options: [
					{ name: 'Newest', value: 'new', description: 'Newest posts first' },
					{ name: 'Oldest', value: 'old', description: 'Oldest posts first' },
					{ name: 'Priority', value: 'priority', description: 'Highest priority first' },
					{ name: 'Recently Updated', value: 'updated', description: 'Last updated first' },
					{ name: 'Scoring', value: 'scoring', description: 'Highest score first' },
					{ name: 'Top', value: 'top', description: 'Most votes first' },
					{ name: 'Trending', value: 'trend', description: 'Most popular first' },
				],
				default: 'new',
				description: 'The order of the posts',
			},
		]),
		includeMetadata,
	],
	takes: ofAuthor,
	selects: waitsForAnswer,
	completes: (feedback, input) =>
		input.get(includeMetadata) ? async (posts) => await withMetadata(feedback, posts) : undefined,
});
