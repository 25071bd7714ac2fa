import { clock } from '../shared/node/n8n-transport';
import type { DataRecord } from '../shared/service/records';
import type { Change, StoredValue } from './events/rule';
import type { WatchedEvent } from './settings';
import { fingerprint, type Values } from './snapshot/encoding';

export interface Occurrence {
	watched: WatchedEvent;
	/** The same occurrence has the same ID after a crash, and another change has another ID. */
	eventId: string;
	/** Timestamp that orders the items: when the record was created, changed or found missing. */
	at: string;
	id: string;
	record: DataRecord;
	post?: DataRecord;
	adds: DataRecord;
}

/** Compares records with their stored values, by the rules of some events. */
export class Comparison {
	readonly values: readonly StoredValue[];
	readonly isTimed: boolean;
	private readonly now = clock.now();

	/** @param batchId part of the `eventId` of a change. Each batch of items that fires has another one. */
	constructor(
		private readonly events: readonly WatchedEvent[],
		private readonly batchId: string,
	) {
		const all = events.flatMap(({ rule }) => rule.stores);
		this.values = [...new Map(all.map((one) => [one.name, one])).values()];
		this.isTimed = all.some((one) => one.isTimed);
	}

	/** @param since when `before` was read, in milliseconds */
	valuesOf(record: DataRecord, before?: Values, since = this.now): Values {
		const time = { now: this.now, since };
		const value = ({ name, of }: StoredValue) => [name, of(record, before?.[name], time)] as const;
		return Object.fromEntries(this.values.map(value));
	}

	occurrences(id: string, change: Change): Occurrence[] {
		const { record, before, after } = change;
		return this.events.flatMap((watched) => {
			const { event, rule } = watched;
			const adds = rule.fires(change);
			if (!adds) return [];
			const now = fingerprint(rule.stores.map(({ name }) => after[name]));
			const end = rule.onceAs ?? (before ? `${this.batchId}${now}` : '');
			const eventId = [event.value, id, end].filter((part) => part !== '').join(':');
			const at = textOf(record[event.orderedBy ?? 'created']) || textOf(record.created);
			return [{ watched, eventId, at, id, record, adds }];
		});
	}
}

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
