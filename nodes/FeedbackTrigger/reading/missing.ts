// Finds deleted records. A record is missing if no page has shown it in one and a half rounds of the audit. Each poll requests a
// few of these by ID. Only a 404 means deleted. A record that the service still has is requested once more, and one that it
// refuses to show not again, until a page shows it.
import type { FeedbackClient } from '../../shared/client/client';
import type { ServiceFailure } from '../../shared/client/service-failure';
import type { DataRecord, RecordKind } from '../../shared/service/records';
import { Comparison } from '../comparison';
import { isEndOfTime, NotSent, ofService } from '../failures';
import type { Reading } from './reading';

/** Maximum number of missing records that one poll requests, of all lists: one for each minute since the last poll. */
export const mostRequested = (minutes: number) => Math.min(100, Math.max(3, Math.floor(minutes)));

/** The mark of a record that no page has shown since it was found by its ID. */
const FOUND = '2';

/** A stand-in for a missing record, with its ID and the present time. */
export const missingOf = (kind: RecordKind, id: unknown): DataRecord => ({
	[kind.id]: id,
	foundAt: new Date().toISOString(),
});

/**
 * @param requests what all lists of this poll may still request
 * @param ended why the poll requests nothing more
 */
export async function findDeleted(
	{ diff, plan, found: { met, candidates } }: Reading,
	client: Pick<FeedbackClient, 'get'>,
	requests: { left: number },
	ended?: ServiceFailure,
): Promise<{ failure?: ServiceFailure; refusals: readonly ServiceFailure[] }> {
	const { isComplete, list, snapshot, batchId, rotation, look } = diff;
	const refusals: ServiceFailure[] = [];
	const { record: kind } = list.list;
	const watched = isComplete && list.events.find(({ event }) => event.recordPath);
	// A list that is suddenly empty may be a mistake of the service.
	if (!watched || met.size === 0) return { refusals };
	const comparison = new Comparison([watched], batchId);
	const [{ name }] = comparison.values;
	const request = async (id: string) => {
		const path = { text: `${watched.event.recordPath}/${encodeURIComponent(id)}`, things: [] };
		return await client.get(path, kind).then(() => undefined, ofService);
	};
	const settle = (id: string, refusal?: ServiceFailure) => {
		const before = snapshot.get(id);
		const { isDeleted, mark } = outcomeOf(refusal, before?.[name]);
		if (refusal && !isDeleted) refusals.push(refusal);
		if (mark === FOUND) look.shown.add(id);
		const values = { ...before, [name]: mark };
		const record = missingOf(kind, Number(id));
		const change = { record, before, after: values, isMissing: true } as const;
		const occurrences = isDeleted ? comparison.occurrences(id, change) : [];
		const others = { at: '', isNew: false, isKnown: false };
		candidates.set(id, { id, record, before, values, occurrences, ...others });
	};
	// A service that refuses a record that a page has just shown may do so for all.
	const [shown] = met;
	let control: Promise<ServiceFailure | undefined> | undefined;
	const doubtOf = async (refusal: ServiceFailure) =>
		isAboutRecord(refusal) ? await (control ??= request(shown)) : refusal;
	const isMissing = rotation.isMissing(plan.depth, look);
	const missing = rotation.sightings.inTurn(snapshot.idsWith(name, isMissing));
	look.isCutShort ||= missing.length > 0 && isEndOfTime(ended);
	const mayRequest = () => !ended && requests.left-- > 0;
	for (const id of missing) {
		if (!mayRequest()) break;
		const refusal = await request(id);
		const doubt = refusal && (await doubtOf(refusal));
		look.isCutShort ||= isEndOfTime(doubt);
		// The next poll goes on from here.
		if (doubt instanceof NotSent) break;
		look.requested.add(id);
		if (doubt) return { failure: doubt, refusals };
		settle(id, refusal);
	}
	return { refusals };
}

/**
 * What a record is found to be, and its next mark. A page may have missed it by mistake, and it may be deleted before one shows
 * it: so it has a second turn.
 */
function outcomeOf(refusal: ServiceFailure | undefined, mark?: string) {
	const isDeleted = refusal?.problem.kind === 'notFound' && refusal.problem.status === 404;
	return { isDeleted, mark: refusal || mark === FOUND ? '' : FOUND };
}

/** Whether the service has answered about this record, and would answer the same again. */
function isAboutRecord({ problem: { kind, status = 0 } }: ServiceFailure): boolean {
	const isPassing = ['unauthorized', 'rateLimited', 'notTheService', 'redirected'].includes(kind);
	return status >= 400 && status < 500 && !isPassing;
}
