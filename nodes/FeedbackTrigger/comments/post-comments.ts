// Reads the comments of one post from the top until as many unknown ones were found as the post counts more. The first time it
// reads to the end; of more than 20 pages, the first one and the last ones. New are the newest unknown ones: as many as it counts
// more, or all that are newer than any comment read before, if those are more. A comment from before the list started is never new.
import type { FeedbackClient } from '../../shared/client/client';
import { ListReader } from '../../shared/client/list-reader';
import { path } from '../../shared/client/path';
import { comment, commentList } from '../../shared/service/comments';
import { type DataRecord, idOf } from '../../shared/service/records';
import { textOf } from '../comparison';
import type { Candidate } from '../diff';
import type { CommentMemory } from '../snapshot/cursor';
import { oldestFirst } from '../snapshot/snapshot';

/** Maximum number of pages that one poll reads of the comments of a post. */
const MOST_PAGES = 20;

type Comment = Pick<Candidate, 'id' | 'at' | 'record'>;

/** A post with the number of comments that it counts, and how many of these are processed: read, or no longer looked for. */
export interface CommentedPost extends Comment {
	counted: number;
	processed: number;
}

export class PostComments {
	private readonly met = new Map<string, Comment>();
	private readonly unknown: Comment[] = [];
	/** The newest comment that earlier polls have read. */
	private lastRead?: Comment;

	constructor(
		readonly post: CommentedPost,
		private readonly known: CommentMemory,
	) {}

	async read(client: Pick<FeedbackClient, 'page'>): Promise<void> {
		const { id, counted, processed } = this.post;
		const wanted = counted - processed;
		const reader = new ListReader(client, commentList, { path: path`/v1/post/${id}/comments` });
		for (let number = 0, pages = 0; pages < MOST_PAGES; pages++) {
			const { records, more } = await reader.read(number);
			for (const record of records) this.meet(record);
			const hasEnough = this.lastRead && this.unknown.length >= wanted;
			if (more === 'no' || this.met.size === counted || hasEnough) return;
			const pagesOf = (comments: number) => Math.ceil(comments / records.length);
			const isTooLong = number++ === 0 && records.length > 0 && pagesOf(counted) > MOST_PAGES;
			const first = pagesOf(counted) - pagesOf(wanted) - 1;
			if (isTooLong) number = Math.max(1, first);
		}
	}

	/** The IDs of the new comments, all comments to store, and how many are processed now. */
	get found() {
		const { met, lastRead } = this;
		const { counted, processed } = this.post;
		const unknown = this.unknown.toSorted(oldestFirst);
		// A comment newer than all that were read before is new, even if others were deleted meanwhile.
		const newer = lastRead ? unknown.filter((one) => oldestFirst(lastRead, one) < 0).length : 0;
		const size = Math.max(newer, Math.min(counted - processed, unknown.length));
		const others = unknown.slice(0, unknown.length - size);
		// If the list shows more than the post counts, some of the others may have come since, so they stay unknown.
		const doubtful = new Set(met.size > counted ? others : []);
		return {
			fresh: new Set(unknown.slice(others.length).map(({ id }) => id)),
			all: [...met.values()].filter((one) => !doubtful.has(one)),
			processed: processed + size,
		};
	}

	private meet(record: DataRecord): void {
		const id = idOf(comment, record);
		if (id === undefined || this.met.has(id)) return;
		const { read, since } = this.known;
		const one = { id, at: textOf(record.created), record };
		const isKnown = read.get(id) !== undefined;
		if (!isKnown && read.mayHaveForgotten(one.at)) return;
		this.met.set(id, one);
		if (isKnown && (!this.lastRead || oldestFirst(this.lastRead, one) < 0)) this.lastRead = one;
		if (!isKnown && (one.at === '' || one.at >= since)) this.unknown.push(one);
	}
}
