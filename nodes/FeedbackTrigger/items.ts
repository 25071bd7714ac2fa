import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { inTexts } from '../shared/node/output-form';
import { type DataRecord, simplify } from '../shared/service/records';
import type { Occurrence } from './comparison';
import { recordOf } from './events/rule';
import type { Settings } from './settings';
import { oldestFirst } from './snapshot/snapshot';

/** The items for the workflow, oldest first. Each has the event, its fields, the record, and the ID of the occurrence. */
export function toItems(
	occurrences: readonly Occurrence[],
	settings: Pick<Settings, 'feedback' | 'simplify' | 'longestLine'>,
): INodeExecutionData[] {
	return occurrences.toSorted(oldestFirst).map(({ watched, eventId, record, post, adds }) => {
		const { event } = watched;
		const kind = recordOf(event);
		const ofPost = post && { postTitle: post.title };
		const ofEvent = { event: event.value, ...ofPost, ...adds };
		const found: DataRecord = { ...(post && { feedback_id: post.feedback_id }), ...record };
		// A deleted post has no page.
		const whole = event.recordPath ? found : settings.feedback.linked(found);
		const changed = Array.isArray(adds.changedFields) ? (adds.changedFields as string[]) : [];
		// Also what changed, which Simplify may leave out.
		const named = Object.fromEntries(changed.map((name) => [name, whole[name]]));
		const shown = settings.simplify ? { ...simplify(kind, whole), ...named } : whole;
		// Spread twice: first for the order of columns in n8n, then to win over record fields with the same name.
		const written = { ...ofEvent, ...shown, ...ofEvent, eventId };
		const json = { ...inTexts(kind, written, settings), event: event.value, eventId };
		return { json: json as IDataObject };
	});
}
