import type { FeedbackClient } from '../shared/client/client';
import { isFailureOf } from '../shared/client/failures';
import { path } from '../shared/client/path';
import { comment, commentList } from '../shared/service/comments';
import type { Page } from '../shared/service/pages';
import { post as postKind } from '../shared/service/posts';
import { type DataRecord, idOf } from '../shared/service/records';
import type { Cursor } from './cursor';
import { countOf, isWhole } from './events/comments';
import { isNews, oldestFirst, type Sighting, toSighting } from './page';
import type { Reading } from './reading';
import type { Thing } from './seen';

/** Limits, `per_page`: the most a page may hold. */
const PAGE_SIZE = 100;

/** So many pages are read of one post; 2,000 comments show well enough whether they come newest first. */
const MOST_PAGES = 20;

/** So many comments are held in one poll; what is left comes in the next. */
const MOST_COMMENTS = 5_000;

/** Where the service does not say whether there are more, so many pages in a row that repeat the one before are the end. */
const REPEATS = 2;

/** A comment as it was read. */
export interface FoundComment extends Thing {
	record: DataRecord;
}

/** The comments of one post, as far as a poll has read them. */
export interface Look {
	/** The post, with what it says of its comments. */
	post: Sighting & { record: DataRecord };
	comments: readonly FoundComment[];
	/** Whether these are all there are. */
	isWhole: boolean;
	/** Whether what is new is surely among them. */
	isEnough: boolean;
}

/**
 * Looks into the posts of which a page says that they have other comments than before, and into those that former polls
 * have left. Each is read in one poll or not at all: comments may come in any order, so it takes all of them to say which are
 * new.
 */
export class Looks {
	private readonly begun = new Map<string, LookInto>();

	constructor(
		private readonly feedback: FeedbackClient,
		private readonly reading: Reading,
	) {}

	/** What sends the next request; undefined when there is nothing to look into. */
	next(): (() => Promise<void>) | undefined {
		if (!this.reading.cursor) return undefined;
		this.begin(this.reading.cursor);
		const begun = [...this.begun.values()];
		const held = begun.reduce((sum, { comments }) => sum + comments.size, 0);
		const open = begun.filter(({ state }) => state === 'open');
		if (open.length === 0 || held >= MOST_COMMENTS) return undefined;
		// One in the middle goes on; which comes next is drawn by lot, so that none stands in the way of the others for good.
		const look =
			open.find(({ comments }) => comments.size > 0) ??
			open[Math.floor(Math.random() * open.length)];
		return async () => await look.advance(this.feedback, this.reading);
	}

	/** What was read to its end. */
	get done(): Look[] {
		return [...this.begun.values()].flatMap(({ result }) => result ?? []);
	}

	/** Whether there are posts that could not be looked into. */
	get isLeft(): boolean {
		return [...this.begun.values()].some(({ state }) => state === 'open' || state === 'failed');
	}

	/** The ids of posts that need no look any more. */
	get settled(): ReadonlySet<string> {
		const settled = [...this.begun].filter(([, { state }]) => state === 'done' || state === 'none');
		return new Set(settled.map(([id]) => id));
	}

	private begin({ looks = [] }: Cursor): void {
		for (const { sightings } of this.reading.pages.values()) {
			for (const sighting of sightings) {
				const { id, record } = sighting;
				if (record) this.lookInto(id).post ??= { ...sighting, record };
			}
		}
		for (const id of looks) this.lookInto(id);
	}

	private lookInto(id: string): LookInto {
		const look = this.begun.get(id) ?? new LookInto(id);
		this.begun.set(id, look);
		return look;
	}
}

class LookInto {
	/** 'none': the post is gone, or has nothing new after all. */
	state: 'open' | 'done' | 'none' | 'failed' = 'open';
	post?: Look['post'];
	readonly comments = new Map<string, FoundComment>();
	private isWhole = false;
	private isEnough = false;
	private isOrdered = true;
	private last?: FoundComment;
	private pages = 0;
	private repeats = 0;
	private unknown = 0;

	constructor(private readonly id: string) {}

	get result(): Look | undefined {
		const { post, comments, isWhole, isEnough, state } = this;
		if (state !== 'done' || !post) return undefined;
		return { post, comments: [...comments.values()], isWhole, isEnough };
	}

	/** Sends the next request, and takes in the answer. @throws ServiceFailure */
	async advance(feedback: FeedbackClient, { watched, cursor }: Reading): Promise<void> {
		this.state = 'failed';
		if (this.post) {
			const place = path`/v1/post/${this.id}/comments`;
			const query = { per_page: PAGE_SIZE };
			const page = await feedback.page(commentList, this.pages, query, { path: place });
			this.state = this.take(page, this.post, cursor) ? 'done' : 'open';
			return;
		}
		const record = await feedback.get(path`/v1/post/${this.id}`, postKind).catch(ifGone);
		const sighting = record && toSighting(watched, record);
		const isNow = record && sighting && cursor && isNews(cursor, watched, sighting, record);
		if (isNow) this.post = { ...sighting, record };
		this.state = isNow ? 'open' : 'none';
	}

	/** Whether nothing else is to be read of it. */
	private take(
		{ records, hasMore }: Page,
		post: Look['post'],
		cursor: Cursor | undefined,
	): boolean {
		const met = this.comments.size;
		const unknown = this.unknown;
		for (const record of records) {
			const id = idOf(comment, record);
			if (id === undefined || this.comments.has(id)) continue;
			const at = typeof record.created === 'string' ? record.created : undefined;
			const found = { id, print: '', at, record };
			const isBelow = this.last === undefined || oldestFirst(found, this.last) < 0;
			if (at === undefined || !isBelow) this.isOrdered = false;
			this.last = found;
			this.comments.set(id, found);
			if (cursor?.comments?.printOf(id) === undefined) this.unknown++;
		}
		this.pages++;
		const isBarren = this.comments.size === met;
		this.repeats = isBarren ? this.repeats + 1 : 0;
		const isOver = records.length === 0 || this.repeats >= REPEATS;
		const isEnd = hasMore === false || (hasMore === undefined && isOver);
		const before = cursor?.seen.printOf(post.id);
		const isKnown = !isBarren && this.unknown === unknown;
		const isAllNew = this.unknown >= countOf(post.print) - countOf(before);
		// A few that come newest first may do so by chance: where not all was known, all of it is read.
		const isThrough = isWhole(before) && this.isOrdered && isKnown && isAllNew;
		this.isWhole = isEnd || this.comments.size === countOf(post.print) || isThrough;
		this.isEnough = this.isWhole || isWhole(before) || this.isOrdered;
		return this.isWhole || this.pages >= MOST_PAGES;
	}
}

/** A post that is gone since it was seen. */
function ifGone(error: unknown): undefined {
	if (isFailureOf(error, 'notFound')) return undefined;
	throw error;
}
