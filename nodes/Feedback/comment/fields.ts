import type { INodeProperties } from 'n8n-workflow';
import type { Field } from '../../shared/node/field';
import { locator } from '../../shared/node/locator';

/** Fields that several operations on comments share. */

export const commentId = locator(
	{
		displayName: 'Comment',
		name: 'commentId',
		required: true,
		typeOptions: { loadOptionsDependsOn: ['postId.value'] },
		description: 'The comment, by ID (comment_id). The list shows the comments of the post.',
	},
	'searchComments',
);

export const text: INodeProperties = {
	// Not 'Comment', the label of the comment to change: an AI agent sees nothing but the labels of fields.
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
