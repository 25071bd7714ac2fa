import { LARGEST_PAGE, type List } from '../service/pages';
import type { DataRecord } from '../service/records';
import type { FeedbackClient } from './client';
import { collect, SMALLEST_PAGE } from './walk';

/** How many values are searched for in an execution, before the whole list is read. */
const MOST_SEARCHES = 30;

/**
 * Finds records of a list by what they hold, in one execution. Searches for each value, or reads the list once: where it
 * cannot be searched, where a search finds more than a page, and where it does not even find a record that is known to
 * exist, since it may cover other fields only.
 */
class Finder {
	private readonly searches = new Map<string, Promise<DataRecord[] | undefined>>();
	/** The first one shows whether the list can be searched at all. */
	private first?: Promise<unknown>;
	/** Whether a search finds what a field holds. */
	private readonly covered = new Map<string, Promise<boolean>>();
	/** The whole list, by what a field holds. */
	private readonly indexes = new Map<string, Promise<Map<string, DataRecord[]>>>();
	/** A list that was read again without finding it is not read another time. */
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
	 * The record that has this value in this field as the service sees it, which may take `Acme` for `acme`. It is there, so
	 * where it was not when the list was read, that is read once more.
	 */
	async findExisting(by: string, value: string): Promise<DataRecord | undefined> {
		const before = this.indexes.get(by);
		const found = await this.listed(by, value);
		if (found.length > 0 || !before || !this.isWorthAnotherLook) return best(found, by, value);
		if (this.indexes.get(by) === before) this.indexes.delete(by);
		const now = await this.listed(by, value);
		this.isWorthAnotherLook = now.length > 0;
		return best(now, by, value);
	}

	/** @returns undefined where the list has to be read, from then on for all values */
	private async search(by: string, value: string): Promise<DataRecord[] | undefined> {
		// One search for all that counts as the same, so that their rows are also written in the order they came.
		const name = comparable(by, value);
		const mayAsk = this.searches.size < MOST_SEARCHES || this.searches.has(name);
		if (!this.list.isSearchable || this.indexes.has(by) || !mayAsk) return undefined;
		const found = await this.searched(by, value);
		if (found?.some(holding(by, value))) this.covered.set(by, Promise.resolve(true));
		const isBelieved = found && (await once(this.covered, by, async () => await this.covers(by)));
		return isBelieved ? found : undefined;
	}

	/** Whether a search finds a record of the first page. */
	private async covers(by: string): Promise<boolean> {
		const query = { per_page: LARGEST_PAGE };
		const { records } = await this.feedback.page(this.list, 0, { query });
		const known = records.find((record) => Boolean(record[by]));
		const value = String(known?.[by]);
		return known ? ((await this.searched(by, value))?.some(holding(by, value)) ?? false) : false;
	}

	/** What a search finds, unless that is more than a page. */
	private async searched(by: string, value: string): Promise<DataRecord[] | undefined> {
		return await once(this.searches, comparable(by, value), async () => {
			const query = { per_page: LARGEST_PAGE, search: LOOSE.includes(by) ? value.trim() : value };
			const { records, hasMore } = await this.feedback.page(this.list, 0, { query });
			return (hasMore ?? records.length >= SMALLEST_PAGE) ? undefined : records;
		});
	}

	/** What the whole list holds under this value, in whatever case. */
	private async listed(by: string, value: string): Promise<DataRecord[]> {
		const index = await once(this.indexes, by, async () => {
			const all = await collect(this.feedback, { list: this.list, query: {} });
			const found = new Map<string, DataRecord[]>();
			for (const record of all) {
				const same = found.get(loosely(record[by]));
				if (same) same.push(record);
				else found.set(loosely(record[by]), [record]);
			}
			return found;
		});
		return index.get(loosely(value)) ?? [];
	}
}

/** What is read once for each name; a failure is not remembered. */
async function once<T>(cache: Map<string, Promise<T>>, name: string, read: () => Promise<T>) {
	const reading = cache.get(name) ?? read();
	cache.set(name, reading);
	return await reading.catch((error: unknown) => {
		if (cache.get(name) === reading) cache.delete(name);
		throw error;
	});
}

/** Fields in which letter case says nothing, nor do blanks around. */
const LOOSE: readonly string[] = ['data_mail', 'title'];

const loosely = (value: unknown) =>
	String(value ?? '')
		.trim()
		.toLowerCase();

/** The same text for values that count as the same in this field. */
export function comparable(by: string, value: unknown): string {
	return LOOSE.includes(by) ? loosely(value) : String(value ?? '');
}

const holding = (by: string, value: string) => (record: DataRecord) =>
	comparable(by, record[by]) === comparable(by, value);

/** The one with this very value, or else one that a service may take for it. */
const best = (found: readonly DataRecord[], by: string, value: string) =>
	found.find(holding(by, value)) ?? found.at(0);

/** What finds records of this list in this execution. */
export function finderOf(feedback: FeedbackClient, list: List): Finder {
	return feedback.cached(list, () => new Finder(feedback, list));
}
