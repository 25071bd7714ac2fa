import type { Resource } from '../../shared/node/operation';
import { create } from './create';
import { del } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { getAllOfPosts } from './getAllOfPosts';
import { update } from './update';

export const commentResource: Resource = {
	name: 'Comment',
	value: 'comment',
	description: 'What somebody writes below a post',
	operations: [create, del, get, getAll, getAllOfPosts, update],
};
