import { z } from 'zod/v4';
import { LONGEST_TIME, Snapshot } from './snapshot';

/** Pages that are still to be read, both ends included, from 0. Without `to`: to the end of the list. */
export interface Backlog {
	from: number;
	/** At least down to here, and on until a page holds nothing new. */
	to?: number;
}

/** What the trigger remembers of one list. That there is one says that its first poll has read the newest page. */
export interface Cursor {
	v: typeof VERSION;
	/** Rises whenever the list is stored. */
	serial?: number;
	/** Path and query: of another list it says nothing. */
	scope: string;
	/** The `product_id` of its records; absent where they have none. */
	workspace?: string;
	/** Tells API keys apart. */
	account: string;
	/** What was set for each event when the list was last read, as JSON. */
	settings: string;
	/** Names the next batch, drawn after each one: with the values of a record it names an occurrence. */
	batch: string;
	snapshot: Snapshot;
	/** The texts behind fingerprints, as far as they are kept. */
	texts: readonly string[];
	/** Whether the list was read to its end once. Until then an unknown record may be an old one. */
	isComplete: boolean;
	/** Until then: when the newest record was created that the first poll met. */
	head?: string;
	/** Whether new records lack the date of their last change: the service may sort them last. */
	isUndated?: true;
	backlog?: Backlog;
	/** The number of the last page, as far as it is known. */
	depth: number;
	comments?: CommentMemory;
	/** Re-Deliver After Crash: what the last batch changes in the snapshots, and which process has handed it over. */
	unconfirmed?: { by: string; records: StoredEntry[]; read: StoredEntry[]; counts: StoredEntry[] };
}

/** What is remembered of the comments of posts. */
export interface CommentMemory {
	/** When their list was begun, by the newest date of a post: an older comment is never news. */
	since: string;
	/** Whether the posts were read to their end since: one that has no count then had no comments. */
	isComplete: boolean;
	/** The comments that were read. */
	read: Snapshot;
	/** By post, how many comments were settled. */
	counts: Snapshot;
	/** The posts whose comments are still to be read, each with the polls so far. */
	posts: ReadonlyArray<readonly [id: string, polls: number]>;
}

/** An entry as text. */
export type StoredEntry = [id: string, at: string, values: string];

/** Texts that are kept beside a snapshot, and how long one may be. */
export const MOST_TEXTS = 100;
export const LONGEST_TEXT = 64;
/** Bytes of the comments that were read: of some 10,000. */
export const COMMENT_BYTES = 50_000;
/** Posts whose comments are still to be read; a post beyond that is met again on its page. */
export const MOST_POSTS = 500;

export const VERSION = 1;

/** A text that no other batch of a list has. */
export const batchName = () => Math.random().toString(36).slice(2, 6).padEnd(4, '0');

const page = z.int().min(0).max(1_000_000);
const time = z.string().max(LONGEST_TIME);
const snapshot = z.object({
	names: z.array(z.string().max(64)).max(32),
	text: z.string().max(1_000_000),
	floor: time.optional(),
});
const entries = z.array(z.tuple([z.string(), z.string(), z.string().regex(/^[\w.-]*$/)]));
const stored = z.object({
	v: z.literal(VERSION),
	serial: z.int().min(0),
	scope: z.string(),
	workspace: z.string().optional(),
	account: z.string(),
	settings: z.string(),
	batch: z.string().max(8),
	snapshot,
	texts: z.array(z.string().max(LONGEST_TEXT)).max(MOST_TEXTS),
	isComplete: z.boolean(),
	head: time.optional(),
	isUndated: z.literal(true).optional(),
	backlog: z.object({ from: page, to: page.optional() }).optional(),
	depth: page,
	comments: z
		.object({
			...{ since: time, isComplete: z.boolean(), read: snapshot, counts: snapshot },
			posts: z.array(z.tuple([z.string().max(255), z.int().min(0)])).max(MOST_POSTS),
		})
		.optional(),
	unconfirmed: z
		.object({ by: z.string(), records: entries, read: entries, counts: entries })
		.optional(),
});

/** Plain JSON, as n8n stores it with the workflow. */
export type StoredCursor = z.output<typeof stored>;

/** A stored cursor. It travels with the workflow, so it may be edited by hand. @returns undefined when it is none of ours */
export function readCursor(value: unknown): Cursor | undefined {
	const parsed = stored.safeParse(value);
	if (!parsed.success) return undefined;
	const { snapshot: records, comments, ...plain } = parsed.data;
	const decoded = Snapshot.decoded(records);
	if (!decoded) return undefined;
	if (!comments) return { ...plain, snapshot: decoded };
	const read = Snapshot.decoded(comments.read, COMMENT_BYTES);
	const counts = Snapshot.decoded(comments.counts);
	return read && counts && { ...plain, snapshot: decoded, comments: { ...comments, read, counts } };
}

/** Fresh plain values, since n8n does not notice a change inside of those it was given before. */
export function writeCursor({ snapshot: records, comments, ...plain }: Cursor): StoredCursor {
	const { read, counts, ...rest } = comments ?? {};
	return JSON.parse(
		JSON.stringify({
			...{ ...plain, snapshot: records.encoded() },
			...(comments && {
				comments: { ...rest, read: read?.encoded(), counts: counts?.encoded() },
			}),
		}),
	) as StoredCursor;
}
