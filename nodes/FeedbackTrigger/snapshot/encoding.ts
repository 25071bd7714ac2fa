/** The values that are kept of one record, by their names; one that was not kept is missing. */
export type Values = Readonly<Record<string, string>>;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const FNV_BASIS = 0x811c9dc5;
const WIDTH = 3;
const END = '.';
const UNKNOWN = END.repeat(WIDTH);

/** Three characters for a value of any size: one change in a quarter of a million goes unnoticed. */
export const fingerprint = (value: unknown) =>
	hashed(typeof value === 'number' ? JSON.stringify(String(value)) : JSON.stringify(value ?? null));

/** FNV-1a over code units, folded to 18 bits. */
function hashed(text: string, basis = FNV_BASIS): string {
	let hash = basis;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	const folded = (hash >>> 18) ^ (hash & 0x3ffff);
	return [0, 6, 12].map((shift) => ALPHABET[(folded >>> shift) & 63]).join('');
}

/** An id as it is kept: a number where it may be counted with, else six characters that stand for it. */
export type Key = number | string;

const COUNTABLE = /^(?:0|[1-9]\d{0,14})$/;

export const keyOf = (id: string): Key =>
	COUNTABLE.test(id) ? Number(id) : hashed(id) + hashed(id, ~FNV_BASIS);

/** Values as text, in the order of the names: those with a leading `#` end with a point, the others have one width. */
export function encodeValues(names: readonly string[], values: Values): string {
	return names
		.map((name) => (name.startsWith('#') ? (values[name] ?? '') + END : (values[name] ?? UNKNOWN)))
		.join('');
}

export function decodeValues(names: readonly string[], text: string): Values {
	const values: Record<string, string> = {};
	let at = 0;
	for (const name of names) {
		const isLong = name.startsWith('#');
		const end = isLong ? text.indexOf(END, at) : at + WIDTH;
		const value = text.slice(at, end);
		if (value !== '' && value !== UNKNOWN) values[name] = value;
		at = isLong ? end + 1 : end;
	}
	return values;
}

/** Ids from `first` to `last` that have the same values. */
interface Run {
	first: number;
	last: number;
	values: string;
}

const ENTRIES = /^(?:(?:[\da-z]+(?:\*[\da-z]+)?|~[\w-]{6})(?::[\w.-]*)?(?:,|$))*$/;
export const isEncoded = (text: string) => ENTRIES.test(text);

/** Keys with their values. Consecutive numbers with the same values are one entry, however many they are. */
export class Entries {
	private constructor(
		private readonly runs: readonly Run[],
		private readonly others: ReadonlyMap<string, string>,
	) {}

	static readonly none = new Entries([], new Map());

	/** @param text passes `isEncoded` */
	static decoded(text: string): Entries {
		const runs: Run[] = [];
		const others = new Map<string, string>();
		let position = 0;
		for (const entry of text === '' ? [] : text.split(',')) {
			const colon = entry.indexOf(':');
			const key = colon < 0 ? entry : entry.slice(0, colon);
			const values = colon < 0 ? '' : entry.slice(colon + 1);
			if (key.startsWith('~')) {
				others.set(key.slice(1), values);
				continue;
			}
			const star = key.indexOf('*');
			const first = position + Number.parseInt(star < 0 ? key : key.slice(0, star), 36);
			position = star < 0 ? first : first + Number.parseInt(key.slice(star + 1), 36) - 1;
			runs.push({ first, last: position, values });
		}
		return new Entries(runs, others);
	}

	/** Each number as its distance from the end of the entry before, to the base of 36. */
	encoded(): string {
		let position = 0;
		const ended = (key: string, values: string) => (values === '' ? key : `${key}:${values}`);
		const texts = this.runs.map(({ first, last, values }) => {
			const gap = (first - position).toString(36);
			position = last;
			return ended(first === last ? gap : `${gap}*${(last - first + 1).toString(36)}`, values);
		});
		for (const [key, values] of this.others) texts.push(ended(`~${key}`, values));
		return texts.join(',');
	}

	get(key: Key): string | undefined {
		if (typeof key === 'string') return this.others.get(key);
		let low = 0;
		let high = this.runs.length - 1;
		while (low <= high) {
			const middle = (low + high) >> 1;
			const { first, last, values } = this.runs[middle];
			if (key < first) high = middle - 1;
			else if (key > last) low = middle + 1;
			else return values;
		}
		return undefined;
	}

	/** With these added, or put in the place of what was kept. */
	with(added: ReadonlyMap<Key, string>): Entries {
		const others = new Map(this.others);
		const runs: Run[] = [];
		for (const [key, values] of added) {
			if (typeof key === 'string') others.set(key, values);
			else runs.push({ first: key, last: key, values });
		}
		runs.sort((a, b) => a.first - b.first);
		return new Entries(joined([...without(this.runs, runs), ...runs]), others);
	}

	/** With all values written anew. */
	mapped(change: (values: string) => string): Entries {
		return new Entries(
			joined(this.runs.map((run) => ({ ...run, values: change(run.values) }))),
			new Map([...this.others].map(([key, values]) => [key, change(values)])),
		);
	}
}

/** What is left of runs when single numbers are taken out. @param taken in ascending order */
function without(runs: readonly Run[], taken: readonly Run[]): Run[] {
	const left: Run[] = [];
	let at = 0;
	for (const run of runs) {
		let { first } = run;
		while (at < taken.length && taken[at].first < first) at++;
		for (; at < taken.length && taken[at].first <= run.last; at++) {
			if (first < taken[at].first) left.push({ ...run, first, last: taken[at].first - 1 });
			first = taken[at].first + 1;
		}
		if (first <= run.last) left.push(first === run.first ? run : { ...run, first });
	}
	return left;
}

/** In ascending order, and as one where neighbours have the same values. */
function joined(runs: Run[]): Run[] {
	const result: Run[] = [];
	for (const run of runs.sort((a, b) => a.first - b.first)) {
		const before = result.at(-1);
		if (before && run.first === before.last + 1 && run.values === before.values) {
			result[result.length - 1] = { ...before, last: run.last };
		} else result.push(run);
	}
	return result;
}
