import { path } from '../../shared/client/path';
import { ifNotFound } from '../../shared/node/fields';
import { deleted, type Operation } from '../../shared/node/operation';
import { post } from '../../shared/service/posts';
import { postId } from './fields';

export const del: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete post permanently',
		description: 'Permanently delete a feedback post',
	},
	notice: 'This deletes the post permanently. You cannot undo it.',
	path: [postId],
	fields: [ifNotFound],
	output: deleted(post),
	async execute(feedback, input) {
		return await feedback.delete(path`/v1/post/${input.id(postId)}`, post);
	},
};
