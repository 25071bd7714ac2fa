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

	stringify(emptyAsArray: boolean): string {
		if (this.rows.length === 0) return emptyAsArray ? '[]' : '{}';
		return `{${this.rows.map((row) => `"${row[this.idField]}":${JSON.stringify(row)}`).join(',')}}`;
	}
}

/** A map that may be empty, and is then written as `[]` where a PHP-style server would. */
export class StringMap {
	readonly entries: Record<string, unknown>;

	constructor(entries: Record<string, unknown>) {
		this.entries = entries;
	}

	stringify(emptyAsArray: boolean): string {
		const empty = Object.keys(this.entries).length === 0;
		return empty && emptyAsArray ? '[]' : JSON.stringify(this.entries);
	}
}

export function stringifyEnvelope(data: unknown, emptyAsArray: boolean): string {
	return `{"status":"success","data":${stringify(data, emptyAsArray)}}`;
}

function stringify(value: unknown, emptyAsArray: boolean): string {
	if (value instanceof KeyedRows || value instanceof StringMap)
		return value.stringify(emptyAsArray);
	if (value === null || typeof value !== 'object' || Array.isArray(value)) {
		return JSON.stringify(value);
	}
	const members = Object.entries(value).filter(([, member]) => member !== undefined);
	return `{${members
		.map(([name, member]) => `${JSON.stringify(name)}:${stringify(member, emptyAsArray)}`)
		.join(',')}}`;
}
