// Records that no page of their list has shown since each page was read: a few of them are asked for in each poll. Only what the
// service says that it does not have is deleted. What it still has has moved, and is left alone until a page shows it again.
import type { FeedbackClient } from '../../shared/client/client';
import type { ServiceFailure } from '../../shared/client/service-failure';
import { clock } from '../../shared/node/transport';
import type { DataRecord, RecordKind } from '../../shared/service/records';
import { Judge } from '../diff';
import { missing } from '../events/rule';
import { ofService } from './failures';
import type { Reading } from './lists';

/** Requests of this kind in one poll. */
export const MOST_ASKED = 3;

/** What stands in place of such a record. */
export function missingOf(kind: RecordKind, id: unknown): DataRecord {
	const record = { [kind.id]: id, foundAt: new Date(clock.now()).toISOString() };
	missing.add(record);
	return record;
}

/** @returns why it is not known of a record whether it is deleted: it is asked for again */
export async function askForMissing(
	{ diff, pages, round }: Reading,
	client: Pick<FeedbackClient, 'get'>,
	asks: { left: number },
): Promise<ServiceFailure | undefined> {
	const { cursor, list, snapshot, batch } = diff;
	const { record: kind } = list.list;
	const watched = list.events.find(({ event }) => event.one);
	// A list that is empty all at once may be a mistake of the service.
	if (!watched || !cursor?.isComplete || pages.met.size === 0) return undefined;
	const judge = new Judge([watched], batch);
	const [name] = judge.names;
	const ids = round?.ids ? snapshot.idsWith(name, round.ids) : [];
	const ask = async (id: string) => {
		const path = { text: `${watched.event.one}/${encodeURIComponent(id)}`, things: [] };
		return await client.get(path, kind).then(() => undefined, ofService);
	};
	let isBelieved = false;
	while (ids.length > 0 && asks.left-- > 0) {
		// Drawn at random, so that none always stands in the way of the others.
		const id = drawn(ids);
		const failure = await ask(id);
		const isDeleted = failure?.problem.kind === 'notFound' && failure.problem.status === 404;
		if (failure && !isDeleted) return failure;
		if (isDeleted && !isBelieved) {
			// Who denies what a page has just shown may deny everything.
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

/** Takes one out. */
const drawn = (ids: string[]) => ids.splice(Math.floor(Math.random() * ids.length), 1)[0];
