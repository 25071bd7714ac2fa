import { LARGEST_PAGE, type List } from '../service/pages';
import { type DataRecord, idOf } from '../service/records';
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
	/** Whether a search finds what a field holds. */
	private readonly covered = new Map<string, Promise<boolean>>();
	/** The first one shows whether the list can be searched at all. */
	private first?: Promise<unknown>;
	private whole?: Promise<Indexed>;
	/** A list that was read again without finding it is not read another time. */
	private isWorthAnotherLook = true;

	constructor(
		private readonly feedback: FeedbackClient,
		private readonly list: List,
		private isSearchable = list.isSearchable ?? false,
	) {}

	/** The records with this value in this field, exactly; letter case counts in all but titles and email addresses. */
	async find(by: string, value: string): Promise<DataRecord[]> {
		await this.first?.catch(() => undefined);
		const search = this.search(by, value);
		this.first ??= search;
		return (await search) ?? (await this.all()).find(by, value);
	}

	/**
	 * The record that has this value in this field as the service sees it, which may take `Acme` for `acme`. It is there, so
	 * where it was not when the list was read, that is read once more.
	 */
	async findExisting(by: string, value: string): Promise<DataRecord | undefined> {
		const before = this.whole;
		const found = (await this.all()).findLike(by, value);
		if (found || !before || !this.isWorthAnotherLook) return found;
		if (this.whole === before) this.whole = undefined;
		const now = (await this.all()).findLike(by, value);
		this.isWorthAnotherLook = now !== undefined;
		return now;
	}

	/** @returns undefined where the list has to be read, from then on for all values */
	private async search(by: string, value: string): Promise<DataRecord[] | undefined> {
		// One search for all that counts as the same, so that their rows are also written in the order they came.
		const name = comparable(by, value);
		const mayAsk = this.searches.size < MOST_SEARCHES || this.searches.has(name);
		if (!this.isSearchable || this.whole || !mayAsk) return undefined;
		const page = await this.searched(name, LOOSE.includes(by) ? value.trim() : value);
		const found = page && new Indexed(page).find(by, value);
		if (found?.length) this.covered.set(by, Promise.resolve(true));
		const isBelieved = found && (await once(this.covered, by, async () => await this.covers(by)));
		this.isSearchable &&= isBelieved ?? false;
		return isBelieved ? found : undefined;
	}

	/** Whether a search finds a record of the first page. */
	private async covers(by: string): Promise<boolean> {
		const query = { per_page: LARGEST_PAGE };
		const { records, hasMore } = await this.feedback.page(this.list, 0, query);
		if (hasMore === false) this.whole = Promise.resolve(new Indexed(records));
		const known = this.whole ? undefined : records.find((record) => Boolean(record[by]));
		const found = known && (await this.searched(comparable(by, known[by]), String(known[by])));
		const id = known && idOf(this.list.record, known);
		return found?.some((record) => idOf(this.list.record, record) === id) ?? false;
	}

	/** What a search finds, unless that is more than a page. */
	private async searched(name: string, text: string): Promise<DataRecord[] | undefined> {
		return await once(this.searches, name, async () => {
			const query = { per_page: LARGEST_PAGE, search: text };
			const { records, hasMore } = await this.feedback.page(this.list, 0, query);
			return (hasMore ?? records.length >= SMALLEST_PAGE) ? undefined : records;
		});
	}

	private async all(): Promise<Indexed> {
		const { feedback, list } = this;
		const read = async () => new Indexed(await collect(feedback, { list, query: {} }));
		const reading = (this.whole ??= read());
		return await reading.catch((error: unknown) => {
			if (this.whole === reading) this.whole = undefined;
			throw error;
		});
	}
}

/** What is read once for each name; a failure is not remembered. */
async function once<T>(cache: Map<string, Promise<T>>, name: string, read: () => Promise<T>) {
	const reading = cache.get(name) ?? read();
	cache.set(name, reading);
	return await reading.catch((error: unknown) => {
		cache.delete(name);
		throw error;
	});
}

/** Records by what stands in their fields, each field gone through once. */
class Indexed {
	private readonly fields = new Map<string, Map<string, DataRecord[]>>();

	constructor(private readonly records: readonly DataRecord[]) {}

	find(by: string, value: string): DataRecord[] {
		const index = this.fields.get(by) ?? new Map<string, DataRecord[]>();
		if (!this.fields.has(by)) {
			this.fields.set(by, index);
			for (const record of this.records) {
				const same = index.get(comparable(by, record[by]));
				if (same) same.push(record);
				else index.set(comparable(by, record[by]), [record]);
			}
		}
		return index.get(comparable(by, value)) ?? [];
	}

	/** The one with this very value, or else one that a service may take for it. */
	findLike(by: string, value: string): DataRecord | undefined {
		const loosely = (text: unknown) => comparable('', text).trim().toLowerCase();
		const [exact] = this.find(by, value);
		return exact ?? this.records.find((record) => loosely(record[by]) === loosely(value));
	}
}

/** Fields in which letter case says nothing, nor do blanks around. */
const LOOSE: readonly string[] = ['data_mail', 'title'];

/** The same text for values that count as the same in this field. */
export function comparable(by: string, value: unknown): string {
	const text = String(value ?? '');
	return LOOSE.includes(by) ? text.trim().toLowerCase() : text;
}

/** A client serves one execution of a node, so what was read is forgotten with it. */
const finders = new WeakMap<FeedbackClient, Map<List, Finder>>();

/** What finds records of this list in this execution. */
export function finderOf(feedback: FeedbackClient, list: List): Finder {
	const cached = finders.get(feedback) ?? new Map<List, Finder>();
	finders.set(feedback, cached);
	const finder = cached.get(list) ?? new Finder(feedback, list);
	cached.set(list, finder);
	return finder;
}
