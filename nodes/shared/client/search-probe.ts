import { LONGEST_COMPARED } from '../service/comparable';
import type { List } from '../service/pages';
import { type DataRecord, idOf } from '../service/records';
import type { ListPage } from './list-reader';

/**
 * Whether the search of a list finds a record by its value in a field, also in another letter case where that does not count.
 * Tries it with a record of a page whose value stands in no other field, since a service may search only in names.
 */
export async function isCovered(
	{ record: kind }: List,
	by: string,
	{ records }: ListPage,
	search: (text: string) => Promise<ListPage>,
): Promise<boolean> {
	const known = records.find((record) => isOnlyIn(by, record));
	if (!known) return false;
	const value = String(known[by]);
	const { ids } = await search(ignoresCase(by) ? inOtherCase(value) : value);
	return ids.includes(idOf(kind, known) ?? '');
}

/** Whether a record has a value in this field, and in no other. */
function isOnlyIn(by: string, { [by]: value, ...others }: DataRecord): boolean {
	const text = String(value ?? '').toLowerCase();
	if (text.trim() === '' || text.length > LONGEST_COMPARED) return false;
	return !JSON.stringify(others).toLowerCase().includes(text);
}

const ignoresCase = (by: string) => by === 'data_mail' || by === 'title';

const inOtherCase = (text: string) =>
	text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
