import type { RecordKind } from './records';
import { flag, text } from './values';

/** Content in the intelligence queue. Its answer is undocumented (Gaps in the endpoint list), so this is what was sent. */
export const queueItem: RecordKind = {
	noun: 'queue item',
	isUnlisted: true,
	id: 'ref',
	fields: { queued: flag, title: text, ref: text },
	simple: ['queued', 'title', 'ref'],
};
