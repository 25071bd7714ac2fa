import { NodeOperationError } from 'n8n-workflow';
import type { FeedbackClient } from '../shared/client/client';
import type { Connection, Terms } from '../shared/node/connection';
import { toNodeError } from '../shared/node/failure';
import type { Field } from '../shared/node/field';
import { longestLine, simplifySwitch, texts } from '../shared/node/fields';
import { refuseIfEmpty, unlocated, valueFor } from '../shared/node/input';
import { isNothing } from '../shared/node/sent';
import type { List } from '../shared/service/pages';
import type { DataRecord } from '../shared/service/records';
import { chosenEvents, events, existingItems, ignoreWhileInactive } from './events';
import type { EventSettings, Rule, TriggerEvent } from './events/rule';
import type { Poll } from './n8n-poll';

/** The settings of one poll, read once from the node and its credential. */
export interface Settings {
	feedback: FeedbackClient;
	lists: readonly WatchedList[];
	simplify: boolean;
	/** The length of a text, if texts become safe lines. */
	longestLine?: number;
	ignoreWhileInactive: boolean;
	/** Whether the first activation delivers the newest existing items. */
	deliversExisting: boolean;
}

/** A list that is read for one or more events. */
export interface WatchedList {
	/** Path of the list. Each path has one snapshot, stored under it. */
	key: string;
	list: List;
	query: DataRecord;
	/** Path and query. A snapshot with another scope is not used. */
	scope: string;
	keyHash: string;
	events: readonly WatchedEvent[];
	ofComments: readonly WatchedEvent[];
	settings: string;
}

export interface WatchedEvent {
	event: TriggerEvent;
	settings: EventSettings;
	rule: Rule;
}

export const namesOf = ({ events: all }: Pick<WatchedList, 'events'>) =>
	all.map(({ event }) => event.name).join(', ');

/** @throws UnusableCredential, and NodeOperationError for settings that cannot be read */
export async function readSettings(poll: Poll, terms: Terms): Promise<Settings> {
	const connection = await poll.connect(terms);
	try {
		return settingsOf(poll, connection);
	} catch (error) {
		// An expression may contain the API key. Only the client knows the key and can redact it.
		throw toNodeError(error, { node: poll.node, feedback: connection.feedback });
	}
}

function settingsOf(poll: Poll, { feedback, keyHash, credentialType }: Connection): Settings {
	const valuesOf = (field: Field): EventSettings => {
		const { name, type, default: otherwise, options } = field;
		const value = poll.parameter(name, otherwise);
		if (type !== 'collection') return { [name]: valueFor(field, value) };
		const filters = value as DataRecord;
		const set = whatIsSet(filters);
		const values: Record<string, unknown> = {};
		for (const one of options as Field[]) {
			refuseIfEmpty(poll.node, { field: one, collection: name }, filters[one.name]);
			if (one.name in set) values[one.name] = valueFor(one, set[one.name]);
		}
		return values;
	};
	/** Without a value its default counts, as in a node. */
	const orDefault = (field: Field, value: unknown): unknown =>
		isNothing(value) ? field.default : valueFor(field, value);
	// An expression may give one event, or none.
	const given = poll.parameter(chosenEvents.name);
	const chosen = isNothing(given) ? [] : (valueFor(chosenEvents, given) as unknown[]);
	const options = poll.parameter('options', {}) as DataRecord;
	const watched = events
		.filter(({ value }) => chosen.includes(value))
		.map((event): WatchedEvent => {
			const settings = Object.assign({}, ...(event.fields ?? []).map(valuesOf)) as EventSettings;
			return { event, settings, rule: event.rule(settings) };
		});
	const refuse = (message: string, description: string) => {
		throw new NodeOperationError(poll.node, message, { description });
	};
	if (watched.length === 0) refuse('No event is chosen', "Choose at least one event in 'Events'.");
	// `/v2` accepts only Bearer (`securitySchemes` in docs/openapi.yaml).
	const ofV2 = watched.find(({ event }) => event.list.path.startsWith('/v2/'));
	if (ofV2 && credentialType === 'feedbackBasicApi') {
		refuse(
			`${ofV2.event.name} cannot be read with Basic Auth`,
			'The service takes only a Bearer Token there. Choose a Bearer credential; it holds the same API key.',
		);
	}
	const isInLines = orDefault(texts, poll.parameter(texts.name, texts.default)) === 'oneSafeLine';
	return {
		feedback,
		lists: toLists(watched, keyHash),
		simplify: orDefault(simplifySwitch, poll.parameter(simplifySwitch.name)) === true,
		...(isInLines && {
			longestLine: orDefault(longestLine, poll.parameter(longestLine.name)) as number,
		}),
		ignoreWhileInactive: orDefault(ignoreWhileInactive, options[ignoreWhileInactive.name]) === true,
		deliversExisting: orDefault(existingItems, options[existingItems.name]) === 'newest',
	};
}

/** Events with the same path share one list. */
function toLists(watched: readonly WatchedEvent[], keyHash: string): WatchedList[] {
	const keys = new Set(watched.map(({ event }) => event.list.path));
	return [...keys].map((key) => {
		const of = watched.filter(({ event }) => event.list.path === key);
		const { list } = of[0].event;
		const query = whatIsSet(Object.assign({}, ...of.map(({ rule }) => rule.query)) as DataRecord);
		return {
			key,
			list,
			query,
			keyHash,
			events: of,
			ofComments: of.filter(({ event }) => event.isOfComments),
			scope: JSON.stringify([key, query]),
			settings: JSON.stringify(
				Object.fromEntries(of.map(({ event, settings }) => [event.value, settings])),
			),
		};
	});
}

/** The values that are set in a collection or query. A locator is replaced by its value. */
export function whatIsSet(values: DataRecord): DataRecord {
	const entries = Object.entries(values)
		.map(([name, value]) => [name, unlocated(value)] as const)
		// For an empty list in place of filters, n8n 2.41 takes functions of lists for fields.
		.filter(
			([, value]) =>
				typeof value !== 'function' && !['', 'all', undefined, null].includes(value as string),
		);
	return Object.fromEntries(entries);
}
