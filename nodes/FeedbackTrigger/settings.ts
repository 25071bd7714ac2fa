import { type IPollFunctions, isResourceLocatorValue } from 'n8n-workflow';
import type { FeedbackClient } from '../shared/client/client';
import { open, type Terms } from '../shared/node/connection';
import { events, type Filters, isEverything, type Watched, type WatchedEvent } from './events';

/** Limits, `per_page`: the whole of a small workspace in one request. */
const PAGE_SIZE = 100;

/** What a poll goes by: everything that is set in the node and in its credential, read once. */
export interface Settings {
	feedback: FeedbackClient;
	/** The chosen events, in the order of the menu. */
	watched: readonly Watched[];
	/** Whether items hold the short form of a record. */
	simplify: boolean;
	/** Options > Begin Anew When Activated. */
	beginAnew: boolean;
	/** Options > Re-Deliver After Crash. */
	redeliver: boolean;
}

/** @throws UnusableBaseUrl, UnusableApiKey, and what n8n throws of an expression that cannot be evaluated */
export async function readSettings(context: IPollFunctions, terms: Terms): Promise<Settings> {
	const { feedback, account } = await open(context, terms);
	const chosen = context.getNodeParameter('events') as string[];
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	return {
		feedback,
		simplify: context.getNodeParameter('simplify', true) !== false,
		beginAnew: options.beginAnew === true,
		redeliver: options.redeliver === true,
		watched: events
			.filter(({ option }) => chosen.includes(option.value))
			.map((event) => {
				const filters = { ...event.defaults, ...filledIn(context, event) };
				const narrowed = queried(event, filters);
				return {
					event,
					filters,
					query: { per_page: PAGE_SIZE, ...event.order, ...narrowed },
					scope: JSON.stringify([feedback.baseUrl, event.option.value, narrowed]),
					account,
				};
			}),
	};
}

function filledIn(context: IPollFunctions, { filters }: WatchedEvent): Filters {
	if (!filters) return {};
	const entries = Object.entries(context.getNodeParameter(filters, {}) as Filters)
		.map(([name, value]) => [name, isResourceLocatorValue(value) ? value.value : value] as const)
		.filter(([, value]) => value !== '' && value !== undefined && value !== null)
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries);
}

/**
 * What is left to the service to filter. Where changes are watched, a thing that ceases to pass would just not come any
 * more: what its record shows is judged here.
 */
function queried({ compares, shows }: WatchedEvent, filters: Filters): Filters {
	const isAsked = ([name, value]: [string, unknown]) =>
		!isEverything(value) && !(compares && name in shows);
	return Object.fromEntries(Object.entries(filters).filter(isAsked));
}
