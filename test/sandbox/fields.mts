import { type FieldError, InvalidFields } from './envelope.mts';

interface TextRule {
	required?: boolean;
	min?: number;
	max?: number;
	maxBytes?: number;
	pattern?: { test(text: string): boolean; is: string };
}

/**
 * Reads the fields of a request body by their documented types. Every offending field is collected;
 * `check()` then refuses the request. A field that was not sent reads as undefined; unknown ones are ignored.
 */
export class Fields {
	readonly #body: Record<string, unknown>;
	readonly #errors: FieldError[] = [];

	constructor(body: unknown) {
		const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
		// An object without the required fields and no object at all get the same kind of answer.
		if (!isObject) throw new InvalidFields([{ field: 'body', message: 'must be a JSON object' }]);
		this.#body = body as Record<string, unknown>;
	}

	has(name: string): boolean {
		return this.#body[name] !== undefined;
	}

	text(name: string, rule: TextRule = {}): string | undefined {
		const value = this.#read(name, rule.required);
		if (value === undefined) return undefined;
		if (typeof value !== 'string') return this.refuse(name, 'must be a string');
		const { required, min, max, maxBytes, pattern } = rule;
		if (required && value === '') return this.refuse(name, 'is required');
		const length = characters(value);
		if (min !== undefined && length < min) {
			return this.refuse(name, `must have at least ${min} characters`);
		}
		if (max !== undefined && length > max) {
			return this.refuse(name, `must have at most ${max} characters`);
		}
		if (maxBytes !== undefined && Buffer.byteLength(value) > maxBytes) {
			return this.refuse(name, `must have at most ${maxBytes} bytes`);
		}
		if (pattern && !pattern.test(value)) return this.refuse(name, `must be ${pattern.is}`);
		return value;
	}

	integer(name: string, required = false): number | undefined {
		const value = this.#read(name, required);
		if (value === undefined) return undefined;
		return Number.isSafeInteger(value)
			? (value as number)
			: this.refuse(name, 'must be an integer');
	}

	flag(name: string): boolean | undefined {
		const value = this.#read(name);
		if (value === undefined) return undefined;
		return typeof value === 'boolean' ? value : this.refuse(name, 'must be a boolean');
	}

	object(name: string): Record<string, unknown> | undefined {
		const value = this.#read(name);
		if (value === undefined) return undefined;
		const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
		return isObject ? (value as Record<string, unknown>) : this.refuse(name, 'must be an object');
	}

	list(name: string): unknown[] | undefined {
		const value = this.#read(name);
		if (value === undefined) return undefined;
		return Array.isArray(value) ? value : this.refuse(name, 'must be an array');
	}

	refuse(field: string, message: string): undefined {
		this.#errors.push({ field, message });
		return undefined;
	}

	check(): void {
		if (this.#errors.length > 0) throw new InvalidFields(this.#errors);
	}

	#read(name: string, required = false): unknown {
		const value = this.#body[name];
		if (value === undefined && required) return this.refuse(name, 'is required');
		return value;
	}
}

/** Limits given in characters count code points: an emoji is one. */
export function characters(text: string): number {
	return Array.from(text).length;
}
