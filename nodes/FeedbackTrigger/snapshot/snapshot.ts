import {
	decodeEntries,
	decodeValues,
	encodeEntries,
	encodeValues,
	isEncoded,
	keyOf,
	type Values,
} from './encoding';

/** A record as the snapshot keeps it. */
export interface Entry {
	id: string;
	/** When it was created, as the service says it: what was created first is forgotten first. */
	at: string;
	values: Values;
}

export interface StoredSnapshot {
	/** The names of the values that are kept of each record. */
	names: string[];
	/** Lines of entries, oldest first, each after the newest `created` in it. */
	text: string;
	/** What was created up to here may have been forgotten. */
	floor?: string;
}

/** Bytes of a list at most, whatever its ids look like: 12,500 posts with the values of all events, and far more ids. */
const MOST_BYTES = 400_000;
/** Entries of one line: they share one time, which costs as much as four entries. */
const LINE = 256;
/** A timestamp; what else may stand in its place is cut. */
export const LONGEST_TIME = 40;

/** The key of a record, with the time and the encoded values. */
type Entries = ReadonlyMap<string, { at: string; text: string }>;

/**
 * What the trigger remembers of one list: for each id the compact values that its events compare. Where it would become
 * too large, the records that were created first are forgotten, and what is as old and not known counts as known from
 * then on. Immutable.
 */
export class Snapshot {
	private constructor(
		readonly names: readonly string[],
		private readonly entries: Entries,
		private readonly floor: string | undefined,
		private readonly mostBytes: number,
	) {}

	static empty(names: readonly string[], mostBytes = MOST_BYTES): Snapshot {
		return new Snapshot(names, new Map(), undefined, mostBytes);
	}

	/** @returns undefined when it is no text of ours */
	static decoded({ names, text, floor }: StoredSnapshot, mostBytes?: number): Snapshot | undefined {
		const entries = new Map<string, { at: string; text: string }>();
		for (const line of text === '' ? [] : text.split('\n')) {
			const [at, encoded, ...more] = line.split('|');
			if (encoded === undefined || more.length > 0 || !isEncoded(encoded)) return undefined;
			for (const [key, values] of decodeEntries(encoded)) entries.set(key, { at, text: values });
		}
		return new Snapshot(names, entries, floor, mostBytes ?? MOST_BYTES);
	}

	encoded(): StoredSnapshot {
		const all = sorted(this.entries);
		const lines: string[] = [];
		for (let from = 0; from < all.length; from += LINE) {
			const line = all.slice(from, from + LINE);
			const entries = new Map(line.map(([key, { text }]) => [key, text]));
			lines.push(`${line[line.length - 1][1].at}|${encodeEntries(entries)}`);
		}
		const { names, floor } = this;
		return {
			...{ names: [...names], text: lines.join('\n') },
			...(floor !== undefined && { floor }),
		};
	}

	get isEmpty(): boolean {
		return this.entries.size === 0;
	}

	/** The values that were kept of a record, as text; undefined when it is not known. */
	get(id: string): string | undefined {
		return this.entries.get(keyOf(id))?.text;
	}

	valuesOf(text: string): Values {
		return decodeValues(this.names, text);
	}

	/** Whether a record that is not known may have been forgotten. */
	mayHaveForgotten(at: string): boolean {
		return this.floor !== undefined && at <= this.floor;
	}

	/** The same records with the values of these names. */
	keeping(names: readonly string[]): Snapshot {
		if (names.join() === this.names.join()) return this;
		const entries = [...this.entries].map(
			([key, { at, text }]) =>
				[key, { at, text: encodeValues(names, this.valuesOf(text)) }] as const,
		);
		return new Snapshot(names, new Map(entries), this.floor, this.mostBytes);
	}

	/** With these added, or put in the place of what was kept; itself where nothing differs. */
	with(entries: readonly Entry[]): Snapshot {
		const changed = entries
			.map(({ id, at, values }) => {
				const key = keyOf(id);
				const time = this.entries.get(key)?.at ?? at.slice(0, LONGEST_TIME).replace(/[|\n]/g, ' ');
				return [key, { at: time, text: encodeValues(this.names, values) }] as const;
			})
			.filter(([key, { text }]) => this.entries.get(key)?.text !== text);
		if (changed.length === 0) return this;
		return this.bounded(new Map([...this.entries, ...changed]));
	}

	private bounded(entries: Map<string, { at: string; text: string }>): Snapshot {
		let { floor } = this;
		let bytes = 0;
		for (const [key, { text }] of entries) bytes += key.length + text.length + 2;
		if (bytes > this.mostBytes) {
			for (const [key, { at, text }] of sorted(entries)) {
				if (bytes <= this.mostBytes) break;
				entries.delete(key);
				bytes -= key.length + text.length + 2;
				if (floor === undefined || at > floor) floor = at;
			}
		}
		return new Snapshot(this.names, entries, floor, this.mostBytes);
	}
}

/** What was created first comes first. */
export const byTime = (a: { at: string }, b: { at: string }) =>
	Number(a.at > b.at) - Number(a.at < b.at);

const sorted = (entries: Entries) => [...entries].sort(([, a], [, b]) => byTime(a, b));
