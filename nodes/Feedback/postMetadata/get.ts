import { path } from '../../shared/client/path';
import { ifNotFound } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { postMetadata } from '../../shared/service/posts';
import { numeric } from '../../shared/service/values';
import { postId } from '../post/fields';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get metadata of post',
		description: 'Retrieve the metadata of a post',
	},
	path: [postId],
	fields: [ifNotFound],
	output: { kind: postMetadata, whole: false, gives: { feedback_id: numeric } },
	async execute(feedback, input) {
		const feedback_id = input.id('postId');
		const target = path`/v1/post/${feedback_id}/meta`;
		return await feedback.getAny(target, postMetadata, { defaults: { feedback_id } });
	},
};
