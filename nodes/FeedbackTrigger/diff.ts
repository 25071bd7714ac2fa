import { type DataRecord, idOf, type RecordKind } from '../shared/service/records';
import type { Change, Kept, TriggerEvent } from './events';
import { countedComments, SETTLED } from './events/posts';
import type { WatchedEvent, WatchedList } from './settings';
import type { Cursor } from './snapshot/cursor';
import { encodeValues, fingerprint, type Values } from './snapshot/encoding';
import { Snapshot } from './snapshot/snapshot';

/** Something that fires an event. */
export interface News {
	watched: WatchedEvent;
	/** Names the occurrence: the same again after a crash, another one for another change. */
	eventId: string;
	/** What orders items: when the record was created, or was changed. */
	at: string;
	id: string;
	record: DataRecord;
	/** What the event says of it. */
	says: DataRecord;
	/** What kind of record it is, where it does not stand in the list itself. */
	kind?: RecordKind;
}

/** What was found of one record. */
export interface Finding {
	id: string;
	record: DataRecord;
	/** When it was created; '' where it does not say. */
	at: string;
	/** What was kept of it as text; undefined for one that was not known. */
	before: string | undefined;
	values: Values;
	news: readonly News[];
	/** The texts behind its fingerprints. */
	texts: readonly string[];
	/** Whether the snapshot would keep it just as it did. */
	isKnown: boolean;
	/** Whether its comments have to be read. */
	isDue: boolean;
}

/**
 * Decides what is news. A record that the snapshot does not know is new, unless the list has not been read to its end
 * yet; of one that it knows, the rules compare the values that were kept with those that the record has.
 */
export class Diff {
	/** What the list is known by; empty where its first reading begins. */
	readonly snapshot: Snapshot;
	readonly cursor?: Cursor;
	/** The same without the backlog that changed settings add. */
	readonly stored?: Cursor;
	private readonly kept: readonly Kept[];
	/** The names of the values that are kept. */
	readonly names: readonly string[];
	/** The texts that are kept, by their fingerprints. */
	private readonly texts: ReadonlyMap<string, string>;

	/** @param stored what is remembered of the list, with whatever settings it was read */
	constructor(
		readonly list: WatchedList,
		stored: Cursor | undefined,
	) {
		const known = stored?.scope === list.scope ? stored : undefined;
		this.stored = known;
		const isChanged = known !== undefined && known.settings !== list.settings;
		// Other settings may compare values that were not kept, so the list is read once more.
		this.cursor = isChanged ? { ...known, backlog: { from: 0 } } : known;
		const all = list.events.map(({ rule }) => rule);
		const kept = new Map(all.flatMap(({ keeps }) => keeps).map((one) => [one.name, one]));
		if (all.some(({ keeps, isOnce }) => !isOnce && keeps.length)) kept.set(TURN.name, TURN);
		this.kept = [...kept.values()];
		this.names = [...kept.keys()];
		this.snapshot = this.cursor?.snapshot.keeping(this.names) ?? Snapshot.empty(this.names);
		this.texts = new Map(known?.texts.map((text) => [fingerprint(text), text]));
	}

	/** Whether an event compares values, so that the list is read in the order of changes. */
	get comparesValues(): boolean {
		return this.kept.length > 0;
	}

	/** The ID of a record, also where it calls it `id` instead of by the name of its kind. */
	idOf(record: DataRecord): string | undefined {
		const kind = this.list.list.record;
		return idOf(kind, record) ?? idOf({ ...kind, id: 'id' }, record);
	}

	/**
	 * @param isAbove of an unfinished first reading, whether the record stands above all that its first poll met
	 * @returns undefined for a record without an ID
	 */
	of(record: DataRecord, isAbove: boolean): Finding | undefined {
		const id = this.idOf(record);
		if (id === undefined) return undefined;
		const at = textOf(record.created);
		const before = this.snapshot.get(id, at);
		const known = before === undefined ? undefined : this.snapshot.valuesOf(before);
		const isForgotten = !known && this.snapshot.mayHaveForgotten(at);
		const isNew = !known && !isForgotten && (this.cursor?.isComplete === true || isAbove);
		const now = Object.fromEntries(
			this.kept.map(({ name, of }) => [name, of(record, known?.[name], isNew)]),
		);
		const mayFire = known !== undefined || isNew;
		const isDue = this.areCommentsDue(record, now);
		// A number of comments that nobody wants to hear of is taken over at once.
		const values = isDue ? now : withCounted(now, countedComments(record));
		const found = { id, record, at, before, values, news: [], texts: [] };
		// What changes nothing fires nothing.
		if (encodeValues(this.names, values) === before) return { ...found, isKnown: true, isDue };
		if (isForgotten) return { ...found, isKnown: true, isDue: false };
		const news = mayFire ? this.newsOf(record, id, known, values) : [];
		const hasChanged = news.some(({ watched }) => !watched.rule.isOnce);
		return {
			...found,
			values: hasChanged ? nextTurn(values) : values,
			...{ news, texts: this.textsOf(record), isKnown: false, isDue },
		};
	}

	/** Whether a comment of a post that is due fires. */
	firesComment(comment: DataRecord): WatchedEvent | undefined {
		return this.list.events.find(({ rule }) => rule.comments?.fires(comment));
	}

	private newsOf(
		record: DataRecord,
		id: string,
		before: Values | undefined,
		after: Values,
	): News[] {
		const change: Change = {
			record,
			before,
			after,
			nameOf: (print) => this.texts.get(print),
		};
		return this.list.events.flatMap((watched) => {
			const { event, rule } = watched;
			const says = rule.news(change);
			if (!says) return [];
			const now = fingerprint(rule.keeps.map(({ name }) => after[name]));
			const occurrence = before && !rule.isOnce ? `:${before[TURN.name] ?? ''}${now}` : '';
			const eventId = `${event.option.value}:${id}${occurrence}`;
			return [{ watched, eventId, at: whenOf(event, record), id, record, says }];
		});
	}

	/** Whether the comments of a post have to be read. */
	private areCommentsDue(record: DataRecord, values: Values): boolean {
		const isWatched = this.list.events.some(({ rule }) => rule.comments?.of(record));
		if (!isWatched) return false;
		// No number where the post does not say it: that is neither more nor less.
		const counted = Number(countedComments(record));
		const settled = settledOf(values);
		// Fewer than before, of comments that were never read: nothing to find out.
		return counted > settled || (counted < settled && areAllRead(values));
	}

	private textsOf(record: DataRecord): string[] {
		return this.kept
			.map(({ text }) => text?.(record) ?? '')
			.map(String)
			.filter((text) => text !== '' && !this.texts.has(fingerprint(text)));
	}
}

/** Counts how often a record has fired, to tell a change from the same change at another time. */
const TURN: Kept = { name: '#turn', of: (_record, before) => before ?? '' };

/** The values of a record that has fired a change. */
const nextTurn = (values: Values): Values => ({
	...values,
	[TURN.name]: ((Number.parseInt(values[TURN.name], 36) || 0) + 1).toString(36),
});

/** The values with the number of comments that the post counts, so that none of them has to be read. */
const withCounted = (values: Values, counted: number | undefined): Values =>
	SETTLED in values && counted !== undefined && counted !== settledOf(values)
		? { ...values, [SETTLED]: counted.toString(36) }
		: values;

/** How many comments of a post were settled. */
export const settledOf = (values: Values) => Number.parseInt(values[SETTLED], 36);

/** Whether all comments of a post were read, so that any other one is new. */
export const areAllRead = (values: Values) =>
	values[SETTLED] === '0' || values[SETTLED].endsWith(ALL_READ);
export const ALL_READ = '_';

/** When a record became news of an event. */
export const whenOf = ({ orderedBy }: TriggerEvent, record: DataRecord) =>
	textOf(record[orderedBy]) || textOf(record.created);

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
