import { path } from '../../shared/client/path';
import { changed, created, filters, keyLocator } from '../../shared/node/fields';
import { getMany } from '../../shared/node/get-many';
import { commentList } from '../../shared/service/comments';
import { postId } from '../post/fields';
import { author, readers, takesComments } from './fields';

export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many comments',
		description: 'List the comments on a post',
	},
	list: commentList,
	takes: takesComments,
	of: {
		field: postId,
		path: (input) => path`/v1/post/${input.id('postId')}/comments`,
	},
	fields: [
		filters([
			author,
			...changed('comments'),
			...created('comments'),
			readers,
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. invoice',
				description: 'Only comments that contain these words',
			},
			keyLocator(
				{
					displayName: 'Type',
					name: 'type',
					typeOptions: { loadOptionsDependsOn: ['postId.value'] },
					description: 'Only comments of this type',
				},
				'searchCommentTypes',
				'e.g. comment',
			),
		]),
	],
});
