import { isFingerprintOf } from '../shared/node/key-hash';
import { clock } from '../shared/node/transport';
import { type DataRecord, idOf } from '../shared/service/records';
import { HERE, type Kept, type Time } from './events/rule';
import type { WatchedEvent, WatchedList } from './settings';
import { batchName, type Cursor } from './snapshot/cursor';
import { fingerprint, type Values } from './snapshot/encoding';
import { type Entry, Snapshot } from './snapshot/snapshot';

/** Something that fires an event. */
export interface News {
	watched: WatchedEvent;
	/** Names the occurrence: the same again after a crash, another one for another change. */
	eventId: string;
	/** What orders items: when the record was created, or was changed. */
	at: string;
	id: string;
	record: DataRecord;
	/** Of a comment, the post that it is on. */
	post?: DataRecord;
	/** What the event says of it. */
	says: DataRecord;
}

/** What was found of one record. */
export interface Finding extends Entry {
	record: DataRecord;
	/** What was kept of it; undefined for one that was not known. */
	before: Values | undefined;
	news: readonly News[];
	/** Whether it came since the list was begun. */
	isNew: boolean;
	/** Whether the snapshot would keep it just as it did. */
	isKnown: boolean;
}

/** A record before and after, as the rules of some events judge it. */
export class Judge {
	private readonly kept: readonly Kept[];
	/** The names of the values that are kept. */
	readonly names: readonly string[];
	/** Whether an event looks at what a whole round of the list has shown. */
	readonly needsRound: boolean;
	private readonly time: Time;

	/** @param batch names what this poll finds: another one for each batch of news */
	constructor(
		private readonly events: readonly WatchedEvent[],
		private readonly batch: string,
		since = clock.now(),
	) {
		this.time = { now: clock.now(), since };
		const byName = new Map(events.flatMap(({ rule }) => rule.keeps.map((one) => [one.name, one])));
		this.kept = [...byName.values()];
		this.names = [...byName.keys()];
		this.needsRound = this.kept.some((one) => one.needsRound);
	}

	values(record: DataRecord, before?: Values): Values {
		const value = ({ name, of }: Kept) => [name, of(record, before?.[name], this.time)] as const;
		return Object.fromEntries(this.kept.map(value));
	}

	/** @param before undefined for a new record */
	news(id: string, record: DataRecord, before: Values | undefined, after: Values): News[] {
		return this.events.flatMap((watched) => {
			const { event, rule } = watched;
			const says = rule.news({ record, before, after });
			if (!says) return [];
			const now = fingerprint(rule.keeps.map(({ name }) => after[name]));
			const occurrence = rule.occurrence ?? (before ? `${this.batch}${now}` : '');
			const eventId = [event.value, id, occurrence].filter((part) => part !== '').join(':');
			const at = textOf(record[event.orderedBy ?? 'created']) || textOf(record.created);
			return [{ watched, eventId, at, id, record, says }];
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
	readonly batch: string;
	readonly judge: Judge;

	/** @param stored what is remembered of the list, with whatever settings it was read */
	constructor(
		readonly list: WatchedList,
		stored: Cursor | undefined,
	) {
		const known = stored?.scope === list.scope ? stored : undefined;
		const isChanged = known !== undefined && known.settings !== list.settings;
		// Other settings may compare values that were not kept, so the list is read once more.
		this.cursor = isChanged ? { ...known, backlog: { from: 0 } } : known;
		this.batch = known?.batch ?? batchName();
		const ofRecords = list.events.filter(({ event }) => !event.isOfComments);
		this.judge = new Judge(ofRecords, this.batch, known?.since);
		const { names } = this.judge;
		const isSameKey = known && isFingerprintOf(list.keyHash, known.keyFingerprint);
		// What another key has met, this one may not be shown.
		const kept = names.filter((name) => isSameKey || !name.startsWith(HERE));
		this.snapshot = known?.snapshot.keeping(kept).keeping(names) ?? Snapshot.empty(names);
	}

	/** The ID of a record, also where it calls it `id` instead of by the name of its kind. */
	idOf(record: DataRecord): string | undefined {
		const kind = this.list.list.record;
		return idOf(kind, record) ?? idOf({ ...kind, id: 'id' }, record);
	}

	/**
	 * @param isAboveKnown whether no known record stands above it
	 * @returns undefined for a record without an ID
	 */
	of(record: DataRecord, isAboveKnown: boolean): Finding | undefined {
		const id = this.idOf(record);
		if (id === undefined) return undefined;
		const at = textOf(record.created);
		const before = this.snapshot.get(id);
		const isForgotten = !before && this.snapshot.mayHaveForgotten(at);
		const { isComplete = false, head } = this.cursor ?? {};
		// In an unfinished first reading, what stands above all known records and is no older.
		const isAbove = isAboveKnown && head !== undefined && at >= head;
		const isNew = !before && !isForgotten && (isComplete || isAbove);
		const values = this.judge.values(record, before);
		const found = { id, record, at, before, values, news: [], isNew };
		// What changes nothing fires nothing.
		const isKnown = isForgotten || this.snapshot.holds(id, values);
		if (isKnown) return { ...found, isKnown };
		const news = before || isNew ? this.judge.news(id, record, before, values) : [];
		return { ...found, isKnown, news };
	}
}

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
