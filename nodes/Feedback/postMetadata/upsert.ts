import { path } from '../../shared/client/path';
import type { Field } from '../../shared/node/field';
import type { Operation } from '../../shared/node/operation';
import { anyText, namingText } from '../../shared/node/sent';
import { postMetadata } from '../../shared/service/posts';
import { numeric, textual } from '../../shared/service/values';
import { postId } from '../post/fields';

const key: Field = {
	displayName: 'Key',
	name: 'key',
	sent: namingText,
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. plan',
	description: 'The name of the entry',
};

const value: Field = {
	displayName: 'Value',
	name: 'value',
	sent: (given) => anyText(given ?? ''), // An empty text empties the entry: the API cannot delete one.
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. pro',
	description: 'The value of the entry. It replaces an existing value.',
};

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update metadata of post',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	path: [postId],
	fields: [key, value],
	output: {
		kind: postMetadata,
		gives: { feedback_id: numeric, key: textual, value: textual },
	},
	async execute(feedback, input) {
		const target = path`/v1/post/${input.id(postId)}/meta`;
		const body = input.body();
		const { feedback_id } = await feedback.put(target, postMetadata, { body });
		return { feedback_id, ...body };
	},
};
