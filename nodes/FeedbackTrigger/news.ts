import type { DataRecord, RecordKind } from '../shared/service/records';
import { commentsOf } from './comments';
import type { Cursor } from './cursor';
import { ids, keepingOf } from './keeping';
import type { Looks } from './looks';
import { baselineNext, owedNext } from './owed';
import { isNews, type Sighting } from './page';
import { MOST_NAMES } from './prints';
import type { Reading } from './reading';
import { Seen, type Thing } from './seen';

/** A thing that is delivered. */
export interface News extends Sighting {
	record: DataRecord;
	/** What it was last seen with; undefined when it never was. */
	before?: string;
	/** What kind of record it is, where that is not what the list of its event holds. */
	kind?: RecordKind;
	/** What its item says beside the record. */
	beside?: DataRecord;
}

/** What of the news is told, and what is remembered of it. */
export interface Told {
	news: News[];
	/** Remembered at once. */
	remembered: readonly Thing[];
	/** Remembered as soon as the batch counts as delivered. */
	delivered: readonly Thing[];
	/** The same of the comments of posts. */
	comments?: { remembered: readonly Thing[]; delivered: readonly Thing[] };
	/** The posts that are still to be looked into. */
	looks?: readonly string[];
}

const NOTHING = { remembered: [], delivered: [] };

/** What a poll found, in any order, and what is to be remembered of it. */
export interface Plan {
	news: News[];
	next: Cursor;
}

/** What a poll has read of an event. */
export interface Read {
	reading: Reading;
	/** New Comment: what was read of posts. */
	looks?: Looks;
}

/**
 * What is news, and what to remember. Pure, and computed from the memory as it is now, which another poll may have
 * changed since the pages were read.
 * @param memory undefined where nothing is remembered under these settings
 * @param redeliverUnless Re-Deliver After Crash: the process that, as long as it lives, has handed this batch over
 */
export function plan(
	{ reading, looks }: Read,
	memory: Cursor | undefined,
	redeliverUnless?: string,
): Plan {
	const { watched, cursor: readWith } = reading;
	const { rule, scope, account } = watched;
	const known = readWith || memory?.account === account ? memory : undefined;
	// Read as a baseline, which another poll has begun meanwhile: it is as if nothing was read.
	if (known && !readWith) return { news: [], next: known };
	// A list that has no order any more says of nothing whether it is newer than the baseline.
	const isSilent = known?.baseline !== undefined && !reading.isOrdered;
	const found: News[] = [];
	const remembered: Sighting[] = [];
	const met = new Set<string>();
	const pagesWithNews = new Set<number>();
	/** Whether it is news. */
	const meet = (sighting: Sighting): boolean => {
		const { id, record, print } = sighting;
		if (met.has(id)) return false;
		met.add(id);
		const before = known?.seen.printOf(id);
		// Another poll has seen it since, and maybe later than this one.
		if (known && before !== readWith?.seen.printOf(id)) return false;
		const isTellable = before !== undefined || !isSilent;
		if (known && record && isTellable && isNews(known, watched, sighting, record)) {
			found.push({ ...sighting, record, before });
			return true;
		}
		const after = before === undefined ? undefined : rule.keeps?.after?.(before, print);
		remembered.push(after === undefined ? sighting : { ...sighting, print: after });
		return false;
	};
	for (const { number, sightings, isRemembered } of reading.pages.values()) {
		if (isRemembered && known) continue;
		for (const sighting of sightings) if (meet(sighting)) pagesWithNews.add(number);
	}
	// Posts that were left by former polls, and stand on none of these pages.
	for (const { post } of looks?.done ?? []) meet(post);
	const told: Told =
		known && looks && rule.comments
			? commentsOf(found, looks, known, rule.comments)
			: { news: found, remembered: [], delivered: found };
	const keeping = keepingOf(rule);
	const owed = owedNext(reading, known, pagesWithNews);
	const baseline = baselineNext(reading, known, owed);
	const names = namesNext(reading, known);
	const mayMove = rule.tellsFirst && watched.event.begunBy !== undefined;
	const since = known || !mayMove ? known?.since : reading.begun;
	const workspace = known?.workspace ?? reading.workspace;
	const isUnconfirmed = told.news.length > 0 && redeliverUnless !== undefined;
	const atOnce = (once: readonly Thing[], later: readonly Thing[]) =>
		isUnconfirmed ? once : [...once, ...later];
	const { comments = NOTHING, looks: left = [] } = told;
	const inPosts = (known?.comments ?? Seen.none(ids)).with(
		atOnce(comments.remembered, comments.delivered),
	);
	return {
		news: told.news,
		next: {
			...{ scope, account, owed },
			depth: reading.depth(known?.depth),
			seen: (known?.seen ?? Seen.none(keeping)).with(
				atOnce([...remembered, ...told.remembered], told.delivered),
			),
			...{ looks: left, names, workspace, baseline, since },
			...(!inPosts.isEmpty && { comments: inPosts }),
			...(isUnconfirmed && {
				unconfirmed: {
					seen: Seen.none(keeping).with(told.delivered),
					...(comments !== NOTHING && {
						comments: Seen.none(ids).with(comments.delivered),
					}),
					by: redeliverUnless,
				},
			}),
		},
	};
}

/** Once there is no more room, what is new has no name: else they would change with every poll. */
function namesNext({ pages }: Reading, known: Cursor | undefined): readonly string[] {
	const names = new Set(known?.names);
	for (const { sightings } of pages.values()) {
		for (const name of sightings.flatMap((sighting) => sighting.names ?? [])) {
			if (names.size < MOST_NAMES) names.add(name);
		}
	}
	return [...names];
}
