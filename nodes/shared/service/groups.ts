import type { List } from './pages';
import type { RecordKind } from './records';
import { anything, each, trueOrFalse, nested, numeric, textual, textualOrNull } from './values';

/** Group - v2. Its `stats` may lag a change by up to an hour. */
export const group: RecordKind = {
	noun: 'group',
	id: 'group_id',
	fields: {
		...each(numeric, 'group_id', 'weight', 'mrr'),
		...each(textual, 'data_id', 'name', 'type'),
		meta: anything,
		stats: nested({
			...each(numeric, 'users', 'feedback', 'votes', 'comments', 'satisfaction', 'promoter'),
			active: textualOrNull,
		}),
		...each(textual, 'created', 'updated'),
	},
	simple: ['group_id', 'data_id', 'name', 'type', 'weight', 'mrr', 'created', 'updated'],
};

/** A group that was created or already existed; `existed` is our own field. */
export const createdGroup: RecordKind = {
	...group,
	fields: { ...group.fields, existed: trueOrFalse },
	simple: [...group.simple, 'existed'],
};

/** Only named (`listGroups` in docs/openapi.yaml), so every known form of a list is accepted. */
export const groupList: List = {
	path: '/v2/groups',
	record: group,
	containers: ['items', 'groups', ''],
};

/** Group membership record - v2. */
export const groupMember: RecordKind = {
	noun: 'group member',
	id: 'user_id',
	fields: { group_id: numeric, user_id: numeric },
	simple: ['group_id', 'user_id'],
};
