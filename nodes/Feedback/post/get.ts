import { path } from '../../shared/client/path';
import { ifNotFound } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { post } from '../../shared/service/posts';
import { postId } from './fields';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get post',
		description: 'Retrieve a feedback post',
	},
	path: [postId],
	fields: [ifNotFound],
	output: { kind: post, isWhole: true },
	async execute(feedback, input) {
		return await feedback.get(path`/v1/post/${input.id(postId)}`, post);
	},
};
