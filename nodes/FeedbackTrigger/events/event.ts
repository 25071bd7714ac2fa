import type { INodePropertyOptions } from 'n8n-workflow';
import type { List } from '../../shared/service/pages';
import type { DataRecord } from '../../shared/service/records';
import type { Print } from '../prints';

/** Something a workflow can start on. */
export interface WatchedEvent {
	option: INodePropertyOptions & { value: string };
	list: List;
	/** The timestamp by which the list comes newest first, if the service keeps to it. */
	orderedBy: string;
	/**
	 * The timestamp of its beginning, where another one orders the list: while it is read for the first time a thing may
	 * move to a page that was read already, and is not new when it is met there later.
	 */
	begunBy?: string;
	/** Asks for that order. */
	order?: Readonly<Record<string, string>>;
	/** The parameter that holds its filters, in the names of the query. */
	filters?: 'postFilters' | 'changelogFilters';
	/** What is asked for where a filter is not filled in. */
	defaults?: Readonly<Record<string, string>>;
	/** Filters that records show by themselves, each with the field that shows it. */
	shows: Readonly<Record<string, string>>;
	/** What is news, by the settings of the node. */
	rule(settings: EventSettings): Rule;
}

/** What is filled in of the filters, in the names of the query. */
export type Filters = Readonly<Record<string, unknown>>;

/** What of the node's settings is an event's own affair. */
export interface EventSettings {
	filters: Filters;
	/** What is filled in of a collection; locators as what they hold. */
	collection(name: string): Filters;
	/** A parameter that stands alone. */
	value(name: string, otherwise: unknown): unknown;
}

/** What is news. */
export interface Rule {
	/** What is kept of each thing, so that a change of it is news; without it, it is kept that it was seen. */
	keeps?: Print;
	/** Whether a thing is news when it is first seen. */
	tellsFirst: boolean;
	/** What a record says of itself; `false` only where it surely is not watched. Then it is passed over. */
	isWatched?(record: DataRecord): boolean;
	/** Whether someone wants to know; what is not told is remembered all the same. */
	isTold?(change: Change): boolean;
	/** What an item says beside the record. */
	says?(change: Change, names: readonly string[]): DataRecord;
	/** Settings under which what was remembered under others says nothing. */
	scope?: Readonly<Record<string, unknown>>;
	/** Its news are the comments of the posts that its list tells as changed. */
	comments?: CommentRule;
}

/** A thing that was seen for the first time, or otherwise than before. */
export interface Change {
	record: DataRecord;
	print: string;
	/** What it was last seen with; undefined when it never was. */
	before?: string;
}

/** Which comments of a post are told. */
export interface CommentRule {
	withReplies: boolean;
}

/** An event with the settings of the node. */
export interface Watched {
	event: WatchedEvent;
	rule: Rule;
	filters: Filters;
	query: Readonly<Record<string, unknown>>;
	/** Base URL, event, query and rule: what was seen under another one says nothing. */
	scope: string;
	/** The same for all events that read the same pages. */
	source: string;
	/** Tells keys apart, without telling the key. */
	account: string;
}

/** Whether a filter lets everything pass. */
export const isEverything = (value: unknown) => value === undefined || value === 'all';

/** What was, and what is, of the one field that is kept. */
export function fromTo(keeps: Print, field: string) {
	return ({ record, before }: Change, names: readonly string[]): DataRecord => ({
		from: before === undefined ? undefined : keeps.values(before, names)[field],
		to: record[field],
	});
}

/** Tells a change of any of these fields, by their names, and what they were as far as that is kept. */
export function changesOf(keeps: Print, chosen: readonly string[]): Pick<Rule, 'isTold' | 'says'> {
	const changed = ({ before = '', print }: Change) =>
		keeps.changed(before, print).filter((field) => chosen.includes(field));
	return {
		isTold: (change) => changed(change).length > 0,
		says(change, names) {
			const changedFields = changed(change);
			const former = Object.entries(keeps.values(change.before ?? '', names));
			return {
				changedFields,
				formerValues: Object.fromEntries(former.filter(([field]) => changedFields.includes(field))),
			};
		},
	};
}
