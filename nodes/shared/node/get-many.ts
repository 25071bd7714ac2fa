import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod/v4';
import type { Path } from '../client/path';
import { collect } from '../client/walk';
import type { List } from '../service/pages';
import { limit, returnAll } from './fields';
import type { Input } from './input';
import type { Operation } from './operation';

export interface GetMany {
	option: Operation['option'];
	list: List;
	/** What the list belongs to, such as the post of comments. */
	of?: { field: INodeProperties; path(input: Input): Path };
	/** What narrows the list, and the query that these fields fill. */
	fields?: INodeProperties[];
	query?: z.ZodObject;
}

/** The operation every list has: Return All or up to a limit, whatever its pages look like. */
export const getMany = ({ option, list, of, fields = [], query }: GetMany): Operation => ({
	option,
	fields: [...(of ? [of.field] : []), returnAll, limit, ...fields],
	output: { kind: list.record, whole: true },
	async execute(feedback, input) {
		return await collect(feedback, {
			list,
			path: of?.path(input),
			query: query ? input.read(query) : {},
			limit: input.limit(),
		});
	},
});
