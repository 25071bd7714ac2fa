import type { List } from './pages';
import type { RecordKind } from './records';
import { anything, flag, list, nested, numeric, text } from './values';

/** End-user - v1. */
export const endUser: RecordKind = {
	noun: 'end-user',
	id: 'user_id',
	fields: {
		user_id: numeric,
		admin_id: numeric,
		data_id: text,
		anonymous: flag,
		data_name: text,
		data_full_name: text,
		data_mail: text,
		data_img: text,
		segments: list,
		data: anything,
		data_system: nested({
			ip: text,
			lat: text,
			lng: text,
			city: text,
			browser: text,
			country: text,
			platform: text,
			timezone: text,
			continent: text,
			user_agent: text,
			currency_code: text,
			browser_version: text,
			currency_symbol: text,
		}),
		stats_feedback: numeric,
		stats_votes: numeric,
		stats_comments: numeric,
		stats_satisfaction: numeric,
		stats_promoter: numeric,
		notify: numeric,
		notify_settings: nested({ mention: flag, changelog: flag, subscribed: flag }),
		weight: numeric,
		created: text,
		updated: text,
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

/** GET /v1/users, which the specification does not show: read as the lists of /v1 and of /v2 look. */
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
