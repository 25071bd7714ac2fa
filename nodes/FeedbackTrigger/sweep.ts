import type { Stretch } from './cursor';
import { isEnd, type ReadPage } from './watch';

/** How many polls apart a stretch beyond the known pages is looked through, for what appeared there with an old date. */
const EVERY = 20;
const PAGES = 20;

/** Where the sweep of each watched list stands. Only how soon a find is made depends on it, never whether. */
const sweeps = new Map<string, { polls: number; from: number }>();

/** The pages to look through in this poll of a list: none in most. */
export function sweepDue(list: string): Stretch[] {
	const { polls, from } = sweeps.get(list) ?? { polls: 0, from: 1 };
	sweeps.set(list, { polls: polls + 1, from });
	return (polls + 1) % EVERY === 0 ? [{ from, to: from + PAGES - 1 }] : [];
}

/** Moves on to where the sweep ended, or back to the top when it came to the end of the list. */
export function sweepDone(list: string, due: readonly Stretch[], pages: readonly ReadPage[]): void {
	const state = sweeps.get(list);
	const deepest = pages.at(-1)?.number ?? 0;
	if (!state || due.length === 0 || deepest < due[0].from) return;
	state.from = isEnd(pages) ? 1 : deepest + 1;
}
