// Plays a history against the real poll(), and holds every promise beside it.
import type { IDataObject } from 'n8n-workflow';
import { vi } from 'vitest';
import type { VirtualClock } from '../../virtual-clock.mts';
import { hinder, hindrances, isHidden, LIMITS } from './hindrances.mts';
import { FAULTS, type History, type Poll, type Step, type Watched } from './history.mts';
import { Instance } from './instance.mts';
import { EVENTS, Known, type Thing } from './known.mts';
import { limited, type Listing, type ListingAnswer, refusal } from '../listing.mts';
import {
	atOnce,
	type Delivered,
	endsWhereTheListEnds,
	OF_ITEMS,
	oldestFirst,
} from './promises.mts';
import { type Happening, World } from './world.mts';

const MINUTE_MS = 60_000;
const QUIET: Poll = { do: 'poll', during: [], msPerRequest: 0, overlapping: false };

/** A page that failed has its turn again after these minutes. */
const TURN_MINUTES = 20;
/** Polls for what is left to read, and minutes for comments that a post counts and does not list. */
const REST = 2;
const UNLISTED_MINUTES = 5;
/** A failure is reported in this poll in a row. */
const REPORTED = 3;
/** Polls of which few requests are answered: how much longer all takes. */
const SLOWED = 8;
/** No history needs more polls at rest. */
const MOST_POLLS = 2_000;
/** The first polls, of which few requests may be answered. */
const FIRST_POLLS = 6;

/** Plays a history and throws at the first promise that is broken. Gives every batch that was delivered. */
export async function play(told: History, clock: VirtualClock): Promise<IDataObject[][]> {
	return await new Playing(told, clock).play();
}

interface Saved {
	memory: IDataObject;
	known: Known;
}

const fail = (what: string): never => {
	throw new Error(what);
};

class Playing {
	readonly world: World;
	private readonly n8n: Instance;
	known: Known;
	private readonly batches: IDataObject[][] = [];
	/** Every memory that n8n had, and what it has stored: nothing of polls in which nothing fired. */
	private readonly saved: Saved[] = [];
	private stored?: Saved;
	private polls = 0;
	private isAtRest = false;
	private mostPages = 0;
	/** Polls that something hindered, of those at rest only one. */
	private hindered = 0;
	/** Whether a poll has reported a failure, and when a request failed last, or may have. */
	private hasReported = false;
	private failedAt = Number.NEGATIVE_INFINITY;
	/** What has happened during the present poll, also if it fails. */
	private happened: Happening[] = [];
	/** Polls at rest that reported a failure, and delivered nothing. */
	private failed = 0;
	/** Whether a poll has said what is broken. */
	private isBrokenSaid = false;
	private refused: { list: string; polls: number } | undefined;
	/** Polls in a row that said nothing of the list that is refused. */
	private silent = 0;

	constructor(
		private readonly told: History,
		private readonly clock: VirtualClock,
	) {
		this.world = new World(told, (happening) => {
			this.happened.push(happening);
			hinder(hindrances[happening.what], this, happening);
			// It may have matched when a poll read it.
			if (happening.what === 'post hidden') this.known.unmatched.delete(happening.post.feedback_id);
		});
		this.n8n = new Instance(this.world, told.durable, told.watched);
		this.known = new Known(this.world);
	}

	async play(): Promise<IDataObject[][]> {
		const { told, world } = this;
		for (let count = 0; count < told.before; count++) world.listing.create(900 + count);
		await this.publish();
		for (const step of told.steps) await this.take(step);
		while (this.firstQuota !== undefined && this.known.beginning.size > 0) await this.poll(QUIET);
		await this.comeToRest();
		// Now everything is mended, and what happens has to fire again, as if nothing had been.
		if (world.broken) this.failedAt = this.clock.now();
		world.broken = undefined;
		for (const change of told.afterwards ?? []) world.apply(change);
		await this.rest();
		return this.batches;
	}

	private async take(step: Step): Promise<void> {
		const { world, n8n } = this;
		switch (step.do) {
			case 'poll':
				return await this.poll(step);
			case 'restore':
				return this.restore(this.saved.at(-1 - step.back), step.inNewProcess);
			case 'republish':
				this.restore(this.stored);
				return await this.publish();
			case 'key':
				return n8n.replaceKey();
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
		if (what === 'filter') world.changeFilter();
		else n8n.watched = others.length < n8n.watched.length ? others : [...others, what];
	}

	/** A poll with the old settings goes on beside the first one with the new ones, on a memory of its own. */
	private async publishDuring(poll: Poll, what: 'filter' | Watched): Promise<void> {
		const { durable } = this.told;
		// With durable cursors the poll ends first: what it remembers counts. So does one with settings that no poll had yet.
		if (durable || this.known.settings?.filter !== this.world.filter) await this.poll(poll);
		const outgoing = this.n8n.outgoing();
		this.choose(what);
		if (durable) return await this.publish();
		this.count();
		await this.poll(poll, false, outgoing);
	}

	private break({ what, at, status }: Extract<Step, { do: 'break' }>): void {
		const { world, known } = this;
		const posts = [...world.listing.posts.keys()];
		// An activation fails with its lists, and no first reading gets past a page that keeps failing.
		if (!known.settings || known.beginning.size > 0) return;
		if (world.broken || (what === 'comments' && posts.length === 0)) return;
		// Often the last one, which is not the end: more may come below it.
		const last = Math.max(1, world.listing.settings.pageBase + world.pages - 1);
		const page = at % 2 === 0 ? last : 1 + (at % 3);
		// A list that fails already was said, and is said again after a day.
		this.isBrokenSaid = this.silent === Number.NEGATIVE_INFINITY;
		world.broken = { what, post: posts[at % posts.length], page, status };
		if (what === 'page') hinder(hindrances['a page breaks'], this);
	}

	private get isBrokenWatched(): boolean {
		const { what, page = 0 } = this.world.broken ?? {};
		const place = page - this.told.pageBase;
		if (what === 'page') return place > 0 && place < this.world.pages;
		return what === 'people' && this.known.events.some((event) => EVENTS[event].list === 'people');
	}

	private restore(past: Saved | undefined, inNewProcess = false): void {
		if (this.told.durable || !past) return;
		this.n8n.restore(past.memory);
		this.known = this.known.restored(past.known);
		hinder(hindrances['a memory comes back'], this);
		if (!inNewProcess) return;
		this.n8n.startProcess();
		this.count();
	}

	/** @param outgoing a poll with the old settings that is still under way */
	private async poll(
		step: Poll,
		isRegistration = false,
		outgoing?: () => Promise<IDataObject[]>,
	): Promise<void> {
		await this.clock.sleep((step.minutes ?? 1) * MINUTE_MS);
		const { world, n8n, told } = this;
		const quota = step.quota ?? (this.isAtRest ? this.lastQuota : this.firstQuota);
		const isFailing =
			[step.fault, quota, this.refused].some((one) => one !== undefined) ||
			['page', 'people'].includes(world.broken?.what ?? '') ||
			step.msPerRequest > 0;
		const asked = world.listing.requests.length;
		const former = this.known.copy();
		this.happened = [];
		this.answer({ ...step, quota });
		this.beginPoll();
		const { isCalm, overdue } = this.known;
		const fresh = isCalm ? this.known.due.filter(({ key }) => !overdue.has(key)) : [];
		this.polls++;
		const left = outgoing?.().catch(() => []);
		const isTwice = step.overlapping && !told.durable;
		const polls = Array.from({ length: isTwice ? 2 : 1 }, () => n8n.poll(isRegistration));
		const outcomes = await Promise.allSettled(polls);
		world.listing.before = () => undefined;
		this.mostPages = Math.max(this.mostPages, world.pages);
		if (isFailing && (!this.isAtRest || this.hindered === 0)) this.hindered++;
		if (isFailing) this.failedAt = this.clock.now();
		this.expectEnd(asked, step.during.length);
		// Of what it has delivered, those that come after it know nothing.
		if (left) this.judge(await left, former.copy());
		const ended = outcomes.filter((outcome) => outcome.status === 'fulfilled');
		const isWhole = ended.length === outcomes.length;
		this.hasReported ||= !isWhole;
		this.isBrokenSaid ||= !isWhole;
		if (this.isAtRest && !isWhole) this.failed++;
		this.expectToBeSaid(isWhole, isRegistration, isFailing);
		const hasReadAll = !isFailing && isWhole && !this.isLeavingOut;
		const isQuiet = hasReadAll && step.during.length === 0;
		if (ended.length === 0) {
			this.known = former;
			for (const happening of this.happened) hinder(hindrances[happening.what], this, happening);
			this.known.isCalm = false;
			return;
		}
		if (isTwice) hinder(hindrances['two polls at once'], this);
		for (const { value } of ended) this.judge(value, this.known);
		hinder(LIMITS, this);
		this.findKeyLost();
		if (!this.isAtRest && !hasReadAll && ++this.known.hindered > 1)
			hinder(hindrances['polls are hindered again and again'], this);
		if (!isQuiet) hinder(hindrances['a poll is hindered'], this);
		else if (this.known.isCalm && !isTwice) this.hold(atOnce(fresh, this));
		this.known.end(hasReadAll, isQuiet);
		if (this.isAtRest) return;
		const saved = { memory: n8n.memory, known: this.known.copy() };
		this.saved.push(saved);
		if (!this.stored || ended.some(({ value }) => value.length > 0)) this.stored = saved;
	}

	/** What has changed since the memory was stored. */
	private beginPoll(): void {
		const { known, world, n8n } = this;
		const { settings } = known;
		known.begin({ watched: n8n.watched, filter: world.filter, key: n8n.key });
		if (settings && settings.filter !== world.filter) {
			const hidden = [...world.listing.posts.keys()].filter((id) => !world.isVisible(id));
			known.unmatched = new Set(hidden);
			hinder(hindrances['another filter'], this);
		}
		if (settings && settings.key !== n8n.key) {
			known.isKeyNew = true;
			hinder(hindrances['another key'], this);
		}
		if (world.wasShuffled) hinder(hindrances['list shuffled'], this);
		if (this.isLeavingOut) hinder(hindrances['a page that failed is left out'], this);
		this.findKeyLost();
	}

	/** Where records do not say their workspace, a new key reads another one if it finds no record that is known. */
	private findKeyLost(): void {
		const { known, world } = this;
		if (!known.isKeyNew || this.told.product !== undefined) return;
		const { posts, people } = world.listing;
		const isKnown = (list: string, ids: Iterable<number>) =>
			[...ids].some((id) => known.seen.has(`${list} ${id}`));
		if (world.broken?.what === 'page' || !isKnown('posts', posts.keys()))
			hinder(hindrances['another key that finds no post'], this);
		if (!isKnown('people', people.keys()))
			hinder(hindrances['another key that finds no end-user'], this);
	}

	/** Whether an older page may be left to the audit, as it failed lately and a failure of the list was reported. */
	private get isLeavingOut(): boolean {
		return this.hasReported && this.clock.now() - this.failedAt < TURN_MINUTES * MINUTE_MS;
	}

	/** What goes on while a poll reads, and how its requests are answered. */
	private answer({ during, msPerRequest, quota, fault }: Poll): void {
		const { world } = this;
		const { listing } = world;
		const first = listing.requests.length;
		const pending = [...during];
		this.mostPages = Math.max(this.mostPages, world.pages);
		listing.before = async (request) => {
			const number = request - first;
			if (msPerRequest > 0) await this.clock.sleep(msPerRequest);
			for (const one of pending.filter((entry) => entry.request <= number)) {
				pending.splice(pending.indexOf(one), 1);
				world.apply(one.change);
				this.mostPages = Math.max(this.mostPages, world.pages);
			}
			const asked = { path: listing.paths[request - 1], query: listing.requests[request - 1] };
			if (this.refused && asked.path.startsWith(this.refused.list)) return refusal(403);
			if (quota !== undefined && number > quota) return limited(20);
			if (world.isBroken(asked)) return await this.brokenAnswer();
			if (fault?.request !== number) return undefined;
			if (fault.how === 'an empty page') return this.emptied(asked.path);
			return FAULTS[fault.how] ?? (await new Promise<never>(() => undefined));
		};
	}

	private async brokenAnswer(): Promise<ListingAnswer> {
		const { status } = this.world.broken!;
		return status === 0 ? await new Promise<never>(() => undefined) : refusal(status);
	}

	private emptied(path: string): ListingAnswer | undefined {
		const mayCome = ['/v1/posts', '/v1/users'].includes(path);
		const more = this.told.hasMore && path === '/v1/posts' ? ',"has_more":true' : '';
		return mayCome
			? { status: 200, body: `{"status":"success","data":{"items":[]${more}}}` }
			: undefined;
	}

	/**
	 * More requests than that may take the comments of one post and the repeats that end a list, which each poll reads from the
	 * start, and what is tried again of a page that keeps failing. A first reading asks for an empty page twice, and a new key
	 * reads until it finds a record that is known.
	 */
	private get lastQuota(): number | undefined {
		const { endsInRepeats, lastQuota, product } = this.told;
		const { known, world, n8n } = this;
		const isMore = n8n.watched.includes('comments') || world.broken?.what === 'page';
		const isKeyUnknown = known.isKeyNew && product === undefined;
		const isTooMuch = isMore || known.beginning.size > 0 || isKeyUnknown || endsInRepeats;
		return isTooMuch ? undefined : lastQuota;
	}

	private get firstQuota(): number | undefined {
		// Repeats that end a list take more requests, from the start in each poll.
		const { endsInRepeats, firstQuota } = this.told;
		return this.polls < FIRST_POLLS && !endsInRepeats ? firstQuota : undefined;
	}

	private hold(broken: string | boolean | undefined): void {
		if (broken) fail(String(broken));
	}

	/** No poll goes on below the end of the list. */
	private expectEnd(first: number, changes: number): void {
		const { requests, paths, settings } = this.world.listing;
		const pages = requests
			.slice(first)
			.filter((_, at) => paths[first + at] === '/v1/posts')
			.map((query) => Number(query.get('page')) - settings.pageBase);
		const { mostPages, hindered } = this;
		this.hold(endsWhereTheListEnds(pages, { mostPages, hindered, changes }));
	}

	/** A list that stays refused fails the third poll in a row. */
	private expectToBeSaid(isWhole: boolean, isRegistration: boolean, isSlowed: boolean): void {
		const { refused } = this;
		// A list that keeps failing was said before, or will be.
		const isPeople = this.n8n.watched.includes('people') && this.world.broken?.what !== 'people';
		const isWatched = refused?.list === '/v1/posts' || isPeople;
		if (!isWhole) this.silent = Number.NEGATIVE_INFINITY;
		else if (!refused) this.silent = isSlowed ? this.silent : 0;
		else if (isWatched && !isRegistration) this.silent++;
		if (this.silent >= REPORTED) fail(`${refused?.list} is refused, and no poll says so`);
		if (refused && --refused.polls === 0) this.refused = undefined;
	}

	private judge(items: IDataObject[], known: Known): void {
		if (items.length > 0) this.batches.push(items);
		const { world } = this;
		const batch = items.map((item): Delivered => ({ item, thing: thingOf(item, world.listing) }));
		this.hold(oldestFirst(batch));
		for (const one of batch) {
			const { key, event, id } = one.thing;
			for (const [promise, breaks] of Object.entries(OF_ITEMS)) {
				const broken = breaks(one, { known, world });
				if (broken)
					fail(`${key} is not one that ${promise}${broken === true ? '' : `: ${broken}`}`);
			}
			const { compares } = EVENTS[event];
			if (compares) known.values.set(key, compares(one.item as never));
			else known.marks.set(key, 'fired');
			if (EVENTS[event].isOfDeletions) known.listed.delete(`${event} ${id}`);
		}
	}

	/** One process polls quietly at one interval. */
	private async comeToRest(): Promise<void> {
		this.n8n.comeToRest();
		this.refused = undefined;
		this.isAtRest = true;
		// A round of polls each minute takes long: one history of four has it.
		const isShort = this.told.minutes === 1 && this.told.steps.length % 4 > 0;
		if (isShort || this.told.lastQuota !== undefined) return await this.rest();
		const { listing } = this.world;
		const first = listing.paths.length;
		const polls = this.round + REST + this.unlisted + this.blocked;
		await this.rest(polls);
		if (this.isBrokenWatched && !this.isBrokenSaid)
			fail(`what is broken was not said in ${polls} polls`);
		// No first reading gets past a page that keeps failing, and an older memory may begin within one.
		if (this.world.broken && this.known.beginning.size > 0) return;
		// Under a new key, a page that keeps failing may hide every record that is known.
		if (this.known.isKeyNew || this.known.settings?.key !== this.n8n.key) return;
		const asked = listing.requests.slice(first).map((query) => Number(query.get('page')));
		const { pageBase } = listing.settings;
		// The first one is read in each poll.
		for (let page = pageBase + 1; page < pageBase + this.world.pages; page++)
			if (!asked.includes(page)) fail(`page ${page} had no turn in ${polls} polls`);
		this.known.rest((thing) => isHidden(thing, this.world));
	}

	/** What is due has to fire in its time. @param least how many polls there are in any case */
	private async rest(least = 1): Promise<void> {
		this.failed = 0;
		const quiet = { ...QUIET, minutes: this.told.minutes };
		for (let polls = 0; ; polls++) {
			// A new key that meets a broken page first may read nothing, and says so in each poll.
			const isKeyRead = !this.world.broken || this.known.settings?.key === this.n8n.key;
			const due = this.known.due.filter((one) => isKeyRead && !isHidden(one, this.world));
			if (polls >= least && due.length === 0) return;
			const deletions = due.filter(({ event }) => EVENTS[event].isOfDeletions).length;
			const late = due.filter(({ event }) => polls > this.pollsFor(event, deletions));
			// A poll that fails gives the next ones more time, but not for ever.
			const broken = polls >= MOST_POLLS ? due : late;
			if (broken.length > 0)
				fail(`not fired in ${polls} polls: ${broken.map(({ key }) => key).join(', ')}`);
			await this.poll(quiet);
		}
	}

	/** The promise: within a round, and a poll or two for what comes last. */
	private pollsFor(event: string, deletions: number): number {
		const { isOfDeletions } = EVENTS[event];
		const rounds = isOfDeletions ? 1.5 : 1;
		const isComment = event === 'newComment';
		const more = isOfDeletions ? Math.ceil(deletions / 3) : isComment ? this.unlisted : 0;
		const needed = Math.ceil(rounds * this.round) + REST + more + this.blocked + this.failed;
		return this.lastQuota === undefined ? needed : SLOWED * needed;
	}

	/** The polls in which each older page is read once. Those that were last read at once are due at once, and take a minute each. */
	private get round(): number {
		const { pages } = this.world;
		return Math.ceil((Math.max(TURN_MINUTES, pages + 1) + pages) / this.told.minutes);
	}

	/** A page that keeps failing, or a post whose comments are never answered, holds up the others until that is reported. */
	private get blocked(): number {
		const { what, status } = this.world.broken ?? {};
		const isHanging = status === 0 && what !== 'people';
		if (what !== 'page' && !isHanging) return 0;
		// A poll that ends at a page that is never answered may have read only one other older page.
		if (what === 'page' && isHanging) return REPORTED + Math.max(2, this.world.pages);
		// A poll that gets to what is never answered has got on, and so has one that comes to it in the audit.
		return REPORTED + (isHanging ? 2 : 0);
	}

	/** Polls that look for comments, until they are given up. */
	private get unlisted(): number {
		return Math.ceil(UNLISTED_MINUTES / this.told.minutes) + 1;
	}
}

/** What an item is of. */
function thingOf(item: IDataObject, listing: Listing): Thing {
	const event = String(item.event);
	const isOfPerson = EVENTS[event].list === 'people';
	const post = listing.numberOf(item.feedback_id);
	const id = Number(event === 'newComment' ? item.comment_id : isOfPerson ? item.user_id : post);
	const times = listing.deletions.get(`${event} ${id}`);
	const key = [event, id, ...(times === undefined ? [] : [times])].join(' ');
	return { event, id, key, post, record: `${EVENTS[event].list} ${post}` };
}
