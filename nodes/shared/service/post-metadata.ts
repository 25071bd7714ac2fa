import type { RecordKind } from './records';
import { numeric, text } from './values';

/** Post metadata - v1: the fields of a record are not shown, so it stays as sent; `feedback_id` is ours. */
export const postMetadata: RecordKind = {
	noun: 'metadata',
	id: 'feedback_id',
	fields: { feedback_id: numeric, key: text, value: text },
	simple: ['feedback_id', 'key', 'value'],
};
