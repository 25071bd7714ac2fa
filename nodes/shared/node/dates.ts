import { tryToParseDateTime } from 'n8n-workflow';
import { isDataRecord } from '../service/records';
import { isTimestamp } from '../service/values';

/**
 * A moment that a user or an expression gave, as the service writes it: `YYYY-MM-DD HH:MM:SS` in UTC. What stands in
 * that form already stays as it is. Taken are ISO 8601, Luxon, Date and epoch milliseconds, and nothing else: a guess
 * at `03/04/2025` would be another day now and then.
 * @param zone the zone that a date or time without one is meant in, as an IANA name
 * @returns undefined when it is no date
 */
export function toTimestamp(given: unknown, zone: string): string | undefined {
	const written = typeof given === 'string' ? given.trim() : '';
	if (isTimestamp(written)) return written;
	const moment = toMoment(given, zone);
	return moment && toServiceTime(moment);
}

/** The same, where a day alone means the whole day, as in "until 2025-03-14": its last second. */
export function toLastTimestamp(given: unknown, zone: string): string | undefined {
	const moment = isDay(given) ? toMoment(given, zone) : undefined;
	return moment ? toServiceTime(moment.endOf('day')) : toTimestamp(given, zone);
}

const isDay = (given: unknown) =>
	typeof given === 'string' && /^\s*\d{4}-\d\d-\d\d\s*$/.test(given);

/** The lengths of a period of the calendar, each with how Luxon names one. */
const NAMES = { month: 'yyyy-MM', quarter: "yyyy-'Q'q", week: "kkkk-'W'WW" } as const;

export type Unit = keyof typeof NAMES;

/** One period of the calendar: its name, its first day, and its first moment as the service writes it. */
export interface CalendarPeriod {
	period: string;
	from: string;
	since: string;
}

/** The last periods of the calendar in this zone, the current one first. */
export function latestPeriods(unit: Unit, count: number, zone: string): CalendarPeriod[] {
	const now = tryToParseDateTime(new Date(), zone).setZone(zone);
	return Array.from({ length: count }, (_, back) => {
		const start = now.startOf(unit).minus({ [unit]: back });
		return {
			period: start.toFormat(NAMES[unit]),
			from: start.toFormat('yyyy-MM-dd'),
			// Where summer time ends at midnight, midnight comes twice.
			since: toServiceTime(start.getPossibleOffsets()[0]),
		};
	});
}

/** Some write the last day of the last year for no end at all. */
const LAST = '9999-12-31 23:59:59';

function toServiceTime(moment: Moment): string {
	const utc = moment.toUTC();
	return utc.year > 9999 ? LAST : utc.toFormat('yyyy-MM-dd HH:mm:ss');
}

type Moment = ReturnType<typeof tryToParseDateTime>;

function toMoment(given: unknown, zone: string): Moment | undefined {
	if (isDateObject(given)) return parsed(given, zone);
	const text = typeof given === 'string' ? given.trim() : '';
	const ms = typeof given === 'number' ? given : Number(/^\d+$/.test(text) ? text : Number.NaN);
	if (isEpoch(ms)) return parsed(new Date(ms), zone);
	const [, date] = ISO.exec(text) ?? [];
	const moment = date && parsed(text.toUpperCase().replace(' ', 'T').replace(' ', ''), zone);
	// The 31st of February would be read as the 3rd of March. Of a time that comes twice, the first is meant.
	return moment && moment.toISODate() === date ? moment.getPossibleOffsets()[0] : undefined;
}

function parsed(given: unknown, zone: string): Moment | undefined {
	try {
		return tryToParseDateTime(given as string, zone);
	} catch {
		return undefined; // It is refused by name.
	}
}

/**
 * ISO 8601 in its extended form. A blank in place of the T, as databases write it, needs a zone to differ from the service's
 * form.
 */
const ISO =
	/^(\d{4}-\d\d-\d\d)(?:(?:T| (?=.*(?:Z|[+-][\d:]+)$))\d\d:\d\d(?::\d\d)?(?:[.,]\d+)? ?(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;

/** A Date or a Luxon object, as expressions give them. */
export const isDateObject = (value: unknown): value is { toJSON(): string | null } =>
	value instanceof Date || isLuxon(value);

/** From any copy of Luxon: n8n has its own. */
const isLuxon = (value: unknown) => isDataRecord(value) && value.isLuxonDateTime === true;

/** Of the years 2001 to 2286, in 13 digits: fewer are seconds, and 12 or 14 a date without signs, such as 202503041000. */
const isEpoch = (ms: number) => ms >= 1e12 && ms < 1e13;
