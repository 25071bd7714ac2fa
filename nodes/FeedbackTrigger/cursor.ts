import { z } from 'zod/v4';
import { type Seen, SeenFingerprints, SeenIds } from './seen';

/** Pages of a list that have to be read although a page before them is known: both ends included, from 0. */
export interface Stretch {
	from: number;
	to: number;
}

/** What the trigger remembers of one event. That there is one says that its baseline was taken. */
export interface Cursor {
	/** Base URL, event and filters: of another scope it says nothing. */
	scope: string;
	/** The workspace the records came from, as they say it; absent until one did. */
	workspace?: string;
	/** Which key was used last. */
	account: string;
	seen: Seen;
	/**
	 * What polls that ran out of time left unread. `baseline`: it was not finished, and has come down to this time; what
	 * is not known below belongs to it. '' where the list has no order to go by.
	 */
	backlog?: Stretch & { baseline?: string };
	/** What is read once more after news from several pages: something may have moved over a seam while they were read. */
	recheck?: Stretch;
	/** The list proved not to come newest first. */
	shuffled?: boolean;
	/** Re-Deliver After Crash: the last batch, and which process handed it over. */
	unconfirmed?: { seen: Seen; by: string };
}

const VERSION = 1;

/** Longer than any set is encoded. */
const LONGEST_SEEN = 300_000;

const page = z.int().min(0).max(1_000_000);
const stretch = z.object({ from: page, to: page });

const stored = z.object({
	v: z.literal(VERSION),
	scope: z.string(),
	workspace: z.string().optional(),
	account: z.string(),
	seen: z.string().max(LONGEST_SEEN),
	backlog: stretch.extend({ baseline: z.string().optional() }).optional(),
	recheck: stretch.optional(),
	shuffled: z.literal(true).optional(),
	unconfirmed: z.object({ seen: z.string().max(LONGEST_SEEN), by: z.string() }).optional(),
});

/** Plain JSON, as n8n stores it with the workflow. */
export type StoredCursor = z.output<typeof stored>;

/** How an event's set of seen things is decoded. */
export const DECODERS = { ids: SeenIds, fingerprints: SeenFingerprints } as const;

/**
 * A stored cursor. It travels with the workflow, so it may be hand-edited, of a later version, or another node's.
 * @returns undefined when it is none of ours
 */
export function readCursor(value: unknown, keeps: keyof typeof DECODERS): Cursor | undefined {
	const parsed = stored.safeParse(value);
	if (!parsed.success) return undefined;
	const { scope, workspace, account, backlog, recheck, shuffled, unconfirmed } = parsed.data;
	const seen = decoded(parsed.data.seen, keeps);
	const last = unconfirmed && decoded(unconfirmed.seen, keeps);
	if (!seen || (unconfirmed && !last)) return undefined;
	return {
		...{ scope, workspace, account, seen, backlog, recheck, shuffled },
		...(unconfirmed && last && { unconfirmed: { seen: last, by: unconfirmed.by } }),
	};
}

/** Fresh plain values, since n8n does not notice a change inside of those it was given before. */
export function writeCursor(cursor: Cursor): StoredCursor {
	const { scope, workspace, account, seen, backlog, recheck, shuffled, unconfirmed } = cursor;
	return {
		v: VERSION,
		scope,
		...(workspace !== undefined && { workspace }),
		account,
		seen: seen.encoded(),
		...(backlog && { backlog: { ...backlog } }),
		...(recheck && { recheck: { ...recheck } }),
		...(shuffled && { shuffled }),
		...(unconfirmed && { unconfirmed: { seen: unconfirmed.seen.encoded(), by: unconfirmed.by } }),
	};
}

function decoded(text: string, keeps: keyof typeof DECODERS): Seen | undefined {
	try {
		return DECODERS[keeps].decoded(text);
	} catch {
		return undefined; // A percent sign out of place: not a text of ours.
	}
}
