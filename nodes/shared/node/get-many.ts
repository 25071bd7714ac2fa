import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';
import type { Path } from '../client/path';
import { all, type Period, within } from '../client/selection';
import { pagesOf, type Walk } from '../client/walk';
import type { Schemas, Shape } from '../service/request-bodies';
import type { List } from '../service/pages';
import { limit, returnAll } from './fields';
import type { Input } from './input';
import type { Operation } from './operation';

export interface GetMany<Query extends z.ZodObject = z.ZodObject> {
	option: Operation['option'];
	isUndocumented?: boolean;
	list: List;
	/** What the list belongs to, such as the post of comments. */
	of?: { field: INodeProperties; path(input: Input): Path };
	/** What narrows the list, and the query that these fields fill. */
	fields?: INodeProperties[];
	query?: Shape<Query>;
	/** A period that the query asks for and that the service may not keep to, so that it is looked after here too. */
	period?(query: z.output<Query>): Period;
}

/** The operation every list has: Return All or up to a limit, whatever its pages look like. */
export const getMany = <Query extends z.ZodObject>({
	option,
	isUndocumented,
	list,
	of,
	fields = [],
	query: asked,
	period,
}: GetMany<Query>): Operation => ({
	option,
	isUndocumented,
	fields: [...(of ? [of.field] : []), returnAll, limit, ...fields],
	output: { kind: list.record, whole: true },
	async execute(feedback, input) {
		const query = asked && input.read(asked);
		const periods = [...(query && period ? [period(query)] : []), ...periodsIn(input)];
		return pagesOf(feedback, {
			list,
			path: of?.path(input),
			...narrowed(list, periods, query),
			limit: input.limit(),
		});
	},
});

const times = ({ z, timestamp }: Schemas) =>
	z.object({
		createdSince: timestamp.optional(),
		createdUntil: timestamp.optional(),
		changedSince: timestamp.optional(),
		changedUntil: timestamp.optional(),
	});

/** What Created Since, Changed Until and the like ask for. @throws InvalidInput */
export function periodsIn(input: Input): Period[] {
	const asked = input.read(times);
	return [
		{ by: 'created', from: asked.createdSince, until: asked.createdUntil },
		{ by: 'updated', from: asked.changedSince, until: asked.changedUntil },
	];
}

/**
 * What to ask a list for, and what to take of it, where only some dates are wanted: the order in which nothing older
 * needs to be read, unless the user chose another one, and exactly the records of those dates.
 */
export function narrowed(
	{ newestFirst = {}, order: usual = {}, record }: List,
	periods: readonly Period[],
	chosen: Readonly<Record<string, unknown>> = {},
): Pick<Walk, 'query' | 'only'> {
	const asked = periods.filter(({ from, until }) => from !== undefined || until !== undefined);
	const by = asked.find((one) => one.from !== undefined && newestFirst[one.by])?.by;
	const order = (by && newestFirst[by]) ?? usual;
	const query = { ...order, ...chosen };
	const isOurs = Object.entries(order).every(([name, value]) => query[name] === value);
	return {
		query,
		only: all(asked.map((one) => within(one, isOurs && one.by === by ? record : undefined))),
	};
}
