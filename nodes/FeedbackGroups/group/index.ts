import type { Resource } from '../../shared/node/operation';
import { create } from './create';

export const groupResource: Resource = {
	name: 'Group',
	value: 'group',
	operations: [create],
};
