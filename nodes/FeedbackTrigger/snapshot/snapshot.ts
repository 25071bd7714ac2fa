import {
	decodeValues,
	encodeValues,
	isChoice,
	entryKey,
	MOST_TEXTS,
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
	/** The texts that values with few different ones stand for, by their places. */
	texts: string[];
	/** Lines of entries, oldest first, each after the newest `created` in it. */
	text: string;
	/** What was created up to here may have been forgotten. */
	floor?: string | undefined;
}

/** Bytes of a list at most, whatever its ids look like: 15,000 posts with the values of all events, and far more ids. */
const MOST_BYTES = 470_000;
/** Entries of one line: they share one time, which costs as much as four entries. */
const LINE = 256;
/** A timestamp; what else may stand in its place is cut. */
export const LONGEST_TIME = 40;

/** The key of a record, with the time and the encoded values. */
type Entries = ReadonlyMap<string, { at: string; text: string }>;

/**
 * What the trigger remembers of one list: for each id the compact values that its events compare. Where it would become
 * too large, the records that were created first are forgotten, and what is as old and not known is ignored from then
 * on. Immutable.
 */
export class Snapshot {
	private constructor(
		readonly names: readonly string[],
		private readonly texts: readonly string[],
		private readonly entries: Entries,
		private readonly floor: string | undefined,
		private readonly mostBytes: number,
	) {}

	static empty(names: readonly string[], mostBytes = MOST_BYTES): Snapshot {
		return new Snapshot(names, [], new Map(), undefined, mostBytes);
	}

	static decoded(stored: StoredSnapshot, mostBytes = MOST_BYTES): Snapshot {
		const { names, texts, text, floor } = stored;
		const entries = text.split('\n').flatMap((line) => {
			const [at, encoded = ''] = line.split('|');
			const all = encoded.split(',').filter(Boolean);
			return all.map((entry) => {
				const [key, values = ''] = entry.split(':');
				return [key, { at, text: values }] as const;
			});
		});
		return new Snapshot(names, texts, new Map(entries), floor, mostBytes);
	}

	encoded(): StoredSnapshot {
		const all = sorted(this.entries);
		const lines: string[] = [];
		for (let from = 0; from < all.length; from += LINE) {
			const line = all.slice(from, from + LINE);
			const entries = line.map(([key, { text }]) => (text === '' ? key : `${key}:${text}`));
			lines.push(`${line[line.length - 1][1].at}|${entries.join()}`);
		}
		const { names, texts, floor } = this;
		return { names: [...names], texts: [...texts], text: lines.join('\n'), floor };
	}

	get isEmpty(): boolean {
		return this.entries.size === 0;
	}

	/** The values that were kept of a record; undefined when it is not known. */
	get(id: string): Values | undefined {
		const entry = this.entries.get(entryKey(id));
		return entry && decodeValues(this.names, entry.text, this.texts);
	}

	/** The IDs of the records that have this value, but for these. What stands for a long ID is left out. */
	idsWith(name: string, others: ReadonlySet<string>): string[] {
		const keys = [...this.entries.keys()].filter((key) => !key.startsWith('~'));
		const ids = keys.map((key) => String(Number.parseInt(key, 36)));
		return ids.filter((id) => !others.has(id) && this.get(id)?.[name] !== undefined);
	}

	/** Whether these values of a record would be kept as they were. */
	holds(id: string, values: Values): boolean {
		return this.entries.get(entryKey(id))?.text === encodeValues(this.names, values, this.texts);
	}

	/** Whether a record that is not known may have been forgotten. */
	mayHaveForgotten(at: string): boolean {
		return this.floor !== undefined && at <= this.floor;
	}

	/** The same records with the values of these names. */
	keeping(names: readonly string[]): Snapshot {
		if (names.join() === this.names.join()) return this;
		const { texts } = this;
		const same = new Snapshot(names, texts, new Map(), this.floor, this.mostBytes);
		const entries = [...this.entries].map(([key, { at, text }]) => {
			const values = decodeValues(this.names, text, texts);
			return [key, { at, text: encodeValues(names, values, texts) }] as const;
		});
		return same.bounded(new Map(entries));
	}

	/** With these added, or put in the place of what was kept; itself where nothing differs. */
	with(entries: readonly Entry[]): Snapshot {
		const texts = this.textsWith(entries);
		const changed = entries
			.map(({ id, at, values }) => {
				const key = entryKey(id);
				const time = this.entries.get(key)?.at ?? at.slice(0, LONGEST_TIME).replace(/[|\n]/g, ' ');
				return [key, { at: time, text: encodeValues(this.names, values, texts) }] as const;
			})
			.filter(([key, { text }]) => this.entries.get(key)?.text !== text);
		if (changed.length === 0) return this;
		return this.bounded(new Map([...this.entries, ...changed]), texts);
	}

	private textsWith(entries: readonly Entry[]): string[] {
		const names = this.names.filter(isChoice);
		const found = entries.flatMap(({ values }) => names.map((name) => values[name] ?? ''));
		return [...new Set([...this.texts, ...found])].filter(Boolean).slice(0, MOST_TEXTS);
	}

	private bounded(
		entries: Map<string, { at: string; text: string }>,
		texts: readonly string[] = this.texts,
	): Snapshot {
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
		return new Snapshot(this.names, texts, entries, floor, this.mostBytes);
	}
}

/** What was created first comes first. */
export const byTime = (a: { at: string }, b: { at: string }) =>
	Number(a.at > b.at) - Number(a.at < b.at);

/** By the timestamps as they are, which have one width and no zone; in one second, by id. */
export const oldestFirst = (a: { id: string; at: string }, b: { id: string; at: string }) =>
	byTime(a, b) || a.id.localeCompare(b.id, 'en', { numeric: true });

const sorted = (entries: Entries) => [...entries].sort(([, a], [, b]) => byTime(a, b));
