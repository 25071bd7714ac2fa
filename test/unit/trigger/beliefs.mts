// What the model knows of events beside New Post and Post Changed: what must come, what may, and what must not.
import type { IDataObject } from 'n8n-workflow';
import type { Listing, Post } from './listing.mts';
import { commentsSince, cursorOf, isRead } from './stored.mts';

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

	/** From now on these may be told or not. */
	doubt(ids: readonly number[]): void {
		for (const id of ids) if (this.before.delete(id) || !this.told.has(id)) this.either.add(id);
	}

	/** The posts stand elsewhere now: before all were seen, an old one may look like a new one. */
	tear(): void {
		if (!this.isSettled) this.isTorn = true;
	}

	/** @param there the things that were there when the poll began */
	take(poll: EndedPoll, there: readonly Once[], listing: Listing): void {
		const { list } = this;
		const { before: former, after } = poll.memory;
		const before = cursorOf(former, list);
		if (!cursorOf(after, list)) return;
		// Of an event that is added, new posts that this poll could not read come with the next ones.
		const isRest = before !== undefined && !poll.isQuiet;
		if (!before || this.isFresh) {
			for (const { id, post } of there) {
				// Comments that another event has left to read are judged anew.
				const isLeft = this.event === 'newComment' && commentsSince(former) !== undefined;
				const isSeen = !before || (!isRest && !isLeft && poll.known.has(post));
				(isSeen ? this.before : this.either).add(id);
			}
		}
		this.isFresh = false;
		if (poll.isTorn) this.tear();
		const isUnsure = !this.isSettled || this.isTorn || poll.isFiltered;
		for (const { id, post } of this.things(listing)) {
			if (isUnsure || poll.backdated.has(post)) this.either.add(id);
		}
		if (isRead(former, list) && isRead(after, list) && poll.isQuiet) this.isSettled = true;
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
		private readonly field: 'status' | 'total_subscriber' | 'total_sum',
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
		if (!isFirst || !isRead(memory.after) || !isQuiet) return;
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

/** A thing fires with a text that it has, and another one than it was told with last. */
export class EditBelief {
	private readonly told = new Map<number, unknown>();

	constructor(
		readonly event: string,
		private readonly field: string,
		/** Whether it is a text that a thing has at first. */
		private readonly isUnedited: (text: unknown) => boolean,
	) {}

	copy(): EditBelief {
		const copy = new EditBelief(this.event, this.field, this.isUnedited);
		for (const [id, text] of this.told) copy.told.set(id, text);
		return copy;
	}

	/** @returns what is wrong with it */
	judge(batch: readonly IDataObject[], idOf: (item: IDataObject) => number): string | undefined {
		for (const item of batch.filter(({ event }) => event === this.event)) {
			const id = idOf(item);
			const text = item[this.field];
			if (this.isUnedited(text)) return `${this.event} of ${id}, which nobody has edited`;
			if (this.told.get(id) === text) return `${this.event} of ${id} was told twice with one text`;
			this.told.set(id, text);
		}
		return undefined;
	}
}
