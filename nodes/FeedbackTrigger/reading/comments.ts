// Decides which posts need their comments read: posts that count more comments than are settled, and for Comment Edited one
// post more, whose comments are compared. Comments are read after each page of posts, post by post. If comments are left to
// read, the page of their post joins the backlog, so that the next poll reads it again.
import type { FeedbackClient } from '../../shared/client/client';
import type { ServiceFailure } from '../../shared/client/service-failure';
import type { DataRecord } from '../../shared/service/records';
import { type Diff, type Finding, Judge, type News, textOf } from '../diff';
import { numberOf, wholeNumber } from '../events/rule';
import { COMMENT_BYTES, type CommentMemory } from '../snapshot/cursor';
import { type Entry, LONGEST_TIME, Snapshot } from '../snapshot/snapshot';
import { type Failures, isMeantForAll, ofService } from './failures';
import { type CommentedPost, PostComments } from './post-comments';

/** Maximum number of posts whose comments one poll reads, to bound memory. The next poll reads the others. */
const MOST_POSTS = 100;
/** Number of polls that look for comments that a post counts but does not list. */
const TRIES = 5;
const DAY_MS = 86_400_000;

/** Name of the stored value that holds how many comments of a post are settled. */
const COUNT = '#count';

export class Comments {
	/** Whether the comments of any post were read. */
	isRead = false;
	/** By post: why its comments could not be read. */
	private readonly failed = new Map<string, ServiceFailure>();
	private readonly judge: Judge;
	private readonly before: CommentMemory;
	/** Posts with comments left to read, and the IDs of all posts whose comments this poll has requested. */
	readonly due = new Map<string, CommentedPost>();
	private readonly begun = new Set<string>();
	/** Watched posts with comments, but without new ones. The comments of one of them are compared. */
	private readonly settled = new Map<string, CommentedPost>();
	private readonly news: News[] = [];
	private readonly read: Entry[] = [];
	private readonly counts = new Map<string, Entry>();
	private newest = '';
	private readonly tomorrow = new Date(Date.now() + DAY_MS).toISOString().replace('T', ' ');

	/** @param place number of the post whose comments are compared, from 1. Beyond `depth` there is no such post. */
	constructor(
		private readonly client: Pick<FeedbackClient, 'page'>,
		private readonly diff: Diff,
		private readonly failures: Failures,
		private readonly place: (depth: number) => number,
	) {
		this.judge = new Judge(diff.list.ofComments, diff.batch);
		const { names } = this.judge;
		const known = diff.cursor?.comments;
		const read = known?.read.keeping(names) ?? Snapshot.empty(names, COMMENT_BYTES);
		const counts = known?.counts ?? Snapshot.empty([COUNT]);
		this.before = { since: '', isComplete: false, ...known, read, counts };
	}

	/** Whether this poll has to read the comments of a post. Called for each post on a page. */
	wants(finding: Finding): boolean {
		const { id, at, record } = finding;
		for (const time of [at, textOf(record.updated)]) {
			// Ignores dates of the future, which would keep all comments until then from firing.
			if (time > this.newest && time < this.tomorrow) this.newest = time.slice(0, LONGEST_TIME);
		}
		const counted = countedComments(record);
		if (counted === undefined || this.begun.has(id)) return this.due.has(id);
		const settled = this.settledOf(finding, counted);
		const isWatched = this.diff.list.ofComments.some(({ rule }) => rule.posts?.(record));
		const isDue = isWatched && counted > settled;
		const post = { id, at, record, counted, settled: Math.min(settled, counted) };
		// If no event watches the post, or its number went down, the new number is settled at once.
		this.count(post, isDue ? settled : counted);
		if (isWatched && !isDue && counted > 0) this.settled.set(id, post);
		if (!isDue || this.failures.isSaidLately(id)) return false;
		this.due.set(id, post);
		return true;
	}

	/** Reads the comments of the due posts, in random order so that no post always blocks the others. */
	async readDue(): Promise<void> {
		while (this.begun.size < MOST_POSTS) {
			const waiting = [...this.due.values()].filter(({ id }) => !this.begun.has(id));
			if (waiting.length === 0) return;
			await this.readPost(waiting[Math.floor(Math.random() * waiting.length)]);
		}
	}

	/** If an event compares comments, reads the comments of one more post. */
	async compare(): Promise<void> {
		const { size } = this.settled;
		if (this.judge.names.length === 0 || size === 0) return;
		const post = [...this.settled.values()][this.place(size) - 1];
		if (post) await this.readPost(post);
	}

	/** The failure of posts that keep failing, if this poll has to report it. Marks them as reported. */
	failureToSay(): ServiceFailure | undefined {
		// A failed poll delivers nothing, so posts that fail one after the other must not fail every poll.
		if (this.failures.wasOneSaidLately) return undefined;
		const said = [...this.failed].filter(([id]) => this.failures.hasToBeSaid(id));
		return said[0]?.[1];
	}

	/** @param isComplete whether no page of posts is left to read */
	result(isComplete: boolean) {
		const { before, news } = this;
		const remember = {
			since: this.diff.cursor?.comments?.since ?? this.newest,
			isComplete: before.isComplete || isComplete,
			read: before.read.with(this.read),
			counts: before.counts.with([...this.counts.values()]),
		};
		return { news, remember };
	}

	private settledOf({ id, at, isNew, before }: Finding, counted: number): number {
		const { counts, isComplete } = this.before;
		const known = counts.get(id);
		if (known) return numberOf(known[COUNT]) ?? 0;
		const hadNone = before !== undefined && isComplete && !counts.mayHaveForgotten(at);
		return isNew || hadNone ? 0 : counted;
	}

	private count({ id, at, counted }: CommentedPost, settled: number): void {
		if (counted === 0 && this.before.counts.get(id) === undefined) return;
		this.counts.set(id, { id, at, values: { [COUNT]: settled.toString(36) } });
	}

	private async readPost(post: CommentedPost): Promise<void> {
		const comments = new PostComments(post, this.before);
		this.begun.add(post.id);
		const failure = await comments.read(this.client).then(() => undefined, ofService);
		if (failure && isMeantForAll(failure)) throw failure;
		if (failure) {
			this.failures.polls(post.id);
			this.failed.set(post.id, failure);
			return;
		}
		this.isRead = true;
		this.failures.end(post.id);
		this.settle(comments);
	}

	private settle({ post, found: { fresh, all, settled } }: PostComments): void {
		for (const { id, at, record } of all) {
			const before = this.before.read.get(id);
			const values = this.judge.values(record, before);
			this.read.push({ id, at, values });
			if (!before && !fresh.has(id)) continue;
			const fired = this.judge.news(id, record, before, values);
			const isWanted = ({ watched }: News) => watched.rule.posts?.(post.record) === true;
			this.news.push(...fired.filter(isWanted).map((news) => ({ ...news, post: post.record })));
		}
		const key = `missing of ${post.id}`;
		const isShort = settled < post.counted && this.failures.polls(key) < TRIES;
		if (!isShort || fresh.size > 0) this.failures.end(key);
		if (!isShort) this.due.delete(post.id);
		this.count(post, isShort ? settled : Math.max(settled, post.counted));
	}
}

/** How many comments a post counts; undefined if it does not say. */
export const countedComments = ({ total_comments: count }: DataRecord) => wholeNumber(count);
