import { comparable } from '../service/comparable';

/** An item gives a record another value of a field by which records are found, or an empty one. */
export interface Rename {
	id: string;
	by: string;
	value: string;
	/** Whether the service did it; undefined if nobody knows. */
	done: Promise<boolean | undefined>;
}

/** What a record has in a field after its renames: a value, still its old one, or nobody knows. */
type Now = { value: string } | 'its old one' | 'unknown';

interface Renamed {
	now: Promise<Now>;
	/** The value that each of its renames gives it, if it is one. */
	always?: string;
}

/**
 * The renames of an execution, in the order of the items. What was looked up for a later item may be older, and a list may
 * lag.
 */
export class Renames {
	/** By field and record. */
	private readonly renamed = new Map<string, Renamed>();
	/** The records that were given a value, by field and value. */
	private readonly given = new Map<string, Set<string>>();

	add({ id, by, value: written, done }: Rename): void {
		const value = nameOf(by, written);
		if (!this.given.get(value)?.add(id)) this.given.set(value, new Set([id]));
		const of = JSON.stringify([by, id]);
		const { now: before = Promise.resolve<Now>('its old one'), always = value } =
			this.renamed.get(of) ?? {};
		const now = Promise.all([before, done]).then(([old, isDone]) => {
			if (isDone === undefined) return 'unknown';
			return isDone ? { value } : old;
		});
		this.renamed.set(of, { now, always: always === value ? value : '' });
	}

	/**
	 * The records that have a value after the renames up to now. Waits only for those of this value or these records.
	 * @param found that were looked up by the value
	 * @returns undefined if nobody knows
	 */
	async holders(
		by: string,
		value: string,
		found: readonly string[],
	): Promise<string[] | undefined> {
		const wanted = nameOf(by, value);
		const before = new Set(found);
		const holders: string[] = [];
		for (const id of new Set([...found, ...(this.given.get(wanted) ?? [])])) {
			const { now, always } = this.renamed.get(JSON.stringify([by, id])) ?? {};
			// Rows that write the email address which they name wait for nothing.
			const isKept = before.has(id) && (!now || always === wanted);
			const has: Now = isKept ? 'its old one' : ((await now) ?? 'its old one');
			if (has === 'unknown') return undefined;
			if (has === 'its old one' ? before.has(id) : has.value === wanted) holders.push(id);
		}
		return holders;
	}
}

const nameOf = (by: string, value: string) => JSON.stringify([by, comparable(by, value)]);
