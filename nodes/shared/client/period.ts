import type { DataRecord, RecordKind } from '../service/records';
import { utcMs } from '../service/values';

/** Selects records of a list, and says when no more of them can follow. */
export interface Selection {
	takes(record: DataRecord): boolean;
	/**
	 * How many of the next pages may hold wanted records: 0, 1 or any number. Absent if the whole list has to be read.
	 * @param records the new records of one page, in its order
	 */
	pagesLeft?: (records: readonly DataRecord[]) => number;
}

/** Since a time, until a time, or both, inclusive, as `YYYY-MM-DD HH:MM:SS`. */
export interface Period {
	/** The timestamp that counts. */
	by: 'created' | 'updated';
	from?: string;
	until?: string;
}

/** Selects what all of these select. At most one of them has `pagesLeft`. */
export function allOf(selections: readonly Selection[]): Selection | undefined {
	if (selections.length === 0) return undefined;
	const pagesLeft = selections.find(({ pagesLeft }) => pagesLeft)?.pagesLeft;
	return { takes: (record) => selections.every(({ takes }) => takes(record)), pagesLeft };
}

/**
 * Selects exactly the records of a period, even if the service ignores a filter or an order. A record without that
 * timestamp is selected, too.
 * @param newestFirst the kind of record, if the list was requested newest first. Then a whole page of older records is the
 * end, while a single one may be misplaced. The order counts only once the records read confirm it: all are in this order
 * and, by `updated`, at least two are not in the order of their creation and IDs
 */
export function within({ by, from, until }: Period, newestFirst?: RecordKind): Selection {
	const [first, last] = [momentOf(from), momentOf(until)];
	const takes = (record: DataRecord) => {
		const at = timeOf(record, by);
		return !(at < first) && !(at > last);
	};
	if (!newestFirst) return { takes };
	let isInOrder = true;
	let isConfirmed = false;
	let former: DataRecord | undefined;
	return {
		takes,
		pagesLeft(records) {
			for (const record of records) {
				if (former) {
					const [at, before] = [timeOf(record, by), timeOf(former, by)];
					isInOrder &&= at <= before;
					isConfirmed ||= at < before && (by === 'created' || isNewer(record, former, newestFirst));
				}
				former = record;
			}
			const older = records.filter((record) => timeOf(record, by) < first);
			if (!isInOrder || !isConfirmed || older.length === 0) return Number.POSITIVE_INFINITY;
			return older.length < records.length ? 1 : 0;
		},
	};
}

/** A record without `updated` was last changed when it was created. */
function timeOf({ created, updated }: DataRecord, by: Period['by']): number {
	return (by === 'updated' && momentOf(updated)) || momentOf(created);
}

/** By creation and by ID: an imported record may have an old date. */
function isNewer(record: DataRecord, former: DataRecord, { id }: RecordKind): boolean {
	return (
		Number(record[id]) > Number(former[id]) && momentOf(record.created) > momentOf(former.created)
	);
}

/** Also a date without a time. Some databases write a missing date in zeros, which does not match. */
const MOMENT = /^([1-9]\d{3}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)|$)/;

/** Milliseconds since the epoch; NaN for another value, which is neither before nor after any time. */
export function momentOf(value: unknown): number {
	const text = typeof value === 'string' ? value : '';
	const [, day, time = '00:00:00'] = MOMENT.exec(text) ?? [];
	return utcMs(`${day} ${time}`);
}
