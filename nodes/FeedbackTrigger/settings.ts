import { type IPollFunctions, NodeOperationError, type NodeParameterValueType } from 'n8n-workflow';
import type { FeedbackClient } from '../shared/client/client';
import { open, type Terms } from '../shared/node/connection';
import { locatorValue } from '../shared/node/locator-value';
import {
	events,
	type EventSettings,
	type Filters,
	isEverything,
	type Rule,
	type Watched,
	type WatchedEvent,
} from './events';

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
	const { feedback, account, credentialType } = await open(context, terms);
	const value: EventSettings['value'] = (name, otherwise) =>
		context.getNodeParameter(name, otherwise as NodeParameterValueType);
	const collection = (name: string) => filledIn(value(name, {}) as Filters);
	const chosen = context.getNodeParameter('events') as string[];
	const options = collection('options');
	const watched = events.filter(({ option }) => chosen.includes(option.value));
	if (credentialType === 'feedbackBasicApi') refuseWithBasic(context, watched);
	return {
		feedback,
		simplify: context.getNodeParameter('simplify', true) !== false,
		beginAnew: options.beginAnew === true,
		redeliver: options.redeliver === true,
		watched: watched.map((event) => {
			const filters = { ...event.defaults, ...(event.filters && collection(event.filters)) };
			const rule = event.rule({ filters, collection, value });
			const narrowed = queried(event, rule, filters);
			const query = { per_page: PAGE_SIZE, ...event.order, ...narrowed };
			return {
				...{ event, rule, filters, query, account },
				source: JSON.stringify([feedback.baseUrl, event.list.path, query]),
				scope: JSON.stringify([
					feedback.baseUrl,
					event.option.value,
					{ ...narrowed, ...rule.scope },
				]),
			};
		}),
	};
}

/** `/v2` takes Bearer alone (Authentication, 1). */
function refuseWithBasic(context: IPollFunctions, watched: readonly WatchedEvent[]): void {
	const event = watched.find(({ list }) => list.path.startsWith('/v2/'));
	if (!event) return;
	throw new NodeOperationError(
		context.getNode(),
		`${event.option.name} cannot be read with Basic Auth`,
		{
			description:
				'The service takes a Bearer Token there and nothing else. Choose it under Authentication; it holds the same API key.',
		},
	);
}

/** What the user has filled in, as far as it is something. */
function filledIn(values: Filters): Filters {
	const entries = Object.entries(values)
		.map(([name, value]) => [name, (locatorValue(value) ?? { value }).value] as const)
		.filter(([, value]) => value !== '' && value !== undefined && value !== null)
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries);
}

/**
 * What is left to the service to filter. Where changes are watched, a thing that ceases to pass would just not come any
 * more: what its record shows is judged here.
 */
function queried({ shows }: WatchedEvent, { keeps }: Rule, filters: Filters): Filters {
	const isAsked = ([name, value]: [string, unknown]) =>
		!isEverything(value) && !(keeps && name in shows);
	return Object.fromEntries(Object.entries(filters).filter(isAsked));
}
