import type { List } from './pages';
import type { RecordKind } from './records';
import { userSummary } from './user';
import { anything, numeric, text } from './values';

/** NPS response (promoter) - v1. */
export const npsResponse: RecordKind = {
	noun: 'NPS response',
	id: 'promoter_id',
	fields: {
		promoter_id: numeric,
		vote: numeric,
		updated: text,
		created: text,
		meta: anything,
		comment: text,
		user: userSummary,
	},
	simple: [
		'promoter_id',
		'vote',
		'comment',
		'user.data_name',
		'user.data_mail',
		'created',
		'updated',
		'meta.referrer',
		'user.user_id',
	],
};

/** GET /v1/promoter: `data` is the array itself. */
export const npsResponseList: List = {
	path: '/v1/promoter',
	record: npsResponse,
	containers: ['items', ''],
};
