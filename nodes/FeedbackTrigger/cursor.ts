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
	seen: Seen;
	/** What a poll that ran out of time left unread; from `silentFrom` on, unknown things belong to the baseline. */
	backlog?: Stretch & { silentFrom?: number };
	/** How deep the last news lay: the next poll reads a page further, for what moved across a seam meanwhile. */
	depth?: number;
	/** Re-Deliver After Crash: the last batch, and which process handed it over. */
	unconfirmed?: { seen: Seen; by: string };
}

const VERSION = 1;

const page = z.int().min(0).max(1_000_000);

const stored = z.object({
	v: z.literal(VERSION),
	scope: z.string(),
	workspace: z.string().optional(),
	seen: z.string().max(300_000),
	backlog: z.object({ from: page, to: page, silentFrom: page.optional() }).optional(),
	depth: page.optional(),
	unconfirmed: z.object({ seen: z.string().max(300_000), by: z.string() }).optional(),
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
	const { scope, workspace, backlog, depth, unconfirmed } = parsed.data;
	const seen = decoded(parsed.data.seen, keeps);
	const last = unconfirmed && decoded(unconfirmed.seen, keeps);
	if (!seen || (unconfirmed && !last)) return undefined;
	return {
		scope,
		workspace,
		seen,
		backlog,
		depth,
		...(unconfirmed && last && { unconfirmed: { seen: last, by: unconfirmed.by } }),
	};
}

/** Fresh plain values, since n8n does not notice a change inside of those it was given before. */
export function writeCursor({
	scope,
	workspace,
	seen,
	backlog,
	depth,
	unconfirmed,
}: Cursor): StoredCursor {
	return {
		v: VERSION,
		scope,
		...(workspace !== undefined && { workspace }),
		seen: seen.encoded(),
		...(backlog && { backlog: { ...backlog } }),
		...(depth !== undefined && { depth }),
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
