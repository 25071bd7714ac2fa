import type { Resource } from '../../shared/node/operation';
import { del } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const endUserResource: Resource = {
	name: 'End-User',
	value: 'endUser',
	description: 'A person who gives feedback',
	operations: [del, get, getAll, update],
};
