import type { RecordKind } from './records';
import { trueOrFalse, textual } from './values';

/** Content in the queue. Its answer is not shown (`queueContent` in docs/openapi.yaml), so this is what was sent. */
export const queueItem: RecordKind = {
	noun: 'queue item',
	hasNoOwnId: true,
	id: 'ref',
	fields: { queued: trueOrFalse, title: textual, ref: textual },
	simple: ['queued', 'title', 'ref'],
};
