import type { Resource } from '../../shared/node/operation';
import { create } from './create';
import { getAll } from './getAll';
import { summarize } from './summarize';

export const npsResponseResource: Resource = {
	name: 'NPS Response',
	value: 'npsResponse',
	description: 'The score that an end-user gives, with a comment',
	operations: [create, getAll, summarize],
};
