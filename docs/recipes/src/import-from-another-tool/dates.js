const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** In English, and in languages that write them nearly so. Decks are no December. */
const MONTH =
	'(?<month>jan(?:uary?)?|feb(?:ruary?)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';

/** Only a month in letters, or a year before it, says which number is the day. */
const DAYS = [
	/^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})(?!\d)T?/,
	new RegExp(
		`\\b(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)?[ /-]${MONTH}[ ,/-]+(?<year>\\d{4}|\\d\\d)\\b`,
		'i',
	),
	new RegExp(`\\b${MONTH} (?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>\\d{4})\\b`, 'i'),
];
const TIME =
	/\b(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d{1,9})?)?(?: ?(?<half>[AP])M)?/i;
const ZONE = /^(?:[A-Z]{1,4}|(?:GMT|UTC)?[+-]\d{1,2}(?::?\d\d)?)$/;
const BETWEEN = /\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b[.,]?|\bat\b|,/gi;

/** How far a zone is from UTC, as the language knows it; NaN if it does not. */
function offsetOf(text) {
	// Tue Mar 12 2024 15:45 GMT+0100 (CET), and (EDT) alone.
	const zone = text
		.replace(/^(\S+) \([^()]*\)$/, '$1')
		.replace(/^\(([^()]*)\)$/, '$1')
		.toUpperCase();
	if (zone === '') return 0;
	return ZONE.test(zone) ? Date.parse(`Jan 1 1970 00:00:00 ${zone}`) : NaN;
}

/** The groups of the first form that the text has. @returns {{ whole: string, groups: Record<string, string> } | undefined} */
function found(forms, text) {
	const match = forms.map((form) => form.exec(text)).find(Boolean);
	return match && { whole: match[0], groups: match.groups };
}

function hourOf({ hour = '0', half = '' }) {
	if (half === '') return Number(hour);
	const isHour = Number(hour) >= 1 && Number(hour) <= 12;
	return isHour ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : NaN;
}

/** NaN for February 30, which would be a day of March, and for 25 o'clock. */
function utcOf({ year, month, day }, clock) {
	const { minute = '0', second = '0' } = clock;
	const at = (Number(month) || MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1) - 1;
	const parts = [at, Number(day), hourOf(clock), Number(minute), Number(second)];
	const moment = new Date(Date.UTC(Number(year.padStart(4, '20')), ...parts));
	const read = [
		moment.getUTCMonth(),
		moment.getUTCDate(),
		moment.getUTCHours(),
		moment.getUTCMinutes(),
		moment.getUTCSeconds(),
	];
	return read.join() === parts.join() ? moment.getTime() : NaN;
}

/** Milliseconds since 1970, as some tools export them, of this century. */
const sinceEpoch = (number) =>
	number > 946_684_800_000 && number < 4_102_444_800_000 ? number : NaN;

/** The moment that a text means, in milliseconds; NaN if it may mean several. */
function momentOf(text) {
	if (/^\d{13}$/.test(text)) return sinceEpoch(Number(text));
	const day = text.length > 100 ? undefined : found(DAYS, text);
	if (!day) return NaN;
	const rest = text.replace(day.whole, ' ');
	const time = found([TIME], rest) ?? { whole: ' ', groups: {} };
	const zone = rest.replace(time.whole, ' ').replace(BETWEEN, ' ').replace(/\s+/g, ' ').trim();
	return utcOf(/** @type {any} */ (day.groups), time.groups) + offsetOf(zone);
}

const asSql = (milliseconds) => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');

/** A spreadsheet counts days from December 30, 1899. Other numbers, such as seconds since 1970, are no days. */
const dayOf = (number) =>
	number > 20_000 && number < 80_000
		? Math.round((number - 25_569) * 86_400) * 1000
		: sinceEpoch(number);

/** A date as the service takes it, in UTC where it names no zone. */
export const dateBy = (format) => (value, text) => {
	if (text === '') return '';
	const moment =
		typeof value === 'number'
			? dayOf(value)
			: format
				? DateTime.fromFormat(text, format, { zone: 'utc' }).toMillis()
				: momentOf(text);
	if (Number.isNaN(moment))
		throw new Error(
			`'Created' is ${text}, which may mean several days. Write its form into 'Date format' of Words, such as dd/MM/yyyy.`,
		);
	return asSql(moment);
};
