import type { FeedbackClient } from '../client/client';
import type { Path } from '../client/path';
import { allOf, type Period, type Selection, within } from '../client/period';
import { pagesOf, type Walk } from '../client/walk';
import type { List } from '../service/pages';
import type { DataRecord } from '../service/records';
import type { Field } from './field';
import { changedPeriod, createdPeriod, limit, type PeriodFields, returnAll } from './fields';
import type { Input } from './input';
import { refusedField } from './invalid-input';
import type { Operation } from './operation';

export interface GetMany extends Pick<Operation, 'option' | 'isUndocumented'> {
	list: List;
	/** What the list belongs to, such as the post of comments. */
	of?: { field: Field; path(input: Input): Path };
	/** What narrows the list. */
	fields?: Field[];
	/** Which records are taken, for filters that the API lacks, or may not keep to. */
	takes?(input: Input): Takes | undefined;
	/** Which of these records are taken, if that takes further requests. */
	selects?(
		feedback: FeedbackClient,
		input: Input,
	): ((record: DataRecord) => Promise<boolean>) | undefined;
	/** What else to ask for, if the service can filter by creation. */
	query?(created: Period): Readonly<Record<string, unknown>>;
	/** Adds to the records of a page what takes further requests, if that is asked for. */
	completes?(
		feedback: FeedbackClient,
		input: Input,
	): ((records: DataRecord[]) => Promise<DataRecord[]>) | undefined;
}

/** The operation every list has: Return All or up to a limit, whatever its pages look like. */
export const getMany = ({
	list,
	of,
	fields = [],
	takes,
	selects,
	query,
	completes,
	...rest
}: GetMany): Operation => ({
	...rest,
	...(of && { path: [of.field] }),
	fields: [returnAll, limit, ...fields],
	output: { kind: list.record, isWhole: true },
	async execute(feedback, input) {
		const periods = periodsIn(input);
		const walk: Walk = {
			list,
			path: of?.path(input),
			...narrowed(list, periods, { ...query?.(periods[0]), ...input.body() }, takes?.(input)),
		};
		const limit = input.limit();
		const select = selects?.(feedback, input);
		const pages = select
			? selected(feedback, { ...walk, limit }, select)
			: pagesOf(feedback, { ...walk, limit });
		const complete = completes?.(feedback, input);
		return complete ? completed(pages, complete) : pages;
	},
});

/** The number of records that are selected in parallel. */
const RECORDS_AT_A_TIME = 8;

/** The records of a walk that are selected, up to its limit. */
async function* selected(
	feedback: FeedbackClient,
	{ limit: left = Number.POSITIVE_INFINITY, ...walk }: Walk,
	select: (record: DataRecord) => Promise<boolean>,
): AsyncGenerator<DataRecord[], void> {
	// How many records of a page are selected is unknown, so a limit reads page by page.
	const ahead = Number.isFinite(left) ? { ahead: () => 1 } : {};
	for await (const records of pagesOf(feedback, { ...walk, ...ahead })) {
		for (let at = 0; at < records.length; at += RECORDS_AT_A_TIME) {
			const some = records.slice(at, at + RECORDS_AT_A_TIME);
			const areSelected = await Promise.all(some.map(async (record) => await select(record)));
			const found = some.filter((_, index) => areSelected[index]).slice(0, left);
			left -= found.length;
			yield found;
			if (left <= 0) return;
		}
	}
}

async function* completed(
	pages: AsyncIterable<DataRecord[]>,
	complete: (records: DataRecord[]) => Promise<DataRecord[]>,
): AsyncGenerator<DataRecord[], void> {
	for await (const records of pages) yield await complete(records);
}

/** Whether a record is wanted. */
export type Takes = (record: DataRecord) => boolean;

/** What Created Since, Changed Until and the like ask for. @throws InvalidInput */
export function periodsIn(input: Input): Period[] {
	return [
		{ by: 'created', ...endsOf(input, createdPeriod) },
		{ by: 'updated', ...endsOf(input, changedPeriod) },
	];
}

function endsOf(input: Input, { since, until }: PeriodFields): Pick<Period, 'from' | 'until'> {
	const ends = { from: input.get(since), until: input.get(until) };
	if (ends.from === undefined || ends.until === undefined || ends.from <= ends.until) return ends;
	throw refusedField(until, `must not be before '${since.displayName}'`);
}

/**
 * What to ask a list for, and what to take of it, where only some dates are wanted: the order in which nothing older
 * needs to be read, unless the user chose another one, and exactly the records of those dates. By the last change, what
 * was never changed may stand last: new ones come first by creation.
 */
export function narrowed(
	{ newestFirst = {}, record }: List,
	periods: readonly Period[],
	chosen: Readonly<Record<string, unknown>> = {},
	takes?: Takes,
): Pick<Walk, 'query' | 'only' | 'second'> {
	const asked = periods.filter(({ from, until }) => from !== undefined || until !== undefined);
	const newest = asked.find(({ from, by }) => from !== undefined && newestFirst[by]);
	const order = newestFirst[newest?.by ?? 'created'] ?? {};
	const query = { ...order, ...chosen };
	const isOurs = Object.entries(order).every(([name, value]) => query[name] === value);
	const wanted: Selection[] = asked.map((period) => within(period));
	if (takes) wanted.push({ takes });
	if (!newest || !isOurs) return { query, only: allOf(wanted) };
	const only = allOf([...wanted, within(newest, record)]);
	if (newest.by === 'created' || !newestFirst.created) return { query, only };
	const recent = within({ by: 'created', from: newest.from }, record);
	return {
		query,
		only,
		second: { query: { ...chosen, ...newestFirst.created }, only: allOf([...wanted, recent])! },
	};
}
