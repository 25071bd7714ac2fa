import { tryToParseDateTime } from 'n8n-workflow';
import { timestamp } from '../service/request-bodies';
import { isDataRecord } from '../service/records';

/**
 * A moment that a user or an expression gave, as the service writes it: `YYYY-MM-DD HH:MM:SS` in UTC. What stands in
 * that form already stays as it is. Taken are ISO 8601, Luxon, Date and epoch milliseconds, and nothing else: a guess
 * at `03/04/2025` would be another day now and then.
 * @param zone the zone that a date or time without one is meant in, as an IANA name
 * @returns undefined when it is no date
 */
export function toTimestamp(given: unknown, zone: string): string | undefined {
	const value = typeof given === 'string' ? given.trim() : given;
	const written = typeof value === 'string' ? timestamp.safeParse(value) : undefined;
	if (written?.success) return written.data;
	const ms = toEpoch(value, zone);
	// Not a number: a Date or a Luxon object that is invalid.
	if (ms === undefined || Number.isNaN(ms)) return undefined;
	return timestamp.safeParse(new Date(ms).toISOString().slice(0, 19).replace('T', ' ')).data;
}

/** A date alone, or a time that names no zone: its day is the one it says. */
const LOCAL = /^\d{4}-\d\d-\d\d(?=$|[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?$)/i;

/**
 * The day that a user or an expression gave, as `YYYY-MM-DD`; given as for `toTimestamp`.
 * @param zone in which a moment that names its zone, or needs none, has its day
 * @returns undefined when it is no date
 */
export function toDay(given: unknown, zone: string): string | undefined {
	const value = typeof given === 'string' ? given.trim() : given;
	const [local] = (typeof value === 'string' && LOCAL.exec(value)) || [];
	if (local !== undefined) return local;
	const ms = toEpoch(value, zone);
	if (ms === undefined || Number.isNaN(ms)) return undefined;
	return tryToParseDateTime(new Date(ms), zone).toISODate() ?? undefined;
}

function toEpoch(value: unknown, zone: string): number | undefined {
	if (value instanceof Date) return value.getTime();
	if (isLuxon(value)) return value.toMillis();
	if (typeof value === 'number') return epochMs(value);
	if (typeof value !== 'string') return undefined;
	return /^\d+$/.test(value) ? epochMs(Number(value)) : fromIso(value, zone);
}

/** From any copy of Luxon: n8n has its own. */
function isLuxon(value: unknown): value is { toMillis(): number } {
	return isDataRecord(value) && value.isLuxonDateTime === true;
}

/** Of the years 1973 to 5138: seconds, years and other numbers lie far below. */
function epochMs(value: number): number | undefined {
	return value >= 1e11 && value <= 1e14 ? value : undefined;
}

/** ISO 8601 in its extended form. A blank in place of the T, as databases write it, needs a zone to be told from the service's form. */
const ISO =
	/^(?<date>\d{4}-\d\d-\d\d)(?:(?<gap>[T ])(?<time>\d\d:\d\d)(?<seconds>:\d\d)?(?:[.,]\d+)? ?(?<offset>Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;

function fromIso(text: string, zone: string): number | undefined {
	const { date, gap, time = '00:00', seconds = ':00', offset } = ISO.exec(text)?.groups ?? {};
	if (date === undefined || (gap === ' ' && offset === undefined)) return undefined;
	const wall = Date.parse(`${date}T${time}${seconds}Z`);
	// The 31st of February would be read as the 3rd of March.
	const isReal = !Number.isNaN(wall) && new Date(wall).toISOString().startsWith(`${date}T${time}`);
	if (!isReal) return undefined;
	return offset === undefined ? inZone(wall, zone) : wall - offsetMs(offset);
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function offsetMs(offset: string): number {
	const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
	if (sign === undefined) return 0; // Z
	return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

/**
 * The moment at which clocks in a zone show this time. Where they are set back, a time that comes twice is the first;
 * one that is left out where they are set forward is as long after the change as it would have been.
 * @param wall what the clocks show, as if they were those of UTC
 */
function inZone(wall: number, zone: string): number {
	const offsetAt = (ms: number) => tryToParseDateTime(new Date(ms), zone).offset * MINUTE_MS;
	const before = wall - offsetAt(wall - DAY_MS);
	if (offsetAt(before) === wall - before) return before;
	const after = wall - offsetAt(wall + DAY_MS);
	return offsetAt(after) === wall - after ? after : before;
}
