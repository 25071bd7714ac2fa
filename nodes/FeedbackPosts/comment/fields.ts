import type { INodeProperties } from 'n8n-workflow';
import { type Field, locator } from '../../shared/node/fields';

/** Fields that more than one operation on a comment shows. */

export const commentId = locator(
	{
		displayName: 'Comment',
		name: 'commentId',
		required: true,
		typeOptions: { loadOptionsDependsOn: ['postId.value'] },
		description: 'The comment, by ID (comment_id). The list shows the comments of the post.',
	},
	'searchComments',
	'e.g. 508',
);

export const comment: INodeProperties = {
	// Not 'Comment', which is the one to change: an AI agent tells fields apart by their labels alone.
	displayName: 'Comment Text',
	name: 'comment',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. Thank you, this is planned for the next release',
	description: 'The text of the comment',
};

export const pinned: INodeProperties = {
	displayName: 'Pinned',
	name: 'pinned',
	type: 'boolean',
	default: false,
	description: 'Whether to keep the comment at the top of the post',
};

export const isPublic: Field = {
	displayName: 'Public',
	hint: 'Off: only your team reads the comment. On: everyone who sees the post does.',
	name: 'public',
	isDecisive: true,
	type: 'boolean',
	default: false,
	description: 'Whether everyone who sees the post can read the comment, not only your team',
};
