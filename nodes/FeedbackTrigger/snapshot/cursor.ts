import { z } from 'zod/v4';
import { LONGEST_TEXT, MOST_TEXTS } from './encoding';
import { Snapshot } from './snapshot';

/** Maximum size of the snapshot of comments, in bytes: enough for about 8,000 comments. */
export const COMMENT_BYTES = 50_000;

export const VERSION = 1 as const;

/** A random ID that no other batch of a list should have. */
export const newBatchId = () => Math.random().toString(36).slice(2, 6).padEnd(4, '0');

const page = z.int().min(0).max(1_000_000);

const column = z.object({ name: z.string().max(64), isText: z.literal(true).optional() });
const encoded = z.object({
	columns: z.array(column).max(32),
	texts: z.array(z.string().max(LONGEST_TEXT)).max(MOST_TEXTS),
	text: z.string().max(1_000_000),
	forgottenUntil: z.string().optional(),
});
const snapshot = (mostBytes?: number) =>
	encoded.transform((stored) =>
		Snapshot.decoded({ forgottenUntil: undefined, ...stored }, mostBytes),
	);

/** Where the reading of a list stopped. */
export type Backlog = z.output<typeof backlog>;
const backlog = z.object({
	/** The first page that is left. */
	from: page,
	/** Whether it goes on to the end of the list, as a first reading does, or until a page ends in what is known. */
	isToEnd: z.boolean(),
});

/** What the trigger stores about the comments of posts. */
export type CommentMemory = z.output<typeof comments>;
const comments = z.object({
	/** The newest date of a post when the list started. An older comment never fires. */
	since: z.string(),
	/** Whether all posts were read since then. If so, a post without a count had no comments. */
	isComplete: z.boolean(),
	read: snapshot(COMMENT_BYTES),
	/** By post: how many comments are processed: read, or no longer looked for. */
	counts: snapshot(),
});

/** What the trigger stores about one list. It exists once a first poll has read the newest page. */
export type Cursor = z.output<typeof cursor>;
const cursor = z.object({
	v: z.literal(VERSION),
	/** Rises whenever the list is stored. */
	serial: z.int().min(0).optional(),
	/** Path and query. A cursor with another scope is not used. */
	scope: z.string(),
	/** The `product_id` of its records; absent if they have none. */
	workspace: z.string().optional(),
	keyFingerprint: z.string(),
	/** Of each event when the list was last read, as JSON. */
	settings: z.string(),
	/** Of the next items that fire. With a fingerprint of the values it ends the `eventId` of a change. */
	batchId: z.string().max(8),
	snapshot: snapshot(),
	/** Whether the list was read to its end once. Until then an unknown record may be an old one. */
	isComplete: z.boolean(),
	/** Until then: `created` of the newest record that the first poll has read. */
	newestAtStart: z.string().optional(),
	/** Whether new records lack the date of their last change: the service may sort them last. */
	isUndated: z.boolean(),
	/** For events that depend on the time: the hour in which this was stored, in milliseconds. */
	since: z.number().optional(),
	backlog: backlog.optional(),
	/** The number of the last page, as far as it is known. */
	depth: page,
	comments: comments.optional(),
});

/** Reads a stored cursor. It is stored with the workflow, so users may edit it. @returns undefined if it is invalid */
export const readCursor = (value: unknown): Cursor | undefined => cursor.safeParse(value).data;

/** Returns new plain objects, because n8n (2.41.1) does not notice changes inside objects that it already holds. */
export const writeCursor = (written: Cursor): unknown =>
	JSON.parse(
		JSON.stringify(written, (_key, value: unknown) =>
			value instanceof Snapshot ? value.encoded() : value,
		),
	);
