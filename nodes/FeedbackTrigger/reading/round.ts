// When a list was last read as a whole, page by page over several polls. Each record was read since then, so a change that is
// found now is not older: Post Gaining Traction dates votes by it. And what no page has shown since may be deleted.
import { clock } from '../../shared/node/transport';
import type { Pages } from './pages';

export interface Round {
	/** Each record was read since, but for what came later: by the hour in milliseconds, so that it is seldom stored. */
	since: number;
	/** The IDs that were shown since each page was read; undefined before that. */
	ids?: ReadonlySet<string>;
}

const HOUR_MS = 3_600_000;
/** Twice as many as any list has that a snapshot holds. */
const MOST_PAGES = 2_000;

/** What this process knows of a list. */
interface Shown {
	/** The pages that were read last, one after the other. */
	pages: Array<{ number: number; ids: string; at: number }>;
	/** What is remembered of the list, unless n8n goes back to something older, and since when that holds. */
	since?: number;
	goesOn: number;
}

/** By trigger and list. */
const shown = new Map<string, Shown>();

/** Takes over the pages of a poll. @param since what is remembered of the list */
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
