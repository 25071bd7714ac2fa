import { z } from 'zod/v4';
import { LONGEST_TIME, Snapshot } from './snapshot';

/** Pages that are still to be read, both ends included, from 0. Without `to`: to the end of the list. */
export interface Backlog {
	from: number;
	/** At least down to here, and on until a page holds nothing new. */
	to?: number;
	/** The last poll had time only for the page above `from`, so the next one begins at `from`. */
	isChecked?: true;
}

/** What the trigger remembers of one list. That there is one says that its first poll has read the newest page. */
export interface Cursor {
	v: typeof VERSION;
	/** Rises whenever the list is stored. */
	serial?: number;
	/** Base URL, path and query: of another list it says nothing. */
	scope: string;
	/** The `product_id` of its records; absent where they have none. */
	workspace?: string;
	/** Tells API keys apart. */
	account: string;
	/** What was set for each event when the list was last read, as JSON. */
	settings: string;
	snapshot: Snapshot;
	/** The texts behind fingerprints, as far as they are kept. */
	texts: readonly string[];
	/** Whether the list was read to its end once. Until then an unknown record may be an old one. */
	isComplete: boolean;
	/** Until then: when the newest record was created that the first poll met. */
	head?: string;
	/** Whether it does not come newest first. */
	isUnordered: boolean;
	/** The latest time on its newest pages, in the order in which it was read. */
	latest: string;
	backlog?: Backlog;
	/** The number of the last page, as far as it is known. */
	depth: number;
	/** New Comment: the comments that were read, and the posts whose comments are still to be read, each with the polls so far. */
	comments?: Snapshot;
	posts?: ReadonlyArray<readonly [id: string, polls: number]>;
	/** Re-Deliver After Crash: what the last batch changes in the snapshots, and which process has handed it over. */
	unconfirmed?: { by: string; records: StoredEntry[]; comments: StoredEntry[] };
}

/** An entry as text. */
export type StoredEntry = [id: string, at: string, values: string];

/** Texts that are kept beside a snapshot, and how long one may be. */
export const MOST_TEXTS = 100;
export const LONGEST_TEXT = 64;
/** Bytes of the comments that were read: of some 10,000. */
const COMMENT_BYTES = 50_000;
/** Posts whose comments are still to be read; a post beyond that is met again on its page. */
export const MOST_POSTS = 500;

export const noComments = Snapshot.empty([], COMMENT_BYTES);

export const VERSION = 1;
const LONGEST_PART = 400_000;

const page = z.int().min(0).max(1_000_000);
const snapshot = z.object({
	names: z.array(z.string().max(64)).max(32),
	parts: z.array(z.tuple([z.string().max(LONGEST_TIME), z.string().max(LONGEST_PART)])).max(2_000),
	floor: z.string().max(LONGEST_TIME).optional(),
});
const entries = z.array(z.tuple([z.string(), z.string(), z.string().regex(/^[\w.-]*$/)]));
const stored = z.object({
	v: z.literal(VERSION),
	serial: z.int().min(0),
	scope: z.string(),
	workspace: z.string().optional(),
	account: z.string(),
	settings: z.string(),
	snapshot,
	texts: z.array(z.string().max(LONGEST_TEXT)).max(MOST_TEXTS),
	isComplete: z.boolean(),
	head: z.string().max(LONGEST_TIME).optional(),
	isUnordered: z.boolean(),
	latest: z.string().max(LONGEST_TIME),
	backlog: z
		.object({ from: page, to: page.optional(), isChecked: z.literal(true).optional() })
		.optional(),
	depth: page,
	comments: snapshot.optional(),
	posts: z
		.array(z.tuple([z.string().max(255), z.int().min(0)]))
		.max(MOST_POSTS)
		.optional(),
	unconfirmed: z.object({ by: z.string(), records: entries, comments: entries }).optional(),
});

/** Plain JSON, as n8n stores it with the workflow. */
export type StoredCursor = z.output<typeof stored>;

/** A stored cursor. It travels with the workflow, so it may be edited by hand. @returns undefined when it is none of ours */
export function readCursor(value: unknown): Cursor | undefined {
	const parsed = stored.safeParse(value);
	if (!parsed.success) return undefined;
	const { snapshot: records, comments: read, ...plain } = parsed.data;
	const decoded = Snapshot.decoded(records);
	const comments = read && Snapshot.decoded(read, COMMENT_BYTES);
	if (!decoded || (read && !comments)) return undefined;
	return { ...plain, snapshot: decoded, ...(comments && { comments }) };
}

/** Fresh plain values, since n8n does not notice a change inside of those it was given before. */
export function writeCursor({ snapshot: records, comments, ...plain }: Cursor): StoredCursor {
	return {
		...(JSON.parse(JSON.stringify(plain)) as Omit<StoredCursor, 'snapshot'>),
		snapshot: records.encoded(),
		...(comments && !comments.isEmpty && { comments: comments.encoded() }),
	};
}
