import type {
	IExecuteFunctions,
	INode,
	INodePropertyOptions,
	NodeParameterValueType,
} from 'n8n-workflow';
import type { FeedbackClient } from '../client/client';
import { wellFormed } from '../service/json';
import { loosely } from '../service/comparable';
import { type DataRecord, isDataRecord } from '../service/records';
import { withoutDecimals } from '../service/values';
import { adviceOnEmpty, treatmentOfEmpty } from './empty-field';
import type { Field, FoundField } from './field';
import {
	updateCollection,
	clearFields,
	isTool,
	limit,
	longestLine,
	returnAll,
	simplifySwitch,
	texts,
} from './fields';
import { type Form, outputChoice, selectedFields } from './output-form';
import { InvalidInput, type Labelled, refusedField } from './invalid-input';
import { locatorValue } from './locator';
import { type LookUp, lookUp } from './lookups';
import {
	anyOf,
	anyText,
	filledText,
	flag,
	integer,
	isNothing,
	jsonObject,
	oneOf,
	type Sent,
	textToFind,
	timestamp,
	Unsendable,
} from './sent';

/** The parameters of one item, in the names and forms of the API. */
export class Input {
	private readonly lookUps = new Map<string, LookUp>();
	private readonly lookedUp = new Map<string, string>();
	private checkedBody?: DataRecord;
	/** By name: n8n 2.41 evaluates the expressions of a parameter, or of a whole collection, each time it is asked. */
	private readonly parameters = new Map<string, unknown>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly node: INode,
		/** Of its operation. */
		private readonly fields: readonly FoundField[],
		private readonly itemIndex: number,
	) {}

	/**
	 * Looks up what locators name by another field.
	 * @throws InvalidInput, ServiceFailure
	 */
	async lookUp(feedback: FeedbackClient): Promise<void> {
		for (const found of this.fields) {
			if (!isLocator(found)) continue;
			const raw = this.raw(found);
			const { mode, value } = locatorValue(raw) ?? { mode: 'id', value: raw };
			if (isNothing(value)) continue;
			// An email address that was dragged into the field. No ID has an @.
			const isEmail =
				/^(?:id|list)$/.test(mode) && typeof value === 'string' && value.includes('@');
			const by = isEmail ? 'data_mail' : mode;
			const text = () => checked(found.field, () => textToFind(by, value));
			const lookedUp = await lookUp(feedback, found.field, by, text);
			if (lookedUp) this.lookUps.set(found.field.name, lookedUp);
		}
	}

	/** Takes the IDs of what was looked up, at the turn of the item. Call it before reading anything. @throws NotLookedUp */
	takeLookedUp(): void {
		for (const [name, one] of this.lookUps) this.lookedUp.set(name, one.id());
	}

	/** Whether a look-up has just found a record that the item names. */
	get hasLookedUp(): boolean {
		return this.lookedUp.size > 0;
	}

	/** The text of a field, to look a record up by. @throws InvalidInput */
	toFind({ name }: Field, by: string): string {
		const found = this.fields.find(({ field }) => field.name === name)!;
		return checked(found.field, () => textToFind(by, this.given(found)));
	}

	/** What a field names, the same text for all that may be the same; undefined if it is empty. It is not to be sent. */
	nameIn({ name }: Field): string | undefined {
		const found = this.fields.find(({ field }) => field.name === name)!;
		return recordName(this.lookedUp.get(name) ?? this.given(found));
	}

	/** The same for all records that a field may name, before `takeLookedUp`. */
	namesIn(field: Field): string[] {
		const lookedUp = this.lookUps.get(field.name);
		const names = lookedUp ? lookedUp.candidates().map(recordName) : [this.nameIn(field)];
		return names.filter((name) => name !== undefined);
	}

	/** Of the workflow, as an IANA name. */
	get timezone(): string {
		return this.context.getTimezone();
	}

	/** The ID from a locator or a plain field. `path` checks it. */
	id(field: Field): unknown {
		const id = this.lookedUp.get(field.name) ?? unlocated(this.parameter(field.name));
		if (isNothing(id)) throw this.empty({ field });
		return id;
	}

	/**
	 * The maximum number of records of a Get Many; undefined for all. One more for a tool, which shows that there are more.
	 * @throws InvalidInput
	 */
	limit(): number | undefined {
		if (this.get(returnAll)) return undefined;
		return (this.get(limit) ?? Number(limit.default)) + (this.isTool ? 1 : 0);
	}

	/** Whether a model reads what comes out. */
	get isTool(): boolean {
		return isTool(this.node);
	}

	/** The form of the output records. */
	form(): Form {
		if (!this.isTool) {
			const isInLines = this.get(texts) === 'oneSafeLine';
			return {
				name: this.get(simplifySwitch) === false ? 'raw' : 'simplified',
				fields: [],
				...(isInLines && { longestLine: this.get(longestLine) ?? Number(longestLine.default) }),
			};
		}
		return { name: this.get(outputChoice) ?? 'brief', fields: this.get(selectedFields) ?? [] };
	}

	/**
	 * The body or query: all fields that are set, except those of the path and the node's own.
	 * @throws InvalidInput naming every field that the service would refuse
	 */
	body(): DataRecord {
		this.checkedBody ??= this.toBody();
		return { ...this.checkedBody };
	}

	private toBody(): DataRecord {
		const body: DataRecord = {};
		const refused: Array<InvalidInput['fields'][number]> = [];
		const cleared = this.get(clearFields) ?? [];
		for (const found of this.fields.filter(isSent)) {
			const { name, part } = found.field;
			try {
				const value = this.value(found, cleared.includes(name));
				if (value === undefined) continue;
				const target = part === undefined ? body : ((body[part] ??= {}) as DataRecord);
				target[name] = value;
			} catch (error) {
				refused.push(problemOf(found.field, error));
			}
		}
		if (refused.length > 0) throw new InvalidInput(refused);
		return wellFormed(body);
	}

	/**
	 * The body of an update: the fields that are set, and those that Clear Fields empties.
	 * @throws InvalidInput also for a field that is both, or when there is neither
	 */
	changes(): DataRecord {
		const body = this.body();
		if (Object.keys(body).length > 0) return body;
		const advice = "Set at least one field, or choose one in 'Clear Fields' to empty it.";
		throw refusedField(updateCollection, 'would change nothing', advice);
	}

	/** The value of a field as it is sent; undefined if it is empty, or the operation lacks it. @throws InvalidInput */
	get<T>({ name }: Field<T>): T | undefined {
		const found = this.fields.find(({ field }) => field.name === name);
		return found && checked(found.field, () => this.value(found) as T | undefined);
	}

	/** Whether Update Fields of a tool has a field, also one that the AI agent leaves empty. */
	isInToolUpdate({ name }: Field): boolean {
		return this.isTool && Object.hasOwn(this.parameter(updateCollection.name, {}) as object, name);
	}

	/** @throws Unsendable, InvalidInput */
	private value(found: FoundField, isCleared = false): unknown {
		const { field } = found;
		const empty = field.type === 'json' ? {} : '';
		const given = this.lookedUp.get(field.name) ?? this.given(found);
		if (isNothing(given)) {
			const isFilter = found.collection === 'filters';
			const treatment = treatmentOfEmpty({ ...found, node: this.node, isCleared, isFilter });
			if (treatment === 'cleared') return empty;
			if (treatment === 'left out') return undefined;
			if (treatment === 'refused') throw this.empty(found);
		}
		const value = sentBy(field)(given ?? undefined, this.timezone);
		if (!isCleared) return value;
		if (value === undefined) return empty;
		throw new Unsendable("is set and also chosen in 'Clear Fields'");
	}

	private given(found: FoundField): unknown {
		const raw = this.raw(found);
		return isLocator(found) ? unlocated(raw) : raw;
	}

	/** The default, if n8n does not store the field, such as a hidden one. */
	private raw({ field: { name, default: otherwise }, collection }: FoundField): unknown {
		if (!collection) return this.parameter(name, otherwise);
		const fields = this.parameter(collection, {});
		const value = isDataRecord(fields) && Object.hasOwn(fields, name) ? fields[name] : undefined;
		// For an empty list in place of the collection, n8n 2.41 takes `filter` and other functions of lists for its fields.
		return typeof value === 'function' ? undefined : value;
	}

	private parameter(name: string, fallback?: NodeParameterValueType): unknown {
		if (!this.parameters.has(name)) {
			const given: unknown = this.context.getNodeParameter(name, this.itemIndex, fallback);
			this.parameters.set(name, given);
		}
		return this.parameters.get(name);
	}

	private empty(found: FoundField): InvalidInput {
		return refusedField(found.field, `is empty in item ${this.itemIndex}`, adviceOnEmpty(found));
	}
}

function recordName(given: unknown): string | undefined {
	if (isNothing(given)) return undefined;
	const text = withoutDecimals(String(given)).replace(/^(-?)0+(?=\d)/, '$1');
	return loosely(text);
}

const isLocator = ({ field }: FoundField) => field.type === 'resourceLocator';

/** Whether the field is part of a body or a query. */
const isSent = ({ field: { isOwn, type } }: FoundField) =>
	!isOwn && type !== 'collection' && type !== 'notice';

/** A value for a field outside of an operation, as it is sent. A date without a zone is in UTC. @throws InvalidInput */
export function valueFor(field: Field, given: unknown): unknown {
	return checked(field, () => sentBy(field)(given, 'UTC'));
}

/**
 * Refuses a filter outside of an operation that was set and gives nothing: without it everything would match.
 * @param given the filter's value, with expressions resolved
 * @throws InvalidInput
 */
export function refuseIfEmpty(node: INode, filter: FoundField, given: unknown): void {
	if (!isNothing(unlocated(given))) return;
	if (treatmentOfEmpty({ ...filter, node, isFilter: true }) !== 'refused') return;
	throw refusedField(filter.field, 'is empty', adviceOnEmpty(filter));
}

/** @throws InvalidInput in place of Unsendable */
function checked<T>(field: Labelled, value: () => T): T {
	try {
		return value();
	} catch (error) {
		throw refusalOf(field, error);
	}
}

const refusalOf = (field: Labelled, error: unknown) => new InvalidInput([problemOf(field, error)]);

/** How a field is sent. Without `sent`, its type decides. */
function sentBy({ sent, type, required, options = [] }: Field): Sent {
	if (sent) return sent;
	switch (type) {
		case 'options':
			return oneOf(options as INodePropertyOptions[]);
		case 'multiOptions':
			return anyOf(options as INodePropertyOptions[]);
		case 'number':
			return integer;
		case 'boolean':
			return flag;
		case 'dateTime':
			return timestamp;
		case 'json':
			return jsonObject;
		default:
			return required ? filledText : anyText;
	}
}

/** Throws any other error again. */
function problemOf({ displayName: label, name }: Labelled, error: unknown) {
	if (!(error instanceof Unsendable)) throw error;
	const { key, message } = error;
	return { label, name: key === undefined ? name : `${name}.${key}`, message };
}

/** The value of a locator or another field. An ID or a key goes without the blanks around it, and is otherwise as it is. */
export function unlocated(given: unknown): unknown {
	const { value } = locatorValue(given) ?? { value: given };
	return typeof value === 'string' ? value.trim() : value;
}
