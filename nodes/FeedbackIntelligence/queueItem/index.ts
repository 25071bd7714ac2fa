import type { Resource } from '../../shared/node/operation';
import { create } from './create';

export const queueItemResource: Resource = {
	name: 'Queue Item',
	value: 'queueItem',
	description: 'Content in which the service looks for feedback',
	operations: [create],
};
