import type { Resource } from '../../shared/node/operation';
import { upsert } from './upsert';

export const voteResource: Resource = {
	name: 'Vote',
	value: 'vote',
	operations: [upsert],
};
