import type { Settings } from './settings.mts';

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

	/** As it goes over the wire. */
	written(namespace: Namespace, { v1Errors }: Settings): { status: number; body: unknown } {
		const status = namespace === 'v1' && v1Errors === 'http200' ? 200 : this.status;
		return { status, body: this.body(namespace) };
	}

	protected body(namespace: Namespace): unknown {
		if (namespace === 'v2') return keyedError(this.key, this.message);
		return { status: 'error', message: this.message };
	}
}

export class InvalidFields extends Refusal {
	readonly errors: FieldError[];

	constructor(errors: FieldError[]) {
		const first = errors[0];
		super(400, 'validation_error', `Invalid parameter: ${first.field} ${first.message}`);
		this.errors = errors;
	}

	protected override body(namespace: Namespace): unknown {
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

	protected override body(): unknown {
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

export function unauthorized(message: string): Refusal {
	return new Refusal(401, 'unauthorized', message);
}

export function notFound(what: string): Refusal {
	return new Refusal(404, 'not_found', `${what} not found.`);
}

/** An empty list, as a sibling interface of a live service answers it. */
export function nothingFound(): Refusal {
	return new Refusal(404, 'not_found', '0 items found');
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

/** Fields that hold ids of the service's own; `data_id` is the caller's. */
const idFields =
	/^(?:feedback|product|changelog|comment|user|admin|promoter|group|document)_id$|^parent$/;

/** The envelope of a success as JSON text; lists keep their order, which a plain object would lose. */
export function stringifyEnvelope(data: unknown, namespace: Namespace, settings: Settings): string {
	const { emptyMapAsArray, mapsAsArrays } = settings;
	const idsAsText = settings.idsAsText && namespace === 'v1';
	const replacer = (name: string, value: unknown) => {
		if (emptyMapAsArray && isEmptyMap(value)) return [];
		return idsAsText && idFields.test(name) && Number.isInteger(value) ? String(value) : value;
	};
	const write = (value: unknown): string => {
		if (value instanceof KeyedRows) {
			const { idField, rows } = value;
			if (rows.length === 0) return emptyMapAsArray ? '[]' : '{}';
			if (mapsAsArrays) return JSON.stringify(rows, replacer);
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
