import { differences } from './differences.js';

const recordsOf = (items) => items.all().map(({ json }) => json);
export default differences(recordsOf($('Saved Posts')), recordsOf($input), [
	'feedback_id',
	'title',
	'status',
	'type',
	'total_sum',
	'user_id',
	'data_mail',
	'description',
	'total_comments',
	'created',
	'updated',
]).map((json) => ({ json }));
