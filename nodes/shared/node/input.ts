import {
	type IExecuteFunctions,
	type INodeProperties,
	isResourceLocatorValue,
	tryToParseDateTime,
} from 'n8n-workflow';
import { z } from 'zod/v4';
import { parseJson } from '../service/json';
import { isDataRecord } from '../service/records';
import { DEFAULT_CONCURRENCY, findField, type FoundField, labelOf } from './fields';

/** What a user filled in cannot be sent; nothing was. */
export class InvalidInput extends Error {
	constructor(
		/** One entry per field: its label, its API name, and what is wrong with it, as words that follow the name. */
		readonly fields: ReadonlyArray<{ label: string; name: string; message: string }>,
	) {
		super(fields.map(({ label, name, message }) => `'${label}' (${name}) ${message}`).join('; '));
		this.name = 'InvalidInput';
	}
}

/** The parameters of one item, in the names and forms of the API. */
export class Input {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly fields: readonly INodeProperties[],
		private readonly itemIndex: number,
	) {}

	/** The id out of a locator or a plain field, as text or number; checked where it enters a path. */
	id(name: string): unknown {
		return plain(this.parameter(name));
	}

	/** How many records a Get Many may return; undefined for all. */
	limit(): number | undefined {
		if (this.parameter('returnAll') === true) return undefined;
		const limit = Number(this.parameter('limit'));
		if (!(limit >= 1)) throw this.invalid('limit', 'must be at least 1');
		return Math.floor(limit);
	}

	/** Whether to give the short form of a record. */
	simplify(): boolean {
		return this.parameter('simplify') !== false;
	}

	/** How many items to work on at the same time. */
	concurrency(): number {
		const options = this.parameter('options', {}) as { concurrency?: unknown };
		const concurrency = Number(options.concurrency ?? DEFAULT_CONCURRENCY);
		return concurrency >= 1 ? Math.floor(concurrency) : 1;
	}

	/**
	 * The fields of a body or query: each key of the schema is read from the field of the same name, wherever in the
	 * operation it stands, and left out where the user did not fill it in. A part of a body that has no field is read
	 * from the fields of its own keys.
	 * @throws InvalidInput naming every field that the service would refuse
	 */
	read<S extends z.ZodObject>(schema: S): z.output<S> {
		const checked = schema.safeParse(this.values(schema) ?? {});
		if (checked.success) return checked.data;
		throw new InvalidInput(
			checked.error.issues.map(({ path, message }) => {
				const name = path.join('.');
				return { label: labelOf(this.fields, name) ?? String(path[0]), name, message };
			}),
		);
	}

	/** @returns undefined when none of the fields was filled in */
	private values(schema: z.ZodObject): Record<string, unknown> | undefined {
		const values: Record<string, unknown> = {};
		for (const [name, kind] of Object.entries(schema.shape) as Array<[string, z.ZodType]>) {
			const found = findField(this.fields, name);
			const part = partOf(kind);
			const value = found ? this.value(found, kind.isOptional()) : part && this.values(part);
			if (value !== undefined) values[name] = value;
		}
		return Object.keys(values).length > 0 ? values : undefined;
	}

	private value({ field, collection }: FoundField, optional: boolean): unknown {
		const { name } = field;
		const raw = collection
			? (this.parameter(collection, {}) as Record<string, unknown>)[name]
			: this.parameter(name);
		const value = this.inApiForm(field, plain(raw));
		if (value === null || value === undefined) return undefined;
		// Empty means "not filled in", except where it clears a text or is missing from a field that must be there.
		const clears = collection === 'updateFields' && ['string', 'color'].includes(field.type);
		return value === '' && optional && !clears ? undefined : value;
	}

	private inApiForm({ type }: INodeProperties, value: unknown): unknown {
		if (type === 'dateTime') return this.timestamp(value);
		return type === 'fixedCollection' ? merged(value) : value;
	}

	/**
	 * Any form of a date as the service's own. What stands in that form already is sent as it is; a time without a
	 * zone, as n8n's picker gives it, is read in the workflow's; all are sent as UTC.
	 */
	private timestamp(value: unknown): unknown {
		if (value === undefined || value === null || value === '') return value;
		if (typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value.trim()))
			return value.trim();
		try {
			return tryToParseDateTime(value, this.context.getTimezone())
				.toUTC()
				.toFormat('yyyy-MM-dd HH:mm:ss');
		} catch {
			return String(value); // The schema refuses it by name.
		}
	}

	private parameter(name: string, fallback?: unknown): unknown {
		return this.context.getNodeParameter(name, this.itemIndex, fallback) as unknown;
	}

	private invalid(name: string, message: string): InvalidInput {
		return new InvalidInput([{ label: labelOf(this.fields, name) ?? name, name, message }]);
	}
}

/** The object that a key of a body holds, if it holds one. */
function partOf(kind: z.ZodType): z.ZodObject | undefined {
	const inner = kind instanceof z.ZodOptional ? kind.unwrap() : kind;
	return inner instanceof z.ZodObject ? inner : undefined;
}

function plain(value: unknown): unknown {
	return isResourceLocatorValue(value) ? value.value : value;
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
