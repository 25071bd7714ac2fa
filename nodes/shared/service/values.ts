import { z } from 'zod/v4';

/**
 * Kinds of fields as they arrive. The service adds fields and values over time (Versioning), so a value that is not
 * of the declared kind stays as sent: reading a record never fails on one of its fields.
 */
const declared = <T>(type: string | string[]) => z.any().meta({ type }) as z.ZodType<T>;

export const text = declared<string>('string');
export const textOrNull = declared<string | null>(['string', 'null']);
export const flag = declared<boolean>('boolean');
export const anything = declared<Record<string, unknown>>('object');
export const list = declared<unknown[]>('array');

/**
 * A number that may arrive as a string: ids and counters are strings in one answer and integers in the next (Post).
 * What is not written as a plain number, or lies beyond 2^53, stays as sent, since a number could not hold it.
 */
export const numeric = z.any().overwrite(toNumber).meta({ type: 'number' }) as z.ZodType<number>;

/** A part of a record with fields of its own, such as its `user`; anything but an object stays as sent. */
export const nested = <S extends z.ZodRawShape>(shape: S) =>
	z.union([open(shape), z.custom<Partial<z.output<z.ZodObject<S>>>>()]);

/** A record: every field may be missing, and unknown fields pass through. */
export const open = <S extends z.ZodRawShape>(shape: S) => z.looseObject(shape).partial();

const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

function toNumber(value: unknown): unknown {
	if (typeof value !== 'string' || !PLAIN_NUMBER.test(value)) return value;
	const number = Number(value);
	return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
}
