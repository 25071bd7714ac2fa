import { z } from 'zod/v4';
import { type Keeping, Seen } from './seen';

/** Pages of a list that are owed a look: both ends included, from 0. */
export interface Stretch {
	from: number;
	/** Reading goes on beyond it until a whole page is known; absent: to the end of the list. */
	to?: number;
	/** They were read already, but something may have moved over a seam meanwhile. */
	again?: true;
}

/** What the trigger remembers of one event. That there is one says that its baseline was begun. */
export interface Cursor {
	/** Base URL, event and filters: of another scope it says nothing. */
	scope: string;
	/** The workspace the records came from, as they say it; absent until one did. */
	workspace?: string;
	/** Which key was used last. */
	account: string;
	seen: Seen;
	/** What has to be read although the newest page is known, in the order in which it is read. */
	owed: readonly Stretch[];
	/**
	 * The baseline is not finished, and has come down to this time; what is not known below belongs to it. '' where the
	 * list has no order to go by.
	 */
	baseline?: string;
	/** The number of the last page when the end was last met, to choose a place for a look into the depth. */
	depth: number;
	/** Re-Deliver After Crash: the last batch, and which process handed it over. */
	unconfirmed?: { seen: Seen; by: string };
}

const VERSION = 1;

/** Longer than any set is encoded, and more than is ever owed. */
const LONGEST_SEEN = 300_000;
export const MOST_OWED = 16;

const page = z.int().min(0).max(1_000_000);

const stored = z.object({
	v: z.literal(VERSION),
	scope: z.string(),
	workspace: z.string().optional(),
	account: z.string(),
	seen: z.string().max(LONGEST_SEEN),
	owed: z
		.array(z.object({ from: page, to: page.optional(), again: z.literal(true).optional() }))
		.max(MOST_OWED)
		.optional(),
	baseline: z.string().optional(),
	depth: page,
	unconfirmed: z.object({ seen: z.string().max(LONGEST_SEEN), by: z.string() }).optional(),
});

/** Plain JSON, as n8n stores it with the workflow. */
export type StoredCursor = z.output<typeof stored>;

/**
 * A stored cursor. It travels with the workflow, so it may be hand-edited, of a later version, or another node's.
 * @param former what was read of it a moment ago
 * @returns undefined when it is none of ours
 */
export function readCursor(value: unknown, keeping: Keeping, former?: Cursor): Cursor | undefined {
	const parsed = stored.safeParse(value);
	if (!parsed.success) return undefined;
	const { scope, workspace, account, seen, owed = [], baseline, depth, unconfirmed } = parsed.data;
	const known = Seen.decoded(seen, keeping, former?.seen);
	const last = unconfirmed && Seen.decoded(unconfirmed.seen, keeping);
	if (!known || (unconfirmed && !last)) return undefined;
	return {
		...{ scope, workspace, account, seen: known, owed, baseline, depth },
		...(unconfirmed && last && { unconfirmed: { seen: last, by: unconfirmed.by } }),
	};
}

/** Fresh plain values, since n8n does not notice a change inside of those it was given before. */
export function writeCursor(cursor: Cursor): StoredCursor {
	const { scope, workspace, account, seen, owed, baseline, depth, unconfirmed } = cursor;
	return {
		v: VERSION,
		scope,
		...(workspace !== undefined && { workspace }),
		account,
		seen: seen.encoded(),
		...(owed.length > 0 && { owed: owed.map((stretch) => ({ ...stretch })) }),
		...(baseline !== undefined && { baseline }),
		depth,
		...(unconfirmed && { unconfirmed: { seen: unconfirmed.seen.encoded(), by: unconfirmed.by } }),
	};
}
