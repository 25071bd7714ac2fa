import type { FeedbackClient } from '../../shared/client/client';
import { isFailureOf, ServiceFailure } from '../../shared/client/failures';
import { path } from '../../shared/client/path';
import { comment, commentList } from '../../shared/service/comments';
import type { Page } from '../../shared/service/pages';
import { post as postKind } from '../../shared/service/posts';
import { type DataRecord, idOf } from '../../shared/service/records';
import {
	ALL_READ,
	areAllRead,
	type Diff,
	type Finding,
	type News,
	settledOf,
	textOf,
} from '../diff';
import { countedComments, SETTLED } from '../events/posts';
import { PAGE_SIZE, type WatchedEvent } from '../settings';
import { noComments } from '../snapshot/cursor';
import { byTime, type Entry, type Snapshot } from '../snapshot/snapshot';
import { type Failures, isMeantForAll } from './failures';

/** Pages of one post in one poll: 2,000 comments show well enough in which order they come. */
const MOST_PAGES = 20;
/** On so many pages comments may come newest first by chance. */
const SURE_PAGES = 2;
/** Bytes of pages with new comments in one poll; what is left comes in the next. */
const MOST_BYTES = 8_000_000;
/** Polls in which comments that a post counts, and does not list, are looked for. */
const TRIES = 5;

interface FoundComment {
	id: string;
	at: string;
	record: DataRecord;
}

/** What was found of the comments of a list of posts. */
export interface CommentResult {
	news: News[];
	/** The comments that were read. */
	read: Entry[];
	/** The posts as they are kept now, with the number of comments that were settled. */
	posts: Finding[];
	/** The posts whose comments are still to be read, each with the polls so far. */
	left: Map<string, number>;
}

/**
 * Reads the comments of the posts that count other comments than were settled, one post after the other. Those that are
 * not done wait for the next poll.
 */
export class Comments {
	/** Of a post that keeps failing, when that has to be said. */
	failure?: ServiceFailure;
	private hasProgress = false;
	private readonly posts = new Map<string, PostComments>();
	private bytes = 0;

	constructor(
		private readonly feedback: FeedbackClient,
		private readonly diff: Diff,
		private readonly findings: ReadonlyMap<string, Finding>,
		private readonly failures: Failures,
	) {}

	/** Whether there is something to read, and nothing was. */
	get isStuck(): boolean {
		return this.waiting.size > 0 && !this.hasProgress;
	}

	/** What sends the next request; undefined where nothing is left to read. */
	next(): (() => Promise<void>) | undefined {
		for (const [id] of this.waiting) {
			if (this.posts.has(id) || this.failures.isSaidLately(keyOf(id))) continue;
			this.posts.set(id, new PostComments(id, this.findings.get(id), this.diff));
		}
		const open = [...this.posts.values()].filter(({ state }) => state === 'open');
		// One that was begun goes on; the next is drawn at random, so that none stands in the way of the others for good.
		const begun = open.find(({ isBegun }) => isBegun);
		const post = begun ?? open[Math.floor(Math.random() * open.length)];
		if (!post || (!begun && this.bytes >= MOST_BYTES)) return undefined;
		return async () => await this.advance(post);
	}

	result(): CommentResult {
		const result: CommentResult = { news: [], read: [], posts: [], left: new Map() };
		for (const [id, times] of this.waiting) {
			const settled = this.posts.get(id)?.settle(times >= TRIES);
			if (!settled || settled.isUnsettled) {
				const isIdle = settled && settled.read.length === 0;
				result.left.set(id, isIdle ? times + 1 : settled ? 0 : times);
			}
			result.news.push(...(settled?.news ?? []));
			result.read.push(...(settled?.read ?? []));
			if (settled?.post) result.posts.push(settled.post);
		}
		return result;
	}

	private async advance(post: PostComments): Promise<void> {
		const sent = post.advance(this.feedback, this.bytes >= MOST_BYTES);
		this.bytes += await sent.catch((error: unknown) => {
			post.state = 'failed';
			if (!(error instanceof ServiceFailure) || isMeantForAll(error)) throw error;
			if (this.failures.hasToBeSaid(keyOf(post.id))) this.failure ??= error;
			return 0;
		});
		this.hasProgress ||= post.state !== 'failed';
		if (post.state === 'done') this.failures.end(keyOf(post.id));
	}

	/** The posts whose comments have to be read, each with the polls in which it was tried in vain. */
	private get waiting(): Map<string, number> {
		const due = [...this.findings.values()].filter(({ isDue }) => isDue);
		return new Map([...due.map(({ id }) => [id, 0] as const), ...(this.diff.cursor?.posts ?? [])]);
	}
}

/** Under which the failures of a post are counted. */
export const keyOf = (post: string) => `comments of ${post}`;

/** The comments of one post, as far as a poll has read them. */
class PostComments {
	state: 'open' | 'done' | 'failed' = 'open';
	isBegun = false;
	private readonly known: Snapshot;
	private readonly ids = new Set<string>();
	private unknown: FoundComment[] = [];
	/** The newest of those that former polls have read. */
	private lastRead?: { id: string; at: string };
	private pages = 0;
	private next = 0;
	/** Where the order of the comments is that of their numbers of pages, how many steps go up and down in time. */
	private readonly order = { rising: 0, falling: 0, last: '' };
	/** The page to which the reading leapt, since the newest comments stand on the last ones; 0 where it did not. */
	private leap = 0;
	/** Whether all comments of the post are among those that were read. */
	private isWhole = false;
	/** The number of comments that the post counts when asked again, since it lists more than it counted. */
	private recounted?: number;
	private listsMore = false;
	/** How many of those that are not known surely are the newest; undefined where nobody can say. */
	private newest: number | undefined;

	constructor(
		readonly id: string,
		private post: Finding | undefined,
		private readonly diff: Diff,
	) {
		this.known = diff.cursor?.comments ?? noComments;
	}

	/**
	 * Sends the next request.
	 * @param isFull whether no more comments can be held
	 * @returns the bytes that are held of the answer
	 */
	async advance(feedback: FeedbackClient, isFull: boolean): Promise<number> {
		this.isBegun = true;
		if (!this.post) {
			const record = await feedback.get(path`/v1/post/${this.id}`, postKind).catch(ifGone);
			this.post = record && this.diff.of(record, false);
			if (!this.post?.isDue) this.state = 'done';
			return 0;
		}
		if (this.listsMore) {
			const record = await feedback.get(path`/v1/post/${this.id}`, postKind).catch(ifGone);
			this.recounted = (record && countedComments(record)) ?? 0;
			this.state = 'done';
			return 0;
		}
		const place = path`/v1/post/${this.id}/comments`;
		const query = { per_page: PAGE_SIZE };
		const page = await feedback.page(commentList, this.next, query, { path: place });
		const held = this.unknown.length;
		this.take(page, this.post, isFull);
		return this.unknown.length > held ? page.size : 0;
	}

	/** What the comments come to. @param isLast whether the post is settled even if comments that it counts are missing */
	settle(isLast: boolean) {
		const { post, state } = this;
		if (state !== 'done') return undefined;
		if (!post?.isDue) return { news: [], read: [], post, isUnsettled: false };
		const { counted, settled, missing, wereAllRead } = countsOf(post);
		const sorted = this.unknown.sort(oldestFirst);
		// The count may run ahead of the list, or a comment may have come since the post was read.
		const isListed = this.isWhole && this.ids.size >= settled;
		const listed = isListed ? (this.recounted ?? this.ids.size) - settled : missing;
		const expected = isLast ? Math.max(listed, missing) : listed;
		const counting = Math.min(expected, missing + PAGE_SIZE, this.newest ?? 0);
		// What is newer than one that was read before is new, whatever was deleted meanwhile.
		const { lastRead } = this;
		const newer = lastRead ? sorted.filter((one) => oldestFirst(lastRead, one) < 0).length : 0;
		const size = wereAllRead ? sorted.length : Math.max(newer, counting);
		const fresh = sorted.slice(sorted.length - size);
		const isUnsettled = this.newest !== undefined && fresh.length < missing && !isLast;
		const areAll = wereAllRead || (this.isWhole && !isUnsettled);
		// Some may have come since it was counted; where none has, the count stands, however many are listed.
		const hasMore = this.isWhole && wereAllRead && sorted.length > 0;
		const there = Math.max(this.recounted ?? counted, hasMore ? settled + sorted.length : 0);
		const now = isUnsettled ? settled + fresh.length : there;
		return {
			news: fresh.flatMap((one) => this.newsOf(one, post)),
			read: (areAll ? sorted : fresh).map(({ id, at }) => ({ id, at, values: {} })),
			post: {
				...post,
				values: { ...post.values, [SETTLED]: now.toString(36) + (areAll ? ALL_READ : '') },
			},
			isUnsettled,
		};
	}

	private newsOf(one: FoundComment, { record: post }: Finding): News[] {
		const watched = this.diff.firesComment(one.record);
		return watched ? [commentNews(watched, post, one)] : [];
	}

	/**
	 * A post is read to its end, so that from then on any other comment is new. One that is too long for that is read as far
	 * as its newest comments: from the top, or on its last pages.
	 */
	private take({ records, hasMore }: Page, post: Finding, isFull: boolean): void {
		const { counted, missing, wereAllRead } = countsOf(post);
		const [before, met] = [this.unknown.length, this.ids.size];
		for (const record of records) this.meet(record);
		const isEnd = hasMore === false || (hasMore === undefined && records.length === 0);
		if (records.length === 0 && this.next === this.leap) {
			// The list is shorter than its count, and the leap went beyond its end: page after page instead.
			[this.leap, this.next] = [0, 1];
			return;
		}
		this.pages++;
		const { rising, falling } = this.order;
		const isNewestFirst = falling > 0 && rising <= 1;
		const isOldestFirst = rising > 0 && falling <= 1;
		// A pinned comment stands out of the order, so a few more than are missing have to be read.
		const spare = rising + 1;
		const isLong = counted > MOST_PAGES * records.length;
		const isPageKnown = this.ids.size > met && this.unknown.length === before;
		const hasTop = wereAllRead
			? isPageKnown && this.unknown.length >= missing
			: (isLong || isFull) && this.pages > SURE_PAGES && this.ids.size > missing + spare;
		this.isWhole = !this.leap && (isEnd || this.ids.size === counted);
		const isThrough = isEnd || (isNewestFirst && (hasTop || isFull));
		// It lists more than it counts: these came since, or the post never counts them. Asking again tells which.
		this.listsMore = this.isWhole && !wereAllRead && this.ids.size > counted;
		if (!this.listsMore && (this.isWhole || isThrough || this.pages >= MOST_PAGES))
			this.state = 'done';
		const isSure = this.isWhole || (isNewestFirst && hasTop) || (isOldestFirst && isEnd);
		if (isSure) this.newest = this.unknown.length;
		else this.newest = isNewestFirst ? this.unknown.length - spare : undefined;
		const last = Math.floor((counted - missing) / Math.max(1, records.length)) - 1;
		const mayLeap = this.pages === 1 && isOldestFirst && (wereAllRead || isLong);
		if (mayLeap && last > 1) this.leap = last;
		this.next = mayLeap && last > 1 ? last : this.next + 1;
		if (!wereAllRead) this.trim(missing);
	}

	private meet(record: DataRecord): void {
		const id = idOf(comment, record);
		if (id === undefined || this.ids.has(id)) return;
		this.ids.add(id);
		const at = textOf(record.created);
		const { last } = this.order;
		if (last !== '' && at > last) this.order.rising++;
		if (at < last) this.order.falling++;
		this.order.last = at;
		if (this.known.get(id, at) !== undefined) {
			if (!this.lastRead || oldestFirst(this.lastRead, { id, at }) < 0) this.lastRead = { id, at };
		} else if (!this.known.mayHaveForgotten(at)) this.unknown.push({ id, at, record });
	}

	/** Holds few more records than may be new: some may have come since they were counted. */
	private trim(missing: number): void {
		const held = new Set(this.unknown.toSorted(oldestFirst).slice(-(missing + PAGE_SIZE)));
		this.unknown = this.unknown.map((one) => (held.has(one) ? one : { ...one, record: {} }));
	}
}

function countsOf({ record, values }: Finding) {
	const counted = countedComments(record) ?? 0;
	const settled = settledOf(values);
	return {
		counted,
		settled,
		missing: Math.max(0, counted - settled),
		wereAllRead: areAllRead(values),
	};
}

/** What a comment that fires comes to, with the post that it is on. */
export const commentNews = (
	watched: WatchedEvent,
	post: DataRecord,
	{ id, at, record }: FoundComment,
): News => ({
	...{ watched, id, at, kind: comment, says: { postTitle: post.title } },
	eventId: `${watched.event.option.value}:${id}`,
	record: { feedback_id: post.feedback_id, ...record },
});

/** By the timestamps as they are, which have one width and no zone; in one second, by id. */
export function oldestFirst(a: { id: string; at: string }, b: { id: string; at: string }): number {
	return byTime(a, b) || a.id.localeCompare(b.id, 'en', { numeric: true });
}

/** A post that is gone since it was seen. */
function ifGone(error: unknown): undefined {
	if (isFailureOf(error, 'notFound')) return undefined;
	throw error;
}
