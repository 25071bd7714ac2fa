// What the trigger promises, each promise alone. Each says what breaks it.
import type { IDataObject } from 'n8n-workflow';
import { EVENTS, GAINED, type Known, type Thing } from './known.mts';
import type { Person, Post } from '../listing.mts';
import type { World } from './world.mts';

export interface Delivered {
	thing: Thing;
	item: IDataObject;
}

interface Context {
	known: Known;
	world: World;
}

type Broken = string | boolean | undefined;

/** Of each item that fires. */
export const OF_ITEMS: Readonly<Record<string, (one: Delivered, context: Context) => Broken>> = {
	'fires once': ({ thing: { key } }, { known }) => known.marks.get(key) === 'fired',
	'fires nothing old': ({ thing: { key, event }, item }, { known, world }) =>
		known.marks.get(key) === 'old' ||
		(event === 'newComment' &&
			known.areCommentsDated &&
			!known.beginning.has(event) &&
			world.isLongAgo(String(item.created))),
	'fires what is there': ({ thing: { event, id } }, { world: { listing } }) => {
		if (EVENTS[event].isOfDeletions) return !listing.deletions.has(`${event} ${id}`);
		if (event === 'newComment') return !listing.comments.has(id);
		return Number.isNaN(id);
	},
	'fires what matches': ({ thing: { event }, item }, { known: { settings } }) =>
		event === 'newPost' && Boolean(settings?.filter) && item.status !== settings?.filter,
	'says what has changed': ({ thing: { event, key }, item }, { known }) => {
		const { compares } = EVENTS[event];
		if (!compares) return false;
		const now = compares(item as unknown as Post & Person);
		const { from, to } = 'to' in item ? item : { from: known.values.get(key), to: now };
		const isNothing = (item.changedFields as unknown[] | undefined)?.length === 0;
		if (isNothing || from === to) return 'says that nothing has changed';
		if (to !== now) return 'says a value that it has not';
		const last = known.values.has(key) ? known.values.get(key) : from;
		return from !== last && `says that it was ${String(from)}, and it was ${String(last)}`;
	},
	'counts the votes that a post gained': ({ thing: { event }, item }) =>
		event === 'postGainingTraction' &&
		(item.to !== item.total_sum || Number(item.to) - Number(item.from) < GAINED),
};

/** Of all items of a poll. */
export const oldestFirst = (batch: readonly Delivered[]): Broken => {
	const isNew = ({ thing: { event } }: Delivered) => event.startsWith('new');
	const all = batch.filter(isNew).map(({ thing: { id, event }, item }) => {
		return { at: String(item.created), id, event };
	});
	const isBefore = (a: (typeof all)[number], b: (typeof all)[number]) =>
		a.at < b.at || (a.at === b.at && (a.event !== b.event || a.id <= b.id));
	return all.slice(1).some((one, at) => !isBefore(all[at], one)) && 'is not oldest first';
};

/** Of a poll that nothing hindered, after such a poll. @param fresh what has come since */
export const atOnce = (fresh: readonly Thing[], { known, world }: Context): Broken => {
	const isOnTop = ({ event, post }: Thing) =>
		event === 'newEndUser' || (event === 'newPost' && !world.backdated.has(post));
	const late = fresh.find((thing) => isOnTop(thing) && !known.marks.has(thing.key));
	return late && `${late.key} did not fire at once`;
};

/** Equal pages that end a list. */
const REPEATS = 3;

/** Of the requests of a poll. @param changes while it read @param mostPages that the list ever had @param hindered polls before */
export const endsWhereTheListEnds = (
	pages: readonly number[],
	{ mostPages, changes, hindered }: { mostPages: number; changes: number; hindered: number },
): Broken => {
	// Below a page that failed or has changed, and where a poll was cut off, the pages that come again are counted from the start.
	// One more where the audit begins with a page below the end.
	const repeats = 1 + REPEATS * (1 + Math.max(hindered > 0 ? 3 : 0, hindered, changes));
	const beyond = pages.find((page) => page >= mostPages + repeats);
	return beyond !== undefined && `page ${beyond} was asked for, below the end`;
};
