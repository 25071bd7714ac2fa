import {
	type INodeProperties,
	type IPollFunctions,
	NodeOperationError,
	type NodeParameterValueType,
} from 'n8n-workflow';
import type { FeedbackClient } from '../shared/client/client';
import { open, type Terms } from '../shared/node/connection';
import { locatorValue } from '../shared/node/locator-value';
import { LARGEST_PAGE, type List } from '../shared/service/pages';
import { events } from './events';
import type { EventSettings, Rule, TriggerEvent } from './events/rule';

/** The whole of a small workspace in one request. */
export const PAGE_SIZE = LARGEST_PAGE;

/** What a poll goes by: everything that is set in the node and in its credential, read once. */
export interface Settings {
	feedback: FeedbackClient;
	/** The lists of the chosen events. */
	lists: readonly WatchedList[];
	/** Whether items hold the short form of a record. */
	simplify: boolean;
	/** Options > Ignore Items While Inactive. */
	beginAnew: boolean;
	/** Options > Re-Deliver After Crash. */
	redeliver: boolean;
}

/** A list that is read for one or more events. */
export interface WatchedList {
	/** Its path: one snapshot a list. */
	key: string;
	list: List;
	/** The query without the order. */
	query: EventSettings;
	/** Path and query: of another list a snapshot says nothing. */
	scope: string;
	/** Tells API keys apart, without telling the key. */
	account: string;
	events: readonly WatchedEvent[];
	/** Of these, the ones on its records, and the ones on the comments of its posts. */
	ofRecords: readonly WatchedEvent[];
	ofComments: readonly WatchedEvent[];
	/** What is set for each event, as JSON. */
	settings: string;
}

/** An event with the settings of the node. */
export interface WatchedEvent {
	event: TriggerEvent;
	settings: EventSettings;
	rule: Rule;
}

/** @throws UnusableBaseUrl, UnusableApiKey, InvalidInput, and what n8n throws of an expression that cannot be evaluated */
export async function readSettings(context: IPollFunctions, terms: Terms): Promise<Settings> {
	const { feedback, account, credentialType } = await open(context, terms);
	const valueOf = ({ name, type, default: otherwise }: INodeProperties) => {
		const value: unknown = context.getNodeParameter(name, otherwise as NodeParameterValueType);
		return type === 'collection' ? whatIsSet(value as EventSettings) : value;
	};
	const chosen = context.getNodeParameter('events') as string[];
	const options = whatIsSet(context.getNodeParameter('options', {}) as EventSettings);
	const watched = events
		.filter(({ option }) => chosen.includes(option.value))
		.map((event): WatchedEvent => {
			const own = event.fields.map((field) => [field.name, valueOf(field)] as const);
			const more = (event.options ?? []).map(({ name }) => [name, options[name]] as const);
			const settings = Object.fromEntries([...own, ...more]);
			return { event, settings, rule: event.rule(settings) };
		});
	if (watched.length === 0) {
		throw new NodeOperationError(context.getNode(), 'No event is chosen', {
			description: "Choose at least one event in 'Events'.",
		});
	}
	if (credentialType === 'feedbackBasicApi') refuseWithBasic(context, watched);
	return {
		feedback,
		lists: toLists(watched, account),
		simplify: context.getNodeParameter('simplify') !== false,
		beginAnew: options.beginAnew === true,
		redeliver: options.redeliver === true,
	};
}

/** Events of the same path read one list. */
function toLists(watched: readonly WatchedEvent[], account: string): WatchedList[] {
	const keys = new Set(watched.map(({ event }) => event.list.path));
	return [...keys].map((key) => {
		const of = watched.filter(({ event }) => event.list.path === key);
		const { list } = of[0].event;
		const queries = of.map(({ rule }) => rule.query);
		const query = whatIsSet(Object.assign({}, ...queries) as EventSettings);
		return {
			...{ key, list, query, account, events: of },
			ofRecords: of.filter(({ event }) => !event.isOfComments),
			ofComments: of.filter(({ event }) => event.isOfComments),
			scope: JSON.stringify([key, query]),
			settings: JSON.stringify(
				Object.fromEntries(of.map(({ event, settings }) => [event.option.value, settings])),
			),
		};
	});
}

/** `/v2` takes Bearer alone (Authentication, 1). */
function refuseWithBasic(context: IPollFunctions, watched: readonly WatchedEvent[]): void {
	const found = watched.find(({ event }) => event.list.path.startsWith('/v2/'));
	if (!found) return;
	throw new NodeOperationError(
		context.getNode(),
		`${found.event.option.name} cannot be read with Basic Auth`,
		{
			description:
				'The service takes only a Bearer Token there. Choose a Bearer credential; it holds the same API key.',
		},
	);
}

/** What the user has set of a collection, in the order of the alphabet, with locators as the values they hold. */
function whatIsSet(values: EventSettings): EventSettings {
	const entries = Object.keys(values)
		.sort()
		.map((name) => [name, (locatorValue(values[name]) ?? { value: values[name] }).value] as const)
		.filter(
			([, value]) => value !== '' && value !== undefined && value !== null && value !== 'all',
		);
	return Object.fromEntries(entries);
}
