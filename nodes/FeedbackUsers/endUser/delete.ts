import { path } from '../../shared/client/path';
import { ifNotFound } from '../../shared/node/fields';
import { deleted, type Operation } from '../../shared/node/operation';
import { endUser } from '../../shared/service/end-users';
import { userId } from './fields';

export const del: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete end-user permanently',
		description:
			'Permanently delete an end-user. Their posts, comments and responses stay without the name.',
	},
	notice:
		'This deletes the end-user permanently and takes the name off their posts, comments and responses. You cannot undo it.',
	path: [userId],
	fields: [ifNotFound],
	renames: () => ({ data_mail: '', data_id: '' }),
	output: deleted(endUser),
	async execute(feedback, input) {
		return await feedback.delete(path`/v1/user/${input.id(userId)}`, endUser);
	},
};
