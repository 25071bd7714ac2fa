// What a test knows of each thing that may fire: that it is old, that it may fire, or that it has fired. Anything else has to fire.
import { WATCHED, type Watched } from './history.mts';
import type { Person, Post } from '../listing.mts';
import type { World } from './world.mts';

/** The votes that Post Reached Vote Threshold and Post Gaining Traction watch for. */
export const VOTES = 5;
export const GAINED = 4;

/** What fires once. */
export interface Thing {
	event: string;
	id: number;
	key: string;
	/** The post that a comment is of, or that it is. */
	post: number;
	/** The post or end-user that a poll has to see first. */
	record: string;
}

type List = 'posts' | 'people';

interface EventModel {
	list: List;
	/** What exists, and may fire. */
	things?(world: World): Array<Pick<Thing, 'id'> & Partial<Pick<Thing, 'key' | 'post'>>>;
	/** What it compares: a record has it as an item has. */
	compares?(record: Post & Person): unknown;
	isOfDeletions?: true;
}

const postOnly = ({ feedback_id: id }: Post) => ({ id });

/** Deletions, by how often the record was deleted. */
const deletions =
	(event: string, isThere: (id: number, world: World) => boolean) => (world: World) =>
		[...world.listing.deletions].flatMap(([key, times]) => {
			const [of, id] = key.split(' ');
			return of !== event || isThere(Number(id), world)
				? []
				: [{ id: Number(id), key: `${key} ${times}` }];
		});

export const EVENTS: Readonly<Record<string, EventModel>> = {
	newPost: {
		list: 'posts',
		things: (world) =>
			[...world.listing.posts.values()].map(postOnly).filter(({ id }) => world.isVisible(id)),
	},
	newComment: {
		list: 'posts',
		things: ({ listing }) =>
			listing.commentsOf().map(({ comment_id: id, feedback_id: post }) => ({ id, post })),
	},
	newEndUser: {
		list: 'people',
		things: ({ listing }) => [...listing.people.keys()].map((id) => ({ id })),
	},
	postReachedVoteThreshold: {
		list: 'posts',
		things: ({ listing }) =>
			[...listing.posts.values()].filter(({ total_sum: votes }) => votes >= VOTES).map(postOnly),
	},
	postDeleted: {
		list: 'posts',
		things: deletions('postDeleted', (id, { listing }) => listing.posts.has(id)),
		isOfDeletions: true,
	},
	endUserDeleted: {
		list: 'people',
		things: deletions('endUserDeleted', (id, { listing }) => listing.people.has(id)),
		isOfDeletions: true,
	},
	postStatusChanged: { list: 'posts', compares: ({ status }) => status },
	postSubscribersChanged: { list: 'posts', compares: ({ total_subscriber: count }) => count },
	postVotesChanged: { list: 'posts', compares: ({ total_sum: votes }) => votes },
	postChanged: {
		list: 'posts',
		compares: ({ status, title, type, description }) =>
			JSON.stringify([status, title, type, description]),
	},
	endUserChanged: { list: 'people', compares: ({ data_name: name }) => name },
	postGainingTraction: { list: 'posts' },
};

export const eventsOf = (watched: readonly Watched[]) => [
	'newPost',
	...watched.flatMap((what) => WATCHED[what]),
];

type Mark = 'old' | 'free' | 'fired';

/** With what a poll reads. */
export interface Settings {
	watched: readonly Watched[];
	filter: string;
	key: string;
}

/** What is known by the memory that n8n has: it goes back in time with it. */
export class Known {
	/** Of the last poll that ended well; undefined before the first one. */
	settings?: Settings;
	/** By the key of a thing: must not fire, may fire, or has fired. A thing without a mark has to fire. */
	marks = new Map<string, Mark>();
	/** By event and record: what the trigger has seen last. A record with another value has to fire. */
	values = new Map<string, unknown>();
	/** The records that a quiet poll has read. */
	seen = new Set<string>();
	/** By event and record: whose deletion has to fire. */
	listed = new Set<string>();
	/** Events of which no quiet poll has read all existing records. */
	beginning = new Set<string>();
	/** Whether nothing hindered the last poll, and nothing has moved since: what comes on top fires at once. */
	isCalm = false;
	/** Polls in a row that something hindered. */
	hindered = 0;
	/** What was due after that poll: it came before, and an older page may have it. */
	overdue = new Set<string>();
	/** Whether comments are watched that came after some post: older ones never fire. */
	areCommentsDated = false;
	/** Posts that did not match a new filter, until a quiet poll has read them. */
	unmatched = new Set<number>();
	/** Whether no quiet poll has read the lists with this key. */
	isKeyNew = false;
	/** Events that the present poll was the first to watch. */
	private begun: string[] = [];

	constructor(private readonly world: World) {}

	copy(): Known {
		const copy = new Known(this.world);
		return Object.assign(copy, this, {
			marks: new Map(this.marks),
			values: new Map(this.values),
			seen: new Set(this.seen),
			listed: new Set(this.listed),
			beginning: new Set(this.beginning),
			unmatched: new Set(this.unmatched),
		});
	}

	/** What exists of these events, and may fire. */
	things(events: Iterable<string> = this.events): Thing[] {
		const { world } = this;
		return [...events].flatMap((event) => {
			const { list, things } = EVENTS[event];
			return (things?.(world) ?? []).map(({ id, key = `${event} ${id}`, post = id }) => {
				return { event, id, key, post, record: `${list} ${post}` };
			});
		});
	}

	/** Records with another value than the trigger has seen last. */
	get changed(): Thing[] {
		return this.events.flatMap((event) =>
			this.records(event).flatMap(({ id, value }) => {
				const key = `${event} ${id}`;
				const isChanged = this.values.has(key) && this.values.get(key) !== value;
				return isChanged ? [{ event, id, key, post: id, record: '' }] : [];
			}),
		);
	}

	get events(): string[] {
		return this.settings ? eventsOf(this.settings.watched) : [];
	}

	/** What has to fire. */
	get due(): Thing[] {
		const { beginning, listed, marks, world } = this;
		const isListed = ({ event, id }: Thing) =>
			!EVENTS[event].isOfDeletions || listed.has(`${event} ${id}`);
		// An empty list is not believed.
		const isThere = ({ event }: Thing) =>
			!EVENTS[event].isOfDeletions ||
			(EVENTS[event].list === 'posts' ? world.listing.posts : world.listing.people).size > 0;
		return [...this.things().filter(({ key }) => !marks.has(key)), ...this.changed]
			.filter(({ event }) => !beginning.has(event))
			.filter((thing) => isListed(thing) && isThere(thing));
	}

	/** A poll begins. What it has not watched before begins: what exists is old. */
	begin(now: Settings): void {
		const before = this.events;
		const lists = new Set(before.map((event) => EVENTS[event].list));
		this.settings = now;
		this.begun = this.events.filter((event) => !before.includes(event));
		for (const one of this.begun) {
			for (const known of [this.marks, this.values, this.listed])
				for (const key of known.keys()) if (key.startsWith(`${one} `)) known.delete(key);
			this.beginning.add(one);
		}
		if (this.begun.includes('newComment')) this.areCommentsDated = this.world.hasPostsOfItsTime;
		// A record that came after the last poll is judged as it is found.
		for (const { event, key, record } of this.things(this.begun)) {
			const isOld = !lists.has(EVENTS[event].list) || this.seen.has(record);
			this.marks.set(key, isOld ? 'old' : 'free');
		}
	}

	/**
	 * A poll has ended well.
	 * @param hasReadAll whether nothing kept it from reading all that is new
	 * @param isQuiet whether nothing happened meanwhile either
	 */
	end(hasReadAll: boolean, isQuiet: boolean): void {
		const { beginning, marks, world } = this;
		for (const { key } of this.things(beginning)) if (!marks.has(key)) marks.set(key, 'free');
		// The posts may have been deleted before they were read.
		if (this.begun.includes('newComment')) this.areCommentsDated &&= world.hasPostsOfItsTime;
		// What was deleted by then may have been read.
		const { comments, deleted } = world.listing;
		const gone = new Set(deleted.map(({ feedback_id: id }) => id));
		const ofGone = [...comments].filter(([, comment]) => gone.has(comment.feedback_id));
		const keys = [
			...[...gone].map((id) => `newPost ${id}`),
			...ofGone.map(([id]) => `newComment ${id}`),
		];
		for (const key of keys)
			if (beginning.has(this.thingOf(key).event) && !marks.has(key)) marks.set(key, 'free');
		if (hasReadAll) beginning.clear();
		if (!isQuiet) return;
		// A post that does not match fires when it does.
		for (const id of this.unmatched) if (!world.isVisible(id)) marks.delete(`newPost ${id}`);
		this.unmatched.clear();
		this.isKeyNew = false;
		this.isCalm = true;
		this.hindered = 0;
		this.overdue = new Set(this.due.map(({ key }) => key));
		this.look(this.begun);
	}

	/** The trigger has seen all records, as they are. */
	private look(events: readonly string[], isHidden: (thing: Thing) => boolean = () => false): void {
		const { listing } = this.world;
		const ids = { posts: [...listing.posts.keys()], people: [...listing.people.keys()] };
		const isOut = (event: string, id: number) =>
			isHidden({ event, id, key: `${event} ${id}`, post: id, record: '' });
		const before = this.seen;
		// Not all of a list is read where something hindered a poll: what has not fired may still be unread.
		const isOpen = ({ key }: Thing) => !['old', 'fired'].includes(this.marks.get(key) ?? '');
		const news = this.events.filter((event) => ['newPost', 'newEndUser'].includes(event));
		const unread = new Set(
			this.things(news)
				.filter(isOpen)
				.map(({ record }) => record),
		);
		this.seen = new Set(
			(['posts', 'people'] as const)
				.flatMap((list) => ids[list].map((id) => `${list} ${id}`))
				.filter((record) => !unread.has(record)),
		);
		for (const event of events)
			for (const { id, value } of this.records(event)) {
				const key = `${event} ${id}`;
				if (!isOut(event, id)) this.values.set(key, value);
			}
		for (const event of this.events.filter((one) => EVENTS[one].isOfDeletions)) {
			const isPosts = EVENTS[event].list === 'posts';
			// Of a long ID only a hash is stored.
			if (isPosts && listing.settings.ids !== 'short') continue;
			const { list } = EVENTS[event];
			// What an older page has shown counts only once it does so again.
			const isListed = (id: number) =>
				events.includes(event) || !(before.has(`${list} ${id}`) || unread.has(`${list} ${id}`));
			for (const id of ids[list].filter((one) => isListed(one) && !isOut(event, one)))
				if (!isPosts || this.world.isVisible(id)) this.listed.add(`${event} ${id}`);
		}
	}

	/** After a round of quiet polls nothing is left that may fire. @param isHidden what no poll can read */
	rest(isHidden: (thing: Thing) => boolean): void {
		if (this.settings?.filter || this.beginning.size > 0) return;
		for (const thing of this.things()) {
			const isOver = !EVENTS[thing.event].isOfDeletions && !isHidden(thing);
			if (isOver && this.marks.get(thing.key) === 'free') this.marks.set(thing.key, 'old');
		}
		this.look(this.events, isHidden);
	}

	/** An older memory comes back: what has fired since has to fire again. What may fire still may. */
	restored(saved: Known): Known {
		const back = saved.copy();
		for (const [key, mark] of this.marks) if (mark === 'free') back.marks.set(key, mark);
		return back;
	}

	/** The thing of a mark, a value, or an entry of a list. */
	thingOf(key: string): Thing {
		const [event, number] = key.split(' ');
		const id = Number(number);
		const post = event === 'newComment' ? this.world.listing.comments.get(id)!.feedback_id : id;
		return { event, id, key, post, record: `${EVENTS[event].list} ${post}` };
	}

	private records(event: string): Array<{ id: number; value: unknown }> {
		const { list, compares } = EVENTS[event];
		const { posts, people } = this.world.listing;
		if (!compares) return [];
		const all: ReadonlyMap<number, unknown> = list === 'posts' ? posts : people;
		return [...all].map(([id, record]) => ({ id, value: compares(record as Post & Person) }));
	}
}
