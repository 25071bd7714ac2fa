import { LARGEST_PAGE, type List } from '../service/pages';
import { type DataRecord, idOf } from '../service/records';
import type { FeedbackClient } from './client';
import { type ListOptions, type ListPage, ListReader } from './list-reader';
import { isFailureOf, isNotOffered, ServiceFailure } from './service-failure';
import { collect } from './walk';

/** Maximum characters of a list that is read to look something up: nobody asked for its records. */
export const LARGEST_LOOKUP = 64 * 1024 * 1024;

/** Maximum number of searches in an execution of this many items. For more values, the whole list is read. */
const mostSearches = (items: number) => (items > MANY_ITEMS ? 3 : 30);

/** More items name most of a list, or take far more requests than the list has pages. */
const MANY_ITEMS = 1_000;

/** How a list is read to find something: in an order that does not change with votes, and bounded in size. */
export function lookupOptions({ order }: List, search?: string) {
	return { query: { ...order, search }, mostCharacters: LARGEST_LOOKUP } satisfies ListOptions;
}

/** Finds records of a list in one execution. Keeps what it has read for the other items. */
export class Finder {
	private readonly reader: ListReader;
	private readonly pages = new Map<number, Promise<ListPage>>();
	/** By field and value. Equal values share a lookup, also one that fails, and so their items keep their order. */
	private readonly lookups = new Map<string, Promise<DataRecord[]>>();
	private first?: Promise<unknown>;
	private searches = 0;
	/** By field: whether a search finds its values. */
	private readonly covered = new Map<string, Promise<boolean>>();
	/** The whole list, by field and value. */
	private readonly indexes = new Map<string, Promise<Map<string, DataRecord[]>>>();
	/** Whether reading the list again may help: not after it was read again without success. */
	private isWorthAnotherLook = true;
	/** Whether the service has taken a value for one in another letter case. */
	private isCaseIgnored = false;

	constructor(
		private readonly feedback: FeedbackClient,
		private readonly list: List,
	) {
		this.reader = this.read();
	}

	/**
	 * The records with exactly this value in a field. Searches for each value. Reads the whole list once if it takes no
	 * search, if a search has more than a page, or if the search does not find a record that is known to exist.
	 * @throws ServiceFailure marked as one of a lookup
	 */
	async find(by: string, value: string): Promise<DataRecord[]> {
		const name = JSON.stringify([by, comparable(by, value)]);
		const look = async () => await this.marked(this.found(by, value));
		const finding = readOnce(this.lookups, name, async () => await this.afterFirst(look));
		return (await finding).filter(holding(by, value));
	}

	/** The first task shows whether the whole list has to be read. The others wait for it. */
	async afterFirst<T>(task: () => Promise<T>): Promise<T> {
		const { first = Promise.resolve() } = this;
		const mine = first.catch(() => undefined).then(task);
		this.first ??= mine;
		return await mine;
	}

	/** The record with exactly this value, if the whole list was read. @param created a record to add to it first */
	async known(by: string, value: string, created?: DataRecord): Promise<DataRecord | undefined> {
		const index = await this.indexes.get(by)?.catch(() => undefined);
		if (index && created) addTo(index, by, created);
		return index?.get(loosely(value))?.find(holding(by, value));
	}

	/**
	 * A record that the service says exists. If the list does not have it, the record is newer than the list, which is read
	 * once more. The service may ignore letter case: a list that was read since then has the record in another one.
	 * @throws ServiceFailure marked as one of a lookup
	 */
	async findExisting(by: string, value: string): Promise<DataRecord | undefined> {
		const before = this.indexes.get(by);
		let found = await this.marked(this.listed(by, value));
		const isKnown = found.some(holding(by, value)) || (this.isCaseIgnored && found.length > 0);
		if (before && !isKnown) {
			if (!this.isWorthAnotherLook) return undefined;
			if (this.indexes.get(by) === before) this.indexes.delete(by);
			found = await this.marked(this.listed(by, value));
			this.isWorthAnotherLook = found.length > 0;
		}
		const exact = found.find(holding(by, value));
		this.isCaseIgnored ||= !exact && found.length === 1;
		return exact ?? (found.length === 1 ? found[0] : undefined);
	}

	/** A page of the list. */
	async page(number: number): Promise<ListPage> {
		return await readOnce(this.pages, number, async () => await this.reader.read(number));
	}

	/** The first page of a search. */
	async search(text: string): Promise<ListPage> {
		return await this.read(text).read(0);
	}

	/** Without `has_more`, a page that is not full is the only one. */
	private read(search?: string): ListReader {
		const { feedback, list } = this;
		return new ListReader(feedback, list, { ...lookupOptions(list, search), count: 0 });
	}

	private async found(by: string, value: string): Promise<DataRecord[]> {
		const { isSearchable } = this.list;
		const isListed =
			!isSearchable || this.indexes.has(by) || this.searches >= mostSearches(this.feedback.items);
		if (isListed) {
			// A list that is too long to be read can still be searched.
			const listed = await this.listed(by, value).catch((failure: unknown) => {
				if (!isSearchable || !isFailureOf(failure, 'endless')) throw failure;
			});
			if (listed) return listed;
		}
		const { fresh, more } = await this.searched(by === 'title' ? shown(value) : value.trim());
		if (more === 'no' && fresh.some(holding(by, value))) return fresh;
		// A search may leave out short words, or what is new.
		if (more === 'no' && (await this.covers(by))) return (await this.page(0)).records;
		return await this.listed(by, value);
	}

	/** Many items name most of the list: up to as many records, pages are requested freely, and then few beyond its end. */
	private readonly ahead = (read: number) => {
		const { items } = this.feedback;
		if (items <= MANY_ITEMS) return Number.POSITIVE_INFINITY;
		return Math.max(items / LARGEST_PAGE - read, 1 + read / 25);
	};

	private async searched(value: string): Promise<ListPage> {
		this.searches++;
		return await this.search(value.slice(0, LONGEST_VALUE));
	}

	/**
	 * Whether a search finds a known record by its value, also in another letter case where that does not count. No other
	 * field of the record holds the value, since a service may search only in names.
	 */
	private async covers(by: string): Promise<boolean> {
		return await readOnce(this.covered, by, async () => {
			const { records } = await this.page(0);
			const known = records.find((record) => isOnlyIn(by, record));
			if (!known) return false;
			const value = String(known[by]);
			const { ids } = await this.searched(ignoresCase(by) ? inOtherCase(value) : value);
			return ids.includes(idOf(this.list.record, known) ?? '');
		});
	}

	/** The records of the whole list with this value, in any letter case. */
	private async listed(by: string, value: string): Promise<DataRecord[]> {
		const { feedback, list } = this;
		const index = await readOnce(this.indexes, by, async () => {
			const found = new Map<string, DataRecord[]>();
			const all = await collect(feedback, { list, ...lookupOptions(list), ahead: this.ahead });
			for (const record of all) addTo(found, by, record);
			return found;
		});
		return index.get(loosely(value)) ?? [];
	}

	/** A failure of the lookup must not be reported as that of the operation. */
	private async marked<T>(reading: Promise<T>): Promise<T> {
		return await reading.catch((failure: unknown) => {
			if (failure instanceof ServiceFailure) failure.lookingUp = `${this.list.record.noun}s`;
			throw failure;
		});
	}
}

function addTo(index: Map<string, DataRecord[]>, by: string, record: DataRecord): void {
	const name = loosely(String(record[by] ?? ''));
	if (!index.get(name)?.push(record)) index.set(name, [record]);
}

/** Reads once for each key. Keeps only a failure that would come again: a list that is too long, or not offered. */
async function readOnce<K, T>(made: Map<K, Promise<T>>, key: K, get: () => Promise<T>): Promise<T> {
	const reading = made.get(key) ?? get();
	made.set(key, reading);
	reading.catch((failure: unknown) => {
		if (!isFailureOf(failure, 'endless') && !isNotOffered(failure)) made.delete(key);
	});
	return await reading;
}

/** A longer text is no address and no title. To normalize one could take seconds. */
const LONGEST_VALUE = 1_000;

/** Accents as they are written most often, since macOS writes them apart from their letters, and blanks as they are shown. */
const shown = (text: string) =>
	text.length > LONGEST_VALUE ? text : text.normalize().replace(/\s+/g, ' ').trim();

const loosely = (text: string) => shown(text).toLowerCase();

/** Whether a record has a value in this field, and in no other. */
function isOnlyIn(by: string, { [by]: value, ...others }: DataRecord): boolean {
	const text = String(value ?? '').toLowerCase();
	return text.trim() !== '' && !JSON.stringify(others).toLowerCase().includes(text);
}

const inOtherCase = (text: string) =>
	text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();

const ignoresCase = (by: string) => by === 'data_mail' || by === 'title';

/** The same text for equal values of a field. Titles and email addresses ignore letter case and outer spaces. */
export function comparable(by: string, value: unknown): string {
	const text = String(value ?? '');
	if (by === 'title') return loosely(text);
	if (by !== 'data_mail') return text;
	// Of other letters, such as the Kelvin sign, lower case makes those of another person.
	return text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const holding = (by: string, value: string) => (record: DataRecord) =>
	comparable(by, record[by]) === comparable(by, value);

/** The finder of a list, one for each execution. */
export function finderOf(feedback: FeedbackClient, list: List): Finder {
	return feedback.once(list, () => new Finder(feedback, list));
}
