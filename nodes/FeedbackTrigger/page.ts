import type { Page } from '../shared/service/pages';
import { type DataRecord, idOf } from '../shared/service/records';
import type { Cursor } from './cursor';
import { fingerprint, had } from './fingerprint';
import { isEverything, type Watched } from './events';
import type { Thing } from './seen';

/** One thing as it stood on a page. */
export interface Sighting extends Thing {
	/** Kept only while it may be news. */
	record?: DataRecord;
}

/** One page as it was read, and what it says beside what was read before it in the same poll. */
export interface ReadPage {
	number: number;
	sightings: readonly Sighting[];
	/** Whether all of it was seen before; so is an empty one. */
	isKnown: boolean;
	/** Whether its first thing was seen before, so that nothing unknown stands right above it. */
	beginsKnown: boolean;
	/** Whether there is no page after it, as far as it says so itself. */
	isLast: boolean;
}

/**
 * What a page says. Things that the event does not watch, by what their records say of themselves, are passed over: the
 * service may not know the filter, and they count when they come to be watched.
 * @param cursor what is remembered; undefined while the baseline is begun
 */
export function toReadPage(
	watched: Watched,
	number: number,
	page: Page,
	cursor: Cursor | undefined,
): ReadPage {
	const sightings: Sighting[] = [];
	let isKnown = true;
	let beginsKnown = true;
	for (const record of page.records) {
		const sighting = toSighting(watched, record);
		if (!sighting) continue;
		const known = cursor?.seen.knows(sighting) ?? false;
		if (sightings.length === 0) beginsKnown = known;
		isKnown &&= known;
		const mayBeNews = cursor !== undefined && isNews(cursor, watched, sighting, record);
		// Records of a baseline, and those known already, would only fill the memory.
		sightings.push(mayBeNews ? { ...sighting, record } : sighting);
	}
	const { hasMore } = page;
	const isLast = hasMore === false || (hasMore === undefined && page.records.length === 0);
	return { number, sightings, isKnown, beginsKnown, isLast };
}

/** A record as far as the memory goes; undefined where it has no id, or is not watched. */
export function toSighting(watched: Watched, record: DataRecord): Sighting | undefined {
	const { event } = watched;
	const id = idOf(event.list.record, record);
	if (id === undefined || (!event.compares && !passes(watched, record))) return undefined;
	const at = record[event.orderedBy];
	return {
		id,
		print: event.compares ? fingerprint(record, event.compares) : '',
		...(typeof at === 'string' && { at }),
	};
}

/**
 * Whether a thing is delivered: it was never seen, and is no part of a baseline that is still being read; or it was seen
 * otherwise, and passed the filters before or passes them now.
 */
export function isNews(
	{ seen, baseline }: Cursor,
	watched: Watched,
	thing: Thing,
	record: DataRecord,
): boolean {
	const { compares } = watched.event;
	const before = seen.printOf(thing.id);
	if (compares) {
		if (before === undefined || before === thing.print) return false;
		return passes(watched, record) || passed(watched, before, compares);
	}
	if (before !== undefined || seen.mayHaveForgotten(thing)) return false;
	return baseline === undefined || (baseline !== '' && (thing.at ?? '') > baseline);
}

/** Whether a record passes the filters by what it says of itself; what it does not say is the query's affair. */
export function passes({ event, filters }: Watched, record: DataRecord): boolean {
	if (event.isWatched && !event.isWatched(record, filters)) return false;
	return Object.entries(event.shows).every(([filter, field]) => {
		const value = record[field];
		return typeof value !== 'string' || isEverything(filters[filter]) || value === filters[filter];
	});
}

function passed({ event, filters }: Watched, print: string, compares: readonly string[]): boolean {
	return Object.entries(event.shows).every(
		([filter, field]) =>
			isEverything(filters[filter]) || had(print, compares, field, filters[filter]),
	);
}
