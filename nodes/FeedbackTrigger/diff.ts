import { fingerprintOf, isFingerprintOf } from '../shared/node/key-hash';
import type { List } from '../shared/service/pages';
import { type DataRecord, idOf } from '../shared/service/records';
import { Comparison, type Occurrence, textOf } from './comparison';
import type { Look } from './reading/look';
import type { Rotation } from './reading/rotation';
import type { WatchedList } from './settings';
import { type Cursor, newBatchId } from './snapshot/cursor';
import type { Values } from './snapshot/encoding';
import { type Entry, Snapshot } from './snapshot/snapshot';

export interface Candidate extends Entry {
	record: DataRecord;
	before: Values | undefined;
	occurrences: readonly Occurrence[];
	/** Whether it appeared after the first reading of the list started. */
	isNew: boolean;
	isKnown: boolean;
}

/** The ID of a record; a service may call it `id`. */
export const idIn = ({ record: kind }: List, record: DataRecord) =>
	idOf(kind, record) ?? idOf({ ...kind, id: 'id' }, record);

/** Decides what fires. Once the list was read to its end, an unknown record is new. Of known ones the rules compare values. */
export class Diff {
	/** The snapshot before this poll; empty when the first reading of the list starts. */
	readonly snapshot: Snapshot;
	readonly cursor?: Cursor;
	readonly batchId: string;
	readonly keyFingerprint: string;
	readonly isComplete: boolean;
	readonly comparison: Comparison;

	/** @param known the stored cursor of this list, which may come from other settings */
	constructor(
		readonly list: WatchedList,
		known: Cursor | undefined,
		readonly rotation: Rotation,
		readonly look: Look,
		/** Whether existing records fire, for the events that have some. */
		readonly deliversExisting: boolean,
	) {
		const isChanged = known !== undefined && known.settings !== list.settings;
		// Changed settings may compare values that are not in the snapshot, so the list is read once more.
		this.cursor = isChanged ? { ...known, backlog: { from: 0, isToEnd: true } } : known;
		this.isComplete = known?.isComplete === true;
		this.batchId = known?.batchId ?? newBatchId();
		const ofRecords = list.events.filter(({ event }) => !event.isOfComments);
		this.comparison = new Comparison(ofRecords, this.batchId);
		const { values } = this.comparison;
		const isSameKey = known !== undefined && isFingerprintOf(list.keyHash, known.keyFingerprint);
		// Kept while the key is the same: a new one would differ, because it is salted.
		this.keyFingerprint = isSameKey ? known.keyFingerprint : fingerprintOf(list.keyHash);
		// The service may not show this key what another one has read.
		const valid = values.filter(({ isOfKey }) => isSameKey || !isOfKey);
		this.snapshot = known?.snapshot.keeping(valid).keeping(values) ?? Snapshot.empty(values);
	}

	idOf(record: DataRecord): string | undefined {
		return idIn(this.list.list, record);
	}

	/** @param isAboveKnown whether no known record stands above it */
	of(record: DataRecord, isAboveKnown: boolean): Candidate | undefined {
		const id = this.idOf(record);
		if (id === undefined) return undefined;
		const at = textOf(record.created);
		const before = this.snapshot.get(id);
		const isForgotten = !before && this.snapshot.mayHaveForgotten(at);
		const isNew = !before && !isForgotten && this.isAfterStart(at, isAboveKnown);
		const values = this.comparison.valuesOf(record, before, this.rotation.readAt(id));
		// A record that leaves the snapshot unchanged fires nothing.
		const isKnown = isForgotten || this.snapshot.holds(id, values);
		const isCompared = !isKnown && (before !== undefined || isNew);
		const change = { record, before, after: values };
		const fire = () => this.comparison.occurrences(id, change);
		const existing = () => fire().filter(({ watched: { event } }) => event.hasExisting);
		const occurrences = isCompared ? fire() : this.deliversExisting ? existing() : [];
		return { id, record, at, before, values, occurrences, isNew, isKnown };
	}

	/** During an unfinished first reading only what is above all known records and not older than any at the start. */
	private isAfterStart(at: string, isAboveKnown: boolean): boolean {
		const { newestAtStart } = this.cursor ?? {};
		return this.isComplete || (isAboveKnown && newestAtStart !== undefined && at >= newestAtStart);
	}
}
