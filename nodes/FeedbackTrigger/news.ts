import type { DataRecord } from '../shared/service/records';
import { type Cursor, MOST_OWED, type Stretch } from './cursor';
import { keepingOf } from './events';
import { isNews, type Sighting } from './page';
import type { Reading } from './reading';
import { Seen } from './seen';

/** A thing that is delivered, and what it was when it was last seen. */
export interface News extends Sighting {
	record: DataRecord;
	before?: string;
}

/** What a poll found, oldest first, and what is to be remembered of it. */
export interface Plan {
	news: News[];
	next: Cursor;
}

/**
 * What is news, and what to remember. Pure, and computed from the memory as it is now, which another poll may have
 * changed since the pages were read.
 * @param memory undefined where nothing is remembered under these settings
 * @param redeliverUnless Re-Deliver After Crash: the process that, as long as it lives, has handed this batch over
 */
export function plan(reading: Reading, memory: Cursor | undefined, redeliverUnless?: string): Plan {
	const { watched, cursor: readWith } = reading;
	const { event, scope, account } = watched;
	const known = readWith || memory?.account === account ? memory : undefined;
	// Read as a baseline, which another poll has begun meanwhile: it is as if nothing was read.
	if (known && !readWith) return { news: [], next: known };
	// A list that has no order any more says of nothing whether it is newer than the baseline.
	const isSilent = !event.compares && known?.baseline !== undefined && !reading.isOrdered;
	const news: News[] = [];
	const remembered: Sighting[] = [];
	const met = new Set<string>();
	const pagesWithNews = new Set<number>();
	for (const { number, sightings } of reading.pages.values()) {
		for (const sighting of sightings) {
			if (met.has(sighting.id)) continue;
			met.add(sighting.id);
			const { record } = sighting;
			if (known && record && !isSilent && isNews(known, watched, sighting, record)) {
				news.push({ ...sighting, record, before: known.seen.printOf(sighting.id) });
				pagesWithNews.add(number);
			} else remembered.push(sighting);
		}
	}
	const seen = known?.seen ?? Seen.none(keepingOf(event));
	const owed = owedNext(reading, known, pagesWithNews);
	const baseline = baselineNext(reading, known, owed);
	const workspace = known?.workspace ?? reading.workspace;
	const isUnconfirmed = news.length > 0 && redeliverUnless !== undefined;
	return {
		news: news.sort(oldestFirst),
		next: {
			...{ scope, account, owed },
			depth: reading.depth(known?.depth),
			seen: seen.with(isUnconfirmed ? remembered : [...remembered, ...news]),
			...(workspace !== undefined && { workspace }),
			...(baseline !== undefined && { baseline }),
			...(isUnconfirmed && {
				unconfirmed: { seen: Seen.none(keepingOf(event)).with(news), by: redeliverUnless },
			}),
		},
	};
}

/**
 * What this poll leaves to the next ones: first what was never read, then what is read once more, since something may
 * have moved over a seam while news came from several pages. What another poll has owed since is not settled by pages
 * that were read before.
 */
function owedNext(
	reading: Reading,
	known: Cursor | undefined,
	pagesWithNews: ReadonlySet<number>,
): Stretch[] {
	const before = reading.cursor?.owed ?? [];
	const now = known?.owed ?? [];
	const isIn = (owed: readonly Stretch[], one: Stretch) =>
		owed.some(({ from, to }) => from === one.from && to === one.to);
	const settledByAnother = before.filter((one) => known && !isIn(now, one));
	const rests = reading.rests(reading.owed.filter((one) => !settledByAnother.includes(one)));
	const since = now.filter((one) => !isIn(before, one));
	const left = [...rests, ...since.map((one) => pushedDown(one, pagesWithNews.size))];
	return [
		...united(left.filter(({ again }) => !again)),
		...united([...left.filter(({ again }) => again), ...secondLooks(reading, pagesWithNews)]),
	];
}

/** What came above without the other poll having met it, by a page for each page of it at most. */
const pushedDown = (one: Stretch, pages: number): Stretch =>
	one.to === undefined ? one : { ...one, to: one.to + pages };

/** Of each run of pages that were read one after the other: down to its last page with news, and one more. */
function secondLooks({ pages }: Reading, pagesWithNews: ReadonlySet<number>): Stretch[] {
	const looks: Stretch[] = [];
	let from = 0;
	for (const number of [...pages.keys()].sort((a, b) => a - b)) {
		if (!pages.has(number - 1)) from = number;
		if (number === from || !pagesWithNews.has(number)) continue;
		if (looks.at(-1)?.from === from) looks.pop();
		looks.push({ from, to: number + 1, again: true });
	}
	return looks;
}

/** From the top down, and as one where they meet, or where there are too many. */
function united(stretches: readonly Stretch[]): Stretch[] {
	const result: Stretch[] = [];
	for (const stretch of stretches.toSorted((a, b) => a.from - b.from)) {
		const last = result.at(-1);
		const meets = last && (last.to === undefined || stretch.from <= last.to + 1);
		if (!meets && result.length < MOST_OWED / 2) result.push({ ...stretch });
		else if (last?.to !== undefined) {
			if (stretch.to === undefined) delete last.to;
			else last.to = Math.max(last.to, stretch.to);
		}
	}
	return result;
}

/** Down to which time an unfinished baseline has come; '' where the list has no order to go by. */
function baselineNext(
	{ isOrdered, downTo }: Reading,
	known: Cursor | undefined,
	owed: readonly Stretch[],
): string | undefined {
	const before = known?.baseline;
	const isOpen = known === undefined || before !== undefined;
	if (!isOpen || owed.every(({ to }) => to !== undefined)) return undefined;
	if (!isOrdered || before === '') return '';
	return before !== undefined && (downTo === '' || before < downTo) ? before : downTo;
}

/** By the timestamps as they are, which have one width and no zone; in one second, by id. */
export function oldestFirst(a: Sighting, b: Sighting): number {
	const [first, second] = [a.at ?? '', b.at ?? ''];
	if (first !== second) return first < second ? -1 : 1;
	return a.id.localeCompare(b.id, 'en', { numeric: true });
}
