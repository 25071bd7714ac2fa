// Reads the comments of posts that count more comments than are processed, after each page of posts. What is left is read
// when the page of its post has its next turn.
import type { FeedbackClient } from '../../shared/client/client';
import type { ServiceFailure } from '../../shared/client/service-failure';
import type { DataRecord } from '../../shared/service/records';
import { Comparison, type Occurrence, textOf } from '../comparison';
import type { Candidate, Diff } from '../diff';
import { numberOf, wholeNumber } from '../events/rule';
import { COMMENT_BYTES, type CommentMemory } from '../snapshot/cursor';
import { type Entry, LONGEST_TIME, Snapshot } from '../snapshot/snapshot';
import { type Failures, isMeantForAll, NotSent, ofService } from '../failures';
import { type CommentedPost, PostComments } from './post-comments';

/** Maximum number of posts whose comments one poll reads, to bound memory. The next poll reads the others. */
const MOST_POSTS = 100;
/** Time after which comments that a post counts but does not list are given up, by the second poll that looks for them or a later one. */
const SEARCHED_MINUTES = 5;
const DAY_MS = 86_400_000;

/** The stored value that holds how many comments of a post are processed: read, or no longer looked for. */
const COUNT = { name: 'comments' };

export class DueComments {
	isRead = false;
	private readonly failed = new Map<string, ServiceFailure>();
	private readonly comparison: Comparison;
	private readonly before: CommentMemory;
	/** Posts with comments left to read. */
	readonly due = new Map<string, CommentedPost>();
	/** The IDs of all posts whose comments this poll has requested. */
	private readonly requested = new Set<string>();
	readonly occurrences: Occurrence[] = [];
	private readonly read = new Map<string, Entry>();
	private readonly counts = new Map<string, Entry>();
	private newest = '';
	private readonly tomorrow = new Date(Date.now() + DAY_MS).toISOString().replace('T', ' ');

	constructor(
		private readonly client: Pick<FeedbackClient, 'page'>,
		private readonly diff: Diff,
		private readonly failures: Failures,
	) {
		this.comparison = new Comparison(diff.list.ofComments, diff.batchId);
		const known = diff.cursor?.comments;
		const read = known?.read ?? Snapshot.empty([], COMMENT_BYTES);
		const counts = known?.counts ?? Snapshot.empty([COUNT]);
		this.before = { since: '', isComplete: false, ...known, read, counts };
	}

	/** Notes a post. Called for each record on a page. @returns whether this poll has to read its comments */
	note(candidate: Candidate): boolean {
		const { id, at, record } = candidate;
		if (this.diff.list.ofComments.length === 0) return false;
		for (const time of [at, textOf(record.updated)]) {
			// Ignores dates of the future, which would keep all comments until then from firing.
			if (time > this.newest && time < this.tomorrow) this.newest = time.slice(0, LONGEST_TIME);
		}
		const counted = countedComments(record);
		if (counted === undefined || this.requested.has(id)) return this.due.has(id);
		const processed = this.processedOf(candidate, counted);
		const isWatched = this.diff.list.ofComments.some(({ rule }) => rule.posts?.(record));
		const isDue = isWatched && counted > processed;
		const post = { id, at, record, counted, processed: Math.min(processed, counted) };
		// If no event watches the post, or its number went down, the new number counts as processed at once.
		this.count(post, isDue ? processed : counted);
		if (!this.failures.mayTry(id)) return false;
		if (isDue) this.due.set(id, post);
		return isDue;
	}

	/** @param isLast whether no page is left that answers. Posts that failed wait for that: what never answers takes all the time that is left */
	async readDue(isLast: boolean): Promise<void> {
		const isInTurn = (id: string) => isLast || this.failures.times(id) === 0;
		const waiting = [...this.due.keys()].filter((id) => !this.requested.has(id) && isInTurn(id));
		const posts = this.diff.rotation.sightings.inTurn(waiting);
		const left = MOST_POSTS - this.requested.size;
		for (const id of posts.slice(0, left)) await this.readPost(this.due.get(id)!);
	}

	/** The posts whose comments could not be read, how often one of them has failed in a row, and why the first one did. */
	get failure() {
		const posts = [...this.failed.keys()];
		const times = Math.max(...posts.map((id) => this.failures.times(id)));
		const [cause] = this.failed.values();
		return cause && { posts, times, cause };
	}

	/** @param isComplete whether no page of posts is left to read */
	memory(isComplete: boolean): CommentMemory | undefined {
		const { before, diff } = this;
		if (diff.list.ofComments.length === 0) return undefined;
		return {
			since: diff.cursor?.comments?.since ?? this.newest,
			isComplete: before.isComplete || isComplete,
			read: before.read.with([...this.read.values()]),
			counts: before.counts.with([...this.counts.values()]),
		};
	}

	private processedOf({ id, at, isNew, before }: Candidate, counted: number): number {
		const { counts, isComplete } = this.before;
		const known = counts.get(id);
		if (known) return numberOf(known[COUNT.name]) ?? 0;
		const hadNone = before !== undefined && isComplete && !counts.mayHaveForgotten(at);
		return isNew || hadNone ? 0 : counted;
	}

	private count({ id, at, counted }: CommentedPost, processed: number): void {
		if (counted === 0 && this.before.counts.get(id) === undefined) return;
		this.counts.set(id, { id, at, values: { [COUNT.name]: processed.toString(36) } });
	}

	private async readPost(post: CommentedPost): Promise<void> {
		const comments = new PostComments(post, this.before);
		this.requested.add(post.id);
		this.diff.look.requested.add(post.id);
		const failure = await comments.read(this.client).then(() => undefined, ofService);
		if (failure) {
			const isForAll = isMeantForAll(failure);
			const isOfPost = failure.problem.kind !== 'rateLimited' && !(failure instanceof NotSent);
			// What fails twice may be alone in it, and must not hold up all others.
			const isAlone = this.failures.times(post.id) > 0;
			if (isOfPost) this.failures.count(post.id);
			if (isForAll && !(isOfPost && isAlone)) throw failure;
			this.failed.set(post.id, failure);
			return;
		}
		this.isRead = true;
		this.failures.end(post.id);
		this.process(comments);
	}

	private process({ post, found: { fresh, all, processed } }: PostComments): void {
		for (const { id, at, record } of all) {
			// It was read with a post that has been merged into this one since.
			if (this.read.has(id)) continue;
			this.read.set(id, { id, at, values: {} });
			if (!fresh.has(id)) continue;
			const fired = this.comparison.occurrences(id, { record, before: undefined, after: {} });
			const isWanted = ({ watched: { rule } }: Occurrence) => rule.posts?.(post.record) === true;
			for (const one of fired.filter(isWanted))
				this.occurrences.push({ ...one, post: post.record });
		}
		const { look, rotation } = this.diff;
		const isVain = fresh.size === 0 && processed < post.counted;
		const minutes = rotation.sightings.minutesInVain(post.id, look);
		const isGivenUp = isVain && minutes >= SEARCHED_MINUTES;
		const isShort = processed < post.counted && !isGivenUp;
		rotation.sightings.searched(post.id, look, isVain && !isGivenUp);
		if (!isShort) this.due.delete(post.id);
		this.count(post, isShort ? processed : Math.max(processed, post.counted));
	}
}

export const countedComments = ({ total_comments: count }: DataRecord) => wholeNumber(count);
