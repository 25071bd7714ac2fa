// What the model knows of events beside New Post and Post Changed: what must come, what may, and what must not.
import type { IDataObject } from 'n8n-workflow';
import type { Listing, Post } from './listing.mts';

/** A poll that has ended well, and what it was like. */
export interface EndedPoll {
	/** What is remembered, before and after. */
	memory: { before: IDataObject; after: IDataObject };
	/** The posts as they were when it began. */
	there: readonly Post[];
	/** Whether something went away or moved while it read, or the order was lost. */
	isTorn: boolean;
	/** Whether nothing happened meanwhile, and nothing kept it from reading. */
	isQuiet: boolean;
	/** Whether posts are passed over, by their status. */
	isFiltered: boolean;
	/** Posts that are there with dates before they were, of whose first sight nothing can be said. */
	backdated: ReadonlySet<number>;
	/** Posts that the snapshot knew before. */
	known: ReadonlySet<number>;
}

/** What is remembered of a list. */
export const cursorOf = (memory: IDataObject, list = '/v1/posts') =>
	memory[list] as IDataObject | undefined;

/** Whether the list was read to its end, and nothing is left to be read. */
export const isRead = (cursor: IDataObject | undefined) =>
	cursor?.isComplete === true &&
	cursor.backlog === undefined &&
	!((cursor.comments as { posts?: unknown[] } | undefined)?.posts ?? []).length;

/** A thing that comes once, and the post it is of. */
interface Once {
	id: number;
	post: number;
}

/** An event of things that come once each. */
export class OnceBelief {
	/** There at activation: not to be told. */
	private readonly before = new Set<number>();
	/** May be told or not: come while the posts were read for the first time, or to posts that are passed over. */
	private readonly either = new Set<number>();
	private told = new Set<number>();
	/** Whether all posts were seen, so that from here on what comes must be told. */
	private isSettled = false;
	private isTorn = false;
	/** No poll has watched it yet. */
	private isFresh = true;

	constructor(
		readonly event: string,
		private readonly things: (listing: Listing) => Once[],
		private readonly list?: string,
	) {}

	copy(): OnceBelief {
		const { event, things, list, ...known } = this;
		return Object.assign(new OnceBelief(event, things, list), structuredClone(known));
	}

	/** The same, of an event that is added anew. */
	anew(): OnceBelief {
		return new OnceBelief(this.event, this.things, this.list);
	}

	/** The posts stand elsewhere now: before all were seen, an old one may look like a new one. */
	tear(): void {
		if (!this.isSettled) this.isTorn = true;
	}

	/** @param there the things that were there when the poll began */
	take(poll: EndedPoll, there: readonly Once[], listing: Listing): void {
		const before = cursorOf(poll.memory.before, this.list);
		const after = cursorOf(poll.memory.after, this.list);
		if (!after) return;
		// Of an event that is added, new posts that this poll could not read come with the next ones.
		const isRest = before !== undefined && !poll.isQuiet;
		if (!before || this.isFresh) {
			for (const { id, post } of there) {
				const isSeen = !before || (!isRest && poll.known.has(post));
				(isSeen ? this.before : this.either).add(id);
			}
		}
		this.isFresh = false;
		if (poll.isTorn) this.tear();
		const isUnsure = !this.isSettled || this.isTorn || poll.isFiltered;
		for (const { id, post } of this.things(listing)) {
			if (isUnsure || poll.backdated.has(post)) this.either.add(id);
		}
		if (isRead(before) && isRead(after) && poll.isQuiet) this.isSettled = true;
	}

	/** @returns what is wrong with it */
	judge(batch: readonly IDataObject[], idOf: (item: IDataObject) => number): string | undefined {
		for (const item of batch.filter(({ event }) => event === this.event)) {
			const id = idOf(item);
			if (this.told.has(id)) return `${this.event} of ${id} came twice`;
			if (this.before.has(id) && !this.isTorn) return `${this.event} of ${id} was there before`;
			this.told.add(id);
		}
		return undefined;
	}

	missed(listing: Listing): number[] {
		const known = [this.before, this.either, this.told];
		return this.things(listing)
			.map(({ id }) => id)
			.filter((id) => !known.some((set) => set.has(id)));
	}

	thingsOf(listing: Listing): Once[] {
		return this.things(listing);
	}
}

/** An event of one field of posts, told as from and to. */
export class ChangeBelief {
	/** What each post was last seen with. */
	private readonly last = new Map<number, unknown>();
	/** No poll has watched it yet. */
	private isFresh = true;

	constructor(
		readonly event: string,
		private readonly field: 'status' | 'total_sum',
	) {}

	copy(): ChangeBelief {
		const copy = this.anew();
		copy.isFresh = this.isFresh;
		for (const [post, value] of this.last) copy.last.set(post, value);
		return copy;
	}

	/** The same, of an event that is added anew. */
	anew(): ChangeBelief {
		return new ChangeBelief(this.event, this.field);
	}

	take({ memory, there, isQuiet }: EndedPoll): void {
		if (!cursorOf(memory.after)) return;
		const isFirst = this.isFresh || !cursorOf(memory.before);
		this.isFresh = false;
		if (!isFirst || !isRead(cursorOf(memory.after)) || !isQuiet) return;
		for (const post of there) this.last.set(post.feedback_id, post[this.field]);
	}

	/** @returns what is wrong with it */
	judge(batch: readonly IDataObject[], idOf: (item: IDataObject) => number): string | undefined {
		for (const item of batch.filter(({ event }) => event === this.event)) {
			const id = idOf(item);
			const { from, to } = item;
			if (from === to) return `${this.event} of ${id} told no change`;
			if (to !== item[this.field]) return `${this.event} of ${id} told a value it has not`;
			const last = this.last.get(id);
			if (last !== undefined && from !== last) return `${this.event} of ${id} came from ${from}`;
			this.last.set(id, to);
		}
		return undefined;
	}

	missed(listing: Listing): number[] {
		return [...this.last]
			.filter(([id, value]) => {
				const post = listing.posts.get(id);
				return post !== undefined && post[this.field] !== value;
			})
			.map(([id]) => id);
	}

	/** Nothing can be said any more of posts whose changes are passed over, or told in an order that is not known. */
	forget(): void {
		this.last.clear();
	}
}
