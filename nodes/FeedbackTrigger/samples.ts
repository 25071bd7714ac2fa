// The items of a manual test. They are real records, and their `eventId` is not that of a real item.
import { type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { path } from '../shared/client/path';
import { BRIEF } from '../shared/client/retry';
import { comment, commentList } from '../shared/service/comments';
import { LARGEST_PAGE } from '../shared/service/pages';
import { type DataRecord, idOf, type RecordKind } from '../shared/service/records';
import { Comparison, type Occurrence } from './comparison';
import { toItems } from './items';
import { countedComments } from './comments/due-comments';
import { ListFailure } from './failures';
import type { Poll } from './n8n-poll';
import { missingOf } from './reading/missing';
import type { Settings, WatchedEvent, WatchedList } from './settings';
import { namesOf, readSettings, whatIsSet } from './settings';
import { oldestFirst } from './snapshot/snapshot';

const MOST_OF_EACH_EVENT = 3;
/** A deleted record for a test. A workflow may delete what it names elsewhere, so nothing has this ID. */
const NOBODY = '0';

/** The newest few records that match the filters, as items. Neither reads nor writes the snapshots of the active workflow. */
export async function samples(poll: Poll): Promise<INodeExecutionData[]> {
	const settings = await readSettings(poll, { patience: BRIEF });
	const items: INodeExecutionData[] = [];
	for (const list of settings.lists) {
		const found = await newest(list, settings).catch((error: unknown) => {
			throw new ListFailure([{ cause: error, list }]);
		});
		items.push(...found);
	}
	if (items.length > 0) return items;
	const names = settings.lists.map(namesOf).join(', ');
	const description = `Nothing in the service matches ${names} yet. Add something that does, or remove a filter, and test again.`;
	const message = 'No data with the current filter could be found';
	throw new NodeOperationError(poll.node, message, { description });
}

async function newest(list: WatchedList, settings: Settings): Promise<INodeExecutionData[]> {
	const narrowings = list.events.map(({ rule }) => rule.narrowing);
	const query = {
		per_page: LARGEST_PAGE,
		...list.list.newestFirst?.created,
		...whatIsSet(Object.assign({}, ...narrowings) as DataRecord),
		...list.query,
	};
	const { records } = await settings.feedback.page(list.list, 0, { query });
	const items: INodeExecutionData[] = [];
	for (const watched of list.events) {
		const found = await examples(watched, records, settings);
		const shown = found.sort(oldestFirst).slice(-MOST_OF_EACH_EVENT);
		const marked = shown.map((one) => ({ ...one, eventId: `${one.eventId}:test` }));
		items.push(...toItems(marked, settings));
	}
	return items;
}

async function examples(
	watched: WatchedEvent,
	records: readonly DataRecord[],
	{ feedback }: Settings,
): Promise<Occurrence[]> {
	const { event, rule } = watched;
	const kind = event.list.record;
	if (event.recordPath) return deleted(watched, kind);
	if (!event.isOfComments) return ofRecords(watched, kind, records);
	const found: Occurrence[] = [];
	const isCommented = (post: DataRecord) =>
		rule.posts?.(post) && countedComments(post) && idOf(kind, post) !== undefined;
	for (const post of records.filter(isCommented).slice(0, MOST_OF_EACH_EVENT)) {
		const place = path`/v1/post/${idOf(kind, post)}/comments`;
		const page = await feedback.page(commentList, 0, { path: place });
		found.push(...ofRecords(watched, comment, page.records).map((one) => ({ ...one, post })));
	}
	return found;
}

/** Each record as new, or as changed from a made-up earlier state, as the real one is unknown. */
function ofRecords(
	watched: WatchedEvent,
	kind: RecordKind,
	records: readonly DataRecord[],
): Occurrence[] {
	const comparison = new Comparison([watched], '');
	const { example } = watched.rule;
	return records.flatMap((record) => {
		const id = idOf(kind, record);
		const former = example?.(record, records);
		if (id === undefined || (example && !former)) return [];
		const before = former && comparison.valuesOf(former);
		const after = comparison.valuesOf(record, before);
		return comparison.occurrences(id, { record, before, after });
	});
}

function deleted(watched: WatchedEvent, kind: RecordKind): Occurrence[] {
	const record = missingOf(kind, Number(NOBODY));
	const change = { record, before: undefined, after: {}, isMissing: true } as const;
	return new Comparison([watched], '').occurrences(NOBODY, change);
}
