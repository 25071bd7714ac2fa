// A round is the latest series of polls that has read each page of a list. A change that is found now is not older than its
// start, so Post Gaining Traction dates votes by it. A record that no page of the round has shown may be deleted.
import { clock } from '../../shared/node/transport';
import type { Pages } from './pages';

export interface Round {
	/** Milliseconds: all older records were read since this time. Rounded down to the hour, so that it is seldom stored. */
	since: number;
	/** The IDs that its pages have shown; undefined until each page was read. */
	ids?: ReadonlySet<string>;
}

const HOUR_MS = 3_600_000;
/** Maximum number of pages of a round: twice as many as any list has that fits into a snapshot. */
const MOST_PAGES = 2_000;

/** What this process has read of a list. */
interface Shown {
	/** The pages that were read last, in this order. */
	pages: Array<{ number: number; ids: string; at: number }>;
	/** The start that the next poll should find stored, unless n8n restores an older one. `goesOn`: since when that holds. */
	since?: number;
	goesOn: number;
}

/** By trigger and list. */
const shown = new Map<string, Shown>();

/** Adds the pages of a poll. @param since the start of the round as it is stored */
export function roundWith(list: string, since: number | undefined, pages: Pages): Round {
	const at = clock.now();
	const last = shown.get(list) ?? { pages: [], goesOn: at };
	const goesOn = last.since === since ? last.goesOn : at;
	const read = [...pages.read].map(([number, { ids }]) => ({ number, ids, at }));
	const all = [...last.pages, ...read].slice(-MOST_PAGES);
	const lastOf = (_: unknown, page: number) => all.findLastIndex(({ number }) => number === page);
	const from = Math.min(...Array.from({ length: pages.depth + 1 }, lastOf));
	const round = all.slice(Math.max(0, from));
	const isWhole = from >= 0;
	const [begun = { at }] = round;
	const isKnown = isWhole && begun.at >= goesOn;
	const next = isKnown ? begun.at - (begun.at % HOUR_MS) : (since ?? at);
	shown.set(list, { pages: round, since: next, goesOn });
	const ids = isWhole ? new Set(round.flatMap((page) => page.ids.split(','))) : undefined;
	return { since: next, ids };
}
