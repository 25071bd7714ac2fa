// Whose list a new key reads. Asked once, before the list is read: no other part of the reading knows that a key can change.
import type { FeedbackClient } from '../../shared/client/client';
import { type ListPage, ListReader } from '../../shared/client/list-reader';
import { isFingerprintOf } from '../../shared/node/key-hash';
import { idIn } from '../diff';
import type { WatchedList } from '../settings';
import type { Cursor } from '../snapshot/cursor';

/** Maximum number of pages that are read to find a known record: 10,000 new ones, and the page below them. */
const MOST_PAGES = 101;

/**
 * Whether the list is that of another workspace than the stored one. The `product_id` of its records shows it. Without one, it
 * is another if no record of the whole list is known. An empty list may be of any.
 * @throws ServiceFailure if the list cannot be read as far as that
 */
export async function isOfAnother(
	{ list, query, keyHash }: WatchedList,
	{ keyFingerprint, workspace, snapshot }: Cursor,
	client: Pick<FeedbackClient, 'page'>,
): Promise<boolean> {
	if (isFingerprintOf(keyHash, keyFingerprint) || snapshot.size === 0) return false;
	const inOrder = { query: { ...list.newestFirst?.created, ...query }, endsWithRepeats: true };
	const newReader = () => new ListReader(client, list, inOrder);
	const reader = newReader();
	let isEmpty = true;
	for (let number = 0; number < MOST_PAGES; number++) {
		const { records, more } = await readSurely(number, reader, newReader);
		const shown = records.map(({ product_id: id }) => id ?? undefined);
		const workspaces = shown.filter((id) => id !== undefined).map(String);
		if (workspace !== undefined && workspaces.length > 0) return !workspaces.includes(workspace);
		if (records.some((record) => snapshot.get(idIn(list, record) ?? ''))) return false;
		isEmpty &&= records.length === 0;
		if (more === 'no') break;
	}
	return !isEmpty;
}

/** Reads a page, and once more if it is empty, as that may be a mistake. */
export async function readSurely(
	number: number,
	reader: ListReader,
	/** Makes another one: the first one would take the page for one that comes again. */
	newReader: () => ListReader,
): Promise<ListPage> {
	const page = await reader.read(number);
	if (page.records.length > 0) return page;
	const again = await newReader().read(number);
	return again.records.length > 0 ? again : page;
}
