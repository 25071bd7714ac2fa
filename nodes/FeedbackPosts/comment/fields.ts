import type { INodeProperties } from 'n8n-workflow';
import { locator } from '../../shared/node/fields';

/** Fields that more than one operation on a comment shows. */

export const commentId = locator(
	{
		displayName: 'Comment',
		name: 'commentId',
		required: true,
		typeOptions: { loadOptionsDependsOn: ['postId.value'] },
		description:
			'The comment to work on. Its ID is its comment_id; the list shows the comments of the chosen post.',
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
	description: 'What the comment says',
};

export const pinned: INodeProperties = {
	displayName: 'Pinned',
	name: 'pinned',
	type: 'boolean',
	default: false,
	description: 'Whether the comment stays at the top of the post',
};

export const isPublic: INodeProperties = {
	displayName: 'Public',
	name: 'public',
	type: 'boolean',
	default: false,
	description: 'Whether everyone who sees the post can see the comment, or only your team',
};
