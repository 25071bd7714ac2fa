// What the model knows of comments: which of them must come, which may, and which must not.
import type { IDataObject } from 'n8n-workflow';
import type { Listing } from './listing.mts';

/** A poll that has ended well, and what it was like. */
interface EndedPoll {
	/** What is remembered of New Comment, before and after. */
	memory: { before: IDataObject | undefined; after: IDataObject | undefined };
	/** The comments that were there when it began. */
	there: ReadonlySet<number>;
	/** Whether something went away or moved while it read, or the order was lost. */
	isTorn: boolean;
	/** Whether nothing happened meanwhile, and nothing kept it from reading. */
	isQuiet: boolean;
	/** Whether posts are passed over, by their status. */
	isFiltered: boolean;
}

export class CommentBelief {
	/** There at activation: not to be told. */
	private before = new Set<number>();
	/** May be told or not: come while the posts were read for the first time, or to posts that are passed over. */
	private either = new Set<number>();
	private told = new Set<number>();
	/** Whether all posts were seen, so that from here on what comes must be told. */
	private isSettled = false;
	private isTorn = false;

	copy(): CommentBelief {
		return Object.assign(new CommentBelief(), structuredClone({ ...this }));
	}

	/** @param unsure posts of which nothing can be said */
	take(poll: EndedPoll, listing: Listing, unsure: ReadonlySet<number>): void {
		const { memory, there } = poll;
		if (!memory.after) return;
		if (!memory.before) this.before = new Set(there);
		if (!this.isSettled) this.isTorn ||= poll.isTorn;
		const isUnsure = !this.isSettled || this.isTorn || poll.isFiltered;
		for (const { comment_id: id, feedback_id: post } of listing.commentsOf()) {
			if (isUnsure || unsure.has(post)) this.either.add(id);
		}
		const isWhole = (cursor: IDataObject) =>
			cursor.baseline === undefined && cursor.owed === undefined;
		if (memory.before && isWhole(memory.before) && isWhole(memory.after) && poll.isQuiet) {
			this.isSettled = true;
		}
	}

	/** @returns what is wrong with it */
	judge(batch: readonly IDataObject[]): string | undefined {
		for (const item of batch.filter(({ event }) => event === 'newComment')) {
			const id = Number(item.comment_id);
			if (this.told.has(id)) return `comment ${id} came twice`;
			if (this.before.has(id) && !this.isTorn) return `comment ${id} was there before`;
			if (!String(item.postTitle).startsWith('Post ')) return `comment ${id} has lost its post`;
			this.told.add(id);
		}
		return undefined;
	}

	missed(listing: Listing): number[] {
		const known = [this.before, this.either, this.told];
		return listing
			.commentsOf()
			.map(({ comment_id: id }) => id)
			.filter((id) => !known.some((set) => set.has(id)));
	}
}
