import type { Resource } from '../../shared/node/operation';
import { create } from './create';
import { del } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const changelogUpdateResource: Resource = {
	name: 'Changelog Update',
	value: 'changelogUpdate',
	description: 'News about the product, such as release notes',
	operations: [create, del, get, getAll, update],
};
