import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { simplify } from '../shared/service/records';
import type { Watched } from './events';
import type { News } from './news';

/**
 * What the workflow gets: which event it is, an id for what happened, what the event says of it, and the record.
 * @param short whether the record comes in its short form
 * @param names what prints stand for, as far as it is kept
 */
export function toItem(
	{ event, rule }: Pick<Watched, 'event' | 'rule'>,
	news: News,
	short: boolean,
	names: readonly string[] = [],
): INodeExecutionData {
	const { value } = event.option;
	const { id, print, before, record, kind = event.list.record, beside } = news;
	const isChange = rule.keeps !== undefined && before !== undefined;
	return {
		json: {
			event: value,
			eventId: isChange ? `${value}:${id}:${print}` : `${value}:${id}`,
			...rule.says?.({ record, print, before }, names),
			...(short ? simplify(kind, record) : record),
			...beside,
		} as IDataObject,
	};
}
