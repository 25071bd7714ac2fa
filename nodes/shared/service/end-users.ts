import type { List } from './pages';
import type { RecordKind } from './records';
import { anything, each, trueOrFalse, list, nested, numeric, textual } from './values';

/** The author as posts, comments and NPS responses carry it (User summary; a post sends the first five only). */
export const userSummary = nested({
	...each(numeric, 'user_id', 'admin_id'),
	...each(textual, 'data_name', 'data_mail', 'data_img', 'data_full_name'),
	...each(trueOrFalse, 'sso', 'anonymous'),
	segments: list,
});

/** End-user - v1. */
export const endUser: RecordKind = {
	noun: 'end-user',
	id: 'user_id',
	fields: {
		...each(numeric, 'user_id', 'admin_id'),
		...each(textual, 'data_id', 'data_name', 'data_full_name', 'data_mail', 'data_img'),
		anonymous: trueOrFalse,
		segments: list,
		data: anything,
		data_system: nested({
			...each(textual, 'ip', 'lat', 'lng', 'city', 'browser', 'country', 'platform'),
			...each(textual, 'timezone', 'continent', 'user_agent', 'currency_code'),
			...each(textual, 'browser_version', 'currency_symbol'),
		}),
		...each(numeric, 'stats_feedback', 'stats_votes', 'stats_comments'),
		...each(numeric, 'stats_satisfaction', 'stats_promoter', 'notify'),
		notify_settings: nested({
			mention: trueOrFalse,
			changelog: trueOrFalse,
			subscribed: trueOrFalse,
		}),
		weight: numeric,
		...each(textual, 'created', 'updated'),
	},
	simple: [
		'user_id',
		'data_id',
		'data_name',
		'data_full_name',
		'data_mail',
		'anonymous',
		'stats_feedback',
		'stats_votes',
		'created',
		'updated',
	],
};

/** GET /v1/users, which is undocumented. The forms of lists in /v1 and in /v2 are accepted. */
export const endUserList: List = {
	path: '/v1/users',
	record: endUser,
	containers: ['items', 'users', ''],
	isSearchable: true,
	newestFirst: {
		created: { sort: 'created', sort_dir: 'DESC' },
		updated: { sort: 'updated', sort_dir: 'DESC' },
	},
};
