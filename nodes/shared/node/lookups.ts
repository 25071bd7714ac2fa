import type { INodeProperties } from 'n8n-workflow';
import type { FeedbackClient } from '../client/client';
import { isFailureOf } from '../client/failures';
import { collect } from '../client/walk';
import { endUserList } from '../service/end-users';
import { groupList } from '../service/groups';
import type { List } from '../service/pages';
import { type DataRecord, idOf } from '../service/records';

/** What a user named by something else than its ID cannot be told by it; nothing was changed. */
export class NotLookedUp extends Error {
	constructor(
		message: string,
		/** What to do about it. */
		readonly advice: string,
	) {
		super(message);
		this.name = 'NotLookedUp';
	}
}

/** Where the things of a locator are looked up, by the method that fills its list. */
const LISTS: Readonly<Record<string, List>> = {
	searchEndUsers: endUserList,
	searchGroups: groupList,
};

/** The fields that something can be looked up by; a mode of a locator is called as its field. */
const NAMES: Readonly<Record<string, string>> = {
	data_id: 'ID of your own',
	data_mail: 'e-mail address',
};

/**
 * The ID of what a locator names by another field, each value looked up once in an execution.
 * @param by the mode of the locator
 * @returns undefined when the mode is none that needs it
 * @throws NotLookedUp when none or several match, or the service has no such list; ServiceFailure
 */
export async function lookUp(
	feedback: FeedbackClient,
	{ modes = [] }: INodeProperties,
	by: string,
	value: string,
): Promise<string | undefined> {
	if (!Object.hasOwn(NAMES, by)) return undefined;
	const list =
		LISTS[String(modes.find(({ type }) => type === 'list')?.typeOptions?.searchListMethod)];
	const { noun } = list.record;
	const found = await findBy(feedback, list, by, value).catch(withoutList(list));
	const ids = found.map((record) => idOf(list.record, record)).filter((id) => id !== undefined);
	const named = `the ${NAMES[by]} '${value}'`;
	if (ids.length === 0) {
		throw new NotLookedUp(`No ${noun} has ${named}`, 'Check it: it has to match as a whole.');
	}
	if (ids.length > 1) {
		throw new NotLookedUp(
			`${ids.length} ${noun}s have ${named}`,
			`They have the IDs ${ids.join(', ')}. Choose one of them By ID.`,
		);
	}
	return ids[0];
}

/** The records of a list with this value in this field, exactly; letter case counts in all but e-mail addresses. */
export async function findBy(
	feedback: FeedbackClient,
	list: List,
	by: string,
	value: string,
): Promise<DataRecord[]> {
	return await directoryOf(feedback, list).find(by, value);
}

/** Makes what has just been created part of what was read before. */
export function alsoIn(feedback: FeedbackClient, list: List, record: DataRecord): void {
	directoryOf(feedback, list).add(record);
}

/** Whether it failed because the service has no such list. */
export function isWithoutList(error: unknown): boolean {
	return isFailureOf(error, 'notFound', 'notOffered');
}

function withoutList({ record, path }: List): (error: unknown) => never {
	return (error) => {
		if (!isWithoutList(error)) throw error;
		throw new NotLookedUp(
			`The service offers no list of ${record.noun}s to look this up in`,
			`It does not know GET ${path}. Choose By ID.`,
		);
	};
}

/** A search that found more than this, and others among it, is hardly one: the list is read as a whole once. */
const MOST_FOUND = 100;

/** What has been read of a list in one execution. */
class Directory {
	private readonly added: DataRecord[] = [];
	private readonly read = new Map<string, Promise<Indexed>>();
	/** The first search, which shows whether the list can be searched at all. */
	private first?: Promise<unknown>;

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
		const found = (await this.near(value)).find(by, value);
		const ids = found.map((record) => idOf(this.list.record, record));
		const since = this.added.filter(
			(record) =>
				comparable(by, record[by]) === comparable(by, value) &&
				!ids.includes(idOf(this.list.record, record)),
		);
		return [...found, ...since];
	}

	/** Records among which are all that hold this text. */
	private async near(text: string): Promise<Indexed> {
		if (this.first) await this.first.catch(() => undefined);
		if (!this.isSearchable) return await this.once('', {});
		const search = this.once(text, { search: text });
		this.first ??= search;
		const found = await search;
		if (found.records.length > MOST_FOUND && !found.records.every((one) => holds(one, text))) {
			this.isSearchable = false;
		}
		return found;
	}

	/** A failure is not remembered. */
	private once(name: string, query: Readonly<Record<string, string>>): Promise<Indexed> {
		const known =
			this.read.get(name) ??
			collect(this.feedback, { list: this.list, query }).then((records) => new Indexed(records));
		this.read.set(name, known);
		known.catch(() => this.read.delete(name));
		return known;
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

/** A client serves one execution of a node, so what was read is forgotten with it. */
const directories = new WeakMap<FeedbackClient, Map<List, Directory>>();

function directoryOf(feedback: FeedbackClient, list: List): Directory {
	const known = directories.get(feedback) ?? new Map<List, Directory>();
	directories.set(feedback, known);
	const directory = known.get(list) ?? new Directory(feedback, list);
	known.set(list, directory);
	return directory;
}

function holds(record: DataRecord, text: string): boolean {
	return JSON.stringify(record).toLowerCase().includes(text.toLowerCase());
}
