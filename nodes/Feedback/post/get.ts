import { path } from '../../shared/client/path';
import { ifNotFound } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { post } from '../../shared/service/posts';
import { postId } from './fields';
import { includeMetadata, metadataOfRead } from './metadata';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get post',
		description: 'Retrieve a feedback post',
	},
	path: [postId],
	fields: [ifNotFound, includeMetadata],
	output: { kind: post, isWhole: true },
	async execute(feedback, input) {
		const feedback_id = input.id(postId);
		const isWanted = input.get(includeMetadata);
		const found = await feedback.get(path`/v1/post/${feedback_id}`, post);
		if (!isWanted) return found;
		return { ...found, metadata: await metadataOfRead(feedback, feedback_id) };
	},
};
