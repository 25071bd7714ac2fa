import type { Stretch } from './cursor';
import { perRegistration } from './engine';

/** How many polls apart a stretch of the list is looked through for what appeared there with an old date. */
const EVERY = 20;
const PAGES = 20;

/**
 * Where the sweep of each list of a registration stands. It begins at a place and a time drawn by lot, and goes on from
 * there: so every stretch has its turn as long as n8n runs, and the same chance however often n8n starts anew. Nothing
 * of it is stored, since n8n does not save what polls without news remember.
 */
const sweepsOf = perRegistration(() => new Map<string, { polls: number; turn: number }>());

/**
 * The pages to look through in this poll of a list: none in most.
 * @param registration n8n's context of the polls
 * @param depth the number of the last page
 */
export function sweepDue(registration: object, list: string, depth: number): Stretch[] {
	const lists = sweepsOf(registration);
	const stretches = Math.ceil(depth / PAGES);
	const { polls, turn } = lists.get(list) ?? { polls: lot(EVERY), turn: lot(stretches) };
	const isDue = stretches > 0 && (polls + 1) % EVERY === 0;
	lists.set(list, { polls: polls + 1, turn: isDue ? turn + 1 : turn });
	if (!isDue) return [];
	const from = 1 + (turn % stretches) * PAGES;
	return [{ from, to: from + PAGES - 1 }];
}

const lot = (among: number) => Math.floor(Math.random() * among);
