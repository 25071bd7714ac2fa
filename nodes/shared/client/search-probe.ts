import { LONGEST_COMPARED } from '../service/comparable';
import type { List } from '../service/pages';
import { type DataRecord, idOf } from '../service/records';
import type { ListPage } from './list-reader';

/** A page after this one is not asked for a record to search for. */
const LAST_PAGE = 10_000;

/**
 * Whether the search of a list finds a record by its value in a field, also in another letter case where that does not count.
 * Tries it with a record of the list.
 * @param recordsOf the records of a page, none beyond the end
 */
export async function isCovered(
	{ record: kind }: List,
	by: string,
	recordsOf: (page: number) => Promise<DataRecord[]>,
	search: (text: string) => Promise<ListPage>,
): Promise<boolean> {
	const known = await recordWith(by, recordsOf);
	if (!known) return false;
	const value = String(known[by]);
	const { ids } = await search(ignoresCase(by) ? inOtherCase(value) : value);
	return ids.includes(idOf(kind, known) ?? '');
}

/**
 * A record with a value in this field. Rather one whose value stands in no other field, since a service may search only in
 * names; but an address may be the own ID or the name of everybody. Rather an older one, since a search may not find the newest
 * ones yet. The newest end-users may be visitors without an address: looks at the pages 0, 1, 3, 7 and so on.
 */
async function recordWith(
	by: string,
	recordsOf: (page: number) => Promise<DataRecord[]>,
): Promise<DataRecord | undefined> {
	for (let page = 0; page <= LAST_PAGE; page = 2 * page + 1) {
		const records = await recordsOf(page);
		if (records.length === 0) return undefined;
		const filled = records.filter(({ [by]: value }) => String(value ?? '').trim() !== '');
		const usable = filled.filter(({ [by]: value }) => String(value).length <= LONGEST_COMPARED);
		const known = usable.findLast((record) => isOnlyIn(by, record)) ?? usable.at(-1);
		// Where all values are too long, other pages would be no better.
		if (known || filled.length > 0) return known;
	}
	return undefined;
}

/** Whether the value of this field stands in no other one. */
const isOnlyIn = (by: string, { [by]: value, ...others }: DataRecord) =>
	!mentioning(String(value))(others);

/** Whether a record has a text in any field, in any letter case. */
export function mentioning(text: string): (record: DataRecord) => boolean {
	const wanted = JSON.stringify(text).slice(1, -1).toLowerCase();
	return (record) => JSON.stringify(record).toLowerCase().includes(wanted);
}

const ignoresCase = (by: string) => by === 'data_mail' || by === 'title';

const inOtherCase = (text: string) =>
	text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
