import { differences } from './differences.js';

const recordsOf = (items) => items.all().map(({ json }) => json);
export default differences(recordsOf($('Saved Comments')), recordsOf($input), [
	'comment_id',
	'feedback_id',
	'comment',
	'data_name',
	'user_id',
	'data_mail',
	'admin_id',
	'public',
	'created',
	'updated',
]).map((json) => ({ json }));
