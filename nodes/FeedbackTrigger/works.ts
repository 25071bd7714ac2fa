import type { FeedbackClient } from '../shared/client/client';
import type { Page } from '../shared/service/pages';
import { perRegistration } from './engine';
import type { Read } from './news';
import type { Reading } from './reading';
import type { Work } from './turns';

/** Pages and news of one event in one poll, to bound the memory; what is left comes in the next poll. */
const MOST_PAGES = 100;
const MOST_NEWS = 2_500;

/** The newest page of each list as it was read last. With nothing new it comes again as it is, and is not read anew. */
const newestOf = perRegistration(() => new Map<string, Page>());

/**
 * What is to be read of the lists, and of what stands in them. Events that read the same list share its pages: each takes
 * in those that it would have asked for next, so that for each of them they were read in its own order.
 * @param registration n8n's context of the polls
 */
export function worksOf(
	registration: object,
	feedback: FeedbackClient,
	reads: readonly Read[],
): Work[] {
	const newest = newestOf(registration);
	return reads.map(({ reading, looks }) => {
		const { event, query, source } = reading.watched;
		const alike = reads
			.map((read) => read.reading)
			.filter(({ watched }) => watched.source === source);
		let hasFailed = false;
		const page = (number: number) => async () => {
			hasFailed = true;
			const known = number === 0 ? newest.get(source) : undefined;
			const answer = await feedback.page(event.list, number, query, { former: known });
			hasFailed = false;
			if (number === 0) newest.set(source, answer);
			for (const one of alike) if (nextPage(one) === number) one.add(number, answer);
		};
		return {
			event,
			next() {
				const number = hasFailed ? undefined : nextPage(reading);
				// The newest page first: what it tells to look into is newer than what stands below it.
				const look = number === 0 ? undefined : looks?.next();
				return look ?? (number === undefined ? undefined : page(number));
			},
		};
	});
}

function nextPage(reading: Reading): number | undefined {
	const isFull = reading.pages.size >= MOST_PAGES || reading.found >= MOST_NEWS;
	return isFull ? undefined : reading.next();
}
