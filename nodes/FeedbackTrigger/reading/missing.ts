// Finds deleted records. A known record that no page has shown while the audit has read the list twice may be deleted. Each poll
// requests a few of these by ID. Only a 404 means deleted. A record that the service still has, or refuses to show, is not
// requested again until a page shows it.
import type { FeedbackClient } from '../../shared/client/client';
import type { ServiceFailure } from '../../shared/client/service-failure';
import type { DataRecord, RecordKind } from '../../shared/service/records';
import { Comparison } from '../comparison';
import type { Diff } from '../diff';
import { ofService } from '../failures';
import type { Pages } from './pages';

/** Maximum number of missing records that one poll requests, of all lists. */
export const MOST_REQUESTED = 3;

/** A stand-in for a missing record, with its ID and the present time. */
export const missingOf = (kind: RecordKind, id: unknown): DataRecord => ({
	[kind.id]: id,
	foundAt: new Date().toISOString(),
});

export interface Missing {
	/** Why it is unknown whether a record was deleted. A later poll requests it again. */
	failure?: ServiceFailure;
	/** Why records that may still exist are not requested again. */
	refusals: ServiceFailure[];
}

/** @param requests what all lists of this poll may still request */
export async function findDeleted(
	{ cursor, list, snapshot, batchId, rotation }: Diff,
	{ depth, met, candidates }: Pages,
	client: Pick<FeedbackClient, 'get'>,
	requests: { left: number },
): Promise<Missing> {
	const refusals: ServiceFailure[] = [];
	const { record: kind } = list.list;
	const watched = list.events.find(({ event }) => event.one);
	// A list that is suddenly empty may be a mistake of the service.
	if (!watched || !cursor?.isComplete || met.size === 0) return { refusals };
	const comparison = new Comparison([watched], batchId);
	const [{ name }] = comparison.values;
	const missing = new Set(snapshot.idsWith(name, rotation.unseen(depth)));
	const request = async (id: string) => {
		const path = { text: `${watched.event.one}/${encodeURIComponent(id)}`, things: [] };
		return await client.get(path, kind).then(() => undefined, ofService);
	};
	let isBelieved = false;
	while (missing.size > 0 && requests.left-- > 0) {
		const id = rotation.requested.next(missing)!;
		missing.delete(id);
		rotation.requested.take(id, rotation.now);
		const failure = await request(id);
		if (failure && !isAboutRecord(failure)) return { failure, refusals };
		if (failure && !isBelieved) {
			// A service that refuses a record that a page has just shown may do so for all.
			const [shown] = met;
			const denial = await request(shown);
			if (denial) return { failure: denial, refusals };
			isBelieved = true;
		}
		const isDeleted = failure?.problem.kind === 'notFound' && failure.problem.status === 404;
		if (failure && !isDeleted) refusals.push(failure);
		const before = snapshot.get(id);
		const after = { ...before, [name]: '' };
		const record = missingOf(kind, Number(id));
		const change = { record, before, after, isMissing: true } as const;
		const occurrences = isDeleted ? comparison.occurrences(id, change) : [];
		candidates.set(id, {
			...{ id, at: '', record, before, values: after, occurrences },
			...{ isNew: false, isKnown: false },
		});
	}
	return { refusals };
}

/** Whether the service has answered about this record, and would answer the same again. */
function isAboutRecord({ problem: { kind, status = 0 } }: ServiceFailure): boolean {
	const isPassing = ['unauthorized', 'rateLimited', 'notTheService', 'redirected'].includes(kind);
	return status >= 400 && status < 500 && !isPassing;
}
