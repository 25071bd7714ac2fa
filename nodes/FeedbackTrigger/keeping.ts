import type { Rule } from './events';
import { type Key, keyOf, type Keeping, type Part, type Thing } from './seen';

/** Keys that stand for ids of any form: see `shortened`. */
const SHORT = /^(?:[\w-]{6})*$/;
const SHORT_LENGTH = 6;

/** How the things of an event are remembered. */
export const keepingOf = ({ keeps }: Rule): Keeping => (keeps ? prints(keeps.longest) : ids);

type Run = readonly [first: number, last: number];

/**
 * That things were seen, and no more: countable ids as runs of consecutive numbers, so that a workspace of 100,000 posts
 * in a row is one run, all others as six characters each. Together they stay under 32 KB.
 */
export const ids: Keeping = {
	longest: 28_000,
	of: (things) => IdPart.of(things.map(({ id }) => keyOf(id))),
	decoded: (text) => IdPart.decoded(text),
};

class IdPart implements Part {
	private constructor(
		private readonly runs: readonly Run[],
		private readonly others: ReadonlySet<string>,
		readonly text = `${encodedRuns(runs)}:${[...others].join('')}`,
	) {}

	static of(keys: readonly Key[]): IdPart {
		const runs = keys.filter((key) => typeof key === 'number').map((key): Run => [key, key]);
		return new IdPart(joined(runs), new Set(keys.filter((key) => typeof key === 'string')));
	}

	static decoded(text: string): IdPart | undefined {
		const [runs, others = '', ...more] = text.split(':');
		if (!/^(?:[\da-z]+(?:\*[\da-z]+)?(?:,|$))*$/.test(runs)) return undefined;
		if (!SHORT.test(others) || more.length > 0) return undefined;
		const found: Run[] = [];
		let position = 0;
		for (const run of runs === '' ? [] : runs.split(',')) {
			const [gap, length = '1'] = run.split('*');
			const first = position + Number.parseInt(gap, 36);
			position = first + Number.parseInt(length, 36) - 1;
			found.push([first, position]);
		}
		const short: string[] = [];
		for (let at = 0; at < others.length; at += SHORT_LENGTH) {
			short.push(others.slice(at, at + SHORT_LENGTH));
		}
		return new IdPart(found, new Set(short), text);
	}

	printOf(key: Key): string | undefined {
		const known = typeof key === 'number' ? this.runWith(key) : this.others.has(key);
		return known ? '' : undefined;
	}

	with(other: IdPart): IdPart {
		return new IdPart(
			joined([...this.runs, ...other.runs]),
			new Set([...this.others, ...other.others]),
		);
	}

	/** The same thing twice takes no room, and there is nothing to choose between. */
	without(): IdPart {
		return this;
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

function joined(runs: Run[]): Run[] {
	const result: Run[] = [];
	for (const run of runs.sort(([a], [b]) => a - b)) {
		const before = result.at(-1);
		if (before && run[0] <= before[1] + 1)
			result[result.length - 1] = [before[0], Math.max(before[1], run[1])];
		else result.push(run);
	}
	return result;
}

/** Each as its distance from the end of the one before, and its length where that is not 1; to the base of 36. */
function encodedRuns(runs: readonly Run[]): string {
	let position = 0;
	return runs
		.map(([first, last]) => {
			const gap = (first - position).toString(36);
			position = last;
			return first === last ? gap : `${gap}*${(last - first + 1).toString(36)}`;
		})
		.join(',');
}

/** What things were seen with, each by its own. @param longest characters of state, at the most */
export const prints = (longest: number): Keeping => ({
	longest,
	of: (things: readonly Thing[]) =>
		new PrintPart(new Map(things.map(({ id, print }) => [keyOf(id), print]))),
	decoded: (text) => PrintPart.decoded(text),
});

class PrintPart implements Part {
	constructor(
		private readonly prints: ReadonlyMap<Key, string>,
		readonly text = encodedPrints(prints),
	) {}

	static decoded(text: string): PrintPart | undefined {
		if (!/^(?:(?:[\da-z]+|~[\w-]{6}):[\w-]*(?:,|$))*$/.test(text)) return undefined;
		const prints = new Map<Key, string>();
		let position = 0;
		for (const entry of text === '' ? [] : text.split(',')) {
			const [key, print] = entry.split(':');
			if (!key.startsWith('~')) position += Number.parseInt(key, 36);
			prints.set(key.startsWith('~') ? key.slice(1) : position, print);
		}
		return new PrintPart(prints, text);
	}

	printOf(key: Key): string | undefined {
		return this.prints.get(key);
	}

	with(other: PrintPart): PrintPart {
		return new PrintPart(new Map([...this.prints, ...other.prints]));
	}

	without(other: PrintPart): PrintPart {
		const kept = [...this.prints].filter(([key]) => !other.prints.has(key));
		return kept.length === this.prints.size ? this : new PrintPart(new Map(kept));
	}
}

/** Countable ids first, each as its distance from the one before, to the base of 36. */
function encodedPrints(prints: ReadonlyMap<Key, string>): string {
	const countable: Array<readonly [number, string]> = [];
	const others: string[] = [];
	for (const [key, print] of prints) {
		if (typeof key === 'number') countable.push([key, print]);
		else others.push(`~${key}:${print}`);
	}
	let position = 0;
	const texts = countable
		.sort(([a], [b]) => a - b)
		.map(([key, print]) => {
			const gap = key - position;
			position = key;
			return `${gap.toString(36)}:${print}`;
		});
	return [...texts, ...others].join(',');
}
