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
	/** The newest `created` in a part, and the text of its entries. */
	parts: Array<[at: string, text: string]>;
	/** What was created up to here may have been forgotten. */
	floor?: string;
}

/** Bytes of a list at most, whatever its ids look like: 12,500 posts with the values of all events, and far more ids. */
export const MOST_BYTES = 400_000;

/** A part is written anew as a whole when one of its records changes. */
const PART_BYTES = 8_000;
/** New entries go into parts by so many at a time. */
const BATCH = 256;
/** A timestamp; what else may stand in its place is cut. */
export const LONGEST_TIME = 40;

/**
 * What the trigger remembers of one list: for each id the compact values that its events compare. Where it would become
 * too large, the records that were created first are forgotten, and what is as old and not known counts as known from
 * then on. Immutable.
 */
export class Snapshot {
	private constructor(
		readonly names: readonly string[],
		/** By the newest `created`, oldest first. */
		private readonly parts: readonly Part[],
		private readonly floor: string | undefined,
		private readonly mostBytes: number,
	) {}

	static empty(names: readonly string[], mostBytes = MOST_BYTES): Snapshot {
		return new Snapshot(names, [], undefined, mostBytes);
	}

	/** @returns undefined when a part is not text of ours */
	static decoded(stored: StoredSnapshot, mostBytes = MOST_BYTES): Snapshot | undefined {
		if (!stored.parts.every(([, text]) => isEncoded(text))) return undefined;
		const parts = stored.parts.map(([at, text]) => new Part(at, text));
		return new Snapshot(stored.names, parts, stored.floor, mostBytes);
	}

	encoded(): StoredSnapshot {
		const parts = this.parts.map(({ at, text }): [string, string] => [at, text]);
		const { floor } = this;
		return { names: [...this.names], parts, ...(floor !== undefined && { floor }) };
	}

	get isEmpty(): boolean {
		return this.parts.length === 0;
	}

	/** The values that were kept of a record, as text; undefined when it is not known. @param at where to look first */
	get(id: string, at = ''): string | undefined {
		return this.found(keyOf(id), at)?.values;
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
		const change = (text: string) => encodeValues(names, this.valuesOf(text));
		const parts = this.parts.map(({ at, entries }) => {
			const changed = [...entries].map(([key, text]) => [key, change(text)] as const);
			return Part.of(at, new Map(changed));
		});
		return new Snapshot(names, parts, this.floor, this.mostBytes);
	}

	/** With these added, or put in the place of what was kept; itself where nothing differs. */
	with(entries: readonly Entry[]): Snapshot {
		const changed = new Map<Part, Map<string, string>>();
		const fresh: Array<{ key: string; at: string; text: string }> = [];
		for (const { id, at, values } of entries) {
			const key = keyOf(id);
			const text = encodeValues(this.names, values);
			const found = this.found(key, at);
			if (!found) fresh.push({ key, at: at.slice(0, LONGEST_TIME), text });
			else if (found.values !== text) {
				changed.set(found.part, (changed.get(found.part) ?? new Map()).set(key, text));
			}
		}
		if (changed.size === 0 && fresh.length === 0) return this;
		const parts = this.parts.map((part) => {
			const values = changed.get(part);
			return values ? part.with(values) : part;
		});
		fresh.sort(byTime);
		for (let from = 0; from < fresh.length; from += BATCH) {
			const batch = fresh.slice(from, from + BATCH);
			add(parts, batch[batch.length - 1].at, new Map(batch.map(({ key, text }) => [key, text])));
		}
		return this.bounded(parts);
	}

	private found(key: string, at: string): { part: Part; values: string } | undefined {
		// Most records stand in the part of their time, so that few parts have to be decoded.
		const likely = Math.max(
			0,
			this.parts.findIndex((part) => part.at >= at),
		);
		for (let offset = 0; offset < this.parts.length; offset++) {
			const part = this.parts[(likely + offset) % this.parts.length];
			const values = part.entries.get(key);
			if (values !== undefined) return { part, values };
		}
		return undefined;
	}

	private bounded(parts: Part[]): Snapshot {
		let { floor } = this;
		let bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
		while (bytes > this.mostBytes && parts.length > 1) {
			const [oldest] = parts.splice(0, 1);
			bytes -= oldest.bytes;
			if (floor === undefined || oldest.at > floor) floor = oldest.at;
		}
		return new Snapshot(this.names, parts, floor, this.mostBytes);
	}
}

/** What was created first comes first. */
export const byTime = (a: { at: string }, b: { at: string }) =>
	Number(a.at > b.at) - Number(a.at < b.at);

/** Adds new entries of about one time to the part of that time, or begins a new one. */
function add(parts: Part[], at: string, entries: ReadonlyMap<string, string>): void {
	const index = parts.findIndex((part) => part.at >= at);
	const place = index < 0 ? parts.length - 1 : index;
	// Before a part that is full stands the one of earlier times, which may have room.
	const open = [place, place - 1].find((one) => (parts[one]?.bytes ?? PART_BYTES) < PART_BYTES);
	if (open !== undefined) {
		parts[open] = parts[open].with(entries, at);
	} else {
		parts.splice(index < 0 ? parts.length : index, 0, Part.of(at, entries));
	}
}

class Part {
	#entries?: ReadonlyMap<string, string>;

	constructor(
		readonly at: string,
		readonly text: string,
	) {}

	static of(at: string, entries: ReadonlyMap<string, string>): Part {
		const part = new Part(at, encodeEntries(entries));
		part.#entries = entries;
		return part;
	}

	with(entries: ReadonlyMap<string, string>, at = this.at): Part {
		return Part.of(at > this.at ? at : this.at, new Map([...this.entries, ...entries]));
	}

	/** As it stands in n8n's database, quotes and commas included. */
	get bytes(): number {
		return this.text.length + this.at.length + 8;
	}

	get entries(): ReadonlyMap<string, string> {
		return (this.#entries ??= decodeEntries(this.text));
	}
}
