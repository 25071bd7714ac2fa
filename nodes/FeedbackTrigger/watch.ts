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

/** What one poll read of one list. */
export interface Reading {
	/** In the order of their numbers. */
	pages: readonly ReadPage[];
	/** Whether time ran out before enough was read. */
	cut: boolean;
}

/** What a poll found, oldest first, and what is to be remembered of it. */
export interface Plan {
	news: Sighting[];
	next: Cursor;
}

/** A page that repeats the one before it may be page 0 again under the name of page 1; a second such page is the end. */
const REPEATS = 2;

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
		const mayBeNews = cursor !== undefined && !isKnown(cursor, sighting);
		sightings.push(mayBeNews ? { ...sighting, record } : sighting);
	}
	return { number, sightings, workspaces, hasMore: page.hasMore };
}

/** The memory, if it speaks of this scope and of the workspace that the pages came from. */
export function applicable(
	cursor: Cursor | undefined,
	scope: string,
	pages: readonly ReadPage[],
): Cursor | undefined {
	if (cursor?.scope !== scope) return undefined;
	const { workspace } = cursor;
	const met = pages.flatMap(({ workspaces }) => [...workspaces]);
	const moved = workspace !== undefined && met.length > 0 && !met.includes(workspace);
	return moved ? undefined : cursor;
}

/**
 * The page to read next; undefined when enough is known. Reads from the newest until a whole page is known, then the
 * stretches that must be read whatever stands before them. Where the pages prove not to be in order, a known page
 * proves nothing, and it reads to the end.
 * @param cursor what is remembered; undefined while the baseline is taken, which reads everything
 * @param pages in the order of their numbers
 */
export function nextPage(
	cursor: Cursor | undefined,
	pages: readonly ReadPage[],
	stretches: readonly Stretch[] = [],
): number | undefined {
	const deepest = pages.at(-1);
	if (!deepest) return 0;
	const landed = landedAmongNews(cursor, pages);
	if (landed !== undefined) return landed - 1;
	if (isEnd(pages)) return undefined;
	const onward = deepest.number + 1;
	if (!cursor || !isOrdered(pages) || !isKnownPage(cursor, deepest)) return onward;
	const due = [...owed(cursor, pages), ...stretches].filter(({ to }) => to > deepest.number);
	return due.length === 0 ? undefined : Math.max(onward, Math.min(...due.map(({ from }) => from)));
}

/**
 * What is news, and what to remember. Pure, and computed from the memory as it is now, which another poll may have
 * changed since the pages were read.
 * @param redeliverUnless Re-Deliver After Crash: the process that, as long as it lives, has handed this batch over
 */
export function plan(
	watch: Watch,
	scope: string,
	cursor: Cursor | undefined,
	reading: Reading,
	redeliverUnless?: string,
): Plan {
	const known = applicable(cursor, scope, reading.pages);
	const silentFrom = known ? silentAfter(known, reading.pages) : 0;
	const news: Sighting[] = [];
	const remembered: Sighting[] = [];
	const met = new Set<string>();
	let newsDepth = 0;
	for (const { number, sightings } of reading.pages) {
		for (const sighting of sightings) {
			if (met.has(sighting.id)) continue;
			met.add(sighting.id);
			const isNews = known !== undefined && number < silentFrom && isNewsTo(known, watch, sighting);
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
			scope,
			workspace: known?.workspace ?? firstOf(reading.pages[0]?.workspaces),
			seen: seen.with(
				unconfirmed ? remembered.filter((sighting) => !news.includes(sighting)) : remembered,
			),
			...(unconfirmed && { unconfirmed: { seen: none.with(news), by: redeliverUnless } }),
			backlog: reading.cut ? backlogOf(known, reading.pages) : undefined,
			depth: newsDepth > 0 ? newsDepth + 1 : undefined,
		},
	};
}

/** What has to be kept of a thing to tell news of it. */
export function keptBy({ compares }: Watch): keyof typeof DECODERS {
	return compares ? 'fingerprints' : 'ids';
}

/** After a jump that landed among news, they may begin on the page before. */
function landedAmongNews(
	cursor: Cursor | undefined,
	pages: readonly ReadPage[],
): number | undefined {
	return pages.find(({ number, sightings: [first] }, index) => {
		const follows = number === 0 || pages[index - 1]?.number === number - 1;
		return !follows && first !== undefined && !isKnown(cursor, first);
	})?.number;
}

function isEnd(pages: readonly ReadPage[]): boolean {
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

/** Whether newest comes first over all pages. What cannot be told counts as no: then nothing is left unread. */
function isOrdered(pages: readonly ReadPage[]): boolean {
	const met = new Set<string>();
	let before: string | undefined;
	for (const { id, at } of pages.flatMap(({ sightings }) => sightings)) {
		if (met.has(id)) continue; // It moved to the next page while they were read.
		met.add(id);
		if (at === undefined || (before !== undefined && at > before)) return false;
		before = at;
	}
	return true;
}

/** What has to be read although the newest page is known. */
function owed({ depth = 0, backlog }: Cursor, pages: readonly ReadPage[]): Stretch[] {
	const news = pages.filter(({ sightings }) =>
		sightings.some(({ record }) => record !== undefined),
	);
	return [
		{ from: 0, to: depth },
		...(backlog ? [{ from: backlog.from - 1, to: backlog.to + news.length }] : []),
	];
}

/** What a poll that ran out of time leaves unread: from the page after its last to where the former backlog ends now. */
function backlogOf(known: Cursor | undefined, pages: readonly ReadPage[]): Cursor['backlog'] {
	const from = (pages.at(-1)?.number ?? -1) + 1;
	const former = known?.backlog;
	const to = former ? Math.max(from, former.to + pages.length) : from;
	const silentFrom = known
		? former && former.silentFrom !== undefined && silentAfter(known, pages)
		: from;
	return { from, to, ...(typeof silentFrom === 'number' && { silentFrom }) };
}

/** From which page on unknown things belong to the baseline: news before it have pushed it down by whole pages. */
function silentAfter(known: Cursor, pages: readonly ReadPage[]): number {
	const silentFrom = known.backlog?.silentFrom;
	if (silentFrom === undefined) return Number.POSITIVE_INFINITY;
	const pageSize = Math.max(1, ...pages.map(({ sightings }) => sightings.length));
	const untilKnown = pages.findIndex((page) => isKnownPage(known, page));
	const newest = pages.slice(0, Math.max(0, untilKnown)).flatMap(({ sightings }) => sightings);
	const pushed = newest.filter((sighting) => !isKnown(known, sighting)).length;
	return silentFrom + Math.floor(pushed / pageSize);
}

function isKnownPage(cursor: Cursor, { sightings }: ReadPage): boolean {
	return sightings.every((sighting) => isKnown(cursor, sighting));
}

function isKnown(cursor: Cursor | undefined, { id, fingerprint: print }: Sighting): boolean {
	return cursor?.seen.knows(id, print) ?? false;
}

function isNewsTo({ seen }: Cursor, watch: Watch, { id, fingerprint: print }: Sighting): boolean {
	if (!watch.compares) return !seen.knows(id);
	const before = seen.fingerprintOf(id);
	return before !== undefined && before !== print;
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
