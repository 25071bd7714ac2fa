import type { DataRecord } from '../service/records';

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
	let isInOrder = isNewestFirst;
	let isTold = false;
	let former: DataRecord | undefined;
	return {
		takes(record) {
			const at = timeOf(record, by);
			return (
				at === undefined ||
				((from === undefined || at >= from) && (until === undefined || at <= until))
			);
		},
		isOver(records) {
			for (const record of records) {
				const at = timeOf(record, by);
				if (at === undefined) isInOrder = false;
				else if (former) {
					isInOrder &&= at <= timeOf(former, by)!;
					isTold ||=
						by === 'created'
							? at < timeOf(former, by)!
							: (timeOf(record, 'created') ?? '') > (timeOf(former, 'created') ?? '');
				}
				former = record;
			}
			if (!isInOrder || !isTold || former === undefined || from === undefined) return false;
			return timeOf(former, by)! < from;
		},
	};
}

/** What was never updated was last changed when it was created. */
function timeOf(record: DataRecord, by: Period['by']): string | undefined {
	return (
		(by === 'updated' ? timestampIn(record.updated) : undefined) ?? timestampIn(record.created)
	);
}

/** As `YYYY-MM-DD HH:MM:SS`, in which a later moment is the greater text. Zeros are how some databases write none. */
function timestampIn(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.slice(0, 19).replace('T', ' ') : '';
	return /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? text : undefined;
}
