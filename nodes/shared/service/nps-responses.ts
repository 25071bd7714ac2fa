import { userSummary } from './end-users';
import type { List } from './pages';
import type { RecordKind } from './records';
import { anything, each, numeric, textual } from './values';

/** NPS response (promoter) - v1. */
export const npsResponse: RecordKind = {
	noun: 'NPS response',
	id: 'promoter_id',
	fields: {
		...each(numeric, 'promoter_id', 'vote'),
		...each(textual, 'updated', 'created', 'comment'),
		meta: anything,
		user: userSummary,
	},
	simple: [
		'promoter_id',
		'vote',
		'comment',
		['user', 'data_name'],
		['user', 'data_mail'],
		'created',
		'updated',
		['meta', 'referrer'],
		['user', 'user_id'],
	],
};

/** The scores of each group, both ends included. */
export const scoreGroups = {
	detractor: [0, 6],
	passive: [7, 8],
	promoter: [9, 10],
} as const;

type ScoreGroup = keyof typeof scoreGroups;

/** The group of a score; undefined if it is not a score. */
export function groupOf(score: unknown): ScoreGroup | undefined {
	const names = Object.keys(scoreGroups) as ScoreGroup[];
	return names.find((name) => {
		const [lowest, highest] = scoreGroups[name];
		return Number.isInteger(score) && Number(score) >= lowest && Number(score) <= highest;
	});
}

/** GET /v1/promoter: `data` is the array itself. */
export const npsResponseList: List = {
	path: '/v1/promoter',
	record: npsResponse,
	containers: ['items', ''],
};
