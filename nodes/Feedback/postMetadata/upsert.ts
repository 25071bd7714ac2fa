import { ServiceFailure } from '../../shared/client/service-failure';
import { path } from '../../shared/client/path';
import { own } from '../../shared/node/field';
import { keyValues } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { filledMap } from '../../shared/node/sent';
import { postMetadata } from '../../shared/service/posts';
import type { DataRecord } from '../../shared/service/records';
import { numeric, textual } from '../../shared/service/values';
import { postId } from '../post/fields';

const metadata = own(
	keyValues({
		displayName: 'Metadata',
		name: 'metadata',
		required: true,
		description: 'The entries to store, one after the other',
		sent: filledMap,
	}),
);

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update metadata of post',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	path: [postId],
	fields: [metadata],
	output: {
		kind: postMetadata,
		whole: false,
		gives: { feedback_id: numeric, key: textual, value: textual },
	},
	async execute(feedback, input) {
		const target = path`/v1/post/${input.id(postId)}/meta`;
		const entries = Object.entries(input.get(metadata)!);
		const written: DataRecord[] = [];
		for (const [key, value] of entries) {
			const stored = feedback.put(target, postMetadata, { body: { key, value } });
			const { feedback_id } = await stored.catch((failure: unknown) => {
				const keys = written.map((entry) => entry.key).join(', ');
				if (failure instanceof ServiceFailure && keys !== '') {
					failure.done = `Stored before: ${feedback.quote(keys)}`;
				}
				throw failure;
			});
			written.push({ feedback_id, key, value });
		}
		return written;
	},
};
