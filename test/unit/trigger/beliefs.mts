// What the model knows of each event: what must come, what may, and what must not.
import type { IDataObject } from 'n8n-workflow';
import type { Watched } from './history.mts';
import type { Listing, Post } from './listing.mts';
import {
	believedHere,
	commentsSince,
	cursorOf,
	hasPagesLeft,
	isBaselined,
	isRead,
} from './stored.mts';
import type { World } from './world.mts';

/** What the model knows of a memory: it goes back in time with it. */
export interface Belief {
	/** The events that the last poll watched; undefined before the first one. */
	watched: readonly Watched[] | undefined;
	posts: PostBelief;
	/** Events that come once for a thing, and those of changes. */
	once: OnceBelief[];
	changes: ChangeBelief[];
	edits: Array<RenameBelief | GainBelief>;
	deletions: DeletionBelief[];
}

/** A poll that has ended well, and what it was like. */
export interface EndedPoll {
	world: World;
	/** What is remembered, before and after. */
	memory: { before: IDataObject; after: IDataObject };
	/** The posts as they were when it began, and which of them matched the filter. */
	there: readonly Post[];
	matched: ReadonlySet<number>;
	/** Whether something went away or moved while it read. */
	isTorn: boolean;
	/** Whether something kept it from reading. */
	isHindered: boolean;
	/** Whether nothing happened meanwhile either. */
	isQuiet: boolean;
	/** Whether none that ran at the same time has failed. */
	isWhole: boolean;
	/** Whether an older page may be left to the audit, as it failed lately and a failure of the list was reported. */
	isLeavingOut: boolean;
	/** Posts that the snapshot knew before. */
	known: ReadonlySet<number>;
}

/** An item with the number of what it is of. */
export interface Delivered {
	id: number;
	item: IDataObject;
}

export const fail = (what: string): never => {
	throw new Error(what);
};

/** New Post. */
export class PostBelief {
	/** There at activation: never to be delivered. */
	private readonly baseline = new Set<number>();
	/** Came while the list was read for the first time: may be delivered or not. */
	private readonly either = new Set<number>();
	private readonly delivered = new Set<number>();
	/** What has to come: polls that left nothing to read while it was there, and polls in which something went away. */
	private readonly due = new Map<number, { completed: number; torn: number }>();
	/** Posts that were there when the filter was changed; undefined where the list had not been read to its end. */
	private old: ReadonlySet<number> | undefined;
	/** The filter was another one: what was not read since may not be known under this one. */
	private isChanged = false;
	isComplete = false;
	/** Whether something went away while the list was first read: what moved over a seam then fires later as new. */
	isTorn = false;
	/** Went away since the last poll. */
	private left = 0;
	/** How many posts had come on top when the last poll began. */
	private created = 0;

	/** @param filter whose posts it is about; undefined before the first poll */
	constructor(readonly filter?: string) {}

	/** The same under another filter. */
	under({ filter, visible, listing }: World): PostBelief {
		const next = new PostBelief(filter);
		next.isChanged = this.filter !== undefined;
		const isKnown = (id: number) =>
			!next.isChanged || this.known.includes(id) || this.delivered.has(id);
		for (const id of visible) (isKnown(id) ? next.baseline : next.either).add(id);
		// What matched before may count as delivered when it matches again.
		for (const id of [...this.baseline, ...this.either, ...this.delivered])
			if (!next.baseline.has(id)) next.either.add(id);
		// Nor need what was deleted by then, and comes back: the snapshot may know it.
		if (next.isChanged) for (const { feedback_id: id } of listing.deleted) next.either.add(id);
		// Of what the snapshot knows it has to learn whether it matches. What it does not know is judged at once.
		const everSeen = [...listing.posts.values(), ...listing.deleted];
		if (this.isComplete) next.old = new Set(everSeen.map(({ feedback_id: id }) => id));
		return next;
	}

	/** The same for a poll with the settings before. Of a first reading that something moved under, nothing is certain. */
	underOld(filter: string): PostBelief {
		return Object.assign(new PostBelief(filter), this, {
			filter,
			isTorn: this.isTorn || !this.isComplete,
		});
	}

	get known(): number[] {
		return this.isTorn ? [] : [...this.baseline, ...this.delivered];
	}

	/** @param sameSecond posts of the second in which the newest was created that the first poll met */
	gone(id: number, sameSecond: readonly number[], perPage: number): void {
		this.due.delete(id);
		if (this.isComplete) return;
		// A first reading goes on a page higher than it came, so what moves up by more is not read.
		if (++this.left > perPage) this.isTorn = true;
		// Not there when the rest of the list is read, it may be new when it shows again, if no page had it before.
		// Nor is one of the newest second different from a new one, once those of that second that were read are gone.
		for (const unsure of [id, ...sameSecond]) {
			this.baseline.delete(unsure);
			this.either.add(unsure);
		}
	}

	/** From an older memory, two more polls have to pass. */
	forget(): void {
		for (const due of this.due.values()) due.completed = 0;
	}

	judge(batch: readonly Delivered[]): void {
		let last = { created: '', id: 0 };
		for (const { id, item } of batch.filter(({ item: { event } }) => event === 'newPost')) {
			const created = String(item.created);
			if (this.filter && item.status !== this.filter) fail(`post ${id} does not match the filter`);
			if (created < last.created || (created === last.created && id < last.id))
				fail('not oldest first');
			if (this.delivered.has(id)) fail(`post ${id} came twice`);
			if (this.baseline.has(id) && !this.isTorn) fail(`post ${id} was there before`);
			last = { created, id };
			this.delivered.add(id);
			this.due.delete(id);
		}
	}

	take(poll: EndedPoll): void {
		const { world, matched, memory, isTorn, isHindered, isQuiet, isWhole, isLeavingOut } = poll;
		this.left = 0;
		if (!this.isComplete) {
			this.isTorn ||= isTorn;
			for (const id of world.visible) {
				if (this.old?.has(id) !== false) this.either.add(id);
				else if (!this.delivered.has(id) && !this.due.has(id))
					this.due.set(id, { completed: 0, torn: 2 });
			}
			this.isComplete = this.isChanged ? isRead(memory.after) : isBaselined(memory.after);
			return;
		}
		const isSettled = (id: number) =>
			this.baseline.has(id) || this.either.has(id) || this.delivered.has(id);
		const isMuch = world.created - this.created >= world.listing.settings.perPage;
		this.created = world.created;
		const waiting = new Set([...world.visible].filter((id) => !isSettled(id)));
		const buried = world.buried(waiting);
		for (const id of waiting) {
			const due = this.due.get(id) ?? { completed: 0, torn: 0 };
			this.due.set(id, due);
			// Where it broke off as well, what moved up a page meanwhile is left to the audit.
			// So is what a page of new posts pushes down before a poll reads what the one before has left, or while it does.
			const isPushed = hasPagesLeft(memory.before) && !isHindered && (isMuch || !isQuiet);
			// And what stands on a page that fails soon after a failure of the list was reported.
			if (isHindered || isPushed) due.torn += 2;
			if (!matched.has(id) || buried.has(id)) continue;
			if (isTorn && !isHindered) due.torn++;
			if (!isHindered && !hasPagesLeft(memory.after) && isWhole) due.completed++;
			// What moves up over a page that was read is below a known record, and left to the audit.
			const isPrompt = world.fresh.has(id) && due.torn === 0 && !isTorn && !isLeavingOut;
			if (isPrompt && due.completed >= 2) fail(`post ${id} did not come within two polls`);
		}
	}

	missed({ visible }: World): number[] {
		return [...this.due.keys()].filter((id) => visible.has(id));
	}
}

/** A thing that comes once, and the post it is of. */
interface Once {
	id: number;
	post: number;
}

/** An event of things that come once each. */
export class OnceBelief {
	/** There at activation: must not fire. */
	private readonly before = new Set<number>();
	/** May fire or not: come while the posts were read for the first time, or to posts that do not match. */
	private readonly either = new Set<number>();
	private readonly fired = new Set<number>();
	/** Whether all posts were seen, so that from here on what comes must fire. */
	private isSettled = false;
	private isTorn = false;
	/** No poll has watched it yet. */
	private isFresh = true;

	constructor(
		readonly event: string,
		readonly things: (listing: Listing) => Once[],
		private readonly list?: string,
	) {}

	/** The same, of an event that was removed and is added again. */
	anew(): OnceBelief {
		return new OnceBelief(this.event, this.things, this.list);
	}

	/** From now on these may fire or not. */
	doubt(ids: readonly number[]): void {
		for (const id of ids) if (this.before.delete(id) || !this.fired.has(id)) this.either.add(id);
	}

	/** The posts stand elsewhere now: before all were seen, an old one may look like a new one. */
	tear(): void {
		if (!this.isSettled) this.isTorn = true;
	}

	/** Where comments come in no order, an old one that no poll has read may fire in place of a new one. */
	mix(): void {
		this.isTorn = true;
	}

	/** @param there the things that were there when the poll began */
	take(poll: EndedPoll, there: readonly Once[]): void {
		const { list } = this;
		const { world, isQuiet } = poll;
		const { before: former, after } = poll.memory;
		const before = cursorOf(former, list);
		if (!cursorOf(after, list)) return;
		// Of an event that is added, new posts that this poll could not read come with the next ones.
		const isRest = before !== undefined && !isQuiet;
		// Comments that another event has left to read are judged again.
		const isLeft = this.event === 'newComment' && commentsSince(former) !== undefined;
		for (const { id, post } of !before || this.isFresh ? there : []) {
			const isSeen = !before || (!isRest && !isLeft && poll.known.has(post));
			(isSeen ? this.before : this.either).add(id);
		}
		this.isFresh = false;
		if (poll.isTorn || world.wasShuffled) this.tear();
		const isUnsure = !this.isSettled || this.isTorn || world.filter !== '';
		// An old comment never fires, also where its post was deleted and comes back.
		const since = this.event === 'newComment' ? (commentsSince(after) ?? '') : '';
		const isOld = (id: number) => (world.listing.comments.get(id)?.created ?? since) < since;
		for (const { id, post } of this.things(world.listing))
			if (isUnsure || world.backdated.has(post) || isOld(id)) this.either.add(id);
		if (isRead(former, list) && isRead(after, list) && isQuiet) this.isSettled = true;
	}

	judge(batch: readonly Delivered[]): void {
		for (const { id } of batch.filter(({ item }) => item.event === this.event)) {
			if (this.fired.has(id)) fail(`${this.event} of ${id} came twice`);
			if (this.before.has(id) && !this.isTorn) fail(`${this.event} of ${id} was there before`);
			this.fired.add(id);
		}
	}

	missed({ listing }: World): number[] {
		const known = [this.before, this.either, this.fired];
		const ids = this.things(listing).map(({ id }) => id);
		return ids.filter((id) => !known.some((set) => set.has(id)));
	}
}

/** An event of changes of posts, which may say from what to what. */
export class ChangeBelief {
	/** What each post was last seen with. */
	private readonly last = new Map<number, unknown>();
	/** No poll has watched it yet. */
	private isFresh = true;

	/** @param valueOf what it compares: an item has it as a post has */
	constructor(
		readonly event: string,
		private readonly valueOf: (post: Post) => unknown,
	) {}

	/** The same, of an event that was removed and is added again. */
	anew(): ChangeBelief {
		return new ChangeBelief(this.event, this.valueOf);
	}

	take({ memory, there, isQuiet }: EndedPoll): void {
		if (!cursorOf(memory.after)) return;
		const isFirst = this.isFresh || !cursorOf(memory.before);
		this.isFresh = false;
		if (!isFirst || !isRead(memory.after) || !isQuiet) return;
		for (const post of there) this.last.set(post.feedback_id, this.valueOf(post));
	}

	judge(batch: readonly Delivered[]): void {
		for (const { id, item } of batch.filter(({ item: { event } }) => event === this.event)) {
			const now = this.valueOf(item as unknown as Post);
			const { from, to } = 'to' in item ? item : { from: this.last.get(id), to: now };
			if (from === to) fail(`${this.event} of ${id} fires without a change`);
			if (to !== now) fail(`${this.event} of ${id} says a value that it has not`);
			const last = this.last.get(id) ?? from;
			if (from !== last) fail(`${this.event} of ${id} says it came from ${String(from)}`);
			this.last.set(id, to);
		}
	}

	missed({ listing }: World): number[] {
		const hasChanged = ([id, value]: [number, unknown]) => {
			const post = listing.posts.get(id);
			return post !== undefined && this.valueOf(post) !== value;
		};
		return [...this.last].filter(hasChanged).map(([id]) => id);
	}

	/** Nothing is certain any more of posts that do not match, or of changes that are reported in an order that is not known. */
	forget(): void {
		this.last.clear();
	}
}

/** End-User Changed fires with a name that somebody has given, and another one than it fired with last. */
export class RenameBelief {
	readonly event = 'endUserChanged';
	private readonly names = new Map<number, string>();

	/** Of an event that is added again, the names that it has fired with hold all the same. */
	anew(): RenameBelief {
		return this;
	}

	judge(batch: readonly Delivered[]): void {
		for (const { id, item } of batch.filter(({ item: { event } }) => event === this.event)) {
			const name = String(item.data_name);
			if (!name.endsWith('!')) fail(`${this.event} of ${id}, which nobody has renamed`);
			if (this.names.get(id) === name) fail(`${this.event} of ${id} fired twice with one name`);
			this.names.set(id, name);
		}
	}
}

/** Post Gaining Traction, in a window longer than any history: each post once, with enough votes more. */
export class GainBelief {
	readonly event = 'postGainingTraction';
	private readonly fired = new Set<number>();

	/** The same, of an event that is added again. */
	anew(): GainBelief {
		return new GainBelief();
	}

	judge(batch: readonly Delivered[]): void {
		for (const { id, item } of batch.filter(({ item: { event } }) => event === this.event)) {
			if (this.fired.has(id)) fail(`${this.event} of ${id} fired twice`);
			if (item.to !== item.total_sum) fail(`${this.event} of ${id} says votes that it has not`);
			if (Number(item.to) - Number(item.from) < GAINED) fail(`${this.event} of ${id}: too few`);
			this.fired.add(id);
		}
	}
}

/** What is deleted fires once, if the snapshot had it by then. */
export class DeletionBelief {
	/** How often each thing had been deleted when it fired. */
	private readonly fired = new Map<number, number>();
	private readonly due = new Set<number>();

	constructor(
		readonly event: string,
		private readonly list: string,
		private readonly there: (listing: Listing) => ReadonlyMap<number, unknown>,
	) {}

	/** Of an event that is added again, or looks at other posts, nothing is due. */
	anew(): DeletionBelief {
		const next = copyOf(this) as DeletionBelief;
		next.due.clear();
		return next;
	}

	judge(batch: readonly Delivered[], { deletions }: Listing): void {
		for (const { id } of batch.filter(({ item }) => item.event === this.event)) {
			const times = deletions.get(`${this.event} ${id}`);
			if (times === undefined) fail(`${this.event} of ${id}, which nobody has deleted`);
			if (this.fired.get(id) === times) fail(`${this.event} of ${id} fired twice`);
			this.fired.set(id, times!);
			this.due.delete(id);
		}
	}

	take({ memory, world }: EndedPoll): void {
		const there = this.there(world.listing);
		this.due.clear();
		for (const id of believedHere(memory.after, this.list)) if (!there.has(id)) this.due.add(id);
	}

	/** An empty list is not believed. */
	missed({ listing }: World): number[] {
		const there = this.there(listing);
		return there.size === 0 ? [] : [...this.due].filter((id) => !there.has(id));
	}
}

/** The votes that Post Gaining Traction watches for. */
export const GAINED = 4;

/** The votes that Post Reached Vote Threshold watches for. */
export const VOTES = 5;

const ofPost = ({ feedback_id: id }: Post) => ({ id, post: id });

/** What the model knows before the first poll. */
export const nothingKnown = (): Belief => ({
	watched: undefined,
	posts: new PostBelief(),
	once: [
		new OnceBelief('newComment', (listing) =>
			listing.commentsOf().map((one) => ({ id: one.comment_id, post: one.feedback_id })),
		),
		new OnceBelief('postReachedVoteThreshold', ({ posts }) =>
			[...posts.values()].filter(({ total_sum: votes }) => votes >= VOTES).map(ofPost),
		),
		new OnceBelief(
			'newEndUser',
			({ people }) => [...people.keys()].map((id) => ({ id, post: Number.NaN })),
			'/v1/users',
		),
	],
	changes: [
		new ChangeBelief('postStatusChanged', ({ status }) => status),
		new ChangeBelief('postSubscribersChanged', ({ total_subscriber: count }) => count),
		new ChangeBelief('postVotesChanged', ({ total_sum: votes }) => votes),
		new ChangeBelief('postChanged', ({ status, title, type, description }) =>
			JSON.stringify([status, title, type, description]),
		),
	],
	edits: [new RenameBelief(), new GainBelief()],
	deletions: [
		new DeletionBelief('endUserDeleted', '/v1/users', ({ people }) => people),
		new DeletionBelief('postDeleted', '/v1/posts', ({ posts }) => posts),
	],
});

/** A copy with all that it knows, to go back to. */
export function copyOf<T>(value: T): T {
	if (Array.isArray(value)) return value.map(copyOf) as T;
	if (value instanceof Set) return new Set(value) as T;
	if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, copyOf(one)])) as T;
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, one]) => [key, copyOf(one)]);
	return Object.assign(Object.create(Object.getPrototypeOf(value)), Object.fromEntries(entries));
}
