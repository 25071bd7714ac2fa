import type { FeedbackClient } from '../shared/client/client';
import type { Read } from './news';
import type { Reading } from './reading';
import type { Work } from './turns';

/** Pages and news of one event in one poll, to bound the memory; what is left comes in the next poll. */
const MOST_PAGES = 100;
const MOST_NEWS = 2_500;

/**
 * What is to be read of the lists, and of what stands in them. Events that read the same list share its pages: each takes
 * in those that it would have asked for next, so that for each of them they were read in its own order.
 */
export function worksOf(feedback: FeedbackClient, reads: readonly Read[]): Work[] {
	return reads.map(({ reading, looks }) => {
		const { event, query, source } = reading.watched;
		const alike = reads
			.map((read) => read.reading)
			.filter(({ watched }) => watched.source === source);
		let hasFailed = false;
		const page = (number: number) => async () => {
			hasFailed = true;
			const answer = await feedback.page(event.list, number, query);
			hasFailed = false;
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
