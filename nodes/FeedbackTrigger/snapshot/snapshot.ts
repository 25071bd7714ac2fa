import {
	type Column,
	decodeValues,
	encodeValues,
	entryKey,
	idOfKey,
	MOST_TEXTS,
	type Values,
} from './encoding';

/** A record as the snapshot keeps it. */
export interface Entry {
	id: string;
	/** When it was created, as the service returns it. The oldest records are forgotten first. */
	at: string;
	values: Values;
}

/** Maximum bytes of a list, whatever its IDs look like: 15,000 posts with the values of all events, or far more IDs alone. */
const MOST_BYTES = 470_000;
/** Entries in one line. They share one timestamp, which takes as much space as four entries. */
const LINE = 256;
/** Characters of a timestamp. A longer text in its place is cut. */
export const LONGEST_TIME = 40;

/** By key of a record. */
type Entries = ReadonlyMap<string, { at: string; text: string }>;

/** What is known of one list. If it would get too large, it forgets the oldest records, and ignores all that are as old. Immutable. */
export class Snapshot {
	private constructor(
		readonly columns: readonly Column[],
		private readonly texts: readonly string[],
		private readonly entries: Entries,
		/** Records created until this time (inclusive) may have been forgotten. */
		private readonly forgottenUntil: string | undefined,
		private readonly mostBytes: number,
	) {}

	static empty(columns: readonly Column[], mostBytes = MOST_BYTES): Snapshot {
		return new Snapshot(columns, [], new Map(), undefined, mostBytes);
	}

	static decoded(stored: ReturnType<Snapshot['encoded']>, mostBytes = MOST_BYTES): Snapshot {
		const { columns, texts, text, forgottenUntil } = stored;
		const entries = text.split('\n').flatMap((line) => {
			const [at, encoded = ''] = line.split('|');
			const all = encoded.split(',').filter(Boolean);
			return all.map((entry) => {
				const [key, values = ''] = entry.split(':');
				return [key, { at, text: values }] as const;
			});
		});
		return new Snapshot(columns, texts, new Map(entries), forgottenUntil, mostBytes);
	}

	/** Lines of entries, oldest first. Each starts with the newest `created` in it. Entries refer to a text by its index. */
	encoded() {
		const sharing = new Map<string, number>();
		for (const { at } of this.entries.values()) sharing.set(at, (sharing.get(at) ?? 0) + 1);
		const lines: Array<{ at: string; entries: string[] }> = [];
		for (const [key, { at, text }] of sorted(this.entries)) {
			const last = lines.at(-1);
			// A line that was stored stays together. Cut otherwise, it would take the time of the next one each time.
			if (!last || (at !== last.at && last.entries.length + sharing.get(at)! > LINE))
				lines.push({ at, entries: [] });
			const line = lines[lines.length - 1];
			line.at = at;
			line.entries.push(text === '' ? key : `${key}:${text}`);
		}
		const columns = this.columns.map(({ name, isText }): Column => ({ name, isText }));
		const text = lines.map(({ at, entries }) => `${at}|${entries.join()}`).join('\n');
		return { columns, texts: [...this.texts], text, forgottenUntil: this.forgottenUntil };
	}

	get size(): number {
		return this.entries.size;
	}

	get(id: string): Values | undefined {
		const entry = this.entries.get(entryKey(id));
		return entry && decodeValues(this.columns, entry.text, this.texts);
	}

	/** The IDs among these of records that have this value. Leaves out long IDs, of which only a hash is stored. */
	idsWith(name: string, among: (id: string) => boolean): string[] {
		const ids = [...this.entries.keys()].map(idOfKey).filter((id) => id !== undefined);
		return ids.filter((id) => among(id) && this.get(id)?.[name] !== undefined);
	}

	holds(id: string, values: Values): boolean {
		return this.entries.get(entryKey(id))?.text === encodeValues(this.columns, values, this.texts);
	}

	/** Whether an unknown record, created at this time, may have been forgotten. */
	mayHaveForgotten(at: string): boolean {
		return this.forgottenUntil !== undefined && at <= this.forgottenUntil;
	}

	keeping(columns: readonly Column[]): Snapshot {
		const named = (all: readonly Column[]) => all.map(({ name }) => name).join();
		if (named(columns) === named(this.columns)) return this;
		const { texts } = this;
		const same = new Snapshot(columns, texts, new Map(), this.forgottenUntil, this.mostBytes);
		const entries = [...this.entries].map(([key, { at, text }]) => {
			const values = decodeValues(this.columns, text, texts);
			return [key, { at, text: encodeValues(columns, values, texts) }] as const;
		});
		return same.bounded(new Map(entries));
	}

	/** A snapshot with these entries added or replaced; the same object if nothing differs. */
	with(entries: readonly Entry[]): Snapshot {
		const texts = this.textsWith(entries);
		const changed = entries
			.map(({ id, at, values }) => {
				const key = entryKey(id);
				const time = this.entries.get(key)?.at ?? at.slice(0, LONGEST_TIME).replace(/[|\n]/g, ' ');
				return [key, { at: time, text: encodeValues(this.columns, values, texts) }] as const;
			})
			.filter(([key, { text }]) => this.entries.get(key)?.text !== text);
		if (changed.length === 0) return this;
		return this.bounded(new Map([...this.entries, ...changed]), texts);
	}

	private textsWith(entries: readonly Entry[]): string[] {
		const ofTexts = this.columns.filter(({ isText }) => isText);
		const found = entries.flatMap(({ values }) => ofTexts.map(({ name }) => values[name] ?? ''));
		return [...new Set([...this.texts, ...found])].filter(Boolean).slice(0, MOST_TEXTS);
	}

	private bounded(
		entries: Map<string, { at: string; text: string }>,
		texts: readonly string[] = this.texts,
	): Snapshot {
		let { forgottenUntil } = this;
		let bytes = 0;
		for (const [key, { text }] of entries) bytes += key.length + text.length + 2;
		if (bytes > this.mostBytes) {
			for (const [key, { at, text }] of sorted(entries)) {
				if (bytes <= this.mostBytes) break;
				entries.delete(key);
				bytes -= key.length + text.length + 2;
				if (forgottenUntil === undefined || at > forgottenUntil) forgottenUntil = at;
			}
		}
		return new Snapshot(this.columns, texts, entries, forgottenUntil, this.mostBytes);
	}
}

export const byTime = (a: { at: string }, b: { at: string }) =>
	Number(a.at > b.at) - Number(a.at < b.at);

/** Compares timestamps as text: they have the same width and no zone. Within one second it compares IDs. */
export const oldestFirst = (a: { id: string; at: string }, b: { id: string; at: string }) =>
	byTime(a, b) || a.id.localeCompare(b.id, 'en', { numeric: true });

const sorted = (entries: Entries) => [...entries].sort(([, a], [, b]) => byTime(a, b));
