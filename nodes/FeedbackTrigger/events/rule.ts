import type { INodeProperties } from 'n8n-workflow';
import { filters } from '../../shared/node/fields';
import type { List } from '../../shared/service/pages';
import type { DataRecord, RecordKind } from '../../shared/service/records';
import { numeric, text } from '../../shared/service/values';
import { fingerprint, isChoice, LONGEST_TEXT, type Values } from '../snapshot/encoding';

/** Something a workflow can start on: what the menu shows, which list is read for it, its fields, and its rule. */
export interface TriggerEvent {
	name: string;
	value: string;
	description: string;
	list: List;
	/** What its items hold, where that is not a record of the list. */
	record?: RecordKind;
	/** Whether it is of the comments of these posts. */
	isOfComments?: true;
	/** Of an event on deletions: below which path a record is asked for by its ID. */
	one?: string;
	/** The timestamp that orders its items, where that is not `created`. */
	orderedBy?: 'updated' | 'foundAt';
	/** Parameters that show where it is chosen, and the settings in Options that are its own. Events may share one. */
	fields?: readonly INodeProperties[];
	options?: readonly INodeProperties[];
	/** What is news under these settings: of its fields, by their names. @throws InvalidInput */
	rule(settings: EventSettings): Rule;
}

/** Settings by the names of their fields; a collection holds what is set in it, a locator the value it holds. */
export type EventSettings = Readonly<Record<string, unknown>>;

/** What is news of a list: a pure function of what was kept of a record, and of what the record says now. */
export interface Rule {
	/** Query that narrows the list, by what records do not show of themselves. */
	query?: EventSettings;
	/** Query that narrows a manual test, which reads one page, by what records do show. */
	narrowing?: EventSettings;
	/** The values of each record that it compares. */
	keeps: readonly Kept[];
	/** Names what it fires of a record, where that happens once. Without it, each change is another occurrence. */
	occurrence?: string;
	/** What its item says beside the record; undefined where it is no news. */
	news(change: Change): DataRecord | undefined;
	/** Of an event on comments: the posts whose comments are read. */
	posts?(post: DataRecord): boolean;
	/** An earlier state of a record from which it could have come, for a manual test of an event that compares values. */
	example?(record: DataRecord, others: readonly DataRecord[]): DataRecord;
}

/** A record beside what the snapshot kept of it. */
export interface Change {
	record: DataRecord;
	/** Undefined for a new record. A value that was not kept is missing, and is never a change. */
	before: Values | undefined;
	after: Values;
}

/** In milliseconds: of this poll, and since when each record was read. */
export interface Time {
	now: number;
	since: number;
}

/** A value that is kept of each record. */
export interface Kept {
	/** With a leading `=` its value is a text of which there are few. */
	name: string;
	/** Whether it goes by when the whole list was last read, or what that showed. */
	needsRound?: true;
	/** @param before what was kept last, if anything was */
	of(record: DataRecord, before?: string, time?: Time): string;
	/** What its field may have been before, for a manual test. */
	former?(record: DataRecord, others: readonly DataRecord[]): unknown;
}

/** Keeps of a field whether it is still the same. A field that a record leaves out counts as unchanged. */
export const sameness = (name: string): Kept => ({
	name,
	of({ [name]: now }, before) {
		return now === undefined && before !== undefined ? before : fingerprint(now);
	},
	former: ({ [name]: now = '' }) => `${String(now)} (before)`,
});

/** Kept where there is no text, which is no former value to be shown. */
const NONE = ' ';

/** Keeps the text of a field with few different values, so that the former one can be shown. */
export const choice = (name: string, value = (record: DataRecord) => record[name]): Kept => ({
	name: `=${name}`,
	of(record, before = '') {
		const now = value(record);
		return now === undefined ? before : String(now ?? '').slice(0, LONGEST_TEXT) || NONE;
	},
	former: (record, others) =>
		others.map(value).find((other) => other !== value(record)) ??
		`${String(value(record))} (before)`,
});

/** The text that was kept of such a field. */
export const textBefore = (before: Values, { name }: Kept) =>
	before[name] === NONE ? undefined : before[name];

/** Keeps a whole number. One that a record leaves out counts as unchanged. */
export const count = (
	name: string,
	numberIn = (record: DataRecord) => wholeNumber(record[name]),
): Kept => ({
	name,
	of: (record, before) => numberIn(record)?.toString(36) ?? before ?? '',
	former: (record) => (numberIn(record) ?? 0) - 1,
});

/** The field of a value that is kept. */
export const fieldOf = ({ name }: Kept) => name.replace(/^=/, '');

/** A whole number; one that comes as text is read as a number with its record. */
export const wholeNumber = (value: unknown) =>
	Number.isSafeInteger(value) ? Number(value) : undefined;

export const numberOf = (value: string | undefined) =>
	value === undefined ? undefined : Number.parseInt(value, 36);

/** What is set of filters on what a record says of itself. */
export interface Filter {
	/** The values that it looks at. */
	keeps: readonly Kept[];
	/** Differs from that of another filter. */
	name: string;
	holds(record: DataRecord): boolean;
	held(before: Values): boolean;
}

/** @param fields the values that filters look at, by the names of the filters */
export function filterOf(set: EventSettings, fields: Readonly<Record<string, Kept>>): Filter {
	const all = Object.entries(fields)
		.filter(([name]) => set[name] !== undefined)
		.map(([name, kept]) => [kept, String(set[name]).slice(0, LONGEST_TEXT)] as const);
	return {
		keeps: all.map(([kept]) => kept),
		name: all.length === 0 ? '' : fingerprint(all.map(([kept, wanted]) => [kept.name, wanted])),
		holds: (record) => all.every(([kept, wanted]) => kept.of(record) === wanted),
		held: (before) => all.every(([kept, wanted]) => before[kept.name] === wanted),
	};
}

const NO_FILTER = filterOf({}, {});

/** Fires once for each record: when it is new, or when it comes to match the filters. */
export function newRecords({ name, holds }: Filter = NO_FILTER): Rule {
	// Whether it was delivered as new, or could have been. Under another filter that is unknown.
	const delivered: Kept = {
		name: `delivered${name}`,
		of: (record, before = '0') => (holds(record) ? '1' : before),
	};
	return {
		occurrence: '',
		keeps: name === '' ? [] : [delivered],
		news: ({ record, before }) =>
			holds(record) && (!before || before[delivered.name] === '0') ? {} : undefined,
	};
}

/** Names what is kept of a record that was met with this key. It is emptied once the record was asked for. */
export const HERE = 'here';

/** What stands in place of records that are missing. A field could be one of the service. */
export const missing = new WeakSet<DataRecord>();

/** Fires for a record that the service does not have any more. */
export const deletedRecords = ({ name, holds }: Filter = NO_FILTER): Rule => ({
	keeps: [{ name: `${HERE}${name}`, needsRound: true, of: (record) => (holds(record) ? '1' : '') }],
	news: ({ record }) => (missing.has(record) ? {} : undefined),
});

/** What makes an event one on deletions. Its items hold the ID, and when the record was not found. */
export function onDeletion(list: List, one: string) {
	const { noun, id } = list.record;
	const fields = { [id]: numeric, foundAt: text };
	const record: RecordKind = { noun, id, fields, simple: [id, 'foundAt'] };
	return { list, one, record, orderedBy: 'foundAt', rule: () => deletedRecords() } as const;
}

/**
 * Fires when one of some values changes, of a record that matches the filters now or did before.
 * @param says what its item says of those that changed; undefined where that is no news
 */
export function changed(
	kept: readonly Kept[],
	filter: Filter,
	says: (change: Change & { before: Values }, changed: Kept[]) => DataRecord | undefined,
): Rule {
	return {
		keeps: [...kept, ...filter.keeps],
		news(change) {
			const { record, before, after } = change;
			if (!before) return undefined;
			const hasChanged = ({ name }: Kept) =>
				before[name] !== undefined && before[name] !== after[name];
			const differ = kept.filter(hasChanged);
			const matches = filter.holds(record) || filter.held(before);
			return differ.length > 0 && matches ? says({ ...change, before }, differ) : undefined;
		},
		example: (record, others) => ({
			...record,
			...Object.fromEntries(kept.map((one) => [fieldOf(one), one.former?.(record, others)])),
		}),
	};
}

/** Fires when one of some fields changes, with their names, and with the former values that can be shown. */
export const changedFields = (kept: readonly Kept[], filter = NO_FILTER) =>
	changed(kept, filter, ({ before }, fields) => ({
		changedFields: fields.map(fieldOf),
		formerValues: Object.fromEntries(
			fields
				.filter(({ name }) => isChoice(name))
				.map((one) => [fieldOf(one), textBefore(before, one)]),
		),
	}));

/** Fires when a number changes, with what it was as `from` and what it is as `to`. */
export const changedNumber = (kept: Kept, filter = NO_FILTER) =>
	changed([kept], filter, ({ before, after }) => ({
		from: numberOf(before[kept.name]),
		to: numberOf(after[kept.name]),
	}));

/** A collection of filters of some events. */
export const filtersOf = (
	field: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
	options: INodeProperties[],
): INodeProperties => ({ ...filters(options), ...field });

/** What is set in a collection. */
export const setIn = (settings: EventSettings, field: INodeProperties) =>
	(settings[field.name] ?? {}) as EventSettings;
