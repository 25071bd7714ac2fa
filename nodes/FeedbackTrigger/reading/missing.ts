// Finds deleted records. A known record that no page has shown in a complete round is missing. Each poll requests a few missing
// records by ID. Only a 404 means deleted. A record that still exists is not requested again until a page shows it.
import type { FeedbackClient } from '../../shared/client/client';
import type { ServiceFailure } from '../../shared/client/service-failure';
import { clock } from '../../shared/node/transport';
import type { DataRecord, RecordKind } from '../../shared/service/records';
import { Judge } from '../diff';
import { missing } from '../events/rule';
import { ofService } from './failures';
import type { Reading } from './lists';

/** Maximum number of missing records that one poll requests. */
export const MOST_ASKED = 3;

/** A stand-in for a missing record, with its ID and the present time. */
export function missingOf(kind: RecordKind, id: unknown): DataRecord {
	const record = { [kind.id]: id, foundAt: new Date(clock.now()).toISOString() };
	missing.add(record);
	return record;
}

/** @returns why it is unknown whether a record was deleted; a later poll requests that record again */
export async function askForMissing(
	{ diff, pages }: Reading,
	shown: ReadonlyMap<string, unknown> | undefined,
	client: Pick<FeedbackClient, 'get'>,
	asks: { left: number },
): Promise<ServiceFailure | undefined> {
	const { cursor, list, snapshot, batch } = diff;
	const { record: kind } = list.list;
	const watched = list.events.find(({ event }) => event.one);
	// A list that is suddenly empty may be a mistake of the service.
	if (!watched || !shown || !cursor?.isComplete || pages.met.size === 0) return undefined;
	const judge = new Judge([watched], batch);
	const [name] = judge.names;
	const ids = snapshot.idsWith(name, shown);
	const ask = async (id: string) => {
		const path = { text: `${watched.event.one}/${encodeURIComponent(id)}`, things: [] };
		return await client.get(path, kind).then(() => undefined, ofService);
	};
	let isBelieved = false;
	while (ids.length > 0 && asks.left-- > 0) {
		// Picks one at random, so that no record always blocks the others.
		const id = drawn(ids);
		const failure = await ask(id);
		const isDeleted = failure?.problem.kind === 'notFound' && failure.problem.status === 404;
		if (failure && !isDeleted) return failure;
		if (isDeleted && !isBelieved) {
			// A service that answers 404 for a record that a page has just shown may do so for all.
			const denial = await ask(drawn([...pages.met]));
			if (denial) return denial;
			isBelieved = true;
		}
		const record = missingOf(kind, Number(id));
		const before = snapshot.get(id);
		const found = { id, at: '', record, before, values: { ...before, [name]: '' } };
		const news = isDeleted ? judge.news(id, record, before, found.values) : [];
		pages.findings.set(id, { ...found, news, isNew: false, isKnown: false });
	}
	return undefined;
}

/** Removes a random ID, and returns it. */
const drawn = (ids: string[]) => ids.splice(Math.floor(Math.random() * ids.length), 1)[0];
