import { type Field, own } from '../../shared/node/field';
import type { List } from '../../shared/service/pages';
import type { DataRecord, RecordKind } from '../../shared/service/records';
import { numeric, textual } from '../../shared/service/values';
import { type Column, fingerprint, LONGEST_TEXT, type Values } from '../snapshot/encoding';

/** An event that can start a workflow: its texts in the menu, the list that it reads, its fields, and its rule. */
export interface TriggerEvent {
	name: string;
	value: string;
	description: string;
	list: List;
	/** Of its items, if it is not that of the list. */
	record?: RecordKind;
	/** Whether it watches the comments of the posts in the list. */
	isOfComments?: true;
	/** Whether records that exist at the first activation can be delivered. */
	hasExisting?: true;
	/** For an event on deletions: the path of a record, without its ID. */
	recordPath?: string;
	/** The timestamp that orders its items, if not `created`. */
	orderedBy?: 'updated' | 'foundAt';
	fields?: readonly Field[];
	/** @throws InvalidInput for settings that do not go together */
	rule(settings: EventSettings): Rule;
}

/** The kind of the records that its items hold. */
export const recordOf = ({ list, record = list.record }: TriggerEvent) => record;

/** What is set in the fields of an event, by name, also in a collection. `valueIn` reads it. */
export type EventSettings = Readonly<Record<string, unknown>>;

/** The value of a field; undefined if it is not set. */
export const valueIn = <T>(settings: EventSettings, { name }: Field<T>) =>
	settings[name] as T | undefined;

/** Decides what fires: a pure function of the stored values of a record and of its present fields. */
export interface Rule {
	/** Query that filters the list by what its records do not show. */
	query?: DataRecord;
	/** Query that filters only a manual test, which reads one page, by what its records do show. */
	narrowing?: DataRecord;
	stores: readonly StoredValue[];
	/** End of the `eventId` of a rule that fires once for each record. Without it, each change has an `eventId` of its own. */
	onceAs?: string;
	/** The fields that its item adds to the record; undefined if the change does not fire. */
	fires(change: Change): DataRecord | undefined;
	/** For an event on comments: whether it watches the comments of a post. */
	posts?(post: DataRecord): boolean;
	/** A plausible earlier state of a record, for a manual test of an event that compares values. Undefined if it has no such state. */
	example?(record: DataRecord, others: readonly DataRecord[]): DataRecord | undefined;
}

export interface Change {
	record: DataRecord;
	/** Undefined for a new record. A value that was not stored is undefined, and never counts as changed. */
	before: Values | undefined;
	after: Values;
	/** Whether the service no longer has the record, which then holds only its ID. */
	isMissing?: true;
}

/** In milliseconds: of this poll, and of the poll that read the stored values of the record. */
interface Time {
	now: number;
	since: number;
}

/** A value that the snapshot stores for each record. */
export interface StoredValue extends Column {
	isTimed?: true;
	/** Whether it holds only for the API key that has read the record. */
	isOfKey?: true;
	/** @param before the stored value, if any */
	of(record: DataRecord, before?: string, time?: Time): string;
	/** A plausible earlier value of its field, for a manual test. */
	former?(record: DataRecord, others: readonly DataRecord[]): unknown;
}

/** Stores a fingerprint of a field, to notice changes. A field that a record leaves out counts as unchanged. */
export const sameness = (
	name: string,
	value = (record: DataRecord) => record[name],
): StoredValue => ({
	name,
	of(record, before) {
		const now = value(record);
		return now === undefined && before !== undefined ? before : fingerprint(now);
	},
	former: () => 'another',
});

/** Stored for an empty text. It is not returned as a former value. */
const NONE = ' ';

/** Stores the text of a field with few different values, so that an item can return the former value. */
export const choice = (
	name: string,
	value = (record: DataRecord) => record[name],
): StoredValue => ({
	name,
	isText: true,
	of(record, before = '') {
		const now = value(record);
		return now === undefined ? before : beginningOf(now ?? '') || NONE;
	},
	former: (record, others) =>
		others.map(value).find((other) => other !== value(record)) ??
		`${String(value(record))} (before)`,
});

/** The stored text of such a field; undefined if it was empty. */
export const textBefore = (before: Values, { name }: StoredValue) =>
	before[name] === NONE ? undefined : before[name];

/** Stores a whole number. A number that a record leaves out counts as unchanged. */
export const count = (
	name: string,
	numberIn = (record: DataRecord) => wholeNumber(record[name]),
): StoredValue => ({
	name,
	of: (record, before) => numberIn(record)?.toString(36) ?? before ?? '',
	former(record) {
		const number = numberIn(record) ?? 0;
		return number > 0 ? number - 1 : number + 1;
	},
});

/** A whole number, or undefined. `readRecord` has already turned numbers that came as text into numbers. */
export const wholeNumber = (value: unknown) =>
	Number.isSafeInteger(value) ? Number(value) : undefined;

export const numberOf = (value: string | undefined) =>
	value === undefined ? undefined : Number.parseInt(value, 36);

/** As much of a text as is stored. */
export const beginningOf = (text: unknown) => String(text).slice(0, LONGEST_TEXT);

export interface Filter {
	stores: readonly StoredValue[];
	/** Differs for other filters; empty if none is set. */
	name: string;
	holds(record: DataRecord): boolean;
	held(before: Values): boolean;
}

/** @param filters the value that each filter compares, and what it is set to */
export function filterOf(
	...filters: ReadonlyArray<readonly [StoredValue, string | undefined]>
): Filter {
	const all = filters
		.filter(([, wanted]) => wanted !== undefined)
		.map(([value, wanted]) => [value, beginningOf(wanted)] as const);
	return {
		stores: all.map(([value]) => value),
		name: all.length === 0 ? '' : fingerprint(all.map(([{ name }, wanted]) => [name, wanted])),
		holds: (record) => all.every(([value, wanted]) => value.of(record) === wanted),
		held: (before) => all.every(([{ name }, wanted]) => before[name] === wanted),
	};
}

export const NO_FILTER = filterOf();

/** Fires once for each record: when it is new, or when it starts to match the filters. */
export function newRecords({ name, holds }: Filter = NO_FILTER): Rule {
	// '1' once the record has matched: it was delivered, or ignored as existing. Unknown for another filter.
	const delivered: StoredValue = {
		name: `delivered${name}`,
		of: (record, before = '0') => (holds(record) ? '1' : before),
	};
	return {
		onceAs: '',
		stores: name === '' ? [] : [delivered],
		fires: ({ record, before }) =>
			holds(record) && (!before || before[delivered.name] === '0') ? {} : undefined,
	};
}

/** Fires for a missing record. Marks those read with this API key. A poll that has requested a record removes its mark. */
export const deletedRecords = ({ name, holds }: Filter = NO_FILTER): Rule => ({
	stores: [{ name: `listed${name}`, isOfKey: true, of: (record) => (holds(record) ? '1' : '') }],
	fires: ({ isMissing }) => (isMissing ? {} : undefined),
});

/** The properties of an event on deletions. Its items hold the ID, and when the record was found missing. */
export function onDeletion(list: List, recordPath: string) {
	const { noun, id } = list.record;
	const fields = { [id]: numeric, foundAt: textual };
	const record: RecordKind = { noun, id, fields, simple: [id, 'foundAt'] };
	return { list, recordPath, record, orderedBy: 'foundAt', rule: () => deletedRecords() } as const;
}

/** Fires when one of these values changes, if the record matches the filters now or did before, and `adds` gives fields. */
export function changed(
	values: readonly StoredValue[],
	filter: Filter,
	adds: (change: Change & { before: Values }, changed: StoredValue[]) => DataRecord | undefined,
): Rule {
	return {
		stores: [...values, ...filter.stores],
		fires(change) {
			const { record, before, after } = change;
			if (!before) return undefined;
			const hasChanged = ({ name }: StoredValue) =>
				before[name] !== undefined && before[name] !== after[name];
			const differ = values.filter(hasChanged);
			const matches = filter.holds(record) || filter.held(before);
			return differ.length > 0 && matches ? adds({ ...change, before }, differ) : undefined;
		},
		example: (record, others) => ({
			...record,
			...Object.fromEntries(values.map((one) => [one.name, one.former?.(record, others)])),
		}),
	};
}

/** Fires when one of these fields changes. Returns the names of changed fields, and former values that are stored as text. */
export const changedFields = (values: readonly StoredValue[], filter = NO_FILTER) =>
	changed(values, filter, ({ before }, fields) => ({
		changedFields: fields.map(({ name }) => name),
		formerValues: Object.fromEntries(
			fields.filter(({ isText }) => isText).map((one) => [one.name, textBefore(before, one)]),
		),
	}));

/** The field that chooses what an event compares, and its choice: all values by default. @param values by their labels */
export function fieldsToWatch(
	{ displayName, name, description }: Pick<Field, 'displayName' | 'name' | 'description'>,
	values: Readonly<Record<string, StoredValue>>,
) {
	const options = Object.entries(values).map(([label, one]) => ({ name: label, value: one.name }));
	const watched = options.map(({ value }) => value);
	const type = 'multiOptions';
	const field = own({ displayName, name, type, default: watched, description, options });
	const chosen = (settings: EventSettings): StoredValue[] => {
		const names = valueIn(settings, field) ?? [];
		const all = Object.values(values);
		return names.length > 0 ? all.filter((one) => names.includes(one.name)) : all;
	};
	return { field, chosen };
}

/** Fires when a number changes. Returns the old number as `from` and the new one as `to`. */
export const changedNumber = (value: StoredValue, filter = NO_FILTER) =>
	changed([value], filter, ({ before, after }) => ({
		from: numberOf(before[value.name]),
		to: numberOf(after[value.name]),
	}));
