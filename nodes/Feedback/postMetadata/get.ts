import { ifNotFound } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { postMetadata } from '../../shared/service/posts';
import { readRecord } from '../../shared/service/records';
import { postId } from '../post/fields';
import { metadataOf } from '../post/metadata';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get metadata of post',
		description: 'Retrieve the metadata of a post',
	},
	path: [postId],
	fields: [ifNotFound],
	output: { kind: postMetadata },
	async execute(feedback, input) {
		const feedback_id = input.id(postId);
		const metadata = await metadataOf(feedback, feedback_id);
		return readRecord(postMetadata, { feedback_id, metadata })!;
	},
};
