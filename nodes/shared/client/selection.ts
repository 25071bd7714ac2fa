import type { DataRecord } from '../service/records';
import { utcMs } from '../service/values';

/** Which records of a list are wanted, and when no other wanted ones can come. */
export interface Selection {
	takes(record: DataRecord): boolean;
	/**
	 * Whether all that follows can be left unread.
	 * @param records the next records of the list that had not been seen before, in its order
	 */
	isOver(records: readonly DataRecord[]): boolean;
}

/** From a moment, until a moment, or both, as `YYYY-MM-DD HH:MM:SS` and both included. */
export interface Period {
	/** The timestamp of a record that is meant. */
	by: 'created' | 'updated';
	from?: string;
	until?: string;
}

/** Takes what every one of several selections takes; over as soon as one of them is. */
export function all(selections: readonly Selection[]): Selection | undefined {
	if (selections.length === 0) return undefined;
	return {
		takes: (record) => selections.every((one) => one.takes(record)),
		// Each has to see every record.
		isOver: (records) => selections.map((one) => one.isOver(records)).includes(true),
	};
}

/**
 * The records of a period, exactly, whatever the service makes of a filter or an order. A record that does not say when
 * it was created or updated is taken: it could be one.
 * @param isNewestFirst whether the list was asked for in that order, or is documented to have it. It is believed only as
 * far as it is seen: what was read must be in it and, by `updated`, show that it is not the order of creation
 */
export function within({ by, from, until }: Period, isNewestFirst: boolean): Selection {
	const [first, last] = [momentOf(from), momentOf(until)];
	let isInOrder = isNewestFirst;
	let isTold = false;
	let former: DataRecord | undefined;
	return {
		takes(record) {
			const at = timeOf(record, by);
			return !(at < first) && !(at > last);
		},
		isOver(records) {
			for (const record of records) {
				if (former) {
					const [at, before] = [timeOf(record, by), timeOf(former, by)];
					isInOrder &&= at <= before;
					isTold ||= at < before && (by === 'created' || isCreatedAfter(record, former));
				}
				former = record;
			}
			return isInOrder && isTold && timeOf(former!, by) < first;
		},
	};
}

/** What was never updated was last changed when it was created. */
function timeOf({ created, updated }: DataRecord, by: Period['by']): number {
	return (by === 'updated' && momentOf(updated)) || momentOf(created);
}

function isCreatedAfter(one: DataRecord, other: DataRecord): boolean {
	return momentOf(one.created) > momentOf(other.created);
}

/**
 * In milliseconds since the epoch. No number where it says none, which is neither before nor after any moment, nor at the
 * same. Zeros are how some databases write none.
 */
function momentOf(value: unknown): number {
	const text = typeof value === 'string' ? value : '';
	const [timestamp = ''] = /^[1-9]\d{3}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.exec(text) ?? [];
	return utcMs(timestamp);
}
