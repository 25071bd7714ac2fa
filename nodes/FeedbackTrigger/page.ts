import type { Page } from '../shared/service/pages';
import { type DataRecord, idOf } from '../shared/service/records';
import type { Cursor } from './cursor';
import { isEverything, type Watched } from './events';
import type { Print } from './prints';
import type { Thing } from './seen';

/** One thing as it stood on a page. */
export interface Sighting extends Thing {
	/** Kept only while it may be news. */
	record?: DataRecord;
	/** What the event keeps beside the prints. */
	names?: readonly string[];
}

/** One page as it was read, and what it says beside what was read before it in the same poll. */
export interface ReadPage {
	number: number;
	/** What is watched of it. */
	sightings: readonly Sighting[];
	/** The ids of all that stands on it; '' where nothing does. */
	ids: string;
	/** Whether all of it was seen before; so is an empty one. */
	isKnown: boolean;
	/** Whether all of it is remembered just as it stands there, so that it has nothing to say. */
	isRemembered: boolean;
	/** Whether its first thing was seen before, so that nothing unknown stands right above it. */
	beginsKnown: boolean;
	/** Whether there is no page after it, as far as it says so itself. */
	isLast: boolean;
}

/** Pages of which everything was known, by who read them: the same page beside the same memory says the same again. */
const known = new WeakMap<Page, Map<string, { cursor: Cursor; read: ReadPage }>>();

/** What a page says; see `readAnew`. */
export function toReadPage(
	watched: Watched,
	number: number,
	page: Page,
	cursor: Cursor | undefined,
): ReadPage {
	const readers = known.get(page) ?? new Map<string, { cursor: Cursor; read: ReadPage }>();
	const reader = watched.scope + JSON.stringify(watched.filters);
	const last = readers.get(reader);
	if (last && last.cursor === cursor) return last.read;
	const read = readAnew(watched, number, page, cursor);
	if (cursor && read.isKnown) known.set(page, readers.set(reader, { cursor, read }));
	return read;
}

/**
 * What a page says. Things that the event does not watch, by what their records say of themselves, are passed over: the
 * service may not know the filter, and they count when they come to be watched.
 * @param cursor what is remembered; undefined while the baseline is begun
 */
function readAnew(
	watched: Watched,
	number: number,
	page: Page,
	cursor: Cursor | undefined,
): ReadPage {
	const sightings: Sighting[] = [];
	let isAllKnown = true;
	let beginsKnown = true;
	for (const record of page.records) {
		const sighting = toSighting(watched, record);
		if (!sighting) continue;
		const known = cursor !== undefined && isKnown(cursor, watched, sighting);
		if (sightings.length === 0) beginsKnown = known;
		isAllKnown &&= known;
		const mayBeNews = cursor !== undefined && isNews(cursor, watched, sighting, record);
		// Records of a baseline, and those known already, would only fill the memory.
		sightings.push(mayBeNews ? { ...sighting, record } : sighting);
	}
	const { hasMore } = page;
	const isLast = hasMore === false || (hasMore === undefined && page.records.length === 0);
	const ids = page.records.map((record) => idOf(watched.event.list.record, record)).join();
	const isRemembered = cursor !== undefined && sightings.every((one) => cursor.seen.knows(one));
	return { number, sightings, ids, isKnown: isAllKnown, isRemembered, beginsKnown, isLast };
}

/** A record as far as the memory goes; undefined where it has no id, or is not watched. */
export function toSighting(watched: Watched, record: DataRecord): Sighting | undefined {
	const { event, rule } = watched;
	const { keeps } = rule;
	const id = idOf(event.list.record, record);
	if (id === undefined || rule.isWatched?.(record) === false) return undefined;
	if (!keeps && !passes(watched, record)) return undefined;
	const at = record[event.orderedBy];
	const names = keeps?.names(record) ?? [];
	return {
		id,
		print: keeps?.of(record) ?? '',
		...(typeof at === 'string' && { at }),
		...(names.length > 0 && { names }),
	};
}

/** Whether a thing was seen just as it is. */
export function isKnown({ seen }: Cursor, { rule: { keeps } }: Watched, thing: Thing): boolean {
	const before = seen.printOf(thing.id);
	if (before === undefined) return seen.mayHaveForgotten(thing);
	return !keeps || before === thing.print || keeps.changed(before, thing.print).length === 0;
}

/**
 * Whether a thing is delivered: it was never seen, where that is news, and is no part of a baseline that is still being
 * read; or it was seen otherwise, and passed the filters before or passes them now.
 */
export function isNews(
	{ seen, baseline, since }: Cursor,
	watched: Watched,
	thing: Thing,
	record: DataRecord,
): boolean {
	const { keeps, tellsFirst, isTold } = watched.rule;
	const { print } = thing;
	const before = seen.printOf(thing.id);
	if (before === undefined) {
		if (!tellsFirst || seen.mayHaveForgotten(thing)) return false;
		const isAfterBaseline =
			baseline === undefined || (baseline !== '' && (thing.at ?? '') > baseline);
		const isNew = isAfterBaseline && (since === undefined || begunAt(watched, record) > since);
		return isNew && passes(watched, record) && isTold?.({ record, print }) !== false;
	}
	if (!keeps || keeps.changed(before, print).length === 0) return false;
	const isWatched = passes(watched, record) || passed(watched, before, keeps);
	return isWatched && isTold?.({ record, print, before }) !== false;
}

/** When a thing began, where that is not what orders its list; '' where it does not say so. */
export function begunAt({ event: { begunBy = '' } }: Watched, record: DataRecord): string {
	const at = record[begunBy];
	return typeof at === 'string' ? at : '';
}

/** Whether a record passes the filters by what it says of itself; what it does not say is the query's affair. */
export function passes({ event, filters }: Watched, record: DataRecord): boolean {
	return Object.entries(event.shows).every(([filter, field]) => {
		const value = record[field];
		return typeof value !== 'string' || isEverything(filters[filter]) || value === filters[filter];
	});
}

/** The same of what was kept of it. */
function passed({ event, filters }: Watched, print: string, keeps: Print): boolean {
	return Object.entries(event.shows).every(
		([filter, field]) => isEverything(filters[filter]) || keeps.had(print, field, filters[filter]),
	);
}

/** By the timestamps as they are, which have one width and no zone; in one second, by id. */
export function oldestFirst(a: Thing, b: Thing): number {
	const [first, second] = [a.at ?? '', b.at ?? ''];
	if (first !== second) return first < second ? -1 : 1;
	return a.id.localeCompare(b.id, 'en', { numeric: true });
}
