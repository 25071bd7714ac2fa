import type { Resource } from '../../shared/node/operation';
import { create } from './create';
import { getAll } from './getAll';

export const npsResponseResource: Resource = {
	name: 'NPS Response',
	value: 'npsResponse',
	operations: [create, getAll],
};
