export type Namespace = 'v1' | 'v2';

export interface FieldError {
	field: string;
	message: string;
}

/** A request the service refuses. v2 names it by `data.key`; v1 has only the HTTP status and a message. */
export class Refusal extends Error {
	readonly status: number;
	readonly key: string;
	readonly headers: Record<string, string>;

	constructor(status: number, key: string, message: string, headers: Record<string, string> = {}) {
		super(message);
		this.status = status;
		this.key = key;
		this.headers = headers;
	}

	body(namespace: Namespace): unknown {
		return namespace === 'v2' ? keyedError(this.key, this.message) : plainError(this.message);
	}
}

export class InvalidFields extends Refusal {
	readonly errors: FieldError[];

	constructor(errors: FieldError[]) {
		const first = errors[0];
		super(400, 'validation_error', `Invalid parameter: ${first.field} ${first.message}`);
		this.errors = errors;
	}

	override body(namespace: Namespace): unknown {
		if (namespace === 'v1') return super.body(namespace);
		return { status: 'error', data: { key: this.key, errors: this.errors } };
	}
}

/** A feature outside the plan is answered with HTTP 200, and with a `code` where other errors have a `key`. */
export class UpgradeRequired extends Refusal {
	readonly feature: string;

	constructor(feature: string) {
		super(200, 'upgrade_required', `Your plan does not include ${featureName(feature)}.`);
		this.feature = feature;
	}

	override body(): unknown {
		const name = featureName(this.feature);
		return {
			status: 'error',
			data: {
				code: this.key,
				message: this.message,
				feature: this.feature,
				feature_name: name,
				required_plan: 'business',
				required_plan_name: 'Business',
				cta: `Upgrade to Business to use ${name}.`,
			},
		};
	}
}

function featureName(feature: string): string {
	const words = feature.replaceAll(/[-_]/g, ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

export function keyedError(key: string, message: string) {
	return { status: 'error', data: { key, message } };
}

export function plainError(message: string) {
	return { status: 'error', message };
}

export function unauthorized(message: string): Refusal {
	return new Refusal(401, 'unauthorized', message);
}

export function notFound(what: string): Refusal {
	return new Refusal(404, 'not_found', `${what} not found.`);
}

export type Row = Record<string, unknown>;

/** Rows keyed by id, in the order of the list: a plain object would put integer-like keys in ascending order. */
export class KeyedRows {
	readonly idField: string;
	readonly rows: Row[];

	constructor(idField: string, rows: Row[]) {
		this.idField = idField;
		this.rows = rows;
	}
}

/** A map whose keys are data, not field names. */
export class KeyValues {
	readonly entries: Record<string, string>;

	constructor(entries: Record<string, string>) {
		this.entries = entries;
	}

	toJSON() {
		return this.entries;
	}
}

/** With `emptyMapAsArray` every empty map is written as `[]`, as a PHP-style server does. */
export function stringifyEnvelope(data: unknown, emptyMapAsArray: boolean): string {
	const replacer = emptyMapAsArray
		? (_name: string, value: unknown) => (isEmptyMap(value) ? [] : value)
		: undefined;
	const write = (value: unknown): string => {
		if (value instanceof KeyedRows) {
			if (value.rows.length === 0) return emptyMapAsArray ? '[]' : '{}';
			const { idField, rows } = value;
			const entries = rows.map((row) => `"${row[idField]}":${JSON.stringify(row, replacer)}`);
			return `{${entries.join(',')}}`;
		}
		const holdsRows =
			typeof value === 'object' &&
			value !== null &&
			Object.values(value).some((member) => member instanceof KeyedRows);
		if (!holdsRows) return JSON.stringify(value, replacer);
		const members = Object.entries(value as object);
		return `{${members.map(([name, member]) => `"${name}":${write(member)}`).join(',')}}`;
	};
	return `{"status":"success","data":${write(data)}}`;
}

function isEmptyMap(value: unknown): boolean {
	return (
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		Object.keys(value).length === 0
	);
}
