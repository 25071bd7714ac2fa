import type { Resource } from '../../shared/node/operation';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';

export const groupResource: Resource = {
	name: 'Group',
	value: 'group',
	description: 'A company, account or team of end-users',
	operations: [create, get, getAll],
};
