// The workspace that a history happens in. It says what happens that may get into the way of a promise.
import type { BrokenStatus, Change } from './history.mts';
import { Listing, type ListingSettings, type Person, type Post, timeOf } from '../listing.mts';

/** Seconds before everything that exists at first. */
const LONG_AGO = 1_000_000;

/** What happens to records, but for new ones and their new values. */
export type Happening =
	| { what: 'post deleted' | 'post returned' | 'post hidden'; post: Post }
	| { what: 'posts merged'; into: Post }
	| { what: 'end-user deleted'; person: Person }
	/** A record has moved to the top of the list, and it is no new one. */
	| { what: 'post moved' }
	/** The list is in another order from here on. */
	| { what: 'list shuffled' };

export class World {
	readonly listing: Listing;
	/** The status that the trigger watches; empty for any. */
	filter = '';
	/** Posts with an earlier date than others that existed before. */
	readonly backdated = new Set<number>();
	private readonly entered = new Set<number>();
	/** Posts that have lost their comments to another one. */
	readonly drained = new Set<number>();
	wasShuffled = false;
	wasFiltered = false;
	/** What fails until it is mended. */
	broken?: {
		what: 'comments' | 'page' | 'people';
		post: number;
		page: number;
		status: BrokenStatus;
	};
	private second = 1000;

	constructor(
		settings: Partial<ListingSettings>,
		private readonly happens: (happening: Happening) => void,
	) {
		this.listing = new Listing(settings);
	}

	isVisible(id: number): boolean {
		const status = this.listing.posts.get(id)?.status;
		return status !== undefined && (this.filter === '' || status === this.filter);
	}

	/** Whether there are other posts than those of long ago. */
	get hasPostsOfItsTime(): boolean {
		return [...this.listing.posts.keys()].some((id) => !this.entered.has(id));
	}

	isLongAgo(date: string): boolean {
		return date < timeOf(0);
	}

	get pages(): number {
		const { posts, settings } = this.listing;
		return Math.ceil(posts.size / settings.perPage);
	}

	changeFilter(): void {
		this.filter = this.filter === '' ? 'open' : '';
		this.wasFiltered = true;
	}

	shuffle(): void {
		const { settings } = this.listing;
		settings.shuffled = !settings.shuffled;
		this.wasShuffled = true;
		this.happens({ what: 'list shuffled' });
	}

	/** Whether a request is for what is broken. */
	isBroken({ path, query }: { path: string; query: URLSearchParams }): boolean {
		const { listing, broken } = this;
		if (broken?.what === 'people') return path === '/v1/users';
		if (broken?.what === 'page')
			return path === '/v1/posts' && query.get('page') === String(broken.page);
		const [, id] = /post\/(.*)\/comments$/.exec(path) ?? [];
		return id !== undefined && listing.numberOf(decodeURIComponent(id)) === broken?.post;
	}

	/** The posts on the page that is broken, in either order. */
	get onBrokenPage(): ReadonlySet<number> {
		const { listing, broken } = this;
		if (broken?.what !== 'page') return new Set();
		const { perPage, pageBase } = listing.settings;
		const first = (broken.page - pageBase) * perPage;
		const posts = (['created', 'updated'] as const).flatMap((order) =>
			listing.inOrder(order).slice(first, first + perPage),
		);
		return new Set(posts.map(({ feedback_id: id }) => id));
	}

	apply(step: Change): void {
		const { listing } = this;
		const posts = [...listing.posts.values()];
		const people = [...listing.people.values()];
		const post = 'at' in step ? pick(posts, step.at) : undefined;
		switch (step.do) {
			case 'create':
				return this.create(step.count, step.sameSecond);
			case 'backdate':
				this.backdate(step.bySeconds);
				return;
			case 'enter': {
				const entered = this.backdate(LONG_AGO);
				this.entered.add(entered.feedback_id);
				for (let count = 0; count < step.comments; count++)
					listing.comment(entered, this.second - LONG_AGO);
				return;
			}
			case 'delete':
				if (post) listing.delete(post);
				if (post) this.happens({ what: 'post deleted', post });
				return;
			case 'revive': {
				const back = pick(listing.deleted, step.at);
				if (back) listing.revive(back);
				if (back) this.happens({ what: 'post returned', post: back });
				return;
			}
			case 'merge':
				return this.merge(post, pick(posts, step.into));
			case 'edit':
				if (post) this.change(post, { title: `${post.title}!` });
				return;
			case 'vote':
				if (!post) return;
				post.total_sum += step.by;
				// Who votes subscribes, and stays subscribed without the vote.
				post.total_subscriber += Math.max(0, step.by);
				return;
			case 'comment':
				this.second++;
				for (let count = 0; post && count < step.count; count++) listing.comment(post, this.second);
				return;
			case 'join':
				listing.join(++this.second);
				return;
			case 'leave': {
				const person = pick(people, step.at);
				if (person) listing.leave(person);
				if (person) this.happens({ what: 'end-user deleted', person });
				return;
			}
			case 'rename': {
				const person = pick(people, step.at);
				if (person) person.data_name += '!';
				return;
			}
			case 'show':
			case 'hide': {
				const status = step.do === 'show' ? 'open' : 'draft';
				if (!post || post.status === status) return;
				this.change(post, { status });
				if (step.do === 'hide') this.happens({ what: 'post hidden', post });
			}
		}
	}

	private create(count: number, isSameSecond: boolean): void {
		this.second++;
		for (let made = 0; made < count; made++) {
			if (!isSameSecond) this.second++;
			this.listing.create(this.second);
		}
	}

	private backdate(bySeconds: number): Post {
		const time = timeOf(this.second - bySeconds);
		const post = this.listing.create(this.second, { created: time, updated: time });
		this.backdated.add(post.feedback_id);
		return post;
	}

	private merge(post: Post | undefined, into: Post | undefined): void {
		if (!post || !into || post === into) return;
		this.listing.merge(post, into);
		this.drained.add(post.feedback_id);
		this.happens({ what: 'post deleted', post });
		this.happens({ what: 'posts merged', into });
	}

	private change(post: Post, values: Partial<Post>): void {
		Object.assign(post, values, { updated: timeOf(++this.second) });
		this.happens({ what: 'post moved' });
	}
}

const pick = <T,>(all: readonly T[], at: number): T | undefined =>
	all[at % Math.max(1, all.length)];
