// The comments of the posts that count other comments than were settled, read one post after the other, and one more post
// where an event compares comments. A post is read from the top, or from its last page where the oldest come first, until
// enough unknown ones were found. What is not done waits for the next poll.
import type { FeedbackClient } from '../../shared/client/client';
import { isFailureOf, ServiceFailure } from '../../shared/client/failures';
import { path } from '../../shared/client/path';
import { comment, commentList } from '../../shared/service/comments';
import type { Page } from '../../shared/service/pages';
import { post as postKind } from '../../shared/service/posts';
import { type DataRecord, idOf } from '../../shared/service/records';
import { type Diff, type Finding, Judge, type News, textOf } from '../diff';
import { numberOf, wholeNumber } from '../events/rule';
import { PAGE_SIZE } from '../settings';
import { COMMENT_BYTES, type CommentMemory, MOST_POSTS } from '../snapshot/cursor';
import { byTime, type Entry, LONGEST_TIME, Snapshot } from '../snapshot/snapshot';
import { type Failures, isMeantForAll } from './failures';

/** Pages of one post in one poll. */
const MOST_PAGES = 20;
/** Bytes of pages of comments in one poll; what is left comes in the next. */
const MOST_BYTES = 8_000_000;
/** On so many pages comments may be in some order by chance. */
const CHANCE = 2;
/** Polls in which comments that a post counts, and does not list, are looked for. */
const TRIES = 5;
const DAY_MS = 86_400_000;

interface Post {
	id: string;
	at: string;
	record: DataRecord;
	counted: number;
	settled: number;
}

/** What is to be remembered of comments, and what was found. */
export interface CommentResult {
	news: News[];
	remember: CommentMemory;
	before: CommentMemory;
	/** What `remember` has more than `before`. */
	read: Entry[];
	counts: Entry[];
}

export class Comments {
	/** Of a post that keeps failing, when that has to be said. */
	failure?: ServiceFailure;
	private hasProgress = false;
	private readonly judge: Judge;
	private readonly before: CommentMemory;
	/** Posts whose comments have to be read, and as far as they are. */
	private readonly due = new Map<string, Post>();
	private readonly reading = new Map<string, PostComments>();
	/** Where nothing else is to be read, the comments of one of these are compared. */
	private readonly settled = new Map<string, Post>();
	private readonly counts = new Map<string, Entry>();
	private newest = '';
	private bytes = 0;

	/** @param place whose turn it is among so many posts to have their comments compared */
	constructor(
		private readonly feedback: FeedbackClient,
		private readonly diff: Diff,
		private readonly failures: Failures,
		private readonly place: (depth: number) => number,
	) {
		this.judge = new Judge(diff.list.ofComments, diff.batch);
		const { names } = this.judge;
		const none = { since: '', isComplete: false, posts: [] };
		const known = diff.cursor?.comments;
		const read = known?.read.keeping(names) ?? Snapshot.empty(names, COMMENT_BYTES);
		this.before = { ...none, counts: Snapshot.empty([COUNT]), ...known, read };
	}

	/** Whether there is something to read, and nothing was. */
	get isStuck(): boolean {
		return this.waiting.size > 0 && !this.hasProgress;
	}

	/** Whether the comments of a post are still to be read. Called for each post on a page. */
	wants(finding: Finding): boolean {
		const { id, at, record } = finding;
		const counted = countedComments(record);
		for (const time of [at, textOf(record.updated)]) if (time > this.newest) this.see(time);
		if (counted === undefined) return false;
		const settled = this.settledOf(finding, counted);
		const post = { id, at, record, counted, settled };
		const isWatched = this.diff.list.ofComments.some(({ rule }) => rule.posts?.(record));
		if (!isWatched || counted <= settled) {
			// A number that nobody wants to hear of is taken over at once, and so is one that went down.
			this.count(post, counted);
			if (isWatched && counted > 0) this.settled.set(id, post);
			return false;
		}
		this.due.set(id, post);
		return !this.failures.isSaidLately(keyOf(id));
	}

	/**
	 * What sends the next request; undefined where nothing is left to read.
	 * @param isLast whether nothing else is left in this poll
	 */
	next(isLast: boolean): (() => Promise<void>) | undefined {
		for (const id of this.waiting.keys()) {
			if (this.reading.has(id) || this.failures.isSaidLately(keyOf(id))) continue;
			this.reading.set(id, new PostComments(id, this.due.get(id), this.before));
		}
		const open = [...this.reading.values()].filter(({ state }) => state === 'open');
		// One that was begun goes on; the next is drawn at random, so that none stands in the way of the others for good.
		const begun = open.find(({ isBegun }) => isBegun);
		const post = begun ?? open[Math.floor(Math.random() * open.length)] ?? this.compared(isLast);
		if (!post || (!begun && this.bytes >= MOST_BYTES)) return undefined;
		return async () => await this.advance(post);
	}

	/** @param isComplete whether all posts were met, now or since the comments were begun */
	result(isComplete: boolean): CommentResult {
		const news: News[] = [];
		const read: Entry[] = [];
		const left = new Map<string, number>();
		for (const one of this.reading.values()) {
			const tries = this.waiting.get(one.id) ?? 0;
			const settled = one.settle();
			if (!settled) continue;
			for (const found of settled.all) {
				const known = this.before.read.get(found.id);
				const before = known === undefined ? undefined : this.before.read.valuesOf(known);
				const values = this.judge.values(found.record, before, false);
				read.push({ id: found.id, at: found.at, values });
				if (!before && !settled.fresh.has(found)) continue;
				const post = one.post?.record ?? {};
				const fired = this.judge.news(found.id, found.record, before, values);
				const isWanted = ({ watched }: News) => watched.rule.posts?.(post) === true;
				news.push(...fired.filter(isWanted).map((fires) => ofPost(fires, post)));
			}
			const isLeft = settled.isShort && tries + 1 < TRIES;
			if (isLeft) left.set(one.id, settled.fresh.size > 0 ? 0 : tries + 1);
			const now = isLeft ? settled.now : Math.max(settled.now, one.post?.counted ?? 0);
			if (one.post) this.count(one.post, now, isLeft);
		}
		for (const [id, tries] of this.waiting) {
			if (this.reading.get(id)?.state === 'done') continue;
			left.set(id, tries);
			const post = this.due.get(id);
			if (post) this.count(post, post.settled, true);
		}
		const { before } = this;
		const counts = [...this.counts.values()];
		const remember = {
			since: before.since || this.newest,
			isComplete: before.isComplete || isComplete,
			read: before.read.with(read),
			counts: before.counts.with(counts),
			posts: [...left].slice(0, MOST_POSTS),
		};
		return { news, remember, before, read, counts };
	}

	/** The posts whose comments have to be read, each with the polls in which it was tried in vain. */
	private get waiting(): Map<string, number> {
		const due = [...this.due.keys()].map((id) => [id, 0] as const);
		const left = this.before.posts.filter(([id]) => !this.counts.has(id) || this.due.has(id));
		return new Map([...due, ...left]);
	}

	private settledOf({ id, at, isNew, before }: Finding, counted: number): number {
		const known = this.before.counts.get(id);
		if (known !== undefined) return numberOf(this.before.counts.valuesOf(known)[COUNT]) ?? 0;
		const hadNone = before !== undefined && this.before.isComplete;
		return isNew || (hadNone && !this.before.counts.mayHaveForgotten(at)) ? 0 : counted;
	}

	private count({ id, at, settled }: Post, now: number, isKept = false): void {
		const isNone = now === 0 && settled === 0 && !isKept;
		if (!isNone || this.before.counts.get(id) !== undefined)
			this.counts.set(id, { id, at, values: { [COUNT]: now.toString(36) } });
	}

	/** A post whose turn it is to have its comments compared, where an event does. */
	private compared(isLast: boolean): PostComments | undefined {
		if (!isLast || this.judge.names.length === 0 || this.settled.size === 0) return undefined;
		const post = [...this.settled.values()][this.place(this.settled.size) - 1];
		this.settled.clear();
		if (!post) return undefined;
		const one = new PostComments(post.id, post, this.before);
		this.reading.set(post.id, one);
		return one;
	}

	/** No date of the future, which would keep all comments until then from firing. */
	private see(time: string): void {
		const tomorrow = new Date(Date.now() + DAY_MS).toISOString().replace('T', ' ');
		if (time < tomorrow) this.newest = time.slice(0, LONGEST_TIME);
	}

	private async advance(post: PostComments): Promise<void> {
		const sent = post.advance(this.feedback);
		this.bytes += await sent.catch((error: unknown) => {
			post.state = 'failed';
			if (!(error instanceof ServiceFailure) || isMeantForAll(error)) throw error;
			if (this.failures.hasToBeSaid(keyOf(post.id))) this.failure ??= error;
			return 0;
		});
		this.hasProgress ||= post.state !== 'failed';
		if (post.state === 'done') this.failures.end(keyOf(post.id));
	}
}

/** The name under which it is kept how many comments of a post were settled. */
const COUNT = '#count';

/** Under which the failures of a post are counted. */
const keyOf = (post: string) => `comments of ${post}`;

/** How many comments a post counts; undefined where it does not say. */
export const countedComments = ({ total_comments: count }: DataRecord) => wholeNumber(count);

interface FoundComment {
	id: string;
	at: string;
	record: DataRecord;
}

/** The comments of one post, as far as a poll has read them. */
class PostComments {
	state: 'open' | 'done' | 'failed' = 'open';
	isBegun = false;
	private readonly found = new Map<string, FoundComment>();
	private unknown: FoundComment[] = [];
	/** The newest of those that earlier polls have read. */
	private lastRead?: FoundComment;
	private pages = 0;
	private next = 0;
	private firstSize = 0;
	/** Where the oldest come first: the lowest page that was read of the last ones, and whether the last one was. */
	private low?: number;
	private isEndRead = false;
	/** How many steps go up and down in time, in the order in which the comments came. */
	private readonly order = { rising: 0, falling: 0, last: '' };
	/** Whether all comments of the post were read, or surely the newest. */
	private isWhole = false;
	private isSure = false;

	constructor(
		readonly id: string,
		public post: Post | undefined,
		private readonly known: CommentMemory,
	) {}

	/** Sends the next request. @returns the bytes of the answer */
	async advance(feedback: FeedbackClient): Promise<number> {
		this.isBegun = true;
		if (!this.post) {
			const record = await feedback.get(path`/v1/post/${this.id}`, postKind).catch(ifGone);
			const counted = record && countedComments(record);
			const kept = this.known.counts.get(this.id);
			const settled = kept === undefined ? kept : numberOf(this.known.counts.valuesOf(kept)[COUNT]);
			if (!record || counted === undefined || settled === undefined || counted <= settled) {
				this.state = 'done';
				return 0;
			}
			this.post = { id: this.id, at: textOf(record.created), record, counted, settled };
			return 0;
		}
		const place = path`/v1/post/${this.id}/comments`;
		const query = { per_page: PAGE_SIZE };
		const page = await feedback.page(commentList, this.next, query, { path: place });
		this.take(page, this.post);
		return page.size;
	}

	/** What the comments come to; undefined where they were not read as far as they have to be. */
	settle() {
		if (this.state !== 'done') return undefined;
		const { counted, settled } = this.post ?? { counted: 0, settled: 0 };
		const sorted = this.unknown.sort(oldestFirst);
		const { lastRead, found, known } = this;
		// What is newer than one that was read before is new, whatever was deleted meanwhile.
		const newer = lastRead ? sorted.filter((one) => oldestFirst(lastRead, one) < 0).length : 0;
		const missing = counted - settled;
		// The count may run ahead of the list; and a comment may have come since the post was counted, so it stays unknown.
		const listed = this.isWhole && found.size >= settled ? found.size - settled : missing;
		const size = Math.max(newer, this.isSure ? Math.min(listed, missing, sorted.length) : 0);
		const fresh = sorted.slice(sorted.length - size);
		// What is not surely old stays unknown.
		const old = this.isWhole ? Math.max(0, sorted.length - Math.max(listed, size)) : 0;
		const doubtful = new Set(sorted.slice(old, sorted.length - size));
		return {
			all: [...found.values()].filter((one) => !doubtful.has(one)),
			fresh: new Set(fresh.filter(({ at }) => at === '' || at >= known.since)),
			isShort: this.isSure && size < missing,
			now: settled + size,
		};
	}

	private take({ records, hasMore }: Page, { counted, settled }: Post): void {
		this.pages++;
		this.firstSize ||= records.length;
		for (const record of records) this.meet(record);
		const { rising, falling } = this.order;
		// The first time a post is read to its end, unless it is too long: few pages may be in some order by chance.
		const isLong = counted > MOST_PAGES * this.firstSize && this.pages > CHANCE;
		const mayStop = this.lastRead !== undefined || isLong;
		const isNewestFirst = mayStop && falling > 0 && rising <= 1;
		const isOldestFirst = mayStop && rising > 0 && falling === 0;
		const hasEnough = this.unknown.length >= counted - settled;
		const isEnd = hasMore === false || (hasMore === undefined && records.length === 0);
		if (this.low === undefined) {
			this.isWhole = isEnd || this.found.size === counted;
			this.isSure = this.isWhole || (isNewestFirst && hasEnough);
		} else {
			this.isEndRead ||= isEnd || records.length < this.firstSize;
			this.isSure = this.isEndRead && isOldestFirst && (hasEnough || this.low === 0);
		}
		if (this.isSure || this.pages >= MOST_PAGES) this.state = 'done';
		else if (this.low === undefined && isOldestFirst) {
			this.low = Math.max(1, Math.floor((counted - 1) / this.firstSize));
			this.next = this.low;
			this.found.clear();
			this.unknown = [];
		} else if (this.low && this.isEndRead) {
			this.order.last = '';
			this.next = --this.low;
		} else this.next++;
	}

	private meet(record: DataRecord): void {
		const id = idOf(comment, record);
		if (id === undefined || this.found.has(id)) return;
		const at = textOf(record.created);
		const one = { id, at, record };
		const { last } = this.order;
		if (last !== '' && at > last) this.order.rising++;
		if (at < last) this.order.falling++;
		this.order.last = at;
		const isKnown = this.known.read.get(id) !== undefined;
		if (!isKnown && this.known.read.mayHaveForgotten(at)) return;
		this.found.set(id, one);
		if (!isKnown) this.unknown.push(one);
		else if (!this.lastRead || oldestFirst(this.lastRead, one) < 0) this.lastRead = one;
	}
}

/** A comment as an item has it, with the post that it is on. */
export const ofPost = (news: News, post: DataRecord): News => ({
	...news,
	record: { feedback_id: post.feedback_id, ...news.record },
	says: { postTitle: post.title, ...news.says },
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
