// A service in memory, fast enough for thousands of histories. Time is the caller's: a request takes as long as the caller
// says, and what happens between two requests of a poll can be said exactly.
import { time } from '../own-time.mts';

export interface Post {
	feedback_id: number;
	product_id: number | undefined;
	title: string;
	description: string;
	status: string;
	type: string;
	created: string;
	updated: string | null;
	total_sum: number;
	total_subscriber: number;
	total_comments: number;
}

export interface Comment {
	comment_id: number;
	feedback_id: number;
	parent: number;
	comment: string;
	created: string;
}

export interface Person {
	user_id: number;
	product_id: number | undefined;
	data_name: string;
	created: string;
}

export interface ListingSettings {
	perPage: number;
	pageBase: 0 | 1;
	hasMore: boolean;
	itemsAsArray: boolean;
	numericIds: boolean;
	product: number | undefined;
	/** Below the last page the service answers with the last page again. */
	endsInRepeats: boolean;
	/** Not newest first, but in an order of its own. */
	shuffled: boolean;
	/** What the ids of posts look like on the wire. */
	ids: IdForm;
	/** In which order the comments of a post come. */
	comments: CommentOrder;
}

export const commentOrders = ['newest first', 'oldest first', 'in no order'] as const;
export type CommentOrder = (typeof commentOrders)[number];

const ID_FORMS = {
	short: (number: number) => String(number),
	'16 digits': (number: number) => String(4_000_000_000_000_000 + number * 7919),
	'19 digits': (number: number) => String(10n ** 18n + BigInt(number) * 1_000_003n),
	text: (number: number) => `post-${String(number).padStart(8, '0')}`,
};
export type IdForm = keyof typeof ID_FORMS;
export const idForms = Object.keys(ID_FORMS) as IdForm[];

/** Seconds since some start, as the service writes them: no zone, one width. */
export const timeOf = (second: number) =>
	new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString().slice(0, 19).replace('T', ' ');

export class Listing {
	readonly posts = new Map<number, Post>();
	readonly settings: ListingSettings = {
		perPage: 3,
		pageBase: 0,
		hasMore: true,
		itemsAsArray: false,
		numericIds: false,
		product: 7,
		endsInRepeats: false,
		shuffled: false,
		ids: 'short',
		comments: 'newest first',
	};
	readonly comments = new Map<number, Comment>();
	/** Posts that were deleted, and may come back. */
	readonly deleted: Post[] = [];
	/** How often a post or an end-user was deleted, by the event and the number. */
	readonly deletions = new Map<string, number>();
	readonly people = new Map<number, Person>();
	requests: URLSearchParams[] = [];
	paths: string[] = [];
	/** Called before each request is answered. An answer it gives goes out instead. */
	before: (request: number) => ListingAnswer | undefined | Promise<ListingAnswer | undefined> =
		() => undefined;
	readonly #numbers = new Map<string, number>();
	#nextId = 100;
	#nextComment = 50_000;
	#nextPerson = 900;

	constructor(settings: Partial<ListingSettings> = {}) {
		Object.assign(this.settings, settings);
	}

	create(second: number, values: Partial<Post> = {}): Post {
		const id = values.feedback_id ?? this.#nextId++;
		const time = timeOf(second);
		const post: Post = {
			feedback_id: id,
			product_id: this.settings.product,
			title: `Post ${id}`,
			description: '',
			status: 'open',
			type: 'idea',
			created: time,
			updated: time,
			total_sum: 0,
			total_subscriber: 0,
			total_comments: 0,
			...values,
		};
		this.posts.set(id, post);
		this.#numbers.set(ID_FORMS[this.settings.ids](id), id);
		return post;
	}

	/** Posts of the same second. @returns their IDs */
	createMany(count: number, second = 5_000): number[] {
		return Array.from({ length: count }, () => this.create(second).feedback_id);
	}

	/** Leaves the post where it stands in the list. */
	comment(post: Post, second: number, values: Partial<Comment> = {}): Comment {
		const comment: Comment = {
			comment_id: this.#nextComment++,
			feedback_id: post.feedback_id,
			parent: 0,
			comment: 'Yes',
			created: timeOf(second),
			...values,
		};
		this.comments.set(comment.comment_id, comment);
		post.total_comments++;
		return comment;
	}

	uncomment({ comment_id: id, feedback_id: post }: Comment): void {
		this.comments.delete(id);
		this.posts.get(post)!.total_comments--;
	}

	delete(post: Post): void {
		if (!this.posts.delete(post.feedback_id)) return;
		this.deleted.push(post);
		this.#count(`postDeleted ${post.feedback_id}`);
	}

	/** What was deleted stands where it stood, with its comments. */
	revive(post: Post): void {
		this.deleted.splice(this.deleted.indexOf(post), 1);
		this.posts.set(post.feedback_id, post);
	}

	/** @returns the comments that have gone to the other post */
	merge(post: Post, into: Post): Comment[] {
		const moved = this.commentsOf(post.feedback_id);
		for (const comment of moved) comment.feedback_id = into.feedback_id;
		into.total_comments += moved.length;
		post.total_comments = 0;
		this.delete(post);
		return moved;
	}

	join(second: number): Person {
		const id = this.#nextPerson++;
		const { product } = this.settings;
		const person = {
			user_id: id,
			product_id: product,
			data_name: `User ${id}`,
			created: timeOf(second),
		};
		this.people.set(id, person);
		return person;
	}

	leave({ user_id: id }: Person): void {
		this.people.delete(id);
		this.#count(`endUserDeleted ${id}`);
	}

	/** Those of the posts that are not deleted. */
	commentsOf(post?: number): Comment[] {
		return [...this.comments.values()].filter(
			({ feedback_id: id }) => this.posts.has(id) && (post === undefined || id === post),
		);
	}

	/** The post that an id of an item stands for. */
	numberOf(id: unknown): number {
		return this.#numbers.get(String(id)) ?? Number.NaN;
	}

	/** With this status, or any. */
	visible(status = ''): Post[] {
		return [...this.posts.values()].filter((post) => status === '' || post.status === status);
	}

	/** The ID of a post on the wire. */
	wireIdOf(post: number): string {
		return ID_FORMS[this.settings.ids](post);
	}

	/** Newest first, unless the list has lost its order. */
	inOrder(by: 'created' | 'updated'): Post[] {
		const found = [...this.posts.values()];
		// A post without the date stands last.
		const dateOf = (post: Post) => post[by] ?? '';
		return this.settings.shuffled
			? found.sort((a, b) => rank(a) - rank(b))
			: found.sort((a, b) =>
					dateOf(a) === dateOf(b) ? b.feedback_id - a.feedback_id : dateOf(a) < dateOf(b) ? 1 : -1,
				);
	}

	page(query: URLSearchParams): string {
		const { hasMore, itemsAsArray } = this.settings;
		const inOrder = this.inOrder(query.get('sort') === 'updated' ? 'updated' : 'created');
		const [shown, left] = this.#cut(inOrder, query);
		const rows = shown.map((post) => this.#row(post));
		// Put together by hand: an object would put its numeric keys in ascending order.
		const keyed = rows.map((row) => `"${row.feedback_id}":${JSON.stringify(row)}`).join(',');
		const items = itemsAsArray ? JSON.stringify(rows) : rows.length === 0 ? '[]' : `{${keyed}}`;
		const more = hasMore ? `,"has_more":${left > 0}` : '';
		return `{"status":"success","data":{"items":${items}${more}}}`;
	}

	/** Never says `has_more`. */
	commentPage(post: number, query: URLSearchParams): string {
		const { comments: order } = this.settings;
		const sign = order === 'newest first' ? -1 : 1;
		const key = (comment: Comment) =>
			order === 'in no order' ? (comment.comment_id * 7919) % 1009 : comment.comment_id;
		const inOrder = this.commentsOf(post).sort((a, b) => sign * (key(a) - key(b)));
		const [comments] = this.#cut(inOrder, query);
		return JSON.stringify({ status: 'success', data: { comments } });
	}

	peoplePage(query: URLSearchParams): string {
		const [items] = this.#cut([...this.people.values()].reverse(), query);
		return JSON.stringify({ status: 'success', data: { items } });
	}

	/** A page, and how many are left below it. */
	#cut<T>(all: readonly T[], query: URLSearchParams): [page: T[], left: number] {
		const { perPage, pageBase, endsInRepeats } = this.settings;
		const asked = (Math.max(Number(query.get('page')), pageBase) - pageBase) * perPage;
		const last = Math.max(0, Math.ceil(all.length / perPage) - 1) * perPage;
		const from = endsInRepeats ? Math.min(asked, last) : asked;
		return [all.slice(from, from + perPage), all.length - from - perPage];
	}

	#count(deletion: string): void {
		this.deletions.set(deletion, (this.deletions.get(deletion) ?? 0) + 1);
	}

	#row(post: Post) {
		const isNumber = this.settings.numericIds && this.settings.ids === 'short';
		const id = this.wireIdOf(post.feedback_id);
		return { ...post, feedback_id: isNumber ? post.feedback_id : id };
	}

	/** What is asked for, as the service answers it. */
	#found({ pathname, searchParams }: URL): ListingAnswer {
		if (pathname === '/v1/users') return { status: 200, body: this.peoplePage(searchParams) };
		const [, user] = /\/v1\/user\/(\d+)$/.exec(pathname) ?? [];
		if (user !== undefined) return foundOr404(this.people.get(Number(user)));
		const [, id, comments] = /\/v1\/post\/([^/]+)(\/comments)?$/.exec(pathname) ?? [];
		if (id === undefined) return { status: 200, body: this.page(searchParams) };
		const post = this.posts.get(this.numberOf(decodeURIComponent(id)));
		if (!post || !comments) return foundOr404(post && this.#row(post));
		return { status: 200, body: this.commentPage(post.feedback_id, searchParams) };
	}

	async answer(url: string): Promise<{ statusCode: number; headers: object; body: string }> {
		const asked = new URL(url);
		this.requests.push(asked.searchParams);
		this.paths.push(asked.pathname);
		const instead = await this.before(this.requests.length);
		const answer = instead ?? this.#found(asked);
		return { statusCode: answer.status, headers: answer.headers ?? {}, body: answer.body };
	}
}

export interface ListingAnswer {
	status: number;
	body: string;
	headers?: object;
}

const foundOr404 = (data: object | undefined): ListingAnswer =>
	data
		? { status: 200, body: JSON.stringify({ status: 'success', data }) }
		: { status: 404, body: '{"status":"error","message":"Not found."}' };

const rank = ({ feedback_id: id }: Post) => (id * 7919) % 1009;

export function listed(count: number, settings: Partial<ListingSettings> = {}): Listing {
	const listing = new Listing({ perPage: 100, ...settings });
	for (let second = 0; second < count; second++) listing.create(second);
	return listing;
}

/** Posts that differ in type, votes and subscribers, on large pages: to the memory it is all one, and takes less time. */
export function varied(count: number, ids: IdForm = 'short'): Listing {
	const listing = new Listing({ perPage: 1_000, ids });
	for (let made = 0; made < count; made++) {
		const type = ['idea', 'bug'][made % 2];
		listing.create(made, { total_subscriber: made % 40, total_sum: made % 300, type });
	}
	return listing;
}

/** A service that answers everything with these records, as they are by then. */
export function answering(rows: readonly unknown[]): Listing {
	const listing = new Listing();
	listing.before = () => ({
		status: 200,
		body: JSON.stringify({ status: 'success', data: { items: rows, has_more: false } }),
	});
	return listing;
}

export const slow = (listing: Listing, ms: number) => {
	listing.before = async () => {
		await time.sleep(ms);
		return undefined;
	};
};

export const refusal = (status: number) => ({
	status,
	body: '{"status":"error","message":"no"}',
});

/** From now on requests for this page of a list are refused. */
export const refusePage = (
	listing: Listing,
	page: number,
	how: ListingAnswer | Promise<never> = refusal(403),
) => {
	listing.before = () => (listing.requests.at(-1)!.get('page') === String(page) ? how : undefined);
};

/** From now on one answer to a request for this page is empty by mistake. @returns whether it was asked for */
export function emptyOnce(listing: Listing, page: number, more?: boolean): () => boolean {
	let isDone = false;
	listing.before = () => {
		if (isDone || listing.requests.at(-1)!.get('page') !== String(page)) return undefined;
		isDone = true;
		const data = { items: [], has_more: more };
		return { status: 200, body: JSON.stringify({ status: 'success', data }) };
	};
	return () => isDone;
}

/** From now on requests to an address that ends so are refused. */
export const refuse = (listing: Listing, end: string, how: ListingAnswer = refusal(403)) => {
	listing.before = () => (listing.paths.at(-1)!.endsWith(end) ? how : undefined);
};

/** From now on this many requests of each minute are answered. */
export const limit = (listing: Listing, requests: number) => {
	let taken: number[] = [];
	listing.before = () => {
		taken = taken.filter((at) => at > time.now() - 60_000);
		return taken.push(time.now()) > requests ? limited(60) : undefined;
	};
};

/** From now on everything is answered as usual. */
export const answer = (listing: Listing) => {
	listing.before = () => undefined;
};

/** From now on this post, as it is, stands on top of the list as well. */
export const pin = (listing: Listing, post: Post) => {
	const page = listing.page.bind(listing);
	const row = JSON.stringify({ ...post, feedback_id: String(post.feedback_id) });
	const onTop = `"items":{"${post.feedback_id}":${row},`;
	listing.page = (query) =>
		query.get('page') === '0' ? page(query).replace('"items":{', onTop) : page(query);
};

/** A service at its rate limit, which asks to wait this many seconds. */
export const limited = (seconds: number) => ({
	status: 429,
	headers: { 'retry-after': String(seconds) },
	body: '{"status":"error","data":{"key":"rate_limit"}}',
});
