import type { Resource } from '../../shared/node/operation';
import { get } from './get';
import { upsert } from './upsert';

export const postMetadataResource: Resource = {
	name: 'Post Metadata',
	value: 'postMetadata',
	description: 'Your own keys and values on a post',
	operations: [upsert, get],
};
