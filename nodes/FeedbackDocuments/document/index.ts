import type { Resource } from '../../shared/node/operation';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';

export const documentResource: Resource = {
	name: 'Document',
	value: 'document',
	description: 'A plan, spec or decision, with all its versions',
	operations: [create, get, getAll],
};
