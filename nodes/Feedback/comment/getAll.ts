import { path } from '../../shared/client/path';
import { changedBetween, createdBetween, filters, searchField } from '../../shared/node/fields';
import { locator } from '../../shared/node/locator';
import { getMany } from '../../shared/node/get-many';
import { commentList } from '../../shared/service/comments';
import { postId } from '../post/fields';

export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many comments',
		description: 'List the comments on a post. Some only the team may read (public is false).',
	},
	list: commentList,
	of: {
		field: postId,
		path: (input) => path`/v1/post/${input.id(postId)}/comments`,
	},
	fields: [
		filters([
			...changedBetween('comments'),
			...createdBetween('comments'),
			searchField('Only comments that contain these words', 'e.g. invoice'),
			locator(
				{
					displayName: 'Type',
					name: 'type',
					typeOptions: { loadOptionsDependsOn: ['postId.value'] },
					description: 'Only comments of this type',
				},
				'searchCommentTypes',
			),
		]),
	],
});
