import type { Schemas } from './request-bodies';
import type { RecordKind } from './records';
import { flag, text } from './values';

/** Content in the intelligence queue. Its answer is not shown (Gaps in the endpoint list), so this is what was sent. */
export const queueItem: RecordKind = {
	noun: 'queue item',
	id: 'ref',
	fields: { queued: flag, title: text, ref: text },
	simple: ['queued', 'title', 'ref'],
};

/** POST /v1/intelligence/queue, body. Size limits are not shown. */
export const queueItemDraft = ({ z, requiredText, sentText }: Schemas) =>
	z.object({
		text: requiredText,
		title: sentText.optional(),
		ref: sentText.optional(),
		user_name: sentText.optional(),
		user_email: sentText.optional(),
		service: sentText.optional(),
	});
