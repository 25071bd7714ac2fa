import { z } from 'zod/v4';
import { ids, prints } from './keeping';
import { LONGEST_NAME, MOST_NAMES } from './prints';
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
	/** What the prints in it stand for, as far as it is kept. */
	names?: readonly string[];
	/** New Comment: the comments that were seen, and the posts that are still to be looked into. */
	comments?: Seen;
	looks?: readonly string[];
	/** What has to be read although the newest page is known, in the order in which it is read. */
	owed: readonly Stretch[];
	/**
	 * The baseline is not finished, and has come down to this time; what is not known below belongs to it. '' where the
	 * list has no order to go by.
	 */
	baseline?: string;
	/** What bears a later date is new when it is first seen; undefined where the order of the list tells. */
	since?: string;
	/** The number of the last page when the end was last met, to choose a place for a look into the depth. */
	depth: number;
	/** Re-Deliver After Crash: the last batch, and which process handed it over. */
	unconfirmed?: { seen: Seen; comments?: Seen; by: string };
}

const VERSION = 1;

/** Longer than any set is encoded, and more than is ever owed. */
const LONGEST_SEEN = 300_000;
export const MOST_OWED = 16;
/** More than a poll leaves but after the largest bursts; what is beyond is met on its page again. */
export const MOST_LOOKS = 500;
const LONGEST_ID = 255;

const ofThings = z.string().max(LONGEST_SEEN);
const page = z.int().min(0).max(1_000_000);

const stored = z.object({
	v: z.literal(VERSION),
	scope: z.string(),
	workspace: z.string().optional(),
	account: z.string(),
	seen: ofThings,
	names: z.array(z.string().max(LONGEST_NAME)).max(MOST_NAMES).optional(),
	owed: z
		.array(z.object({ from: page, to: page.optional(), again: z.literal(true).optional() }))
		.max(MOST_OWED)
		.optional(),
	baseline: z.string().optional(),
	since: z.string().optional(),
	depth: page,
	comments: ofThings.optional(),
	looks: z.array(z.string().max(LONGEST_ID)).max(MOST_LOOKS).optional(),
	unconfirmed: z
		.object({ seen: ofThings, comments: ofThings.optional(), by: z.string() })
		.optional(),
});

/** Plain JSON, as n8n stores it with the workflow. */
export type StoredCursor = z.output<typeof stored>;

/**
 * A stored cursor. It travels with the workflow, so it may be hand-edited, of a later version, or another node's.
 * @param former what was read of it a moment ago
 * @returns undefined when it is of another scope, or none of ours
 */
export function readCursor(
	value: unknown,
	scope: string,
	keeping: Keeping,
	former?: Cursor,
): Cursor | undefined {
	const parsed = stored.safeParse(value);
	if (!parsed.success || parsed.data.scope !== scope) return undefined;
	const { seen, comments, owed = [], unconfirmed: last, ...plain } = parsed.data;
	const decoded = (text: string | undefined, of: Keeping, before?: Seen) =>
		text === undefined ? Seen.none(of) : Seen.decoded(text, of, before);
	const known = decoded(seen, keeping, former?.seen);
	const inPosts = decoded(comments, ids, former?.comments);
	const lastSeen = decoded(last?.seen, keeping);
	const lastInPosts = decoded(last?.comments, ids);
	if (!known || !inPosts || !lastSeen || !lastInPosts) return undefined;
	return {
		...plain,
		...{ owed, seen: known },
		...(comments !== undefined && { comments: inPosts }),
		...(last && {
			unconfirmed: {
				seen: lastSeen,
				...(last.comments !== undefined && { comments: lastInPosts }),
				by: last.by,
			},
		}),
	};
}

/** Whether something stored is a cursor at all, of whatever scope. */
export function isCursor(value: unknown): boolean {
	const scope = stored.safeParse(value).data?.scope;
	const isReadAs = (keeping: Keeping) =>
		scope !== undefined && readCursor(value, scope, keeping) !== undefined;
	return isReadAs(ids) || isReadAs(prints(LONGEST_SEEN));
}

/** Fresh plain values, since n8n does not notice a change inside of those it was given before. */
export function writeCursor(cursor: Cursor): StoredCursor {
	const { scope, workspace, account, seen, names, comments, looks } = cursor;
	const { owed, baseline, since, depth, unconfirmed } = cursor;
	return {
		v: VERSION,
		scope,
		...(workspace !== undefined && { workspace }),
		account,
		seen: seen.encoded(),
		...(names && names.length > 0 && { names: [...names] }),
		...(comments && { comments: comments.encoded() }),
		...(looks && looks.length > 0 && { looks: [...looks] }),
		...(owed.length > 0 && { owed: owed.map((stretch) => ({ ...stretch })) }),
		...(baseline !== undefined && { baseline }),
		...(since !== undefined && { since }),
		depth,
		...(unconfirmed && {
			unconfirmed: {
				seen: unconfirmed.seen.encoded(),
				...(unconfirmed.comments && { comments: unconfirmed.comments.encoded() }),
				by: unconfirmed.by,
			},
		}),
	};
}
