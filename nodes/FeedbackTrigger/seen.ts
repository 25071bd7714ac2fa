/**
 * What was seen of one watched scope, in a form small enough to be stored with the workflow. Immutable: a poll that
 * fails half-way must not have changed it.
 */
export interface Seen {
	/** Whether this very thing was seen: the id, and the fingerprint where one is kept. */
	knows(id: string, fingerprint?: string): boolean;
	/** The fingerprint the id was last seen with; undefined when the id was never seen. */
	fingerprintOf(id: string): string | undefined;
	/** With these added. */
	with(sightings: Iterable<{ id: string; fingerprint?: string }>): Seen;
	/** Both together; where they differ, the other one is the newer. */
	merged(other: Seen): Seen;
	/** Text that the class of this set decodes. */
	encoded(): string;
}

/** An id that may be counted with; longer and other ones are kept as the text they are. */
const COUNTABLE = /^(?:0|[1-9]\d{0,14})$/;

/** Characters of state for countable ids, and for all others. Together they stay well under 32 KB. */
const LONGEST_RUNS = 22_000;
const LONGEST_OTHERS = 6_000;

/**
 * Ids as runs of consecutive numbers: a workspace of 100,000 posts in a row is one run. Where gaps make the text too
 * long, the lowest runs are joined into one that starts at 0: ids that low are then taken for seen, since the service
 * gives out rising ids and a loss there is less likely than a flood of old posts.
 */
export class SeenIds implements Seen {
	private constructor(
		private readonly runs: ReadonlyArray<readonly [first: number, last: number]>,
		private readonly others: ReadonlySet<string>,
	) {}

	static readonly none = new SeenIds([], new Set());

	/** @returns undefined when the text is not one of ours */
	static decoded(text: string): SeenIds | undefined {
		const [runs = '', ...others] = text.split(' ');
		if (!/^(?:[\da-z]+(?:\*[\da-z]+)?(?:,|$))*$/.test(runs)) return undefined;
		const decoded: Array<readonly [number, number]> = [];
		let position = 0;
		for (const run of runs === '' ? [] : runs.split(',')) {
			const [gap, length = '1'] = run.split('*');
			const first = position + Number.parseInt(gap, 36);
			position = first + Number.parseInt(length, 36) - 1;
			decoded.push([first, position]);
		}
		return new SeenIds(decoded, new Set(others.map(decodeURIComponent)));
	}

	knows(id: string): boolean {
		return COUNTABLE.test(id) ? this.runWith(Number(id)) : this.others.has(id);
	}

	fingerprintOf(id: string): string | undefined {
		return this.knows(id) ? '' : undefined;
	}

	with(sightings: Iterable<{ id: string }>): SeenIds {
		const added: Array<readonly [number, number]> = [];
		const others = new Set(this.others);
		for (const { id } of sightings) {
			if (!COUNTABLE.test(id)) others.add(id);
			else if (!this.runWith(Number(id))) added.push([Number(id), Number(id)]);
		}
		return new SeenIds(joined([...this.runs, ...added]), others);
	}

	merged(other: Seen): SeenIds {
		if (!(other instanceof SeenIds)) return this;
		return new SeenIds(
			joined([...this.runs, ...other.runs]),
			new Set([...this.others, ...other.others]),
		);
	}

	encoded(): string {
		const others = newestWithin([...this.others].map(encodeURIComponent), LONGEST_OTHERS);
		return [bounded(this.runs), ...others].join(' ');
	}

	private runWith(id: number): boolean {
		let low = 0;
		let high = this.runs.length - 1;
		while (low <= high) {
			const middle = (low + high) >> 1;
			const [first, last] = this.runs[middle];
			if (id < first) high = middle - 1;
			else if (id > last) low = middle + 1;
			else return true;
		}
		return false;
	}
}

/** Characters of state for fingerprints: some 14,000 posts. */
const LONGEST_FINGERPRINTS = 240_000;

/**
 * Ids with a fingerprint each. Where they become too many, the lowest ids are forgotten, and whatever is as low is no
 * longer watched: neither its changes nor its coming up again are news.
 */
export class SeenFingerprints implements Seen {
	private constructor(
		private readonly fingerprints: ReadonlyMap<string, string>,
		private readonly floor: number,
	) {}

	static readonly none = new SeenFingerprints(new Map(), 0);

	/** @returns undefined when the text is not one of ours */
	static decoded(text: string): SeenFingerprints | undefined {
		if (!/^[\da-z]+(?:,(?:[\da-z]+|~[^:,]+):[\w-]+)*$/.test(text)) return undefined;
		const [floor, ...entries] = text.split(',');
		const fingerprints = new Map<string, string>();
		let position = Number.parseInt(floor, 36);
		for (const entry of entries) {
			const [key, fingerprint] = entry.split(':');
			if (!key.startsWith('~')) position += Number.parseInt(key, 36);
			fingerprints.set(
				key.startsWith('~') ? decodeURIComponent(key.slice(1)) : String(position),
				fingerprint,
			);
		}
		return new SeenFingerprints(fingerprints, Number.parseInt(floor, 36));
	}

	knows(id: string, fingerprint = ''): boolean {
		return this.isBelow(id) || this.fingerprints.get(id) === fingerprint;
	}

	fingerprintOf(id: string): string | undefined {
		return this.fingerprints.get(id);
	}

	with(sightings: Iterable<{ id: string; fingerprint?: string }>): SeenFingerprints {
		const fingerprints = new Map(this.fingerprints);
		for (const { id, fingerprint = '' } of sightings) {
			if (!this.isBelow(id)) fingerprints.set(id, fingerprint);
		}
		return new SeenFingerprints(fingerprints, this.floor);
	}

	merged(other: Seen): SeenFingerprints {
		if (!(other instanceof SeenFingerprints)) return this;
		return this.with([...other.fingerprints].map(([id, fingerprint]) => ({ id, fingerprint })));
	}

	encoded(): string {
		let position = this.floor;
		const entries = [...this.fingerprints]
			.map(([id, fingerprint]) => ({
				id,
				number: COUNTABLE.test(id) ? Number(id) : -1,
				fingerprint,
			}))
			.sort((a, b) => a.number - b.number)
			.map(({ id, number, fingerprint }) => {
				if (number < 0) return { number, text: `~${encodeURIComponent(id)}:${fingerprint}` };
				const gap = number - position;
				position = number;
				return { number, text: `${gap.toString(36)}:${fingerprint}` };
			});
		let length = entries.reduce((sum, { text }) => sum + text.length + 1, 0);
		let floor = this.floor;
		let first = 0;
		for (; length > LONGEST_FINGERPRINTS; first++) {
			length -= entries[first].text.length + 1;
			floor = Math.max(floor, entries[first].number);
		}
		// Gaps count from the last entry before, which is the floor now.
		const texts = entries.slice(first).map(({ text }) => text);
		return [floor.toString(36), ...texts].join(',');
	}

	private isBelow(id: string): boolean {
		return COUNTABLE.test(id) && this.floor > 0 && Number(id) <= this.floor;
	}
}

function joined(runs: Array<readonly [number, number]>): Array<readonly [number, number]> {
	const result: Array<readonly [number, number]> = [];
	for (const run of runs.sort(([a], [b]) => a - b)) {
		const before = result.at(-1);
		if (before && run[0] <= before[1] + 1)
			result[result.length - 1] = [before[0], Math.max(before[1], run[1])];
		else result.push(run);
	}
	return result;
}

/** Encodes from the highest run down, for as long as the text may be; what is left becomes one run from 0. */
function bounded(runs: ReadonlyArray<readonly [number, number]>): string {
	const texts: string[] = [];
	let length = 0;
	for (let index = runs.length - 1; index >= 0; index--) {
		const before = index > 0 ? runs[index - 1][1] : 0;
		const text = encodedRun(runs[index], before);
		length += text.length + 1;
		if (length > LONGEST_RUNS && index > 0) {
			texts.push(encodedRun(runs[index], before), encodedRun([0, before], 0));
			break;
		}
		texts.push(text);
	}
	return texts.reverse().join(',');
}

function encodedRun([first, last]: readonly [number, number], position: number): string {
	const gap = (first - position).toString(36);
	return first === last ? gap : `${gap}*${(last - first + 1).toString(36)}`;
}

function newestWithin(texts: string[], most: number): string[] {
	let length = texts.reduce((sum, text) => sum + text.length + 1, 0);
	while (length > most) length -= (texts.shift()?.length ?? length) + 1;
	return texts;
}
