import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { filters } from '../../shared/node/fields';
import type { List } from '../../shared/service/pages';
import type { DataRecord } from '../../shared/service/records';
import { fingerprint, type Values } from '../snapshot/encoding';

/** Something a workflow can start on: what the menu shows, which list is read for it, its fields, and its rule. */
export interface TriggerEvent {
	option: INodePropertyOptions & { value: string };
	list: List;
	/** Whether it is of the comments of these posts. */
	isOfComments?: true;
	/** The timestamp that orders its items. */
	orderedBy: 'created' | 'updated';
	/** Parameters that show where it is chosen, and the settings in Options that are its own. Events may share one. */
	fields: readonly INodeProperties[];
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
	/** What there has to be, where the name of the event does not say it. */
	needs?: string;
}

/** A record beside what the snapshot kept of it. */
export interface Change {
	record: DataRecord;
	/** Undefined for a new record. A value that was not kept is missing, and is never a change. */
	before: Values | undefined;
	after: Values;
	/** The text behind a fingerprint, if the list has kept it. */
	nameOf(fingerprint: string): string | undefined;
}

/** A value that is kept of each record. */
export interface Kept {
	/** With a leading `#` it takes as many characters as it needs, else the three of a fingerprint. */
	name: string;
	/**
	 * @param before what was kept last, if anything was
	 * @param isNew whether the record is new, and not one that was there when the list was first read
	 */
	of(record: DataRecord, before?: string, isNew?: boolean): string;
	/** The text to keep beside the fingerprint, for a field with few different values. */
	text?(record: DataRecord): unknown;
}

/** One of a field with few different values. */
export type Choice = Kept & Required<Pick<Kept, 'text'>>;

/** Keeps of a field whether it is still the same. A field that a record leaves out counts as unchanged. */
export function sameness(name: string, value = (record: DataRecord) => record[name]): Kept {
	return {
		name,
		of(record, before) {
			const now = value(record);
			return now === undefined && before !== undefined ? before : fingerprint(now);
		},
	};
}

/** The same of a field of which the former value can be shown. */
export function choice(name: string, value = (record: DataRecord) => record[name]): Choice {
	return { ...sameness(name, value), text: value };
}

/** Keeps a whole number. One that a record leaves out counts as unchanged. */
export function count(
	name: string,
	numberIn = (record: DataRecord) => wholeNumber(record[name]),
): Kept {
	return {
		name: `#${name}`,
		of: (record, before) => numberIn(record)?.toString(36) ?? before ?? '',
	};
}

/** A whole number; one that comes as text is read as a number with its record. */
export const wholeNumber = (value: unknown) =>
	Number.isSafeInteger(value) ? Number(value) : undefined;

export const numberOf = (value: string | undefined) =>
	value === undefined ? undefined : Number.parseInt(value, 36);

/** Whether a value differs from the one that was kept. */
export const hasChanged = ({ before, after }: Change, name: string) =>
	before?.[name] !== undefined && before[name] !== after[name];

/** A filter on what a record says of itself. */
export interface Condition {
	kept: Kept;
	wanted: unknown;
	holds(record: DataRecord): boolean;
	held(before: Values): boolean;
}

function condition(kept: Choice, wanted: unknown): Condition {
	return {
		kept,
		wanted,
		holds: (record) => String(kept.text(record)) === String(wanted),
		held: (before) => before[kept.name] === fingerprint(wanted),
	};
}

/** The filters that are set, each with the value that it looks at. */
export function conditions(set: EventSettings, fields: Readonly<Record<string, Choice>>) {
	return Object.entries(fields)
		.filter(([name]) => set[name] !== undefined)
		.map(([name, kept]) => condition(kept, set[name]));
}

/** Keeps that a record has been delivered as new, or could have been when the list was first read. */
const delivered = (filters: readonly Condition[]): Kept => ({
	// Under other filters it is unknown, and kept anew.
	name: `#delivered${fingerprint(filters.map(({ kept, wanted }) => [kept.name, String(wanted)]))}`,
	of: (record, before) => (filters.every(({ holds }) => holds(record)) ? '1' : (before ?? '0')),
});

/** Fires once for each record: when it is new, or when it comes to match the filters. */
export function newRecords(conditions: readonly Condition[] = []): Rule {
	const once = delivered(conditions);
	return {
		occurrence: '',
		keeps: conditions.length === 0 ? [] : [once],
		news: ({ record, before }) =>
			conditions.every(({ holds }) => holds(record)) && (!before || before[once.name] === '0')
				? {}
				: undefined,
	};
}

/** Fires when one of some fields changes, of a record that matches the filters now or did before. */
export function changedFields(kept: readonly Kept[], filters: readonly Condition[]): Rule {
	return {
		keeps: [...kept, ...filters.map((filter) => filter.kept)],
		news(change) {
			const { record, before = {}, nameOf } = change;
			const changed = kept.filter(({ name }) => hasChanged(change, name));
			if (changed.length === 0 || !matches(filters, record, before)) return undefined;
			const former = changed.map(({ name }) => [name, nameOf(before[name])] as const);
			return {
				changedFields: changed.map(({ name }) => name),
				formerValues: Object.fromEntries(former.filter(([, value]) => value !== undefined)),
			};
		},
		example(record, others) {
			const values = kept.map(({ name, text }) => {
				const other = text && others.map((one) => one[name]).find((one) => one !== record[name]);
				return [name, other ?? `${String(record[name] ?? '')} (before)`] as const;
			});
			return { ...record, ...Object.fromEntries(values) };
		},
	};
}

/** Whether a record matches the filters, or did before. */
export const matches = (filters: readonly Condition[], record: DataRecord, before: Values) =>
	filters.every(({ holds }) => holds(record)) || filters.every(({ held }) => held(before));

/** Fires when a number changes, with what it was as `from` and what it is as `to`. */
export function changedNumber(
	field: string,
	numberIn?: (record: DataRecord) => number | undefined,
): Pick<Rule, 'keeps' | 'news' | 'example'> {
	const kept = count(field, numberIn);
	return {
		keeps: [kept],
		news(change) {
			const { before = {}, after } = change;
			if (!hasChanged(change, kept.name)) return undefined;
			return { from: numberOf(before[kept.name]), to: numberOf(after[kept.name]) };
		},
		example: (record) => ({ ...record, [field]: (wholeNumber(record[field]) ?? 0) - 1 }),
	};
}

/** A collection of filters of some events. */
export const filtersOf = (
	field: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
	options: INodeProperties[],
): INodeProperties => ({ ...filters(options), ...field });

/** What is set in a collection. */
export const setIn = (settings: EventSettings, field: INodeProperties) =>
	(settings[field.name] ?? {}) as EventSettings;
