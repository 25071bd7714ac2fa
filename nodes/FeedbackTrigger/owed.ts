import { type Cursor, MOST_OWED, type Stretch } from './cursor';
import type { Reading } from './reading';

/**
 * What this poll leaves to the next ones: first what was never read, then what is read once more, since something may
 * have moved over a seam while news came from several pages. What another poll has owed since is not settled by pages
 * that were read before.
 */
export function owedNext(
	reading: Pick<Reading, 'cursor' | 'owed' | 'pages' | 'rests'>,
	known: Pick<Cursor, 'owed'> | undefined,
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

/** Of each run of pages that were read one after the other: down to each page with news, and one more. They become one. */
function secondLooks(
	{ pages }: Pick<Reading, 'pages'>,
	pagesWithNews: ReadonlySet<number>,
): Stretch[] {
	const looks: Stretch[] = [];
	let from = 0;
	for (const number of [...pages.keys()].sort((a, b) => a - b)) {
		if (!pages.has(number - 1)) from = number;
		if (number === from || !pagesWithNews.has(number)) continue;
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
export function baselineNext(
	{ isOrdered, downTo }: Pick<Reading, 'isOrdered' | 'downTo'>,
	known: Pick<Cursor, 'baseline'> | undefined,
	owed: readonly Stretch[],
): string | undefined {
	const before = known?.baseline;
	const isOpen = known === undefined || before !== undefined;
	if (!isOpen || owed.every(({ to }) => to !== undefined)) return undefined;
	if (!isOrdered) return '';
	return before !== undefined && (downTo === '' || before < downTo) ? before : downTo;
}
