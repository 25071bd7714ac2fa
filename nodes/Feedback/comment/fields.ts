import type { INodeProperties } from 'n8n-workflow';
import { type Field, own } from '../../shared/node/field';
import { endUserLocator, locator } from '../../shared/node/locator';
import type { Takes } from '../../shared/node/get-many';
import type { Input } from '../../shared/node/input';
import { isDataRecord } from '../../shared/service/records';

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

export const comment: INodeProperties = {
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

/** The API has no filter for these fields, so `takesComments` filters by them. */
export const author = own(
	endUserLocator({
		displayName: 'Author',
		name: 'author',
		description: 'Only comments of this end-user, by ID (user_id), email address or your own ID',
	}),
);

export const readers = own({
	displayName: 'Readers',
	name: 'readers',
	type: 'options',
	options: [
		{ name: 'Everyone', value: 'everyone', description: 'Public comments' },
		{ name: 'Team Only', value: 'team', description: 'Comments that are not public' },
	],
	default: 'everyone',
	description: 'Only comments that these people can read',
});

export function takesComments(input: Input): Takes | undefined {
	const [by, to] = [input.get(author), input.get(readers)];
	if (by === undefined && to === undefined) return undefined;
	return ({ user, public: isPublic }) =>
		(by === undefined || (isDataRecord(user) && user.user_id === by)) &&
		(to === undefined || (isPublic === true) === (to === 'everyone'));
}
