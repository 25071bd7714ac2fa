import { LARGEST_PAGE, type List } from '../service/pages';
import { type DataRecord, idOf } from '../service/records';
import type { FeedbackClient } from './client';
import { pagesOf, SMALLEST_PAGE } from './walk';

/** The records of a list with this value in this field, exactly; letter case counts in all but email addresses. */
export async function findBy(
	feedback: FeedbackClient,
	list: List,
	by: string,
	value: string,
): Promise<DataRecord[]> {
	return await directoryOf(feedback, list).find(by, value);
}

/**
 * The record that has this value in this field as the service sees it, which may take `Acme` for `acme`. It is there, so
 * where it was not when the list was read, that is read once more.
 */
export async function findExisting(
	feedback: FeedbackClient,
	list: List,
	by: string,
	value: string,
): Promise<DataRecord | undefined> {
	return await directoryOf(feedback, list).findExisting(by, value);
}

/** Makes what has just been created part of what was read before. */
export function alsoIn(feedback: FeedbackClient, list: List, record: DataRecord): void {
	directoryOf(feedback, list).add(record);
}

/** So many values are searched for before the list is read beside the searches. */
const FEW = 10;

/**
 * What has been read of a list in one execution. A value is searched for, where that is possible. The whole list is read
 * where a search finds nothing, or more than a page: it may cover names only, or be none. It is also read page by page
 * beside the searches once there are several, so that many values take few more requests than the list has pages.
 */
class Directory {
	private readonly added: DataRecord[] = [];
	private readonly searches = new Map<string, Promise<Indexed | undefined>>();
	/** The first one shows whether the list can be searched at all. */
	private first?: Promise<unknown>;
	private whole?: WholeList;
	/** A list that was read again in vain is not read another time. */
	private isWorthAnotherLook = true;

	constructor(
		private readonly feedback: FeedbackClient,
		private readonly list: List,
		private isSearchable = list.isSearchable ?? false,
	) {}

	/** What has been created since it was read. */
	add(record: DataRecord): void {
		this.added.push(record);
	}

	async find(by: string, value: string): Promise<DataRecord[]> {
		if (this.first) await this.first.catch(() => undefined);
		const search = this.search(by, value);
		this.first ??= search;
		const found = (await search) ?? (await this.all()).find(by, value);
		return this.withAdded(found, by, value);
	}

	async findExisting(by: string, value: string): Promise<DataRecord | undefined> {
		const before = this.whole;
		const found = this.likest(await this.all(), by, value);
		if (found || !before || !this.isWorthAnotherLook) return found;
		if (this.whole === before) this.whole = undefined;
		const now = this.likest(await this.all(), by, value);
		this.isWorthAnotherLook = now !== undefined;
		return now;
	}

	private likest(all: Indexed, by: string, value: string): DataRecord | undefined {
		const [exact] = this.withAdded(all.find(by, value), by, value);
		return exact ?? all.records.find((record) => loosely(record[by]) === loosely(value));
	}

	private withAdded(found: readonly DataRecord[], by: string, value: string): DataRecord[] {
		const ids = found.map((record) => idOf(this.list.record, record));
		const since = new Indexed(this.added).find(by, value);
		return [...found, ...since.filter((one) => !ids.includes(idOf(this.list.record, one)))];
	}

	/** What a search finds; undefined where the list has to be read, from then on for all values. */
	private async search(by: string, value: string): Promise<DataRecord[] | undefined> {
		if (!this.isSearchable) return undefined;
		if (this.searches.size >= FEW) await this.wholeList.readOn();
		if (this.whole?.isRead) return undefined;
		const found = (await this.searched(value))?.find(by, value) ?? [];
		this.isSearchable &&= found.length > 0;
		return found.length > 0 ? found : undefined;
	}

	private async searched(text: string): Promise<Indexed | undefined> {
		const cached = this.searches.get(text);
		if (cached) return await cached;
		const query = { per_page: LARGEST_PAGE, search: text };
		const search = this.feedback
			.page(this.list, 0, query)
			.then(({ records, hasMore = records.length >= SMALLEST_PAGE }) =>
				hasMore ? undefined : new Indexed(records),
			);
		this.searches.set(text, search);
		search.catch(() => this.searches.delete(text)); // A failure is not remembered.
		return await search;
	}

	private async all(): Promise<Indexed> {
		return await this.wholeList.readAll();
	}

	private get wholeList(): WholeList {
		return (this.whole ??= new WholeList(this.feedback, this.list));
	}
}

/** A list that is read as far as it is needed, and once. */
class WholeList {
	private records: DataRecord[] = [];
	private pages?: AsyncGenerator<DataRecord[], void>;
	private indexed?: Indexed;

	constructor(
		private readonly feedback: FeedbackClient,
		private readonly list: List,
	) {}

	get isRead(): boolean {
		return this.indexed !== undefined;
	}

	async readAll(): Promise<Indexed> {
		while (!this.indexed) await this.readOn();
		return this.indexed;
	}

	/** Reads one more page. After a failure it begins anew. */
	async readOn(): Promise<void> {
		if (this.indexed) return;
		const pages = (this.pages ??= pagesOf(this.feedback, { list: this.list, query: {} }));
		const { value, done } = await pages.next().catch((error: unknown) => {
			if (this.pages === pages) [this.pages, this.records] = [undefined, []];
			throw error;
		});
		if (done) this.indexed ??= new Indexed(this.records);
		else if (this.pages === pages) this.records.push(...value);
	}
}

/** Records by what stands in their fields, each field gone through once. */
class Indexed {
	private readonly fields = new Map<string, Map<string, DataRecord[]>>();

	constructor(readonly records: readonly DataRecord[]) {}

	find(by: string, value: string): DataRecord[] {
		const index = this.fields.get(by) ?? this.index(by);
		return index.get(comparable(by, value)) ?? [];
	}

	private index(by: string): Map<string, DataRecord[]> {
		const index = new Map<string, DataRecord[]>();
		for (const record of this.records) {
			const value = comparable(by, record[by]);
			const same = index.get(value);
			if (same) same.push(record);
			else index.set(value, [record]);
		}
		this.fields.set(by, index);
		return index;
	}
}

function comparable(by: string, value: unknown): string {
	const text = String(value ?? '');
	return by === 'data_mail' ? text.toLowerCase() : text;
}

/** As a service may compare what has to be unique. */
const loosely = (value: unknown) =>
	String(value ?? '')
		.trim()
		.toLowerCase();

/** A client serves one execution of a node, so what was read is forgotten with it. */
const directories = new WeakMap<FeedbackClient, Map<List, Directory>>();

function directoryOf(feedback: FeedbackClient, list: List): Directory {
	const cached = directories.get(feedback) ?? new Map<List, Directory>();
	directories.set(feedback, cached);
	const directory = cached.get(list) ?? new Directory(feedback, list);
	cached.set(list, directory);
	return directory;
}
