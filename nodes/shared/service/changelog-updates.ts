import type { List } from './pages';
import type { DataRecord, RecordKind } from './records';
import { each, trueOrFalse, list, nested, numeric, textual, utcMs } from './values';

/** Changelog update - v1. */
export const changelogUpdate: RecordKind = {
	noun: 'changelog update',
	id: 'changelog_id',
	fields: {
		...each(numeric, 'changelog_id', 'product_id', 'feedback_id'),
		...each(textual, 'title', 'description', 'description_html', 'type', 'segment'),
		settings: nested({ link: textual, link_text: textual, link_color: textual }),
		files: list,
		...each(trueOrFalse, 'scheduled', 'draft', 'announcement', 'notify', 'notify_delay'),
		...each(trueOrFalse, 'reactions', 'can_edit', 'can_delete'),
		created: textual,
		...each(numeric, 'enabled', 'queue'),
		stats: nested(each(numeric, 'announcements', 'pageviews', 'emails', 'clicks')),
	},
	simple: [
		'changelog_id',
		'title',
		'type',
		'draft',
		'scheduled',
		'created',
		'description',
		'segment',
		['stats', 'pageviews'],
		'feedback_id',
	],
	added: ['post_url'],
	html: ['description', 'description_html'],
};

/** GET /v1/updates. */
export const changelogUpdateList: List = {
	path: '/v1/updates',
	record: changelogUpdate,
	isSearchable: true,
};

/**
 * The status of a changelog update (`listUpdates` in docs/openapi.yaml) from the fields of its record; undefined if they
 * do not say. A scheduled update counts as published once its time has come. That time is read as UTC, as dates are sent.
 */
export function statusOf({
	draft,
	scheduled,
	created,
}: DataRecord): 'draft' | 'scheduled' | 'published' | undefined {
	if (isTrue(draft)) return 'draft';
	if (isTrue(scheduled) && isToCome(created)) return 'scheduled';
	return draft === undefined ? undefined : 'published';
}

/** Whether a flag is true, in any form that services of this kind write. */
export const isTrue = (flag: unknown) => [true, 1, '1', 'true'].includes(flag as never);

const isToCome = (time: unknown) => utcMs(String(time)) > Date.now();
