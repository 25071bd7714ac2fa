// What each field of a body may hold, as JSON schemas.
import { Ajv } from 'ajv';
import { InvalidFields } from './envelope.mts';
import { isDate, isTimestamp, timestamp } from './timestamps.mts';

/** A JSON schema of what is read as T. */
export interface Field<T> {
	readonly [keyword: string]: unknown;
	readonly isOf?: T;
}
type Read<P, R extends keyof P> = { [N in keyof P]?: P[N] extends Field<infer T> ? T : never } & {
	[N in R]: P[N] extends Field<infer T> ? T : never;
};

const whole = Number.MAX_SAFE_INTEGER;
/** 2 MB, read as 2 MiB: where the limit lies exactly is not said, and a client must not refuse what would pass. */
const maximumBytes = 2 * 1024 * 1024;

export const text: Field<string> = { type: 'string' };
export const filled: Field<string> = { type: 'string', minLength: 1 };
export const integer: Field<number> = { type: 'integer', minimum: -whole, maximum: whole };
export const flag: Field<boolean> = { type: 'boolean' };
export const object: Field<Record<string, unknown>> = { type: 'object' };
export const formatted = (format: keyof typeof formats): Field<string> => ({ ...text, format });

const formats = {
	past: (value: string) => isTimestamp(value) && value <= timestamp(),
	moment: (value: string) => isTimestamp(value) || isDate(value),
	url: (value: string) => value === '' || URL.canParse(value),
	mail: /^(\S+@\S+)?$/,
	'2 MB': (value: string) => Buffer.byteLength(value) <= maximumBytes,
};
const ajv = new Ajv({ allErrors: true, formats });

/**
 * Reads the fields of a body, which is refused with every field that is not what it may be. A field that was not sent
 * reads as undefined; unknown ones are ignored.
 */
export function reader<P extends Record<string, Field<unknown>>, R extends keyof P = never>(
	properties: P,
	...required: R[]
): (body: unknown) => Read<P, R> {
	const isRight = ajv.compile<Record<string, unknown>>({ ...object, properties, required });
	return (body) => {
		if (isRight(body)) {
			const names = Object.keys(properties);
			return Object.fromEntries(names.map((name) => [name, body[name]])) as Read<P, R>;
		}
		const errors = new Map<string, string>();
		for (const { instancePath, params, message } of isRight.errors!) {
			const [, field = params.missingProperty ?? 'body', ...inner] = instancePath.split('/');
			if (!errors.has(field)) errors.set(field, [...inner, message].join(' '));
		}
		throw new InvalidFields([...errors].map(([field, message]) => ({ field, message })));
	};
}
