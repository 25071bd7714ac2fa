import type { List } from './pages';
import type { RecordKind } from './records';
import { anything, each, flag, list, nested, numeric, text } from './values';

/** The author as posts, comments and NPS responses carry it (User summary; a post sends the first five only). */
export const userSummary = nested({
	...each(numeric, 'user_id', 'admin_id'),
	...each(text, 'data_name', 'data_mail', 'data_img', 'data_full_name'),
	...each(flag, 'sso', 'anonymous'),
	segments: list,
});

/** End-user - v1. */
export const endUser: RecordKind = {
	noun: 'end-user',
	id: 'user_id',
	fields: {
		...each(numeric, 'user_id', 'admin_id'),
		...each(text, 'data_id', 'data_name', 'data_full_name', 'data_mail', 'data_img'),
		anonymous: flag,
		segments: list,
		data: anything,
		data_system: nested({
			...each(text, 'ip', 'lat', 'lng', 'city', 'browser', 'country', 'platform'),
			...each(text, 'timezone', 'continent', 'user_agent', 'currency_code'),
			...each(text, 'browser_version', 'currency_symbol'),
		}),
		...each(numeric, 'stats_feedback', 'stats_votes', 'stats_comments'),
		...each(numeric, 'stats_satisfaction', 'stats_promoter', 'notify'),
		notify_settings: nested({ mention: flag, changelog: flag, subscribed: flag }),
		weight: numeric,
		...each(text, 'created', 'updated'),
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
