import type { Resource } from '../../shared/node/operation';
import { create } from './create';
import { del } from './delete';
import { findSimilar } from './findSimilar';
import { get } from './get';
import { getAll } from './getAll';
import { summarize } from './summarize';
import { update } from './update';

export const postResource: Resource = {
	name: 'Post',
	value: 'post',
	description: 'Feedback, such as a feature request, an idea or a bug report',
	operations: [create, del, findSimilar, get, getAll, summarize, update],
};
