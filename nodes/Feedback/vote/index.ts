import type { Resource } from '../../shared/node/operation';
import { upsert } from './upsert';

export const voteResource: Resource = {
	name: 'Vote',
	value: 'vote',
	description: 'The vote of an end-user for a post',
	operations: [upsert],
};
