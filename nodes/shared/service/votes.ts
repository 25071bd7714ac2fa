import type { RecordKind } from './records';
import { numeric } from './values';

/** A vote on a post. Its answer is not shown (Gaps in the endpoint list), so this is what was sent. */
export const vote: RecordKind = {
	noun: 'vote',
	isUnlisted: true,
	id: 'feedback_id',
	fields: { feedback_id: numeric, user_id: numeric, vote: numeric },
	simple: ['feedback_id', 'user_id', 'vote'],
};
