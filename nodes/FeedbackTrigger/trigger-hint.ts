import { type BuilderHint, typeOf } from '../shared/node/builder-hint';
import { type RecordKind, simpleFields } from '../shared/service/records';
import { textual } from '../shared/service/values';
import { events } from './events';
import { recordOf } from './events/rule';

const outputOf = (kind: RecordKind) => {
	const names = events.filter((one) => recordOf(one) === kind).map(({ value }) => value);
	const fields = { event: textual, ...simpleFields(kind), eventId: textual };
	return `Output of ${names.join(', ')}: ${typeOf(fields)}`;
};

/** AI builders add a schedule and a step that removes duplicates unless they read that the trigger does both. */
export const triggerHint: BuilderHint = {
	searchHint:
		'Polls, and delivers each item once: add no schedule and no deduplication. If n8n crashes, an item may repeat with the same eventId: use it as the key where you write.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-customer-feedback.feedback',
			relationHint: 'Reads, changes, comments on or votes for the post of an item',
		},
	],
	extraTypeDefContent: [
		{
			content: [
				'Existing items are ignored on first activation. For them, too, set options.existingItems to newest: add no Get Many.',
				...events.map(({ value, description }) => `${value}: ${description}`),
				...new Set(events.map((event) => outputOf(recordOf(event)))),
			].join('\n'),
		},
	],
};
