import { shortened } from './fingerprint';

/** A thing as far as the memory goes: its id, what is kept of it, and the time by which its list is ordered. */
export interface Thing {
	id: string;
	/** '' where it is enough that it was seen. */
	print: string;
	at?: string;
}

/** What is kept of things from one stretch of time. Immutable. */
export interface Part {
	/** As it is stored: without `|` and `;`. */
	readonly text: string;
	printOf(key: Key): string | undefined;
	/** Both together; where they differ, the other one is the newer. */
	with(other: Part): Part;
	without(other: Part): Part;
}

/** How the things of an event are kept. */
export interface Keeping {
	/** Characters of state, at the most. */
	longest: number;
	of(things: readonly Thing[]): Part;
	/** @returns undefined when the text is not one of ours */
	decoded(text: string): Part | undefined;
}

/** A number where the id may be counted with, else a short text that stands for it. */
export type Key = number | string;

const COUNTABLE = /^(?:0|[1-9]\d{0,14})$/;

export const keyOf = (id: string): Key => (COUNTABLE.test(id) ? Number(id) : shortened(id));

interface Chunk {
	/** The newest time in it, '' where none is known. */
	at: string;
	part: Part;
}

/** What is forgotten goes by chunks: so many there are, and so many things come into a new one. */
const MOST_CHUNKS = 16;
const LARGEST_CHUNK = 256;

/** Two chunks become one where that saves this share of their length, as with ids in a row, before anything is forgotten. */
const WORTH_JOINING = 0.25;

/**
 * What was seen of one watched scope, small enough to be stored with the workflow, whatever the ids look like. Where it
 * would become too long, what bears the oldest dates is forgotten, and from then on everything as old goes for known:
 * silence for the oldest, never a flood. Immutable: a poll that fails half-way must not have changed it.
 */
export class Seen {
	private constructor(
		private readonly keeping: Keeping,
		/** Oldest first. */
		private readonly chunks: readonly Chunk[],
		/** Down to here things are remembered; undefined while all of them are. */
		private readonly floor?: string,
		/** What it was decoded from. */
		private readonly text?: string,
	) {}

	static none(keeping: Keeping): Seen {
		return new Seen(keeping, []);
	}

	/**
	 * @param former given back where the text is that of it: reading a long one takes its time
	 * @returns undefined when the text is not one of ours
	 */
	static decoded(text: string, keeping: Keeping, former?: Seen): Seen | undefined {
		if (former?.text === text) return former;
		const [floor, ...entries] = text.split('|');
		const chunks: Chunk[] = [];
		for (const entry of entries) {
			const [at, encoded, ...more] = entry.split(';');
			const part = encoded === undefined ? undefined : keeping.decoded(encoded);
			const time = unescaped(at);
			if (!part || time === undefined || more.length > 0) return undefined;
			chunks.push({ at: time, part });
		}
		const since = floor === '' ? undefined : unescaped(floor.slice(1));
		if (floor !== '' && (since === undefined || floor[0] !== '>')) return undefined;
		return new Seen(keeping, chunks, since, text);
	}

	get isEmpty(): boolean {
		return this.chunks.length === 0;
	}

	/** What the thing was last seen with; undefined when it was never seen, or is forgotten. */
	printOf(id: string): string | undefined {
		const key = keyOf(id);
		for (let index = this.chunks.length - 1; index >= 0; index--) {
			const print = this.chunks[index].part.printOf(key);
			if (print !== undefined) return print;
		}
		return undefined;
	}

	/** Whether a thing that is not remembered may have been forgotten. */
	mayHaveForgotten({ at = '' }: Thing): boolean {
		return this.floor !== undefined && at <= this.floor;
	}

	/** Whether the thing was seen just as it is. */
	knows(thing: Thing): boolean {
		const print = this.printOf(thing.id);
		return print === undefined ? this.mayHaveForgotten(thing) : print === thing.print;
	}

	/** With these added; itself when there is nothing to add. */
	with(things: readonly Thing[]): Seen {
		const added = things
			.filter((thing) => !this.knows(thing))
			.sort(({ at: a = '' }, { at: b = '' }) => (a < b ? -1 : a > b ? 1 : 0));
		if (added.length === 0) return this;
		const chunks: Chunk[] = [];
		for (let from = 0; from < added.length; from += LARGEST_CHUNK) {
			const group = added.slice(from, from + LARGEST_CHUNK);
			chunks.push({ at: group[group.length - 1].at ?? '', part: this.keeping.of(group) });
		}
		return this.joinedBy(chunks);
	}

	/** Both together; where they differ, the other one is the newer. */
	merged(other: Seen): Seen {
		return this.joinedBy(other.chunks);
	}

	/** Text for `decoded`. */
	encoded(): string {
		if (this.text !== undefined) return this.text;
		const floor = this.floor === undefined ? '' : `>${encodeURIComponent(this.floor)}`;
		return [floor, ...this.chunks.map(encoded)].join('|');
	}

	private joinedBy(added: readonly Chunk[]): Seen {
		const rest = added.reduce(
			(chunks, { part }) => chunks.map((one) => ({ at: one.at, part: one.part.without(part) })),
			this.chunks,
		);
		const chunks = [...rest.filter(({ part }) => part.text !== ''), ...added];
		chunks.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
		while (chunks.length > MOST_CHUNKS) join(chunks, (length) => -length);
		let { floor } = this;
		while (lengthOf(chunks) > this.keeping.longest && chunks.length > 1) {
			if (join(chunks, saving, WORTH_JOINING)) continue;
			const [{ at }] = chunks.splice(0, 1);
			if (floor === undefined || at > floor) floor = at;
		}
		return new Seen(this.keeping, chunks, floor);
	}
}

/**
 * Makes one chunk of the two neighbours that are best suited, if they are suited well enough.
 * @param suited from the lengths of the two, and of the one they would become
 */
function join(
	chunks: Chunk[],
	suited: (length: number, joined: () => number) => number,
	enough = Number.NEGATIVE_INFINITY,
): boolean {
	let best = -1;
	let most = enough;
	for (let index = 0; index + 1 < chunks.length; index++) {
		const [one, other] = [chunks[index].part, chunks[index + 1].part];
		const value = suited(one.text.length + other.text.length, () => one.with(other).text.length);
		if (value < most || (value === most && best >= 0)) continue;
		[best, most] = [index, value];
	}
	if (best < 0) return false;
	const { at, part } = chunks[best + 1];
	chunks.splice(best, 2, { at, part: chunks[best].part.with(part) });
	return true;
}

/** The share of the length of two that is saved by making one of them. */
const saving = (length: number, joined: () => number) => 1 - joined() / Math.max(1, length);

const encoded = ({ at, part }: Chunk) => `${encodeURIComponent(at)};${part.text}`;

const lengthOf = (chunks: readonly Chunk[]) =>
	chunks.reduce((sum, chunk) => sum + encoded(chunk).length + 1, 0);

function unescaped(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined; // A percent sign out of place: not a text of ours.
	}
}
