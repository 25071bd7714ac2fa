import type { IDataObject, IExecuteFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { FeedbackClient } from '../client/client';
import type { DataRecord } from '../service/records';
import {
	allAmong,
	DEFAULT_CONCURRENCY,
	emptied,
	type Field,
	type FoundField,
	isAuthor,
	limit as limitField,
} from './fields';
import type { Form } from './forms';
import { InvalidInput, NothingToChange } from './invalid-input';
import { locatorValue } from './locator-value';
import { lookUp } from './lookups';
import { fieldsOf, type Operation } from './operation';
import {
	anyText,
	filledText,
	flag,
	integer,
	isNothing,
	jsonObject,
	type Sent,
	textList,
	timestamp,
	Unsendable,
} from './sent';
import { isTool } from './tool';

/** The fields of an operation, sorted once for all items. */
export interface Panel {
	all: readonly FoundField[];
	/** What a body or a query is made of. */
	sent: readonly FoundField[];
	locators: readonly FoundField[];
}

export function panelOf(operation: Operation): Panel {
	const all = allAmong(fieldsOf(operation));
	return {
		all,
		sent: allAmong(operation.fields).filter(({ field }) => isSent(field)),
		locators: all.filter(({ field }) => field.type === 'resourceLocator'),
	};
}

const isSent = ({ isOwn, type }: Field) => !isOwn && type !== 'collection' && type !== 'notice';

/** The parameters of one item, in the names and forms of the API. */
export class Input {
	private readonly lookedUp = new Map<string, string>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly panel: Panel,
		private readonly itemIndex: number,
	) {}

	/**
	 * Replaces what its locators name by something else than an ID by the ID, before anything is read.
	 * @throws NotLookedUp, ServiceFailure
	 */
	async lookUp(feedback: FeedbackClient): Promise<void> {
		for (const found of this.panel.locators) {
			const raw = this.raw(found);
			const { mode, value } = locatorValue(raw) ?? { mode: 'id', value: raw };
			if (isNothing(value)) continue;
			const text = String(value).trim();
			// An email address that was dropped on the field; no ID has an @.
			const isEmail =
				(mode === 'id' || mode === 'list') &&
				text.includes('@') &&
				hasMode(found.field, 'data_mail');
			const id = await lookUp(feedback, found.field, isEmail ? 'data_mail' : mode, text);
			if (id !== undefined) this.lookedUp.set(found.field.name, id);
		}
	}

	/** The id out of a locator or a plain field, as text or number; checked where it enters a path. */
	id(name: string): unknown {
		const id = this.lookedUp.get(name) ?? unlocated(this.parameter(name));
		if (isNothing(id)) throw this.empty(name);
		return typeof id === 'string' ? id.trim() : id;
	}

	/** What is chosen of several options. */
	choice(name: string): unknown {
		return this.parameter(name, '');
	}

	/** How many records a Get Many may return; undefined for all. */
	limit(): number | undefined {
		if (this.isOn('returnAll', false)) return undefined;
		const given = this.parameter('limit', limitField.default);
		return this.checked('limit', () => {
			const limit = integer(isNothing(given) ? limitField.default : given);
			if (limit < 1) throw new Unsendable('must be at least 1');
			return limit;
		});
	}

	/** In which form records come out. */
	form(): Form {
		// Only a tool has it, and no tool has Simplify.
		const output = this.parameter('output', '');
		if (output === 'brief' || output === 'raw') return { name: output };
		if (output === 'selected') {
			return { name: output, fields: this.parameter('outputFields', []) as string[] };
		}
		return { name: this.isOn('simplify', true) ? 'simplified' : 'raw' };
	}

	/** How many items to work on at the same time. */
	concurrency(): number {
		const options = this.parameter('options', {}) as { concurrency?: unknown };
		const concurrency = Number(options.concurrency ?? DEFAULT_CONCURRENCY);
		return concurrency >= 1 ? Math.floor(concurrency) : 1;
	}

	/** What is given for the fields that suggest something, with the method that does. */
	suggested(): Array<{ name: string; label: string; suggestedBy: string; value: string }> {
		return this.panel.locators.flatMap((found) => {
			const { name, displayName: label, modes = [] } = found.field;
			const suggestedBy = modes.find(({ type }) => type === 'list')?.typeOptions?.searchListMethod;
			const value = this.given(found);
			return suggestedBy === undefined || isNothing(value)
				? []
				: [{ name, label, suggestedBy, value: String(value).trim() }];
		});
	}

	/**
	 * The body or query: every field of the operation that is set, under its own name, but what its path names and what
	 * is the node's own.
	 * @throws InvalidInput naming every field that the service would refuse
	 */
	body(): DataRecord {
		const body: DataRecord = {};
		const refused: Array<InvalidInput['fields'][number]> = [];
		const cleared = this.cleared();
		for (const found of this.panel.sent) {
			const { name, part } = found.field;
			try {
				const value = this.value(found, cleared.includes(name));
				if (value === undefined) continue;
				const target = part === undefined ? body : ((body[part] ??= {}) as DataRecord);
				target[name] = value;
			} catch (error) {
				refused.push(problemOf(found.field, unsendable(error)));
			}
		}
		if (refused.length > 0) throw new InvalidInput(refused);
		return body;
	}

	/**
	 * What an update sends: the fields that are set, and those that Clear Fields names, emptied.
	 * @throws InvalidInput also for a field that is both; NothingToChange when there is neither
	 */
	changes(): DataRecord {
		const body = this.body();
		if (Object.keys(body).length === 0) throw new NothingToChange();
		return body;
	}

	/** What one field holds, as it would be sent; undefined where the operation lacks it. @throws InvalidInput */
	optional(name: string): unknown {
		const found = this.panel.all.find(({ field }) => field.name === name);
		return found && this.checked(name, () => this.value(found));
	}

	/** The names in Clear Fields, where an operation has it. */
	private cleared(): readonly string[] {
		const clearFields = this.panel.all.find(({ field }) => field.name === 'clearFields')?.field;
		if (!clearFields) return [];
		const clearable = (clearFields.options as INodePropertyOptions[]).map(({ value }) => value);
		const given = this.parameter('clearFields') ?? [];
		const names = namesIn(given);
		if (!names?.every((name) => clearable.includes(name))) {
			throw this.invalid('clearFields', `can name only ${clearable.join(', ')}`);
		}
		return names;
	}

	/** @throws Unsendable, InvalidInput */
	private value(found: FoundField, isCleared = false): unknown {
		const { field } = found;
		const given = this.lookedUp.get(field.name) ?? this.given(found);
		if (isNothing(given)) {
			if (isCleared) return emptied(field);
			const isChosen = field.type === 'resourceLocator' || field.isDecisive;
			if (field.required && isChosen) throw this.empty(field.name);
			if (!field.required && !field.isSentEmpty) return this.refuseUnlessLeftOut(found);
		}
		const value = sentBy(field)(given ?? undefined, this.context.getTimezone());
		if (!isCleared) return value;
		if (value === undefined) return emptied(field);
		throw new Unsendable("is set and also chosen in 'Clear Fields'");
	}

	private given(found: FoundField): unknown {
		const raw = this.raw(found);
		return found.field.type === 'resourceLocator' ? unlocated(raw) : raw;
	}

	private raw({ field: { name }, collection }: FoundField): unknown {
		return collection
			? (this.parameter(collection, {}) as Record<string, unknown>)[name]
			: this.parameter(name);
	}

	/**
	 * Refuses an empty field where ignoring it does more than was asked: without its filter a list returns everything, and
	 * without its user a comment is written by the owner of the key. An AI agent leaves a field empty to leave it out, and
	 * in an update most empty fields mean unchanged.
	 */
	private refuseUnlessLeftOut({ field, collection }: FoundField): undefined {
		const isChosen = field.type === 'resourceLocator' && collection !== 'updateFields';
		if (!isChosen && !field.isDecisive && collection !== 'filters') return undefined;
		const node = this.context.getNode();
		if (isTool(node)) return undefined;
		const { parameters } = node;
		const stored = collection
			? (parameters[collection] as IDataObject | undefined)?.[field.name]
			: parameters[field.name];
		const chosen = locatorValue(stored);
		if (chosen ? chosen.mode === 'list' && !isExpression(chosen.value) : !isExpression(stored))
			return undefined;
		throw this.invalid(
			field.name,
			`is empty in item ${this.itemIndex}`,
			`Check the expression in this field, or ${withoutIt(field, collection)}.`,
		);
	}

	/** @param otherwise where it is not said */
	private isOn(name: string, otherwise: boolean): boolean {
		const given = this.parameter(name, otherwise);
		return this.checked(name, () => flag(isNothing(given) ? otherwise : given));
	}

	private parameter(name: string, fallback?: unknown): unknown {
		return this.context.getNodeParameter(name, this.itemIndex, fallback) as unknown;
	}

	private empty(name: string): InvalidInput {
		const advice =
			'Choose an entry, or check that the item has what the expression in this field asks for.';
		return this.invalid(name, `is empty in item ${this.itemIndex}`, advice);
	}

	/** @throws InvalidInput in place of Unsendable */
	private checked<T>(name: string, value: () => T): T {
		try {
			return value();
		} catch (error) {
			throw error instanceof Unsendable ? this.invalid(name, error.message) : error;
		}
	}

	private invalid(name: string, message: string, advice?: string): InvalidInput {
		const found = this.panel.all.find(({ field }) => field.name === name);
		const label = found?.field.displayName ?? name;
		return new InvalidInput([{ label, name, message }], advice);
	}
}

/** How a field is sent, by its type where it does not say so itself. */
function sentBy({ sent, type, required }: Field): Sent {
	if (sent) return sent;
	switch (type) {
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

const hasMode = ({ modes = [] }: Field, wanted: string) =>
	modes.some(({ name }) => name === wanted);

function problemOf({ displayName: label, name }: Field, { key, message }: Unsendable) {
	return { label, name: key === undefined ? name : `${name}.${key}`, message };
}

/** Any other failure goes on. */
function unsendable(error: unknown): Unsendable {
	if (error instanceof Unsendable) return error;
	throw error;
}

/** Refused by their names, where they are no texts. */
function namesIn(given: unknown): string[] | undefined {
	try {
		return textList(Number.POSITIVE_INFINITY)(given);
	} catch {
		return undefined;
	}
}

function unlocated(given: unknown): unknown {
	const chosen = locatorValue(given);
	return chosen ? chosen.value : given;
}

const isExpression = (stored: unknown) => typeof stored === 'string' && stored.startsWith('=');

function withoutIt(field: Field, collection: string | undefined): string {
	const how = collection ? 'remove the field' : "set it to 'From List' and leave it empty";
	return isAuthor(field) ? `${how} to write as the owner of the key` : how;
}
