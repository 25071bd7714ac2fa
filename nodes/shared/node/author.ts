import { type DataRecord, isDataRecord } from '../service/records';
import { own } from './field';
import type { Takes } from './get-many';
import type { Input } from './input';
import { endUserLocator } from './locator';

const author = own(endUserLocator({ displayName: 'End-User', name: 'endUser' }));

/**
 * A filter that no list of the API has.
 * @param what the records of the list and what their end-user does, such as "posts that this end-user wrote"
 */
export const writtenBy = (what: string): typeof author => ({
	...author,
	description: `Only ${what}, by ID (user_id), email address or your own ID (data_id). The API cannot filter by it: the node reads the list.`,
});

/** Takes the records of the end-user who is chosen, if one is. */
export function ofAuthor(input: Input): Takes | undefined {
	const id = input.get(author);
	if (id === undefined) return undefined;
	return ({ user }: DataRecord) => isDataRecord(user) && String(user.user_id) === String(id);
}
