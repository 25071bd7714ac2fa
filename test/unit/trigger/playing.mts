// Plays a history against the real poll(), with a model beside it that knows what has to be delivered.
import type { IDataObject } from 'n8n-workflow';
import { isDeepStrictEqual } from 'node:util';
import { vi } from 'vitest';
import type { VirtualClock } from '../virtual-clock.mts';
import {
	type Belief,
	copyOf,
	type EndedPoll,
	fail,
	nothingKnown,
	GAINED,
	VOTES,
} from './beliefs.mts';
import { FAULTS, type History, type Poll, type Step, WATCHED, type Watched } from './history.mts';
import {
	commentsSince,
	cursorOf,
	headOf,
	isBaselined,
	knownOf,
	numberOf,
	readAs,
} from './stored.mts';
import { limited, type Listing, type ListingAnswer, type Post, refusal } from './listing.mts';
import { registration, type Registration, reloaded } from './n8n.mts';
import { World } from './world.mts';

const MINUTE_MS = 60_000;
const QUIET: Poll = { do: 'poll', during: [], msPerRequest: 0, overlapping: false };

/** Polls for what is left to read, and minutes for comments that a post counts and does not list. */
const REST = 2;
const UNLISTED_MINUTES = 5;
/** A failure is reported in this poll in a row. */
const REPORTED = 3;
/** Equal pages that end a list. */
const REPEATS = 3;
/** Polls of which few requests are answered: how much longer all takes. */
const SLOWED = 8;
/** No history needs more polls at rest. */
const MOST_POLLS = 2_000;

let processes = 0;

/** Plays a history and throws at the first thing that must not be. Gives every batch that was delivered. */
export async function play(told: History, clock: VirtualClock): Promise<IDataObject[][]> {
	return await new Playing(told, clock).play();
}

/** n8n, as far as a trigger meets it: it registers it, polls it, and stores what it remembers. */
class N8n {
	watched: readonly Watched[];
	private process = `model-${processes++}`;
	private apiKey = this.process;
	private staticData = reloaded({});
	/** With durable cursors: the data of the workflow, which its triggers share. */
	private ofWorkflow: IDataObject = {};
	private registered?: () => Promise<IDataObject[]>;

	constructor(
		private readonly world: World,
		private readonly told: History,
	) {
		this.watched = told.watched;
	}

	/** Each poll is one of a registration of its own, unless n8n has come to rest. */
	async poll(isRegistration: boolean): Promise<IDataObject[]> {
		const { staticData, registered } = this;
		if (this.told.durable) return await this.durablePoll(isRegistration);
		return await (registered ?? registration(this.world.listing, this.setUp({ staticData })))();
	}

	/** A poll with the present settings, whatever is chosen later, on a memory of its own. */
	outgoing(): () => Promise<IDataObject[]> {
		const setUp = this.setUp({ staticData: reloaded(this.memory), activationMode: 'update' });
		return registration(this.world.listing, setUp);
	}

	/** From here on all polls are of one registration. */
	comeToRest(): void {
		const { staticData } = this;
		this.registered = registration(this.world.listing, this.setUp({ staticData }));
	}

	/** What it stores, with what a registration has left for the next poll. */
	get memory(): IDataObject {
		const node = plain(this.staticData.node);
		const left = Object.entries(plain((this.ofWorkflow.node ?? {}) as IDataObject));
		const later = left.filter(
			([key]) => numberOf(Object.fromEntries(left), key) > numberOf(node, key),
		);
		return { ...node, ...Object.fromEntries(later) };
	}

	restore(memory: IDataObject): void {
		this.staticData = reloaded(memory);
	}

	/** It knows only what is stored. */
	startProcess(): void {
		this.process = `model-${processes++}`;
	}

	/** From now on the credential has another key. */
	replaceKey(): void {
		this.apiKey = `model-${processes++}`;
	}

	isReadToItsEnd(): boolean {
		return isBaselined(this.staticData.node);
	}

	private setUp(of: Partial<Registration> & Pick<Registration, 'staticData'>): Registration {
		const events = ['newPost', ...this.watched.flatMap((what) => WATCHED[what])];
		const { filter } = this.world;
		const votes = { votes: VOTES, votesToGain: GAINED, withinDays: 3_650 };
		const parameters = { events, ...votes, postFilters: { filter }, simplify: false };
		// Settings of events that are not chosen stay in a workflow.
		const ofWorkflow = { workflow: this.process, apiKey: this.apiKey, writtenByHand: true };
		return { ...ofWorkflow, ...of, parameters };
	}

	/** With durable cursors each poll gets a copy. What one of a registration remembers is thrown away without news. */
	private async durablePoll(isRegistration: boolean): Promise<IDataObject[]> {
		const node = plain(this.staticData.node);
		const global = structuredClone(this.ofWorkflow);
		const terms = isRegistration
			? ({ pollBudgetMs: 300_000, activationMode: 'activate' } as const)
			: ({ pollBudgetMs: 36_000, activationMode: 'update' } as const);
		const setUp = this.setUp({ staticData: { node, global }, ...terms });
		const items = await registration(this.world.listing, setUp)();
		if (!isRegistration || items.length > 0) this.staticData = reloaded(node);
		if (isRegistration || items.length > 0) this.ofWorkflow = global;
		return items;
	}
}

/** A memory of n8n, and what the model knew by then. */
interface Saved {
	memory: IDataObject;
	belief: Belief;
}

/** A poll that goes on with settings that are no longer the present ones. */
interface Outgoing {
	poll(): Promise<IDataObject[]>;
	filter: string;
}

class Playing {
	private readonly world: World;
	private readonly n8n: N8n;
	private belief = nothingKnown();
	private readonly batches: IDataObject[][] = [];
	/** Every memory that n8n had, with what the model knew by then. */
	private readonly saved: Saved[] = [];
	/** What n8n has stored: nothing of polls in which nothing fired. */
	private stored?: Saved;
	private isAtRest = false;
	/** The most pages that the posts ever had. */
	private mostPages = 0;
	private isKeyReplaced = false;
	private wasHindered = false;
	/** Whether a poll has reported a failure, and when a request failed last, or may have. */
	private hasReported = false;
	private failedAt = Number.NEGATIVE_INFINITY;
	/** Under a new key, nothing says that it is the same workspace: it counts as another one. */
	private isLost = false;
	/** Polls at rest that reported what fails for ever, and delivered nothing. */
	private failed = 0;
	private refused: { list: string; polls: number } | undefined;
	/** Polls in a row that said nothing of the list that is refused. */
	private silent = 0;

	constructor(
		private readonly told: History,
		private readonly clock: VirtualClock,
	) {
		this.world = new World(told, {
			gone: (post) => this.gone(post),
			// Votes that it had when a poll first saw it count as old.
			returned: ({ feedback_id: id }) => {
				for (const one of this.everyOnce)
					if (one.event === 'postReachedVoteThreshold') one.doubt([id]);
			},
			left: () => {
				for (const one of this.everyOnce) if (one.event === 'newEndUser') one.tear();
			},
			merged: (comments) => {
				for (const one of this.everyOnce) one.doubt(comments);
			},
			watches: (events) => this.n8n.watched.some((what) => events.includes(what)),
		});
		this.n8n = new N8n(this.world, told);
	}

	/** An older memory that comes back meets what has happened, too. */
	private get everyOnce() {
		return [this.belief, ...this.saved.map(({ belief }) => belief)].flatMap(({ once }) => once);
	}

	async play(): Promise<IDataObject[][]> {
		for (let count = 0; count < this.told.before; count++) this.world.listing.create(900 + count);
		await this.publish();
		for (const step of this.told.steps) if (!this.isLost) await this.take(step);
		if (!this.isLost) await this.comeToRest();
		return this.batches;
	}

	private async take(step: Step): Promise<void> {
		const { world } = this;
		switch (step.do) {
			case 'poll':
				return await this.poll(step);
			case 'restore':
				return this.restore(this.saved.at(-1 - step.back), step.inNewProcess);
			case 'republish':
				this.restore(this.stored);
				return await this.publish();
			case 'key':
				this.isKeyReplaced = true;
				return this.n8n.replaceKey();
			case 'break':
				return this.break(step);
			case 'filter':
				this.choose('filter');
				return await this.publish();
			case 'watch':
				this.choose(step.what);
				return await this.publish();
			case 'publish':
				return await this.publishDuring(step.poll, step.what);
			case 'refuse':
				if (this.refused?.list !== step.list) this.count();
				this.refused = { list: step.list, polls: step.polls };
				return;
			case 'shuffle':
				return world.shuffle();
			case 'clock':
				vi.setSystemTime(Date.now() + step.days * 86_400_000);
				return;
			default:
				world.apply(step);
		}
	}

	/** Polls that a list fails are counted from the start. */
	private count(): void {
		this.silent = Math.min(this.silent, 0);
	}

	private async publish(): Promise<void> {
		this.count();
		if (this.told.durable) await this.poll(QUIET, true);
	}

	private choose(what: 'filter' | Watched): void {
		const { world, n8n } = this;
		const others = n8n.watched.filter((one) => one !== what);
		// A comment that comes while a filter excludes its post is counted, and not read.
		if (what === 'filter' && this.told.comments === 'in no order')
			for (const one of this.belief.once) if (one.event === 'newComment') one.mix();
		if (what === 'filter') world.filter = world.filter === '' ? 'open' : '';
		else n8n.watched = others.length < n8n.watched.length ? others : [...others, what];
	}

	/** A poll with the old settings goes on beside the first one with the new ones, on a memory of its own. */
	private async publishDuring(poll: Poll, what: 'filter' | Watched): Promise<void> {
		const { durable } = this.told;
		// With durable cursors the poll ends first: what it remembers counts.
		if (durable) await this.poll(poll);
		const old = { poll: this.n8n.outgoing(), filter: this.world.filter };
		this.choose(what);
		if (durable) return await this.publish();
		this.count();
		await this.poll(poll, false, old);
	}

	/** Of what a poll with the old settings has delivered, those that come after it know nothing. */
	private judgeOutgoing(delivered: IDataObject[], filter: string, known: IDataObject): void {
		const { belief } = this;
		this.belief = copyOf(belief);
		this.belief.posts = this.belief.posts.underOld(filter);
		for (const one of this.belief.once) one.tear();
		this.judge(delivered, known);
		this.belief = belief;
	}

	private break({ what, at, status }: Extract<Step, { do: 'break' }>): void {
		const posts = [...this.world.listing.posts.keys()];
		// An activation fails with its lists, and no first reading gets past a page that fails for ever.
		if (!isBaselined(this.n8n.memory)) return;
		// It lasts for ever: nothing else takes its place.
		if (this.world.broken) return;
		if (what === 'comments' && posts.length === 0) return;
		this.world.broken = { what, post: posts[at % posts.length], page: 1 + (at % 3), status };
	}

	private restore(past: Saved | undefined, inNewProcess = false): void {
		if (this.told.durable || !past) return;
		this.n8n.restore(past.memory);
		this.belief = copyOf(past.belief);
		// What became visible under a filter in between is in its place in the order, not on top.
		this.belief.posts.forget();
		if (!inNewProcess) return;
		this.n8n.startProcess();
		this.count();
	}

	private gone({ feedback_id: id, created }: Post): void {
		const { fresh, listing } = this.world;
		const sameSecond = [...listing.posts.values()].filter((post) => post.created === created);
		const ids = sameSecond.map((post) => post.feedback_id);
		fresh.delete(id);
		// For an older memory that comes back it is gone, too.
		for (const { memory, belief } of [
			{ memory: this.n8n.memory, belief: this.belief },
			...this.saved,
		]) {
			const isOfHead = created === headOf(memory);
			belief.posts.gone(id, isOfHead ? ids : [], listing.settings.perPage);
			// Of comments in no order that were read to the middle, an old one may fire.
			if (this.told.comments === 'in no order')
				for (const one of belief.once)
					if (one.event === 'newComment')
						one.doubt(listing.commentsOf(id).map((comment) => comment.comment_id));
			// What others of this second have is as uncertain as they are.
			if (isOfHead) for (const one of belief.once) one.tear();
		}
	}

	/** @param old a poll with the old settings that is still under way */
	private async poll(step: Poll, isRegistration = false, old?: Outgoing): Promise<void> {
		await this.clock.sleep((step.minutes ?? 1) * MINUTE_MS);
		const { world, n8n } = this;
		const quota = step.quota ?? (this.isAtRest ? this.lastQuota : this.firstQuota);
		const isHindered =
			[step.fault, quota, this.refused].some((one) => one !== undefined) ||
			world.broken?.what === 'page';
		const asked = world.listing.requests.length;
		const meanwhile = this.answer({ ...step, quota });
		const there = [...world.listing.posts.values()].map((post) => ({ ...post }));
		const things = this.belief.once.map((one) => one.things(world.listing));
		const matched = world.visible;
		const former = this.belief;
		const known = new Set(former.posts.known);
		const outgoing = old?.poll().catch(() => []);
		this.begin();
		const before = n8n.memory;
		this.seePages(before);
		const isTwice = step.overlapping && !this.told.durable;
		const polls = Array.from({ length: isTwice ? 2 : 1 }, () => n8n.poll(isRegistration));
		const outcomes = await Promise.allSettled(polls);
		if (old && outgoing) {
			const { belief } = this;
			this.belief = former;
			this.judgeOutgoing(await outgoing, old.filter, before);
			this.belief = belief;
		}
		this.seePages(before);
		this.wasHindered ||= isHindered;
		if (isHindered || step.msPerRequest > 0) this.failedAt = Date.now();
		this.expectEnd(asked, step.during.length);
		world.listing.before = () => undefined;
		const after = n8n.memory;
		const ended = outcomes.filter((outcome) => outcome.status === 'fulfilled');
		const isWhole = ended.length === outcomes.length;
		this.hasReported ||= !isWhole;
		if (this.isAtRest && !isWhole) this.failed++;
		this.expectToBeSaid(isWhole, isRegistration, isHindered || step.msPerRequest > 0);
		// A poll that says what keeps failing has no news, and may have got on all the same.
		if (ended.length === 0 && isDeepStrictEqual(after, before)) {
			this.belief = former;
			return;
		}
		const { belief } = this;
		// Of two at once it is not known which one saw a post first, and what does not match does not fire.
		if (step.overlapping || world.filter !== '') for (const one of belief.changes) one.forget();
		for (const { value } of ended) this.judge(value, before);
		const isQuiet = !isHindered && step.during.length === 0 && isWhole;
		const whole: EndedPoll = {
			world,
			memory: { before, after },
			there,
			matched,
			known,
			isTorn: meanwhile.isTorn,
			isHindered,
			isQuiet,
			isWhole,
			isLeavingOut: this.isLeavingOut,
		};
		for (const [at, one] of belief.once.entries()) one.take(whole, things[at]);
		for (const one of [...belief.changes, ...belief.deletions]) one.take(whole);
		const isOfFilter =
			cursorOf(after) && readAs(after).settings.includes('"filter"') === (world.filter !== '');
		if (isOfFilter) belief.posts.take(whole);
		// It was not this event's turn.
		else belief.posts = former.posts;
		if (this.isAtRest) return;
		const saved = { memory: after, belief: copyOf(belief) };
		this.saved.push(saved);
		if (!this.stored || ended.some(({ value }) => value.length > 0)) this.stored = saved;
	}

	/** What goes on while a poll reads, and how its requests are answered. */
	private answer({ during, msPerRequest, quota, fault }: Poll): { isTorn: boolean } {
		const { world } = this;
		const { listing } = world;
		const meanwhile = { isTorn: false };
		const first = listing.requests.length;
		const pending = [...during];
		listing.before = async (request) => {
			const number = request - first;
			if (msPerRequest > 0) await this.clock.sleep(msPerRequest);
			for (const one of pending.filter((entry) => entry.request <= number)) {
				pending.splice(pending.indexOf(one), 1);
				meanwhile.isTorn = world.apply(one.change) || meanwhile.isTorn;
				this.mostPages = Math.max(this.mostPages, this.pages);
			}
			if (this.refused && listing.paths[request - 1].startsWith(this.refused.list))
				return refusal(403);
			if (quota !== undefined && number > quota) return limited(20);
			const asked = { path: listing.paths[request - 1], query: listing.requests[request - 1] };
			if (world.isBroken(asked)) return await this.brokenAnswer();
			if (fault?.request !== number) return undefined;
			if (fault.how === 'an empty page') {
				const empty = this.emptied(asked.path);
				// What stands on it or below is left to the audit; a first reading reads it twice.
				meanwhile.isTorn ||= empty !== undefined && isBaselined(this.n8n.memory, asked.path);
				return empty;
			}
			return FAULTS[fault.how] ?? (await new Promise<never>(() => undefined));
		};
		return meanwhile;
	}

	private async brokenAnswer(): Promise<ListingAnswer> {
		const { status } = this.world.broken!;
		return status === 0 ? await new Promise<never>(() => undefined) : refusal(status);
	}

	/** A new key shows the same workspace if its records say so, or one of them is known. */
	private seePages(memory: IDataObject): void {
		const { listing } = this.world;
		this.mostPages = Math.max(this.mostPages, this.pages);
		if (!this.isKeyReplaced || listing.settings.product !== undefined) return;
		const posts = [...listing.posts.keys()].map((id) => listing.wireIdOf(id));
		const people = [...listing.people.keys()].map(String);
		const known = [knownOf(memory, '/v1/posts', posts), knownOf(memory, '/v1/users', people)];
		if (known.includes(0)) this.isLost = true;
	}

	/** No poll goes on below the end of the list. @param changes while it read */
	private expectEnd(first: number, changes: number): void {
		const { listing } = this.world;
		const pages = listing.requests.map((query) => Number(query.get('page'))).slice(first);
		const asked = pages.filter((_, at) => listing.paths[first + at] === '/v1/posts');
		// Below a page that failed or has changed, the pages that come again are counted from the start.
		// One more where the audit begins with a page below the end.
		const repeats = 1 + REPEATS * Math.max(this.wasHindered ? 4 : 1, 1 + changes);
		const last = listing.settings.pageBase + this.mostPages - 1 + repeats;
		for (const page of asked) if (page > last) fail(`page ${page} was asked for, below the end`);
	}

	/**
	 * More requests than that may take the comments of one post and the repeats that end a list, which each poll reads from the
	 * start, and what is tried again of a page that fails for ever. A first reading asks for an empty page twice, and a new key
	 * reads until it finds a record that is known.
	 */
	private get lastQuota(): number | undefined {
		const { endsInRepeats, lastQuota } = this.told;
		const isMore = this.n8n.watched.includes('comments') || this.world.broken?.what === 'page';
		const isFirst = !this.n8n.isReadToItsEnd();
		return isMore || isFirst || this.isKeyUnknown || endsInRepeats ? undefined : lastQuota;
	}

	/** Whether nothing but a known record shows that a new key reads the same workspace. */
	private get isKeyUnknown(): boolean {
		return this.isKeyReplaced && this.told.product === undefined;
	}

	private get firstQuota(): number | undefined {
		return this.isAtRest || isBaselined(this.n8n.memory) ? undefined : this.told.firstQuota;
	}

	private emptied(path: string): ListingAnswer | undefined {
		const mayCome = ['/v1/posts', '/v1/users'].includes(path);
		const more = this.told.hasMore && path === '/v1/posts' ? ',"has_more":true' : '';
		return mayCome
			? { status: 200, body: `{"status":"success","data":{"items":[]${more}}}` }
			: undefined;
	}

	/** Takes over what is watched now. Of an event that is added nothing was kept. */
	private begin(): void {
		const { world, n8n } = this;
		const { watched, posts, once, changes, edits, deletions } = this.belief;
		const added = n8n.watched.filter((what) => !watched?.includes(what));
		const isAdded = (event: string) => added.some((what) => WATCHED[what].includes(event));
		this.belief = {
			...this.belief,
			watched: n8n.watched,
			posts: posts.filter === world.filter ? posts : posts.under(world),
			once: once.map((one) => (isAdded(one.event) ? one.anew() : one)),
			changes: changes.map((one) => (isAdded(one.event) ? one.anew() : one)),
			edits: edits.map((one) => (isAdded(one.event) ? one.anew() : one)),
			deletions: deletions.map((one) =>
				isAdded(one.event) || posts.filter !== world.filter ? one.anew() : one,
			),
		};
		// The posts of a page that is left out begin later.
		if (isAdded('newComment') && this.isLeavingOut)
			for (const one of this.belief.once) if (one.event === 'newComment') one.tear();
		if (!world.wasShuffled) return;
		// Where several are of one second, the order may be another one without a sign.
		if (!this.belief.posts.isComplete) this.belief.posts.isTorn = true;
		for (const one of this.belief.once) one.tear();
	}

	private get isLeavingOut(): boolean {
		return this.hasReported && Date.now() - this.failedAt < 20 * MINUTE_MS;
	}

	/** A list that stays refused fails the third poll in a row. */
	private expectToBeSaid(isWhole: boolean, isRegistration: boolean, isSlowed: boolean): void {
		const { refused } = this;
		// A list that fails for ever was said before, or will be.
		const isPeople = this.n8n.watched.includes('people') && this.world.broken?.what !== 'people';
		const isWatched = refused?.list === '/v1/posts' || isPeople;
		if (!isWhole) this.silent = Number.NEGATIVE_INFINITY;
		else if (!refused) this.silent = isSlowed ? this.silent : 0;
		else if (isWatched && !isRegistration) this.silent++;
		if (this.silent > 2) fail(`${refused?.list} is refused, and no poll says so`);
		if (refused && --refused.polls === 0) this.refused = undefined;
	}

	/** @param known the memory before */
	private judge(delivered: IDataObject[], known: IDataObject): void {
		if (delivered.length > 0) this.batches.push(delivered);
		const { listing } = this.world;
		const batch = delivered.map((item) => ({ item, id: idOf(item, listing) }));
		const since = commentsSince(known) ?? '';
		for (const { id, item } of batch) {
			const isOld = item.event === 'newComment' && String(item.created) < since;
			if (isOld) fail(`comment ${id} is from before the list was begun`);
			const isEmpty = (item.changedFields as unknown[] | undefined)?.length === 0;
			if (isEmpty) fail(`${String(item.event)} of ${id} says that nothing changed`);
		}
		const { posts, once, changes, edits, deletions } = this.belief;
		for (const one of [posts, ...once, ...changes, ...edits]) one.judge(batch);
		for (const one of deletions) one.judge(batch, listing);
	}

	/** One process polls quietly at one interval. What is missing has to come in its time. */
	private async comeToRest(): Promise<void> {
		this.n8n.comeToRest();
		this.refused = undefined;
		this.isAtRest = true;
		// A memory may come back that knows less: no first reading gets past a page that fails for ever.
		// Nor does a new key that reads down to a record that is known.
		const readsToTheEnd = !this.n8n.isReadToItsEnd() || this.isKeyUnknown;
		if (this.world.broken?.what === 'page' && readsToTheEnd) return;
		// What happened after the last poll has to come as well, and is known as missing once a poll was there.
		await this.poll(this.quiet);
		for (let polls = 0; this.overdue().length > 0; polls++) {
			if (this.isLost) return;
			const late = this.overdue(polls);
			// A poll that fails gives the next ones more time, but not for ever.
			if (late.length > 0 || polls >= MOST_POLLS)
				fail(`not delivered in ${polls} polls: ${this.overdue().join(', ')}`);
			await this.poll(this.quiet);
		}
		await this.expectTurns();
	}

	private get quiet(): Poll {
		return { ...QUIET, minutes: this.told.minutes };
	}

	private get pages(): number {
		const { posts, settings } = this.world.listing;
		return Math.ceil(posts.size / settings.perPage);
	}

	/** The polls in which each older page is read once. Those that were last read at once are due at once, and take a minute each. */
	private get round(): number {
		const minutes = Math.max(20, this.pages + 1) + this.pages;
		return Math.ceil(minutes / this.told.minutes);
	}

	/** A page that fails for ever, or a post whose comments are never answered, holds up the others until that is reported. */
	private get blocked(): number {
		const { what, status } = this.world.broken ?? {};
		const isHanging = status === 0 && what !== 'people';
		if (what !== 'page' && !isHanging) return 0;
		// A poll that ends at a page that is never answered may have read only one other older page.
		if (this.hangingPage !== undefined) return REPORTED + Math.max(2, this.pages);
		// A poll that gets to what is never answered has got on, and so has one that comes to it in the audit.
		return REPORTED + (isHanging ? 2 : 0);
	}

	private get hangingPage(): number | undefined {
		const { broken } = this.world;
		return broken?.what === 'page' && broken.status === 0 ? broken.page : undefined;
	}

	/** Polls that look for comments, until they are given up. */
	private get unlisted(): number {
		return Math.ceil(UNLISTED_MINUTES / this.told.minutes) + 1;
	}

	private async expectTurns(): Promise<void> {
		const { listing } = this.world;
		const { pageBase } = listing.settings;
		// Many polls: in one history of sixteen.
		if (this.told.steps.length % 16 > 0 || this.lastQuota !== undefined) return;
		const first = listing.paths.length;
		// A first reading goes on until comments that are counted are listed, or given up.
		for (let polls = 0; polls < this.round + REST + this.unlisted + this.blocked; polls++)
			await this.poll(this.quiet);
		const asked = listing.requests.slice(first).map((query) => Number(query.get('page')));
		// The first one is read in each poll.
		for (let page = pageBase + 1; page < pageBase + this.pages; page++)
			if (!asked.includes(page)) fail(`page ${page} had no turn`);
	}

	/** What is missing after this number of polls at rest, although it had to come. */
	private overdue(polls = Number.POSITIVE_INFINITY): string[] {
		const { posts, once, changes, deletions } = this.belief;
		const { world } = this;
		const late = (event: string, rounds: number, more: number, ids: readonly number[]) => {
			const isWatched =
				event === 'newPost' || this.n8n.watched.some((what) => WATCHED[what].includes(event));
			const needed = Math.ceil(rounds * this.round) + REST + more + this.blocked + this.failed;
			const within = this.lastQuota === undefined ? needed : SLOWED * needed;
			if (!isWatched || polls < within) return [];
			return ids.filter((id) => !world.hides(event, id)).map((id) => `${event} of ${id}`);
		};
		const missing = deletions.flatMap((one) => one.missed(world)).length;
		return [
			...late('newPost', 1, 0, posts.missed(world)),
			...changes.flatMap((one) => late(one.event, 1, 0, one.missed(world))),
			...once.flatMap((one) =>
				late(one.event, 1, one.event === 'newComment' ? this.unlisted : 0, one.missed(world)),
			),
			...deletions.flatMap((one) =>
				late(one.event, 1.5, Math.ceil(missing / 3), one.missed(world)),
			),
		];
	}
}

/** The number of what an item is of. */
function idOf(item: IDataObject, listing: Listing): number {
	if (item.event === 'newComment') return Number(item.comment_id);
	if ('user_id' in item && item.feedback_id === undefined) return Number(item.user_id);
	return listing.numberOf(item.feedback_id);
}

const plain = (value: object) => JSON.parse(JSON.stringify(value)) as IDataObject;
