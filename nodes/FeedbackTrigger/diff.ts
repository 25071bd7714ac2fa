import { isFingerprintOf } from '../shared/node/key-hash';
import { clock } from '../shared/node/transport';
import { type DataRecord, idOf } from '../shared/service/records';
import { HERE, type Kept } from './events/rule';
import type { Round } from './reading/round';
import type { WatchedEvent, WatchedList } from './settings';
import { batchName, type Cursor } from './snapshot/cursor';
import { fingerprint, type Values } from './snapshot/encoding';
import { type Entry, Snapshot } from './snapshot/snapshot';

/** Something that fires an event. */
export interface News {
	watched: WatchedEvent;
	/** Identifies the occurrence. The same occurrence has the same ID after a crash, and another change has another ID. */
	eventId: string;
	/** Timestamp that orders the items: when the record was created, changed or found missing. */
	at: string;
	id: string;
	record: DataRecord;
	/** For a comment: its post. */
	post?: DataRecord;
	/** The fields that the event adds to the record. */
	says: DataRecord;
}

/** One record, compared with the snapshot. */
export interface Finding extends Entry {
	record: DataRecord;
	/** Its values in the snapshot; undefined for an unknown record. */
	before: Values | undefined;
	news: readonly News[];
	/** Whether it appeared after the first reading of the list started. */
	isNew: boolean;
	/** Whether it leaves the snapshot unchanged. */
	isKnown: boolean;
}

/** Compares a record before and after by the rules of some events. */
export class Judge {
	private readonly kept: readonly Kept[];
	/** The names of the values that the snapshot stores for these events. */
	readonly names: readonly string[];
	/** Whether an event depends on the time. */
	readonly isTimed: boolean;
	private readonly now = clock.now();

	/** @param batch part of the `eventId` of a change. Each batch that fires has another name. */
	constructor(
		private readonly events: readonly WatchedEvent[],
		private readonly batch: string,
	) {
		const byName = new Map(events.flatMap(({ rule }) => rule.keeps.map((one) => [one.name, one])));
		this.kept = [...byName.values()];
		this.names = [...byName.keys()];
		this.isTimed = this.kept.some((one) => one.isTimed);
	}

	/** @param since when `before` was read, in milliseconds */
	values(record: DataRecord, before?: Values, since = this.now): Values {
		const time = { now: this.now, since };
		const value = ({ name, of }: Kept) => [name, of(record, before?.[name], time)] as const;
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
 * Decides what fires. Once the list was read to its end, a record that is not in the snapshot is new. For a known record,
 * the rules compare the values in the snapshot with those of the record.
 */
export class Diff {
	/** The snapshot before this poll; empty when the first reading of the list starts. */
	readonly snapshot: Snapshot;
	readonly cursor?: Cursor;
	readonly batch: string;
	/** Whether the list was read with this key before. */
	readonly isSameKey: boolean;
	readonly judge: Judge;

	/** @param stored the stored cursor of the list, which may come from other settings */
	constructor(
		readonly list: WatchedList,
		stored: Cursor | undefined,
		readonly round: Round,
	) {
		const known = stored?.scope === list.scope ? stored : undefined;
		const isChanged = known !== undefined && known.settings !== list.settings;
		// Changed settings may compare values that are not in the snapshot, so the list is read once more.
		this.cursor = isChanged ? { ...known, backlog: { from: 0 } } : known;
		this.batch = known?.batch ?? batchName();
		const ofRecords = list.events.filter(({ event }) => !event.isOfComments);
		this.judge = new Judge(ofRecords, this.batch);
		round.start(known?.since);
		const { names } = this.judge;
		this.isSameKey = known !== undefined && isFingerprintOf(list.keyHash, known.keyFingerprint);
		// Forgets which records another key has read: the service may not show them to this key.
		const kept = names.filter((name) => this.isSameKey || !name.startsWith(HERE));
		this.snapshot = known?.snapshot.keeping(kept).keeping(names) ?? Snapshot.empty(names);
	}

	/** The ID of a record, from the ID field of its kind or else from `id`. */
	idOf(record: DataRecord): string | undefined {
		const kind = this.list.list.record;
		return idOf(kind, record) ?? idOf({ ...kind, id: 'id' }, record);
	}

	/**
	 * @param isAboveKnown whether no known record stands above it
	 * @param isOnTop whether it was read from the top of the list, where changed records stand
	 * @returns undefined for a record without an ID
	 */
	of(record: DataRecord, isAboveKnown: boolean, isOnTop: boolean): Finding | undefined {
		const id = this.idOf(record);
		if (id === undefined) return undefined;
		const at = textOf(record.created);
		const before = this.snapshot.get(id);
		const isForgotten = !before && this.snapshot.mayHaveForgotten(at);
		const { isComplete = false, head } = this.cursor ?? {};
		// During an unfinished first reading, a record is new only if it is above all known ones and not older than `head`.
		const isAbove = isAboveKnown && head !== undefined && at >= head;
		const isNew = !before && !isForgotten && (isComplete || isAbove);
		const values = this.judge.values(record, before, this.round.readAt(id, isOnTop));
		const found = { id, record, at, before, values, news: [], isNew };
		// A record that leaves the snapshot unchanged fires nothing.
		const isKnown = isForgotten || this.snapshot.holds(id, values);
		if (isKnown) return { ...found, isKnown };
		const news = before || isNew ? this.judge.news(id, record, before, values) : [];
		return { ...found, isKnown, news };
	}
}

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
