// Plays a history against the real poll(), with a model beside it that knows what had to be delivered.
import type { IDataObject } from 'n8n-workflow';
import { isDeepStrictEqual } from 'node:util';
import { vi } from 'vitest';
import { Memory } from '../../../nodes/FeedbackTrigger/snapshot/memory';
import type { VirtualClock } from '../virtual-clock.mts';
import { type Change, FAULTS, type History, type Poll, WATCHED, type Watched } from './history.mts';
import {
	Listing,
	type Post,
	registeredContext,
	registration,
	type Registration,
	reloaded,
	timeOf,
} from './listing.mts';
import {
	commentsSince,
	cursorOf,
	hasPagesLeft,
	headOf,
	isBaselined,
	isRead,
	numberOf,
	readAs,
} from './stored.mts';
import { type Belief, blank, copy, VOTES, watched } from './workspace-belief.mts';

const FORBIDDEN = { status: 403, body: '{"status":"error","message":"Not allowed."}' };

const LIMITED = {
	status: 429,
	headers: { 'retry-after': '20' },
	body: '{"status":"error","data":{"key":"rate_limit"}}',
};

/** So many seconds before all that is there at first. */
const LONG_AGO = 1_000_000;

/** How long n8n waits between two polls. */
const INTERVAL_MS = 60_000;

let histories = 0;

/** Plays a history and throws at the first thing that must not be. Gives every batch that was delivered. */
export async function play(told: History, clock: VirtualClock): Promise<IDataObject[][]> {
	const { before, watched: atFirst, durable, redeliver, steps, ...settings } = told;
	let workflow = `model-${histories++}`;
	const apiKey = workflow;
	const listing = new Listing(settings);
	const batches: IDataObject[][] = [];
	const fresh = new Set<number>();
	/** Posts that were there, by their dates, before they were. */
	const backdated = new Set<number>();
	/** Posts that moved to the top of the list for a change that no event watches. */
	const unwatched = new Set<number>();
	let second = 1000;
	let filter = '';
	let watching = atFirst;
	let refused: { list: string; polls: number } | undefined;
	/** Polls in a row that said nothing of a list that is refused. */
	let silent = 0;
	let wasShuffled = false;
	let staticData = reloaded({});
	/** With durable cursors: the data of the workflow, which the triggers of it share. */
	let ofWorkflow: IDataObject = {};
	let belief = blank();
	/** Re-Deliver After Crash: what may come once more, since the process is another one. */
	const repeatable = new Set<unknown>();
	const saved: Array<{ json: IDataObject; belief: Belief }> = [];

	const fail = (what: string): never => {
		throw new Error(what);
	};
	const setUp = (
		of: Pick<Registration, 'staticData' | 'budgetMs' | 'activationMode'>,
	): Registration => ({
		workflow,
		apiKey,
		...of,
		parameters: {
			events: ['newPost', ...watching.flatMap((what) => WATCHED[what])],
			votes: VOTES,
			postFilters: { filter },
			options: { redeliver },
			simplify: false,
		},
	});
	const registered = (of: Parameters<typeof setUp>[0]) => registration(listing, setUp(of));
	/** With durable cursors each poll gets a copy. What one of a registration remembers is thrown away without news. */
	async function durablePoll(isRegistration: boolean): Promise<IDataObject[]> {
		const node = JSON.parse(JSON.stringify(staticData.node)) as IDataObject;
		const global = structuredClone(ofWorkflow);
		const terms = isRegistration
			? { budgetMs: 300_000, activationMode: 'activate' }
			: { budgetMs: 36_000, activationMode: 'update' };
		const items = await registered({ staticData: { node, global }, ...terms })();
		if (!isRegistration || items.length > 0) staticData = reloaded(node);
		if (isRegistration || items.length > 0) ofWorkflow = global;
		return items;
	}
	/** n8n's own, or a new process for every poll. */
	let poll = async () => await registered({ staticData })();
	const visible = () => listing.visible(filter);
	const isWatched = (post: Post, seen: string) =>
		filter === '' || post.status === filter || seen.startsWith(`["${filter}"`);
	/** With what a registration has left for the next poll, and with what only this process knows. */
	const memory = () => {
		if (redeliver && !durable) {
			const ofProcess = new Memory(registeredContext(listing, setUp({ staticData })));
			const stored = ['/v1/posts', '/v1/users'].map((key) => [key, ofProcess.stored(key)]);
			return JSON.parse(JSON.stringify(Object.fromEntries(stored))) as IDataObject;
		}
		const node = JSON.parse(JSON.stringify(staticData.node)) as IDataObject;
		const left = structuredClone((ofWorkflow.node ?? {}) as Record<string, IDataObject>);
		const isLater = ([key]: [string, IDataObject]) => numberOf(left, key) > numberOf(node, key);
		return { ...node, ...Object.fromEntries(Object.entries(left).filter(isLater)) };
	};

	/** Gives whether something went away or changed its place upwards in the order of creation. */
	function apply(step: Change): boolean {
		const posts = [...listing.posts.values()];
		const post = 'at' in step ? posts[step.at % Math.max(1, posts.length)] : undefined;
		switch (step.do) {
			case 'create':
				second++;
				for (let count = 0; count < step.count; count++) {
					if (!step.sameSecond) second++;
					const { feedback_id: id } = listing.create(second);
					if (!listing.settings.shuffled) fresh.add(id);
				}
				return false;
			case 'backdate': {
				const time = timeOf(second - step.bySeconds);
				backdated.add(listing.create(second, { created: time, updated: time }).feedback_id);
				return false;
			}
			case 'delete':
				if (!post) return false;
				gone(post);
				listing.delete(post);
				return true;
			case 'revive': {
				const back = listing.deleted[step.at % Math.max(1, listing.deleted.length)];
				if (back) listing.revive(back);
				return false;
			}
			case 'merge': {
				const into = posts[step.into % Math.max(1, posts.length)];
				if (!post || post === into) return false;
				gone(post);
				listing.merge(post, into);
				// The number of comments went up, so any that were never read may be taken for new.
				const ids = listing.commentsOf(into.feedback_id).map(({ comment_id: id }) => id);
				for (const one of belief.once) one.doubt(ids);
				return true;
			}
			case 'enter': {
				const created = timeOf(second - LONG_AGO);
				const entered = listing.create(second, { created, updated: created });
				backdated.add(entered.feedback_id);
				for (let count = 0; count < step.comments; count++)
					listing.comment(entered, second - LONG_AGO);
				return false;
			}
			case 'rewrite': {
				const comments = listing.commentsOf();
				const one = comments[step.at % Math.max(1, comments.length)];
				if (one) one.comment += '!';
				return false;
			}
			case 'edit':
				if (post) {
					Object.assign(post, { title: `${post.title}!`, updated: timeOf(++second) });
					moved(post, ['changes']);
				}
				return false;
			case 'comment':
				second++;
				for (let count = 0; post && count < step.count; count++) listing.comment(post, second);
				return false;
			case 'vote':
				if (post) {
					post.total_sum += step.by;
					// Who votes subscribes, and stays subscribed without the vote.
					post.total_subscriber += Math.max(0, step.by);
				}
				return false;
			case 'join':
				listing.join(++second);
				return false;
			case 'rename': {
				const people = [...listing.people.values()];
				const person = people[step.at % Math.max(1, people.length)];
				if (person) person.data_name += '!';
				return false;
			}
			case 'show':
			case 'hide': {
				const status = step.do === 'show' ? 'open' : 'draft';
				if (!post || post.status === status) return false;
				Object.assign(post, { status, updated: timeOf(++second) });
				moved(post, ['changes', 'votes']);
				if (filter !== '') gone(post);
				return filter !== '' && step.do === 'hide';
			}
		}
	}

	/** @param watchedBy the events that watch what changed */
	function moved({ feedback_id: id }: Post, watchedBy: readonly Watched[]): void {
		if (watching.some((what) => watchedBy.includes(what))) unwatched.delete(id);
		else unwatched.add(id);
	}

	/** Posts below a whole page of such, in the order of changes: a poll reads no further, and leaves them to the audit. */
	function buried(): ReadonlySet<number> {
		const { perPage } = listing.settings;
		const isByChange =
			filter !== '' || watching.some((what) => ['changes', 'votes'].includes(what));
		const isDue = new Set(
			visible()
				.map(({ feedback_id: id }) => id)
				.filter((id) => !isTold(id)),
		);
		let above = 0;
		const below = listing.inOrder('updated').filter(({ feedback_id: id }) => {
			if (above < perPage) above = unwatched.has(id) && !isDue.has(id) ? above + 1 : 0;
			return above === perPage;
		});
		return new Set(isByChange ? below.map(({ feedback_id: id }) => id) : []);
	}

	/** Whether a post was there, or has come, or may have. */
	const isTold = (id: number) =>
		belief.baseline.has(id) || belief.either.has(id) || belief.delivered.has(id);

	function gone({ feedback_id: id, created }: Post): void {
		fresh.delete(id);
		belief.due.delete(id);
		if (belief.isComplete) return;
		// Not there when the rest of the baseline is read, it may be new when it shows again, if no page had it before.
		const unsure = [id];
		// Nor is one of the newest second told from a new one, once those of that second that were read are gone.
		if (created === headOf(memory())) {
			const same = [...listing.posts.values()].filter((post) => post.created === created);
			unsure.push(...same.map((post) => post.feedback_id));
		}
		for (const one of unsure) {
			belief.baseline.delete(one);
			belief.either.add(one);
		}
	}

	async function runPoll(step: Poll, isRegistration = false): Promise<void> {
		await clock.sleep(INTERVAL_MS);
		const first = listing.requests.length;
		let torn = false;
		const pending = [...step.during];
		listing.before = async (request) => {
			const number = request - first;
			if (step.msPerRequest > 0) await clock.sleep(step.msPerRequest);
			for (const one of pending.filter((entry) => entry.request <= number)) {
				pending.splice(pending.indexOf(one), 1);
				torn = apply(one.change) || torn;
			}
			if (refused && listing.paths[request - 1].startsWith(refused.list)) return FORBIDDEN;
			if (step.quota !== undefined && number > step.quota) return LIMITED;
			if (step.fault?.request !== number) return undefined;
			return FAULTS[step.fault.how] ?? (await new Promise<never>(() => undefined));
		};
		const isHindered =
			step.fault !== undefined || step.quota !== undefined || refused !== undefined;
		const posts = [...listing.posts.values()].map((post) => ({ ...post }));
		const things = belief.once.map((one) => one.thingsOf(listing));
		const there = new Set(visible().map(({ feedback_id: id }) => id));
		const starts = belief.filter !== filter;
		const former = belief;
		// Of an event that is added nothing was kept.
		const added = watching.filter((what) => !belief.watched?.includes(what));
		const isAdded = (event: string) => added.some((what) => WATCHED[what].includes(event));
		belief = {
			...belief,
			watched: watching,
			...(added.includes('changes') && { fields: new Map() }),
			once: belief.once.map((one) => (isAdded(one.event) ? one.anew() : one)),
			changes: belief.changes.map((one) => (isAdded(one.event) ? one.anew() : one)),
		};
		if (starts) {
			const { fields, once, changes, edits, filter: before } = belief;
			const isKnown = (id: number) =>
				before === undefined ||
				(former.baseline.has(id) && !former.isTorn) ||
				former.delivered.has(id);
			const baseline = new Set([...there].filter(isKnown));
			// What matched before may count as delivered when it matches again.
			const matched = [...former.baseline, ...former.either, ...former.delivered];
			const either = new Set([...there, ...matched].filter((id) => !baseline.has(id)));
			const isChanged = before !== undefined;
			// Of what the snapshot knows it has to learn whether it matches. What it does not know is judged at once.
			const everSeen = [...listing.posts.values(), ...listing.deleted];
			const old = former.isComplete
				? new Set(everSeen.map(({ feedback_id: id }) => id))
				: undefined;
			belief = {
				...{ ...blank(), watched: watching, filter, isChanged, baseline, either, old },
				...{ fields, once, changes, edits },
			};
		}
		// Where several are of one second, the order may be another one without a sign.
		if (!belief.isComplete && wasShuffled) belief.isTorn = true;
		if (wasShuffled) for (const one of belief.once) one.tear();
		const stateBefore = memory();
		const fields = new Map(
			[...listing.posts.values()].map((post) => [post.feedback_id, watched(post)]),
		);
		const outcomes = await Promise.allSettled(
			durable ? [durablePoll(isRegistration)] : step.overlapping ? [poll(), poll()] : [poll()],
		);
		listing.before = () => undefined;
		const state = memory();
		const ended = outcomes.filter((outcome) => outcome.status === 'fulfilled');
		const isWatchedList = refused?.list === '/v1/posts' || watching.includes('people');
		if (ended.length < outcomes.length) silent = Number.NEGATIVE_INFINITY;
		else if (!refused) silent = isHindered || step.msPerRequest > 0 ? silent : 0;
		else if (isWatchedList && !isRegistration) silent++;
		if (silent > 2) fail(`${refused?.list} is refused, and nobody is told`);
		if (refused && --refused.polls === 0) refused = undefined;
		// A poll that says what keeps failing has no news, and may have got on all the same.
		if (ended.length === 0 && isDeepStrictEqual(state, stateBefore)) {
			belief = former;
			return;
		}
		for (const { value } of ended) if (value.length > 0) batches.push(value);
		const cursor = cursorOf(state);
		const isFirst = !cursorOf(stateBefore) || added.includes('changes');
		if (isRead(state) && isFirst && step.during.length === 0 && !isHindered) {
			belief.fields = fields;
		}
		// Of two at once it is not known which one saw a post first, and what is passed over is not told.
		if (step.overlapping || filter !== '') {
			for (const one of belief.changes) one.forget();
		}
		for (const { value } of ended) judge(value, stateBefore);
		const whole = {
			memory: { before: stateBefore, after: state },
			there: posts,
			isTorn: torn || wasShuffled,
			isQuiet: !isHindered && step.during.length === 0 && ended.length === outcomes.length,
			isFiltered: filter !== '',
			backdated,
			known: new Set(former.isTorn ? [] : [...former.baseline, ...former.delivered]),
		};
		for (const [at, one] of belief.once.entries()) one.take(whole, things[at], listing);
		for (const one of belief.changes) one.take(whole);
		// Changed without passing the filter before or after: it may have been seen, and nobody is told.
		for (const [id, seen] of belief.fields) {
			const post = listing.posts.get(id);
			if (post && !isWatched(post, seen) && seen !== watched(post)) belief.fields.delete(id);
		}

		const isOfFilter = (settings: string) => settings.includes('"filter"') === (filter !== '');
		if (!cursor || !isOfFilter(readAs(state).settings)) {
			// It was not this event's turn.
			const { watched, fields, once, changes, edits } = belief;
			belief = { ...former, watched, fields, once, changes, edits };
			saved.push({ json: state, belief: copy(belief) });
			return;
		}
		if (!belief.isComplete) {
			belief.isTorn ||= torn;
			for (const { feedback_id: id } of visible()) {
				if (belief.old?.has(id) !== false) belief.either.add(id);
				else if (!belief.delivered.has(id) && !belief.due.has(id))
					belief.due.set(id, { completed: 0, torn: 2 });
			}
			belief.isComplete = belief.isChanged ? isRead(state) : isBaselined(state);
		} else {
			const unseen = buried();
			for (const { feedback_id: id } of visible()) {
				if (isTold(id)) continue;
				const due = belief.due.get(id) ?? { completed: 0, torn: 0 };
				belief.due.set(id, due);
				if (!there.has(id) || unseen.has(id)) continue;
				// Where it broke off as well, what moved up a page meanwhile is left to the audit.
				if (torn) due.torn += isHindered ? 2 : 1;
				if (!isHindered && !hasPagesLeft(state) && ended.length === outcomes.length) {
					due.completed++;
				}
				const promptly = fresh.has(id) && due.torn <= 1 && !torn;
				if (promptly && due.completed >= 2) fail(`post ${id} did not come within two polls`);
			}
		}
		saved.push({ json: state, belief: copy(belief) });
	}

	/** Another process, which knows nothing of the last batch of each list. */
	function restart(): void {
		if (!belief.isComplete || !isBaselined(staticData.node)) return;
		workflow = `model-${histories++}`;
		// It counts anew how often a list is refused.
		silent = Math.min(silent, 0);
		for (const { eventId } of batches.flat()) repeatable.add(eventId);
		// Whether what changed meanwhile fires, depends on what the last batch was of.
		for (const one of belief.changes) one.forget();
		belief.fields.clear();
		for (const due of belief.due.values()) due.completed = 0;
	}

	/** @param known the memory before */
	function judge(delivered: IDataObject[], known: IDataObject): void {
		const batch = delivered.filter(({ eventId }) => !repeatable.delete(eventId));
		const postOf = ({ feedback_id: id }: IDataObject) => listing.numberOf(id);
		const idOf = (item: IDataObject) =>
			item.event === 'newComment' || item.event === 'commentEdited'
				? Number(item.comment_id)
				: item.event === 'newEndUser' || item.event === 'endUserChanged'
					? Number(item.user_id)
					: postOf(item);
		const since = commentsSince(known) ?? '';
		for (const { event, comment_id: id, created } of batch) {
			const isOld = event === 'newComment' && String(created) < since;
			if (isOld) fail(`comment ${String(id)} is from before the list was begun`);
		}
		for (const one of [...belief.once, ...belief.changes, ...belief.edits]) {
			const wrong = one.judge(batch, idOf);
			if (wrong) fail(wrong);
		}
		const created = batch.filter(({ event }) => event === 'newPost');
		if (filter !== '' && created.some(({ status }) => status !== filter))
			fail('told, but not watched');
		const times = created.map(
			({ created, feedback_id: id }) => [String(created), listing.numberOf(id)] as const,
		);
		for (const [index, [created, id]] of times.entries()) {
			const [earlier, lower] = times[index - 1] ?? ['', 0];
			if (created < earlier || (created === earlier && id < lower)) fail('not oldest first');
			if (belief.delivered.has(id)) fail(`post ${id} came twice`);
			if (belief.baseline.has(id) && !belief.isTorn) fail(`post ${id} was there before`);
			belief.delivered.add(id);
			belief.due.delete(id);
		}
		for (const item of batch.filter(({ event }) => event === 'postChanged')) {
			if ((item.changedFields as string[]).length === 0) fail('changed, but in nothing');
			belief.fields.set(listing.numberOf(item.feedback_id), watched(item as unknown as Post));
		}
	}

	const quiet: Poll = { do: 'poll', during: [], msPerRequest: 0, overlapping: false };
	const publish = async () => {
		silent = Math.min(silent, 0);
		if (durable) await runPoll(quiet, true);
	};
	for (let count = 0; count < before; count++) listing.create(900 + count);
	await publish();
	for (const step of steps) {
		if (step.do === 'poll') await runPoll(step);
		else if (step.do === 'restore') {
			if (durable) continue;
			if (redeliver) restart();
			const past = redeliver ? undefined : saved.at(-1 - step.back);
			if (!past) continue;
			staticData = reloaded(past.json);
			belief = copy(past.belief);
			// What became visible under a filter in between is in its place in the order, not on top.
			for (const due of belief.due.values()) due.completed = 0;
		} else if (step.do === 'filter') {
			filter = filter === '' ? 'open' : '';
			await publish();
		} else if (step.do === 'watch') {
			const isOff = !watching.includes(step.what);
			const others = watching.filter((what) => what !== step.what);
			watching = isOff ? [...others, step.what] : others;
			await publish();
		} else if (step.do === 'refuse') {
			if (refused?.list !== step.list) silent = Math.min(silent, 0);
			refused = { list: step.list, polls: step.polls };
		} else if (step.do === 'shuffle') {
			listing.settings.shuffled = !listing.settings.shuffled;
			wasShuffled = true;
			fresh.clear();
		} else if (step.do === 'clock') {
			vi.setSystemTime(Date.now() + step.days * 86_400_000);
		} else apply(step);
	}

	const missed = () => {
		const there = new Set(visible().map(({ feedback_id: id }) => id));
		const lost = [...belief.due.keys()].filter((id) => there.has(id));
		const changed = [...listing.posts.values()].filter((post) => {
			const seen = belief.fields.get(post.feedback_id);
			if (!watching.includes('changes') || seen === undefined || seen === watched(post))
				return false;
			return isWatched(post, seen);
		});
		const watchedToo = (event: string) => watching.some((what) => WATCHED[what].includes(event));
		const others = [...belief.once, ...belief.changes]
			.filter(({ event }) => watchedToo(event))
			.flatMap((one) => one.missed(listing).map((id) => `${one.event} of ${id}`));
		return { lost, changed: changed.map(({ feedback_id: id }) => id), others };
	};
	// From here on one process, long enough for an audit of the whole list.
	poll = registered({ staticData });
	refused = undefined;
	const pages = Math.ceil(listing.posts.size / listing.settings.perPage) + 1;
	// With durable cursors the page of an audit is drawn at random.
	const rounds = durable ? 20 : 2;
	for (let polls = 0; polls < 4 + rounds * Math.max(20, pages); polls++) {
		if (polls >= 2 && Object.values(missed()).flat().length === 0) break;
		await runPoll(quiet);
	}
	const { lost, changed, others } = missed();
	if (lost.length > 0) fail(`never delivered: ${lost.join(', ')}`);
	if (changed.length > 0) fail(`never told as changed: ${changed.join(', ')}`);
	if (others.length > 0) fail(`never told: ${others.join(', ')}`);
	return batches;
}
