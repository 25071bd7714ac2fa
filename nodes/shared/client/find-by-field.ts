import type { List } from '../service/pages';
import type { DataRecord } from '../service/records';
import type { FeedbackClient } from './client';
import { type ListPage, ListReader } from './list-reader';
import { collect } from './walk';

/** Maximum characters of a list that is read to look something up: nobody asked for its records. */
export const LARGEST_LOOKUP = 64 * 1024 * 1024;

/** Maximum number of searches in an execution. For more values, the whole list is read. */
const MOST_SEARCHES = 30;

/**
 * Finds records of a list by the value of a field, in one execution. Searches for each value. Reads the whole list once
 * if it cannot be searched, if a search has more than a page, or if it does not find a record known to exist.
 */
class Finder {
	/** The first page of the list, and of each search. */
	private readonly pages = new Map<string, Promise<ListPage>>();
	/** The first search shows whether the list can be searched at all. */
	private first?: Promise<unknown>;
	/** Fields in which a search has found a value. */
	private readonly covered = new Set<string>();
	/** The whole list, by field and value. */
	private readonly indexes = new Map<string, Promise<Map<string, DataRecord[]>>>();
	/** Whether reading the list again may help: not after it was read again without success. */
	private isWorthAnotherLook = true;

	constructor(
		private readonly feedback: FeedbackClient,
		private readonly list: List,
	) {}

	/** The records with this value in this field, exactly; letter case counts in all but titles and email addresses. */
	async find(by: string, value: string): Promise<DataRecord[]> {
		await this.first?.catch(() => undefined);
		const search = this.search(by, value);
		this.first ??= search;
		const found = (await search) ?? (await this.listed(by, value));
		return found.filter(holding(by, value));
	}

	/**
	 * A record that the service says exists. The service may ignore letter case. If the list does not have it, the record
	 * is newer than the list, which is read once more.
	 */
	async findExisting(by: string, value: string): Promise<DataRecord | undefined> {
		const before = this.indexes.get(by);
		let found = await this.listed(by, value);
		if (found.length === 0 && before && this.isWorthAnotherLook) {
			if (this.indexes.get(by) === before) this.indexes.delete(by);
			found = await this.listed(by, value);
			this.isWorthAnotherLook = found.length > 0;
		}
		return found.find(holding(by, value)) ?? found.at(0);
	}

	/** @returns undefined if the whole list has to be read */
	private async search(by: string, value: string): Promise<DataRecord[] | undefined> {
		const mayAsk = this.pages.size < MOST_SEARCHES || this.pages.has(comparable(by, value));
		if (!this.list.isSearchable || this.indexes.has(by) || !mayAsk) return undefined;
		const { records, more } = await this.searched(by, value);
		if (more === 'no' && !this.covered.has(by)) {
			const first = await this.page('');
			const known = first.records.find((record) => Boolean(record[by]));
			if (known) await this.searched(by, String(known[by]));
		}
		return more === 'no' && this.covered.has(by) ? records : undefined;
	}

	private async searched(by: string, value: string): Promise<ListPage> {
		// One search for equal values, so that their items keep their order.
		const found = await this.page(comparable(by, value), value.trim());
		if (found.records.some(holding(by, value))) this.covered.add(by);
		return found;
	}

	private async page(name: string, search?: string): Promise<ListPage> {
		const { feedback, list } = this;
		// Without `has_more`, what fits on a page that is not full is all.
		const asked = { query: { ...list.order, search }, count: 0 };
		return await once(
			this.pages,
			name,
			async () => await new ListReader(feedback, list, asked).read(0),
		);
	}

	/** What the whole list holds under this value, in whatever case. */
	private async listed(by: string, value: string): Promise<DataRecord[]> {
		const index = await once(this.indexes, by, async () => {
			const found = new Map<string, DataRecord[]>();
			for (const record of await collect(this.feedback, {
				list: this.list,
				query: { ...this.list.order },
				mostCharacters: LARGEST_LOOKUP,
			})) {
				const name = loosely(String(record[by] ?? ''));
				if (!found.get(name)?.push(record)) found.set(name, [record]);
			}
			return found;
		});
		return index.get(loosely(value)) ?? [];
	}
}

/** Reads once for each key. A failure is not kept. */
export async function once<T>(made: Map<string, Promise<T>>, key: string, get: () => Promise<T>) {
	const reading = made.get(key) ?? get();
	made.set(key, reading);
	reading.catch(() => made.delete(key));
	return await reading;
}

const loosely = (text: string) => text.trim().toLowerCase();

/** The same text for values that count as the same in this field: letter case and blanks around say nothing in some. */
export function comparable(by: string, value: unknown): string {
	const text = String(value ?? '');
	return by === 'data_mail' || by === 'title' ? loosely(text) : text;
}

const holding = (by: string, value: string) => (record: DataRecord) =>
	comparable(by, record[by]) === comparable(by, value);

/** What finds records of this list in this execution. */
export function finderOf(feedback: FeedbackClient, list: List): Finder {
	return feedback.once(list, () => new Finder(feedback, list));
}
