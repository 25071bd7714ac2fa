import { comparable, hasValue, shown } from '../service/comparable';
import { LARGEST_PAGE, type List } from '../service/pages';
import type { DataRecord } from '../service/records';
import type { FeedbackClient } from './client';
import { type ListOptions, type ListPage, ListReader } from './list-reader';
import { RecordMemory } from './record-memory';
import { Renames } from './renames';
import { isCovered, mentioning } from './search-probe';
import { isFailureOf, isNotOffered, ServiceFailure } from './service-failure';
import { collect } from './walk';

/** Maximum characters of a list that is read to look something up: nobody asked for its records. */
export const LARGEST_LOOKUP = 64 * 1024 * 1024;

/** Number of searches in an execution of this many items, after which the whole list may take fewer requests. */
const manySearches = (items: number) => (items > MANY_ITEMS ? 2 : 29);

/** Maximum number of pages of searches, where some have more than one. Then the whole list is read. */
const mostPages = (items: number) => 30 + 2 * items;

/** More items name most of a list, or take far more requests than the list has pages. */
const MANY_ITEMS = 1_000;

/** The name of the whole list among the reads. */
const WHOLE = 'the whole list';

/** How a list is read to find something: in an order that does not change with votes, and bounded in size. */
export function lookupOptions({ newestFirst }: List, search?: string) {
	return {
		query: { ...newestFirst?.created, search },
		mostCharacters: LARGEST_LOOKUP,
	} satisfies ListOptions;
}

/** Finds records of a list in one execution. Keeps what it has read for the other items. */
export class Finder {
	readonly renames = new Renames();
	private readonly reader: ListReader;
	/** What is read or was read, by what was asked for. Equal questions share an answer, also a failure. */
	private readonly reads = new Map<string, Promise<unknown>>();
	private readonly memory: RecordMemory;
	private first?: Promise<unknown>;
	private searches = 0;

	constructor(
		private readonly feedback: FeedbackClient,
		private readonly list: List,
	) {
		this.reader = this.read();
		this.memory = new RecordMemory(list.record);
	}

	/**
	 * The records with exactly this value in a field. One that was made for it here is the only one, since the value was looked
	 * up before. Searches for other values, each once. Reads the whole list once if it takes no search, if that takes fewer
	 * requests, or if the search does not find a record that is known to exist.
	 * @throws ServiceFailure marked as one of a lookup
	 */
	async find(by: string, value: string): Promise<DataRecord[]> {
		const made = this.memory.madeFor(by, value);
		if (made) return [made];
		const look = async () => (await this.marked(this.found(by, value))).filter(hasValue(by, value));
		const name = JSON.stringify([by, comparable(by, value)]);
		return await this.once(name, async () => await this.afterFirst(look));
	}

	/** The first task shows whether the whole list has to be read. The others wait for it. */
	async afterFirst<T>(task: () => Promise<T>): Promise<T> {
		const { first = Promise.resolve() } = this;
		const mine = first.catch(() => undefined).then(task);
		this.first ??= mine;
		return await mine;
	}

	/** Remembers a record that was made for a value of a field: a list or a search may lack it for a while. */
	makeHere(record: DataRecord, by: string, value: string): void {
		this.memory.makeHere(record, by, value);
	}

	isMadeHere(record: DataRecord): boolean {
		return this.memory.isMadeHere(record);
	}

	/** The record with exactly this value, if it was made here, or if the whole list was read. */
	async known(by: string, value: string): Promise<DataRecord | undefined> {
		await this.reads.get(WHOLE)?.catch(() => undefined);
		return this.memory.exact(by, value);
	}

	/** Identifies the last reading of the whole list; undefined before the first one. */
	get lastReading(): unknown {
		return this.reads.get(WHOLE);
	}

	/**
	 * The records with this value in any letter case, of the whole list and made here.
	 * @param reading of the list. If it is the last one, the list is read again
	 * @throws ServiceFailure marked as one of a lookup
	 */
	async listed(by: string, value: string, reading?: unknown): Promise<DataRecord[]> {
		if (reading !== undefined && this.lastReading === reading) this.reads.delete(WHOLE);
		await this.marked(this.readWhole());
		return this.memory.like(by, value);
	}

	/** A page of the list. */
	async page(number: number): Promise<ListPage> {
		return await this.once(`page ${number}`, async () => await this.reader.read(number));
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
		// Counted at once: many look-ups start before the first answer.
		const isMany = ++this.searches > manySearches(this.feedback.items);
		if (await this.isListRead(isMany)) return this.memory.like(by, value);
		const results = await this.resultsOf(by === 'title' ? shown(value) : value);
		if (results?.some(hasValue(by, value))) return results;
		// A search may leave out short words, or what is new.
		if (results && (await this.covers(by))) return (await this.page(0)).records;
		await this.readWhole();
		return this.memory.like(by, value);
	}

	/**
	 * Reads the whole list if that is needed, or takes fewer requests than more searches.
	 * @param isMany whether there were enough searches for that
	 * @returns whether it was read
	 */
	private async isListRead(isMany: boolean): Promise<boolean> {
		const { isSearchable } = this.list;
		const isWanted = !isSearchable || this.lastReading !== undefined;
		if (!isWanted && !(isMany && (await this.isShort()))) return false;
		return await this.readWhole().then(
			() => true,
			(failure: unknown) => {
				// A list that is too long to be read can still be searched.
				if (isSearchable && isFailureOf(failure, 'endless')) return false;
				throw failure;
			},
		);
	}

	/** Whether the list has at most as many pages as there are items that were not searched for. Takes one request. */
	private async isShort(): Promise<boolean> {
		return await this.once('is short', async () => {
			const left = Math.max(0, this.feedback.items - this.searches);
			return (await this.recordsOf(left)).length === 0;
		});
	}

	/** All results of a search; undefined if the whole list may take fewer requests, or if the search ignores the text. */
	private async resultsOf(text: string): Promise<DataRecord[] | undefined> {
		const reader = this.read(text);
		const results: DataRecord[] = [];
		for (let number = 0; ; number++) {
			const { fresh, more } = await reader.read(number);
			results.push(...fresh);
			if (more === 'no') return results;
			if (!fresh.every(mentioning(text)) || (await this.isShort())) return undefined;
			if (++this.searches > mostPages(this.feedback.items)) return undefined;
		}
	}

	/** Whether a search finds what has a value in this field. */
	private async covers(by: string): Promise<boolean> {
		return await this.once(`covers ${by}`, async () => {
			const search = async (text: string) => {
				this.searches++;
				return await this.search(text);
			};
			return await isCovered(this.list, by, this.recordsOf, search);
		});
	}

	/** The records of a page. None if it is refused: it may be beyond the end, and what reads the whole list says why. */
	private readonly recordsOf = async (number: number): Promise<DataRecord[]> =>
		await this.page(number).then(
			({ records }) => records,
			() => [],
		);

	/** Many items name most of the list: up to as many records, pages are requested freely, and then few beyond its end. */
	private readonly ahead = (read: number) => {
		const { items } = this.feedback;
		if (items <= MANY_ITEMS) return Number.POSITIVE_INFINITY;
		return Math.max(items / LARGEST_PAGE - read, 1 + read / 25);
	};

	private async readWhole(): Promise<void> {
		const { feedback, list } = this;
		await this.once(WHOLE, async () => {
			const walk = { list, ...lookupOptions(list), ahead: this.ahead };
			this.memory.readList(await collect(feedback, walk));
		});
	}

	/** Reads once for each name. Keeps only a failure that would come again: a list that is too long, or not offered. */
	private async once<T>(name: string, get: () => Promise<T>): Promise<T> {
		const reading = (this.reads.get(name) as Promise<T> | undefined) ?? get();
		this.reads.set(name, reading);
		reading.catch((failure: unknown) => {
			const isLasting = isFailureOf(failure, 'endless') || isNotOffered(failure);
			if (!isLasting && this.reads.get(name) === reading) this.reads.delete(name);
		});
		return await reading;
	}

	/** A failure of the lookup must not be reported as that of the operation. */
	private async marked<T>(reading: Promise<T>): Promise<T> {
		return await reading.catch((failure: unknown) => {
			if (failure instanceof ServiceFailure) failure.lookingUp = `${this.list.record.noun}s`;
			throw failure;
		});
	}
}

/** The finder of a list, one for each execution. */
export function finderOf(feedback: FeedbackClient, list: List): Finder {
	return feedback.once(list, () => new Finder(feedback, list));
}
