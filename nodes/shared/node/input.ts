import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { z } from 'zod/v4';
import type { FeedbackClient } from '../client/client';
import * as schemas from '../service/request-bodies';
import { parseJson } from '../service/json';
import { isDataRecord } from '../service/records';
import { toDay, toTimestamp } from './dates';
import {
	DEFAULT_CONCURRENCY,
	emptied,
	findField,
	type FoundField,
	isAuthor,
	labelOf,
	limit as limitField,
	locatorsAmong,
} from './fields';
import type { Form } from './forms';
import { InvalidInput, NothingToChange } from './invalid-input';
import { locatorValue } from './locator-value';
import { lookUp } from './lookups';
import { isTool } from './tool';

/** The parameters of one item, in the names and forms of the API. */
export class Input {
	private readonly lookedUp = new Map<string, string>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly fields: readonly INodeProperties[],
		private readonly itemIndex: number,
	) {}

	/**
	 * Replaces what its locators name by something else than an ID by the ID, before anything is read.
	 * @throws NotLookedUp, ServiceFailure
	 */
	async lookUp(feedback: FeedbackClient): Promise<void> {
		for (const found of locatorsAmong(this.fields)) {
			const { name } = found.field;
			const given = locatorValue(this.raw(found));
			if (given === undefined || isNothing(given.value)) continue;
			const value = String(given.value).trim();
			const id = await lookUp(feedback, found.field, given.mode, value);
			if (id !== undefined) this.lookedUp.set(name, id);
		}
	}

	/** The id out of a locator or a plain field, as text or number; checked where it enters a path. */
	id(name: string): unknown {
		const id = this.lookedUp.get(name) ?? unlocated(this.parameter(name));
		if (isNothing(id)) throw this.empty(name);
		return id;
	}

	/** What is chosen of several options. */
	choice(name: string): unknown {
		return this.parameter(name, '');
	}

	/** How many records a Get Many may return; undefined for all. */
	limit(): number | undefined {
		if (this.isOn('returnAll', false)) return undefined;
		const given = this.parameter('limit', limitField.default);
		const limit = schemas.integer.safeParse(isNothing(given) ? limitField.default : given);
		if (!limit.success) throw this.invalid('limit', 'must be a whole number');
		if (limit.data < 1) throw this.invalid('limit', 'must be at least 1');
		return limit.data;
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
		return locatorsAmong(this.fields).flatMap((found) => {
			const { name, displayName: label, modes = [] } = found.field;
			const suggestedBy = modes.find(({ type }) => type === 'list')?.typeOptions?.searchListMethod;
			const value = this.given(found);
			return suggestedBy === undefined || isNothing(value)
				? []
				: [{ name, label, suggestedBy, value: String(value).trim() }];
		});
	}

	/**
	 * The fields of a body or query: each key of the schema is read from the field of the same name, wherever in the
	 * operation it stands, and left out where the user did not fill it in. A part of a body that has no field is read
	 * from the fields of its own keys.
	 * @throws InvalidInput naming every field that the service would refuse
	 */
	read<S extends z.ZodObject>(body: schemas.Shape<S>): z.output<S> {
		const schema = schemaOf(body);
		const checked = schema.safeParse(this.values(schema) ?? {});
		if (checked.success) return checked.data;
		throw new InvalidInput(
			checked.error.issues.map(({ path, message }) => {
				const name = path.join('.');
				return { label: labelOf(this.fields, name) ?? String(path[0]), name, message };
			}),
		);
	}

	/**
	 * What an update sends, read as every body is: the fields that are filled in, and those that Clear Fields names,
	 * emptied.
	 * @throws InvalidInput also for a field that is both; NothingToChange when there is neither
	 */
	updateBody<S extends z.ZodObject>(shape: schemas.Shape<S>): z.output<S> {
		const body = this.read(shape);
		if (Object.keys(body).length === 0) throw new NothingToChange();
		return body;
	}

	/** @returns undefined when none of the fields was filled in */
	private values(
		schema: z.ZodObject,
		cleared: readonly string[] = this.cleared(),
	): Record<string, unknown> | undefined {
		const values: Record<string, unknown> = {};
		for (const { name, found, part, isOptional } of askedOf(schema, this.fields)) {
			let value = found ? this.value(found, isOptional) : part && this.values(part, cleared);
			if (found && cleared.includes(name)) {
				if (value !== undefined)
					throw this.invalid(name, "is set and also chosen in 'Clear Fields'");
				value = emptied(found.field);
			}
			if (value !== undefined) values[name] = value;
		}
		return Object.keys(values).length > 0 ? values : undefined;
	}

	/** The names in Clear Fields, where an operation has it. */
	private cleared(): readonly string[] {
		const clearFields = findField(this.fields, 'clearFields')?.field;
		if (!clearFields) return [];
		const names = schemas
			.textList(Number.POSITIVE_INFINITY)
			.safeParse(this.parameter('clearFields') ?? []);
		const clearable = (clearFields.options as INodePropertyOptions[]).map(({ value }) => value);
		if (!names.success || !names.data.every((name) => clearable.includes(name))) {
			throw this.invalid('clearFields', `can name only ${clearable.join(', ')}`);
		}
		return names.data;
	}

	private value(found: FoundField, optional: boolean): unknown {
		const { field } = found;
		const given = this.lookedUp.get(field.name) ?? this.given(found);
		if (optional && isNothing(given)) {
			this.refuseUnlessLeftOut(found);
			return undefined;
		}
		const isChosen = field.type === 'resourceLocator' || field.isDecisive;
		if (isChosen && isNothing(given)) throw this.empty(field.name);
		// Any other field that must be there is refused by its schema.
		return given === null || given === undefined ? undefined : this.inApiForm(field, given);
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
	private refuseUnlessLeftOut({ field, collection }: FoundField): void {
		const isChosen = field.type === 'resourceLocator' && collection !== 'updateFields';
		if (!isChosen && !field.isDecisive && collection !== 'filters') return;
		const node = this.context.getNode();
		if (isTool(node)) return;
		const { parameters } = node;
		const stored = collection
			? (parameters[collection] as IDataObject | undefined)?.[field.name]
			: parameters[field.name];
		const chosen = locatorValue(stored);
		if (chosen ? chosen.mode === 'list' && !isExpression(chosen.value) : !isExpression(stored))
			return;
		throw this.invalid(
			field.name,
			`is empty in item ${this.itemIndex}`,
			`Check the expression in this field, or ${withoutIt(field, collection)}.`,
		);
	}

	private inApiForm({ type, typeOptions }: INodeProperties, value: unknown): unknown {
		if (type === 'dateTime') {
			const written = typeOptions?.dateOnly ? toDay : toTimestamp;
			// What is no date stays as it is, for the schema to refuse it by name.
			return written(value, this.context.getTimezone()) ?? String(value);
		}
		if (type === 'json') return isEmptyObject(value) ? undefined : value;
		return type === 'fixedCollection' ? merged(value) : value;
	}

	/** @param otherwise where it is not said */
	private isOn(name: string, otherwise: boolean): boolean {
		const given = this.parameter(name, otherwise);
		const on = schemas.sentFlag.safeParse(isBlank(given) ? otherwise : (given ?? otherwise));
		if (!on.success) throw this.invalid(name, 'must be true or false');
		return on.data;
	}

	private parameter(name: string, fallback?: unknown): unknown {
		return this.context.getNodeParameter(name, this.itemIndex, fallback) as unknown;
	}

	private empty(name: string): InvalidInput {
		const advice =
			'Choose an entry, or check that the item has what the expression in this field asks for.';
		return this.invalid(name, `is empty in item ${this.itemIndex}`, advice);
	}

	private invalid(name: string, message: string, advice?: string): InvalidInput {
		const label = labelOf(this.fields, name) ?? name;
		return new InvalidInput([{ label, name, message }], advice);
	}
}

const made = new WeakMap<schemas.Shape, z.ZodObject>();

/** Made when it is first read, and once. */
function schemaOf<S extends z.ZodObject>(shape: schemas.Shape<S>): S {
	const schema = made.get(shape) ?? shape(schemas);
	made.set(shape, schema);
	return schema as S;
}

/** One key of a schema: the field it is read from, or the object that its own keys make up. */
interface Asked {
	name: string;
	found?: FoundField;
	part?: z.ZodObject;
	isOptional: boolean;
}

const asked = new WeakMap<readonly INodeProperties[], Map<z.ZodObject, readonly Asked[]>>();

/** The same for every item, and zod's answer to whether a key is optional is a whole parse. */
function askedOf(schema: z.ZodObject, fields: readonly INodeProperties[]): readonly Asked[] {
	const cached = asked.get(fields) ?? new Map<z.ZodObject, readonly Asked[]>();
	asked.set(fields, cached);
	const keys =
		cached.get(schema) ??
		(Object.entries(schema.shape) as Array<[string, z.ZodType]>).map(([name, kind]) => ({
			name,
			found: findField(fields, name),
			part: schemas.partOf(kind),
			isOptional: kind.isOptional(),
		}));
	cached.set(schema, keys);
	return keys;
}

/** What an expression or an AI agent gives when it finds nothing. */
function isBlank(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === '';
}

function unlocated(given: unknown): unknown {
	const chosen = locatorValue(given);
	return chosen ? chosen.value : given;
}

const isExpression = (stored: unknown) => typeof stored === 'string' && stored.startsWith('=');

function isNothing(value: unknown): boolean {
	return value === null || value === undefined || isBlank(value);
}

function withoutIt(field: INodeProperties, collection: string | undefined): string {
	const how = collection ? 'remove the field' : "set it to 'From List' and leave it empty";
	return isAuthor(field) ? `${how} to write as the owner of the key` : how;
}

function isEmptyObject(value: unknown): boolean {
	const object = typeof value === 'string' ? parsed(value) : value;
	return isDataRecord(object) && Object.keys(object).length === 0;
}

/** The entries of a `keyValuePairs` field as one object; what an expression gave in its place stays as given. */
function merged(value: unknown): unknown {
	if (!isDataRecord(value)) return value;
	const { objects = [], pairs = [] } = value as {
		objects?: Array<{ json: unknown }>;
		pairs?: Array<{ key: unknown; value: unknown }>;
	};
	const entries: Array<[string, unknown]> = [];
	for (const { json } of objects) {
		const object = typeof json === 'string' ? parsed(json) : json;
		if (!isDataRecord(object)) return json; // The schema refuses it by name.
		entries.push(...Object.entries(object));
	}
	entries.push(...pairs.map((pair): [string, unknown] => [String(pair.key), pair.value]));
	return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function parsed(json: string): unknown {
	try {
		return parseJson(json);
	} catch {
		return undefined;
	}
}
