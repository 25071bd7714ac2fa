import type { Page } from '../shared/service/pages';
import { type DataRecord, idOf, type RecordKind } from '../shared/service/records';
import { type Cursor, DECODERS, type Stretch } from './cursor';
import { fingerprint } from './fingerprint';

/** What makes a thing of a list news, and in which order the list is asked for. */
export interface Watch {
	kind: RecordKind;
	/** The timestamp by which the list comes newest first, if the service keeps to it. */
	orderedBy: string;
	/** The fields whose change is news; where there are none, a thing is news when it is first seen. */
	compares?: readonly string[];
}

/** One thing as it stood on a page. */
export interface Sighting {
	id: string;
	fingerprint: string;
	at: string | undefined;
	/** Kept only while it may be news. */
	record?: DataRecord;
}

/** One page as it was read. */
export interface ReadPage {
	number: number;
	sightings: Sighting[];
	/** The workspaces its records say they belong to. */
	workspaces: ReadonlySet<string>;
	hasMore?: boolean;
}

/** Where the records come from: which list under which filters, and with which key. */
export interface Source {
	/** Base URL, event and filters. */
	scope: string;
	/** Tells keys apart, without telling the key. */
	account: string;
}

/** What a poll found, oldest first, and what is to be remembered of it. */
export interface Plan {
	news: Sighting[];
	next: Cursor;
}

/**
 * A page that repeats the one before it may be page 0 again under the name of page 1, or have been pushed down by just
 * a page of news. So many in a row are the end.
 */
const REPEATS = 4;

export function toReadPage(
	watch: Watch,
	number: number,
	page: Page,
	cursor: Cursor | undefined,
): ReadPage {
	const workspaces = new Set<string>();
	const sightings: Sighting[] = [];
	for (const record of page.records) {
		const id = idOf(watch.kind, record);
		if (id === undefined) continue;
		const { product_id: workspace, [watch.orderedBy]: at } = record;
		if (workspace !== undefined) workspaces.add(String(workspace));
		const sighting = {
			id,
			fingerprint: watch.compares ? fingerprint(record, watch.compares) : '',
			at: typeof at === 'string' ? at : undefined,
		};
		// Records of a baseline, and those known already, would only fill the memory.
		const mayBeNews = cursor !== undefined && isNewsTo(cursor, watch, sighting);
		sightings.push(mayBeNews ? { ...sighting, record } : sighting);
	}
	return { number, sightings, workspaces, hasMore: page.hasMore };
}

/**
 * The memory, if it speaks of this scope and of the workspace that the pages came from. A key may be rotated; records
 * that do not say their workspace are of another one when the key is another and none of them is known.
 */
export function applicable(
	cursor: Cursor | undefined,
	{ scope, account }: Source,
	pages: readonly ReadPage[],
): Cursor | undefined {
	if (cursor?.scope !== scope) return undefined;
	const { workspace } = cursor;
	const met = pages.flatMap(({ workspaces }) => [...workspaces]);
	if (workspace !== undefined && met.length > 0)
		return met.includes(workspace) ? cursor : undefined;
	if (cursor.account === account) return cursor;
	const sightings = pages.flatMap((page) => page.sightings);
	const isForeign = sightings.length > 0 && !sightings.some((one) => knowsOf(cursor, one));
	return isForeign ? undefined : cursor;
}

/**
 * The page to read next; undefined when enough is known. Reads from the newest until a whole page is known, then what
 * is owed from former polls, whatever stands before it. Where the list proves not to be in order, a known page proves
 * nothing, and it is read to the end, over several polls if need be.
 * @param cursor what is remembered; undefined while the baseline is taken, which reads everything
 * @param pages in the order of their numbers
 */
export function nextPage(
	cursor: Cursor | undefined,
	pages: readonly ReadPage[],
	sweep: readonly Stretch[] = [],
): number | undefined {
	const deepest = pages.at(-1);
	if (!deepest) return 0;
	const landed = landedAmongNews(cursor, pages);
	if (landed !== undefined) return landed - 1;
	if (isEnd(pages)) return undefined;
	const onward = deepest.number + 1;
	if (!cursor) return onward;
	if (cursor.shuffled || !isOrdered(pages)) {
		return Math.max(onward, (cursor.backlog?.from ?? 0) - 1);
	}
	if (!isKnownPage(cursor, deepest) || wasPushedDown(pages)) return onward;
	const due = owed(cursor, pages, sweep).filter(({ to }) => to > deepest.number);
	return due.length === 0 ? undefined : Math.max(onward, Math.min(...due.map(({ from }) => from)));
}

/**
 * What is news, and what to remember. Pure, and computed from the memory as it is now, which another poll may have
 * changed since the pages were read.
 * @param pages in the order of their numbers; fewer than needed when time ran out
 * @param redeliverUnless Re-Deliver After Crash: the process that, as long as it lives, has handed this batch over
 */
export function plan(
	watch: Watch,
	source: Source,
	cursor: Cursor | undefined,
	pages: readonly ReadPage[],
	redeliverUnless?: string,
): Plan {
	const known = applicable(cursor, source, pages);
	// A list that has no order any more says of nothing whether it is newer than the baseline.
	const isSilent =
		!watch.compares && known?.backlog?.baseline !== undefined && !isOrdered(fromTop(pages));
	const news: Sighting[] = [];
	const remembered: Sighting[] = [];
	const met = new Set<string>();
	let newsDepth = 0;
	for (const { number, sightings } of pages) {
		for (const sighting of sightings) {
			if (met.has(sighting.id)) continue;
			met.add(sighting.id);
			const isNews = known !== undefined && !isSilent && isNewsTo(known, watch, sighting);
			// News whose record was not kept, since a poll at the same time took the baseline: left for the next poll.
			if (isNews && !sighting.record) continue;
			remembered.push(sighting);
			if (!isNews) continue;
			news.push(sighting);
			newsDepth = number;
		}
	}
	const { none } = DECODERS[keptBy(watch)];
	const seen = known?.seen ?? none;
	const unconfirmed = news.length > 0 && redeliverUnless !== undefined;
	return {
		news: news.sort(oldestFirst),
		next: {
			...source,
			workspace:
				known?.workspace ?? firstOf(pages.find((page) => page.workspaces.size > 0)?.workspaces),
			seen: seen.with(
				unconfirmed ? remembered.filter((sighting) => !news.includes(sighting)) : remembered,
			),
			...(unconfirmed && { unconfirmed: { seen: none.with(news), by: redeliverUnless } }),
			...owedNext(known, pages, newsDepth),
			shuffled: (known?.shuffled === true && !isWhole(pages)) || !isOrdered(fromTop(pages)),
		},
	};
}

/** What has to be kept of a thing to tell news of it. */
export function keptBy({ compares }: Watch): keyof typeof DECODERS {
	return compares ? 'fingerprints' : 'ids';
}

/** After a jump that landed among news, or beyond the end, there may be news on the page before. */
function landedAmongNews(
	cursor: Cursor | undefined,
	pages: readonly ReadPage[],
): number | undefined {
	return pages.find(({ number, sightings: [first] }, index) => {
		const follows = number === 0 || pages[index - 1]?.number === number - 1;
		return !follows && (first === undefined || !isKnown(cursor, first));
	})?.number;
}

/** Whether the last page is the last there is. */
export function isEnd(pages: readonly ReadPage[]): boolean {
	const last = pages[pages.length - 1];
	if (last.hasMore === false) return true;
	if (last.sightings.length === 0 && last.hasMore === undefined) return true;
	return (
		pages.length > REPEATS &&
		pages.slice(-REPEATS).every((page, index) => repeats(page, pages.at(index - REPEATS - 1)))
	);
}

function repeats(page: ReadPage, before: ReadPage | undefined): boolean {
	return (
		before !== undefined &&
		before.number === page.number - 1 &&
		before.sightings.length === page.sightings.length &&
		page.sightings.every(({ id }, index) => id === before.sightings[index].id)
	);
}

/** Whether the last page shows something that stood further up before: what was to be read has moved on too. */
function wasPushedDown(pages: readonly ReadPage[]): boolean {
	const last = pages[pages.length - 1];
	const above = new Set(
		pages.slice(0, -1).flatMap(({ sightings }) => sightings.map(({ id }) => id)),
	);
	return last.sightings.some(({ id }) => above.has(id));
}

/** Whether newest comes first over all pages. What cannot be told counts as no: then nothing is left unread. */
function isOrdered(pages: readonly ReadPage[]): boolean {
	let before: string | undefined;
	for (const { at } of distinct(pages)) {
		if (at === undefined || (before !== undefined && at > before)) return false;
		before = at;
	}
	return true;
}

/** Whether the list was read from its beginning to its end. */
function isWhole(pages: readonly ReadPage[]): boolean {
	return pages.length > 0 && isEnd(pages) && fromTop(pages).length === pages.length;
}

/** What has to be read although the newest page is known. The backlog goes first, so that every poll gets on with it. */
function owed(
	cursor: Cursor,
	pages: readonly ReadPage[],
	sweep: readonly Stretch[] = [],
): Stretch[] {
	const { backlog, recheck } = cursor;
	const pushed = withNews(cursor, pages);
	if (backlog) {
		// A baseline is finished at the end of the list only.
		const to = backlog.baseline === undefined ? backlog.to + pushed : Number.POSITIVE_INFINITY;
		return [{ from: Math.max(0, backlog.from - 1), to }];
	}
	return [...(recheck ? [{ from: recheck.from, to: recheck.to + pushed }] : []), ...sweep];
}

/** What this poll leaves to the next ones. News that came meanwhile have pushed it down, by a page for each at most. */
function owedNext(
	known: Cursor | undefined,
	pages: readonly ReadPage[],
	newsDepth: number,
): Pick<Cursor, 'backlog' | 'recheck'> {
	const pushed = known ? withNews(known, pages) : 0;
	const fresh = newsDepth > 0 ? { from: 0, to: newsDepth + 1 } : undefined;
	const former = known?.recheck && { ...known.recheck, to: known.recheck.to + pushed };
	const unread = nextPage(known && { ...known, recheck: undefined }, pages);
	if (unread !== undefined) {
		const to = Math.max(unread, known?.backlog ? known.backlog.to + pushed : 0);
		const baseline = baselineNext(known, pages);
		return {
			backlog: { from: unread, to, ...(baseline !== undefined && { baseline }) },
			recheck: union(former, fresh),
		};
	}
	if (known?.backlog) {
		const { from, to } = known.backlog;
		const end = { from: Math.max(0, from - 1), to: to + pushed + 1 };
		return {
			recheck: union(union(former, fresh), known.backlog.baseline === undefined ? end : undefined),
		};
	}
	const unchecked = nextPage(known, pages);
	if (unchecked === undefined || !former) return { recheck: fresh };
	return {
		recheck: fresh ? union(former, fresh) : { from: Math.max(0, unchecked - 1), to: former.to },
	};
}

function union(one: Stretch | undefined, other: Stretch | undefined): Stretch | undefined {
	if (!one || !other) return one ?? other;
	return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

/** Down to which time an unfinished baseline has come; '' where the list has no order to go by. */
function baselineNext(known: Cursor | undefined, pages: readonly ReadPage[]): string | undefined {
	const before = known?.backlog?.baseline;
	if (known && before === undefined) return undefined;
	if (!isOrdered(fromTop(pages))) return '';
	const times = pages.flatMap(({ sightings }) => sightings.map(({ at = '' }) => at));
	return [...times, ...(before === undefined ? [] : [before])].sort()[0] ?? '';
}

/**
 * Whether the thing belongs to a baseline that could not be finished yet: it is no newer than where that has come to.
 * Where things stand says nothing, since they move while they are read.
 */
function isInBaseline({ backlog }: Cursor, { at = '' }: Sighting): boolean {
	if (backlog?.baseline === undefined) return false;
	return backlog.baseline === '' || at <= backlog.baseline;
}

/** The pages from the first one on, as far as none is missing. */
function fromTop(pages: readonly ReadPage[]): readonly ReadPage[] {
	const gap = pages.findIndex(({ number }, index) => number !== index);
	return gap < 0 ? pages : pages.slice(0, gap);
}

/** Each thing where it was met first: what moves to the next page while they are read, or stands on both, comes again. */
function distinct(pages: readonly ReadPage[]): Sighting[] {
	const met = new Map<string, Sighting>();
	for (const sighting of pages.flatMap(({ sightings }) => sightings)) {
		if (!met.has(sighting.id)) met.set(sighting.id, sighting);
	}
	return [...met.values()];
}

/** How many pages have something on them that is not known. */
function withNews(cursor: Cursor, pages: readonly ReadPage[]): number {
	return pages.filter((page) => !isKnownPage(cursor, page)).length;
}

function isKnownPage(cursor: Cursor, { sightings }: ReadPage): boolean {
	return sightings.every((sighting) => isKnown(cursor, sighting));
}

function isKnown(cursor: Cursor | undefined, { id, fingerprint: print }: Sighting): boolean {
	return cursor?.seen.knows(id, print) ?? false;
}

/** Whether the thing was seen before, changed since or not. */
function knowsOf({ seen }: Cursor, { id }: Sighting): boolean {
	return seen.fingerprintOf(id) !== undefined;
}

function isNewsTo(cursor: Cursor, { compares }: Watch, sighting: Sighting): boolean {
	const before = cursor.seen.fingerprintOf(sighting.id);
	if (compares) return before !== undefined && before !== sighting.fingerprint;
	return before === undefined && !isInBaseline(cursor, sighting);
}

/** By the timestamps as they are, which have one width and no zone; in one second, by id. */
export function oldestFirst(a: Sighting, b: Sighting): number {
	const [first, second] = [a.at ?? '', b.at ?? ''];
	if (first !== second) return first < second ? -1 : 1;
	return a.id.localeCompare(b.id, 'en', { numeric: true });
}

function firstOf(values: ReadonlySet<string> | undefined): string | undefined {
	return values?.values().next().value;
}
