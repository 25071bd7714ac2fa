import { itemsOf } from '../shared/items-of.js';

const TWICE =
	'Several rows have this account_id, but not the same name and mrr. Give each account an ID of its own.';

/**
 * What people know an account by.
 * @param {Json} account
 */
const namedBy = ({ account_id, name, row, email }) => {
	const texts = [account_id ?? name ?? `row ${row}`, email];
	return texts
		.filter((one) => one !== undefined)
		.map((one) => (typeof one === 'object' ? JSON.stringify(one) : one))
		.join(' ');
};

// What is twice with other values, and what the nodes and the service refused.
const failed = [
	...itemsOf('Is One', 1).map((account) => ({ ...account, error: TWICE })),
	...itemsOf('Create Group', 1),
	...itemsOf('Add Member', 1),
];

export default failed.map((one) => ({
	json: { line: `${namedBy(one)}: ${one.error?.message ?? one.error}` },
}));
