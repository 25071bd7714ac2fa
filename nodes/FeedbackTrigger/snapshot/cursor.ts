import { z } from 'zod/v4';
import { LONGEST_TEXT, MOST_TEXTS } from './encoding';
import { Snapshot } from './snapshot';

/** Bytes of the comments that were read: of about 10,000. */
export const COMMENT_BYTES = 50_000;

export const VERSION = 1;

/** A text that no other batch of a list has. */
export const batchName = () => Math.random().toString(36).slice(2, 6).padEnd(4, '0');

const page = z.int().min(0).max(1_000_000);

const encoded = z.object({
	names: z.array(z.string().max(64)).max(32),
	texts: z.array(z.string().max(LONGEST_TEXT)).max(MOST_TEXTS),
	text: z.string().max(1_000_000),
	floor: z.string().optional(),
});
const snapshot = (mostBytes?: number) =>
	encoded.transform((stored) => Snapshot.decoded(stored, mostBytes));

/** Pages that are still to be read, both ends included, from 0. Without `to`: to the end of the list. */
export type Backlog = z.output<typeof backlog>;
const backlog = z.object({
	from: page,
	/** At least down to here, and on until a page holds nothing new. */
	to: page.optional(),
});

/** What is remembered of the comments of posts. */
export type CommentMemory = z.output<typeof comments>;
const comments = z.object({
	/** When their list was begun, by the newest date of a post: an older comment is never news. */
	since: z.string(),
	/** Whether the posts were read to their end since: one that has no count then had no comments. */
	isComplete: z.boolean(),
	/** The comments that were read. */
	read: snapshot(COMMENT_BYTES),
	/** By post, how many comments were settled. */
	counts: snapshot(),
});

/** What the trigger remembers of one list. That there is one says that its first poll has read the newest page. */
export type Cursor = z.output<typeof cursor>;
const cursor = z.object({
	v: z.literal(VERSION),
	/** Rises whenever the list is stored. */
	serial: z.int().min(0).optional(),
	/** Path and query: of another list it says nothing. */
	scope: z.string(),
	/** The `product_id` of its records; absent where they have none. */
	workspace: z.string().optional(),
	/** Differs for each API key. */
	keyFingerprint: z.string(),
	/** What was set for each event when the list was last read, as JSON. */
	settings: z.string(),
	/** Names the next batch, drawn after each one: with the values of a record it names an occurrence. */
	batch: z.string().max(8),
	snapshot: snapshot(),
	/** Whether the list was read to its end once. Until then an unknown record may be an old one. */
	isComplete: z.boolean(),
	/** Until then: when the newest record was created that the first poll met. */
	head: z.string().optional(),
	/** Whether new records lack the date of their last change: the service may sort them last. */
	isUndated: z.literal(true).optional(),
	/** For events that go by it: since when each record was read, by the hour, in milliseconds. */
	since: z.number().optional(),
	backlog: backlog.optional(),
	/** The number of the last page, as far as it is known. */
	depth: page,
	comments: comments.optional(),
});

/** A stored cursor. It travels with the workflow, so it may be edited by hand. @returns undefined for anything else */
export const readCursor = (value: unknown): Cursor | undefined => cursor.safeParse(value).data;

/** Fresh plain values, since n8n does not notice a change inside of those it was given before. */
export const writeCursor = (written: Cursor): unknown =>
	JSON.parse(
		JSON.stringify(written, (_key, value: unknown) =>
			value instanceof Snapshot ? value.encoded() : value,
		),
	);
