import { type DataRecord, idOf, type RecordKind } from '../shared/service/records';
import type { Kept, TriggerEvent } from './events/rule';
import type { WatchedEvent, WatchedList } from './settings';
import { batchName, type Cursor } from './snapshot/cursor';
import { encodeValues, fingerprint, type Values } from './snapshot/encoding';
import { Snapshot } from './snapshot/snapshot';

/** Something that fires an event. */
export interface News {
	watched: WatchedEvent;
	/** Names the occurrence: the same again after a crash, another one for another change. */
	eventId: string;
	/** What orders items: when the record was created, or was changed. */
	at: string;
	id: string;
	record: DataRecord;
	/** What the event says of it. */
	says: DataRecord;
}

/** What was found of one record. */
export interface Finding {
	id: string;
	record: DataRecord;
	/** When it was created; '' where it does not say. */
	at: string;
	/** What was kept of it as text; undefined for one that was not known. */
	before: string | undefined;
	values: Values;
	news: readonly News[];
	/** The texts behind its fingerprints that are not kept yet. */
	texts: readonly string[];
	/** Whether it came since the list was begun. */
	isNew: boolean;
	/** Whether the snapshot would keep it just as it did. */
	isKnown: boolean;
}

/** A record before and after, as the rules of some events judge it. */
export class Judge {
	readonly kept: readonly Kept[];
	/** The names of the values that are kept. */
	readonly names: readonly string[];

	/**
	 * @param batch names what this poll finds: another one for each batch of news
	 * @param texts the texts behind fingerprints
	 */
	constructor(
		private readonly events: readonly WatchedEvent[],
		private readonly batch: string,
		private readonly texts: ReadonlyMap<string, string> = new Map(),
	) {
		const kept = events.flatMap(({ rule }) => rule.keeps);
		const byName = new Map(kept.map((one) => [one.name, one]));
		this.kept = [...byName.values()];
		this.names = [...byName.keys()];
	}

	values(record: DataRecord, before: Values | undefined, isNew: boolean): Values {
		return Object.fromEntries(
			this.kept.map(({ name, of }) => [name, of(record, before?.[name], isNew)]),
		);
	}

	/** @param before undefined for a new record */
	news(id: string, record: DataRecord, before: Values | undefined, after: Values): News[] {
		const nameOf = (print: string) => this.texts.get(print);
		return this.events.flatMap((watched) => {
			const { event, rule } = watched;
			const says = rule.news({ record, before, after, nameOf });
			if (!says) return [];
			const now = fingerprint(rule.keeps.map(({ name }) => after[name]));
			const occurrence = rule.occurrence ?? (before ? `${this.batch}${now}` : '');
			const eventId = [event.option.value, id, occurrence].filter((part) => part !== '').join(':');
			return [{ watched, eventId, at: whenOf(event, record), id, record, says }];
		});
	}
}

/**
 * Decides what is news. A record that the snapshot does not know is new, unless the list has not been read to its end
 * yet; of one that it knows, the rules compare the values that were kept with those that the record has.
 */
export class Diff {
	/** What the list is known by; empty where its first reading begins. */
	readonly snapshot: Snapshot;
	readonly cursor?: Cursor;
	/** The same without the backlog that changed settings add. */
	readonly stored?: Cursor;
	readonly batch: string;
	private readonly judge: Judge;
	/** The texts that are kept, by their fingerprints. */
	private readonly texts: ReadonlyMap<string, string>;

	/** @param stored what is remembered of the list, with whatever settings it was read */
	constructor(
		readonly list: WatchedList,
		stored: Cursor | undefined,
	) {
		const known = stored?.scope === list.scope ? stored : undefined;
		this.stored = known;
		const isChanged = known !== undefined && known.settings !== list.settings;
		// Other settings may compare values that were not kept, so the list is read once more.
		this.cursor = isChanged ? { ...known, backlog: { from: 0 } } : known;
		this.batch = known?.batch ?? batchName();
		this.texts = new Map(known?.texts.map((text) => [fingerprint(text), text]));
		this.judge = new Judge(list.ofRecords, this.batch, this.texts);
		this.snapshot = known?.snapshot.keeping(this.names) ?? Snapshot.empty(this.names);
	}

	get names(): readonly string[] {
		return this.judge.names;
	}

	/** Whether an event compares values, so that the list is read in the order of changes. */
	get comparesValues(): boolean {
		return this.names.length > 0;
	}

	/** The ID of a record, also where it calls it `id` instead of by the name of its kind. */
	idOf(record: DataRecord): string | undefined {
		return anyIdOf(this.list.list.record, record);
	}

	/**
	 * @param isAbove of an unfinished first reading, whether the record stands above all that its first poll met
	 * @returns undefined for a record without an ID
	 */
	of(record: DataRecord, isAbove: boolean): Finding | undefined {
		const id = this.idOf(record);
		if (id === undefined) return undefined;
		const at = textOf(record.created);
		const before = this.snapshot.get(id);
		const known = before === undefined ? undefined : this.snapshot.valuesOf(before);
		const isForgotten = !known && this.snapshot.mayHaveForgotten(at);
		const isNew = !known && !isForgotten && (this.cursor?.isComplete === true || isAbove);
		const values = this.judge.values(record, known, isNew);
		const found = { id, record, at, before, values, news: [], texts: [], isNew };
		// What changes nothing fires nothing.
		const isKnown = isForgotten || encodeValues(this.names, values) === before;
		if (isKnown) return { ...found, isKnown };
		const news = known || isNew ? this.judge.news(id, record, known, values) : [];
		return { ...found, isKnown, news, texts: this.textsOf(record) };
	}

	private textsOf(record: DataRecord): string[] {
		return this.judge.kept
			.map(({ text }) => text?.(record) ?? '')
			.map(String)
			.filter((text) => text !== '' && !this.texts.has(fingerprint(text)));
	}
}

export const anyIdOf = (kind: RecordKind, record: DataRecord) =>
	idOf(kind, record) ?? idOf({ ...kind, id: 'id' }, record);

/** When a record became news of an event. */
export const whenOf = ({ orderedBy }: TriggerEvent, record: DataRecord) =>
	textOf(record[orderedBy]) || textOf(record.created);

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
