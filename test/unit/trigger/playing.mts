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
import { commentsSince, cursorOf, headOf, isBaselined, numberOf, readAs } from './stored.mts';
import { limited, type Listing, type Post, refusal } from './listing.mts';
import { registration, type Registration, reloaded } from './n8n.mts';
import { World } from './world.mts';

const MINUTE_MS = 60_000;
const QUIET: Poll = { do: 'poll', during: [], msPerRequest: 0, overlapping: false };

let processes = 0;

/** Plays a history and throws at the first thing that must not be. Gives every batch that was delivered. */
export async function play(told: History, clock: VirtualClock): Promise<IDataObject[][]> {
	return await new Playing(told, clock).play();
}

/** n8n, as far as a trigger meets it: it registers it, polls it, and stores what it remembers. */
class N8n {
	watched: readonly Watched[];
	private process = `model-${processes++}`;
	private readonly apiKey = this.process;
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
	private readonly saved: Array<{ memory: IDataObject; belief: Belief }> = [];
	private refused: { list: string; polls: number } | undefined;
	/** Polls in a row that said nothing of the list that is refused. */
	private silent = 0;

	constructor(
		private readonly told: History,
		private readonly clock: VirtualClock,
	) {
		this.world = new World(told, {
			gone: (post) => this.gone(post),
			left: () => {
				const beliefs = [this.belief, ...this.saved.map(({ belief }) => belief)];
				for (const { once } of beliefs)
					for (const one of once) if (one.event === 'newEndUser') one.tear();
			},
			merged: (comments) => {
				// An older memory that comes back meets the merged post, too.
				const beliefs = [this.belief, ...this.saved.map(({ belief }) => belief)];
				for (const one of beliefs.flatMap(({ once }) => once)) one.doubt(comments);
			},
			watches: (events) => this.n8n.watched.some((what) => events.includes(what)),
		});
		this.n8n = new N8n(this.world, told);
	}

	async play(): Promise<IDataObject[][]> {
		for (let count = 0; count < this.told.before; count++) this.world.listing.create(900 + count);
		await this.publish();
		for (const step of this.told.steps) await this.take(step);
		await this.comeToRest();
		return this.batches;
	}

	private async take(step: Step): Promise<void> {
		const { world } = this;
		switch (step.do) {
			case 'poll':
				return await this.poll(step);
			case 'restore':
				return this.restore(step.back, step.inNewProcess);
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

	private restore(back: number, inNewProcess = false): void {
		if (this.told.durable) return;
		const past = this.saved.at(-1 - back);
		if (!past) return;
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
			belief.posts.gone(id, isOfHead ? ids : []);
			// What others of this second have is as uncertain as they are.
			if (isOfHead) for (const one of belief.once) one.tear();
		}
	}

	/** @param old a poll with the old settings that is still under way */
	private async poll(step: Poll, isRegistration = false, old?: Outgoing): Promise<void> {
		await this.clock.sleep((step.minutes ?? 1) * MINUTE_MS);
		const { world, n8n } = this;
		const isHindered = [step.fault, step.quota, this.refused].some((one) => one !== undefined);
		const meanwhile = this.answer(step);
		const there = [...world.listing.posts.values()].map((post) => ({ ...post }));
		const things = this.belief.once.map((one) => one.things(world.listing));
		const matched = world.visible;
		const former = this.belief;
		const known = new Set(former.posts.known);
		const outgoing = old?.poll().catch(() => []);
		this.begin();
		const before = n8n.memory;
		const isTwice = step.overlapping && !this.told.durable;
		const polls = Array.from({ length: isTwice ? 2 : 1 }, () => n8n.poll(isRegistration));
		const outcomes = await Promise.allSettled(polls);
		if (old && outgoing) {
			const { belief } = this;
			this.belief = former;
			this.judgeOutgoing(await outgoing, old.filter, before);
			this.belief = belief;
		}
		world.listing.before = () => undefined;
		const after = n8n.memory;
		const ended = outcomes.filter((outcome) => outcome.status === 'fulfilled');
		const isWhole = ended.length === outcomes.length;
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
			...{ world, memory: { before, after }, there, matched, known },
			...{ isTorn: meanwhile.isTorn, isHindered, isQuiet, isWhole },
		};
		for (const [at, one] of belief.once.entries()) one.take(whole, things[at]);
		for (const one of [...belief.changes, ...belief.deletions]) one.take(whole);
		const isOfFilter =
			cursorOf(after) && readAs(after).settings.includes('"filter"') === (world.filter !== '');
		if (isOfFilter) belief.posts.take(whole);
		// It was not this event's turn.
		else belief.posts = former.posts;
		this.saved.push({ memory: after, belief: copyOf(belief) });
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
			}
			if (this.refused && listing.paths[request - 1].startsWith(this.refused.list))
				return refusal(403);
			if (quota !== undefined && number > quota) return limited(20);
			if (fault?.request !== number) return undefined;
			return FAULTS[fault.how] ?? (await new Promise<never>(() => undefined));
		};
		return meanwhile;
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
		if (!world.wasShuffled) return;
		// Where several are of one second, the order may be another one without a sign.
		if (!this.belief.posts.isComplete) this.belief.posts.isTorn = true;
		for (const one of this.belief.once) one.tear();
	}

	/** A list that stays refused fails the third poll in a row. */
	private expectToBeSaid(isWhole: boolean, isRegistration: boolean, isSlowed: boolean): void {
		const { refused } = this;
		const isWatched = refused?.list === '/v1/posts' || this.n8n.watched.includes('people');
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

	/** One process polls quietly, long enough for an audit to read the whole list twice. Then nothing is missing. */
	private async comeToRest(): Promise<void> {
		this.n8n.comeToRest();
		this.refused = undefined;
		for (let polls = 0; polls < 4 + 2 * this.round; polls++) {
			if (polls >= 2 && this.missed().length === 0) return await this.expectTurns();
			await this.poll(QUIET);
		}
		const missed = this.missed();
		if (missed.length > 0) fail(`never delivered: ${missed.join(', ')}`);
	}

	/** The most polls in which the audit reads each page once. */
	private get round(): number {
		const { posts, settings } = this.world.listing;
		return Math.max(20, Math.ceil(posts.size / settings.perPage) + 1);
	}

	/** Each page is read within a round and, where the list has just grown, one poll more for each page. */
	private async expectTurns(): Promise<void> {
		const { listing } = this.world;
		const { posts, settings } = listing;
		// Many polls: in one history of sixteen.
		if (this.told.steps.length % 16 > 0) return;
		const first = listing.paths.length;
		const pages = Math.ceil(posts.size / settings.perPage);
		for (let polls = 0; polls < this.round + pages; polls++) await this.poll(QUIET);
		const asked = listing.requests.slice(first).map((query) => Number(query.get('page')));
		// The first one is read in each poll.
		for (let page = settings.pageBase + 1; page < settings.pageBase + pages; page++)
			if (!asked.includes(page)) fail(`page ${page} had no turn`);
	}

	private missed(): string[] {
		const { posts, once, changes, deletions } = this.belief;
		const isWatched = (event: string) =>
			this.n8n.watched.some((what) => WATCHED[what].includes(event));
		const others = [...once, ...changes, ...deletions].filter(({ event }) => isWatched(event));
		return [
			...posts.missed(this.world).map((id) => `newPost of ${id}`),
			...others.flatMap((one) => one.missed(this.world).map((id) => `${one.event} of ${id}`)),
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
