// The workspace that a history happens in, with what the model has to know of each change.
import type { BrokenStatus, Change, Watched } from './history.mts';
import { Listing, type ListingSettings, type Post, timeOf } from './listing.mts';

/** Seconds before everything that exists at first. */
const LONG_AGO = 1_000_000;

/** Who has to know of what happens. */
interface Observer {
	/** It was deleted, or matches the filter no longer, or again. */
	gone(post: Post): void;
	/** It was deleted, and is there again. */
	returned(post: Post): void;
	/** An end-user was deleted. */
	left(): void;
	/** A post has got these comments, some of them from another one. */
	merged(comments: readonly number[]): void;
	/** Whether one of these is watched. */
	watches(events: readonly Watched[]): boolean;
}

export class World {
	readonly listing: Listing;
	/** The status that the trigger watches; empty for any. */
	filter = '';
	/** Posts that came on top of the list. */
	readonly fresh = new Set<number>();
	/** Posts that were there, by their dates, before they were. */
	readonly backdated = new Set<number>();
	/** Posts that moved to the top of the list for a change that no event watches. */
	private readonly unwatched = new Set<number>();
	/** Posts that lost their comments to another one. New ones are seen once there are more than a poll has counted. */
	private readonly drained = new Set<Post>();
	wasShuffled = false;
	/** How many posts came on top so far. */
	created = 0;
	/** What fails for ever. */
	broken?: {
		what: 'comments' | 'page' | 'people';
		post: number;
		page: number;
		status: BrokenStatus;
	};
	private second = 1000;

	constructor(
		settings: Partial<ListingSettings>,
		private readonly observer: Observer,
	) {
		this.listing = new Listing(settings);
	}

	/** The IDs of posts that match the filter. */
	get visible(): Set<number> {
		return new Set(this.listing.visible(this.filter).map(({ feedback_id: id }) => id));
	}

	shuffle(): void {
		const { settings } = this.listing;
		settings.shuffled = !settings.shuffled;
		this.wasShuffled = true;
		this.fresh.clear();
	}

	/** Whether a request is for what fails for ever. */
	isBroken({ path, query }: { path: string; query: URLSearchParams }): boolean {
		const { listing, broken } = this;
		if (broken?.what === 'people') return path === '/v1/users';
		if (broken?.what === 'page')
			return path === '/v1/posts' && query.get('page') === String(broken.page);
		const [, id] = /post\/(.*)\/comments$/.exec(path) ?? [];
		return id !== undefined && listing.numberOf(decodeURIComponent(id)) === broken?.post;
	}

	/** Whether what fails for ever keeps a thing from firing. */
	hides(event: string, id: number): boolean {
		const { listing, broken } = this;
		if (broken?.what === 'people') return ['newEndUser', 'endUserDeleted'].includes(event);
		if (!broken || event === 'newEndUser' || event === 'endUserDeleted') return false;
		const post = event === 'newComment' ? listing.comments.get(id)?.feedback_id : id;
		if (broken.what === 'comments') return event === 'newComment' && post === broken.post;
		const { perPage, pageBase } = listing.settings;
		const first = (broken.page - pageBase) * perPage;
		const onPage = (['created', 'updated'] as const).flatMap((order) =>
			listing.inOrder(order).slice(first, first + perPage),
		);
		return onPage.some(({ feedback_id: one }) => one === post);
	}

	/** @returns whether something went away, or moved up in the order of creation */
	apply(step: Change): boolean {
		const { listing } = this;
		const posts = [...listing.posts.values()];
		const post = 'at' in step ? pick(posts, step.at) : undefined;
		switch (step.do) {
			case 'create':
				this.create(step.count, step.sameSecond);
				return false;
			case 'backdate':
				this.backdate(step.bySeconds);
				return false;
			case 'enter': {
				const entered = this.backdate(LONG_AGO);
				for (let count = 0; count < step.comments; count++)
					listing.comment(entered, this.second - LONG_AGO);
				return false;
			}
			case 'delete':
				if (post) this.observer.gone(post);
				if (post) listing.delete(post);
				return post !== undefined;
			case 'revive': {
				const back = pick(listing.deleted, step.at);
				if (back) listing.revive(back);
				if (back) this.observer.returned(back);
				return false;
			}
			case 'merge':
				return this.merge(post, pick(posts, step.into));
			case 'edit':
				if (post) this.change(post, { title: `${post.title}!` }, ['changes']);
				return false;
			case 'vote':
				if (!post) return false;
				post.total_sum += step.by;
				// Who votes subscribes, and stays subscribed without the vote.
				post.total_subscriber += Math.max(0, step.by);
				return false;
			case 'comment':
				this.second++;
				for (let count = 0; post && count < step.count; count++) {
					const { comment_id: id } = listing.comment(post, this.second);
					if (this.drained.has(post)) this.observer.merged([id]);
				}
				return false;
			case 'join':
				listing.join(++this.second);
				return false;
			case 'leave': {
				const person = pick([...listing.people.values()], step.at);
				if (person) listing.leave(person);
				this.observer.left();
				return person !== undefined;
			}
			case 'rename': {
				const person = pick([...listing.people.values()], step.at);
				if (person) person.data_name += '!';
				return false;
			}
			case 'show':
			case 'hide':
				return this.turn(post, step.do === 'show' ? 'open' : 'draft');
		}
	}

	private create(count: number, isSameSecond: boolean): void {
		this.second++;
		for (let made = 0; made < count; made++) {
			if (!isSameSecond) this.second++;
			const { feedback_id: id } = this.listing.create(this.second);
			this.created++;
			if (!this.listing.settings.shuffled) this.fresh.add(id);
		}
	}

	private backdate(bySeconds: number): Post {
		const time = timeOf(this.second - bySeconds);
		const post = this.listing.create(this.second, { created: time, updated: time });
		this.backdated.add(post.feedback_id);
		return post;
	}

	private merge(post: Post | undefined, into: Post | undefined): boolean {
		if (!post || !into || post === into) return false;
		this.observer.gone(post);
		this.listing.merge(post, into);
		this.drained.add(post);
		// The number of comments went up, so any that were never read may count as new.
		const comments = this.listing.commentsOf(into.feedback_id);
		this.observer.merged(comments.map(({ comment_id: id }) => id));
		return true;
	}

	private turn(post: Post | undefined, status: string): boolean {
		if (!post || post.status === status) return false;
		this.change(post, { status }, ['changes', 'votes']);
		if (this.filter !== '') this.observer.gone(post);
		return this.filter !== '' && status !== this.filter;
	}

	private change(post: Post, values: Partial<Post>, watchedBy: readonly Watched[]): void {
		Object.assign(post, values, { updated: timeOf(++this.second) });
		if (this.observer.watches(watchedBy)) this.unwatched.delete(post.feedback_id);
		else this.unwatched.add(post.feedback_id);
	}

	/**
	 * Posts below a whole page of such, in the order of changes: a poll reads no further, and leaves them to the audit.
	 * @param due posts that have to come: a page with one of them is not the last that a poll reads
	 */
	buried(due: ReadonlySet<number>): ReadonlySet<number> {
		const { perPage } = this.listing.settings;
		const isByChange = this.filter !== '' || this.observer.watches(['changes', 'votes']);
		let above = 0;
		const below = this.listing.inOrder('updated').filter(({ feedback_id: id }) => {
			if (above < perPage) above = this.unwatched.has(id) && !due.has(id) ? above + 1 : 0;
			return above === perPage;
		});
		return new Set(isByChange ? below.map(({ feedback_id: id }) => id) : []);
	}
}

const pick = <T,>(all: readonly T[], at: number): T | undefined =>
	all[at % Math.max(1, all.length)];
