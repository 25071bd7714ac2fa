// The text of a stranger as one line for chats, tickets and emails: it mentions nobody there, and starts no tag, link or code.
import { type DataRecord, isDataRecord } from './records';

/** Characters that nobody sees, such as soft hyphens, fillers, marks of direction and tags. Emoji need joiners and a variant. */
const HIDDEN =
	/(?![\u200c\u200d]|(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|[\ufe0e\ufe0f]\u20e3)[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** An @ that may mention somebody, or all. That of an email address stays, so that it can be copied. */
const MENTION =
	/(?<![\p{L}\p{N}._%+-])@|@(?!(?!(?:everyone|here|channel|all)\b)[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}])/giu;

const LIST_ITEM = /<li\b[^<>]*>/gi;

/** The tags that editors write. Other words in angle brackets are words. */
const TAG =
	/<\/?(?:p|br|hr|div|[uod]l|li|d[td]|h[1-6]|table|caption|t(?:head|body|foot|r|d|h)|pre|blockquote|figure|figcaption|section|article|header|footer|[abius]|strong|em|span|code|su[bp]|small|mark|del|ins|font|center|img|iframe|video)(?:\s[^<>]*)?\/?>/gi;

const ACCENTS: Readonly<Record<string, string>> = {
	acute: '\u0301',
	caron: '\u030c',
	cedil: '\u0327',
	circ: '\u0302',
	grave: '\u0300',
	ring: '\u030a',
	tilde: '\u0303',
	uml: '\u0308',
};

const NAMED: ReadonlyMap<string, string> = new Map(
	Object.entries({
		aelig: 'æ',
		AElig: 'Æ',
		apos: "'",
		bdquo: '„',
		bull: '•',
		cent: '¢',
		copy: '©',
		deg: '°',
		euro: '€',
		gt: '>',
		hellip: '…',
		iexcl: '¡',
		iquest: '¿',
		laquo: '«',
		ldquo: '“',
		lsquo: '‘',
		lt: '<',
		mdash: '—',
		middot: '·',
		nbsp: ' ',
		ndash: '–',
		oelig: 'œ',
		OElig: 'Œ',
		ordf: 'ª',
		ordm: 'º',
		oslash: 'ø',
		Oslash: 'Ø',
		pound: '£',
		quot: '"',
		raquo: '»',
		rdquo: '”',
		reg: '®',
		rsquo: '’',
		sbquo: '‚',
		sect: '§',
		szlig: 'ß',
		times: '×',
		trade: '™',
		yen: '¥',
	}),
);

/** A text with the characters of the entities that editors write, also of those that were escaped twice. */
const decoded = (text: string): string =>
	text
		.replace(/&(?:amp;){1,9}/g, '&')
		.replace(
			/&([a-z])(grave|acute|circ|tilde|uml|ring|cedil|caron);/gi,
			(_entity, letter: string, accent: string) =>
				(letter + ACCENTS[accent.toLowerCase()]).normalize(),
		)
		.replace(/&([a-z]{2,6});/gi, (entity, name: string) => NAMED.get(name) ?? entity)
		.replace(/&#(\d{1,7}|x[\da-f]{1,6});/gi, (_entity, code: string) =>
			String.fromCodePoint(Math.min(Number(`0${code}`), 0x10ffff)),
		);

/** More rounds take only texts that are made to. */
const ROUNDS = 5;

/** A text without entities and hidden characters, also where one of them hides in the other. */
function withoutHidden(text: string): string {
	let before = text;
	for (let round = 0; round < ROUNDS; round++) {
		const after = decoded(before.replace(HIDDEN, '')).replace(HIDDEN, '');
		if (after === before) return after;
		before = after;
	}
	return before.replaceAll('&', '& ');
}

/** The text between the tags that editors write. */
const textOf = (html: string): string => html.replace(LIST_ITEM, ' • ').replace(TAG, ' ');

/**
 * One line without hidden characters that chats, tickets and emails show as it is.
 * @param longest its length in code points, at least one. A longer text ends with an ellipsis
 */
export function safeLine(text: string, longest: number): string {
	const line = withoutHidden(text)
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim()
		.slice(0, 2 * longest + 100) // What follows can change no character that is shown.
		.replace(/</g, '‹')
		.replace(/>/g, '›')
		.replace(/`/g, "'")
		.replace(/\]\(/g, '] (')
		.replace(/\[~/g, '[ ~') // Mentions and links of Jira.
		.replace(/\[[^[\]]*\]/g, (link) => link.replaceAll('|', '¦'))
		.replace(/\\n/g, '\\ n') // Some chats read it as a new line.
		.replace(MENTION, '@\u200b')
		.trimEnd();
	const characters = Array.from(line);
	return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}

/**
 * A record with its texts as safe lines, also those in its lists and objects. `original` is the record as it was.
 * @param unchanged names of fields that stay as they are, such as its ID
 * @param html names of fields that may hold HTML
 */
export function withSafeLines(
	record: DataRecord,
	longest: number,
	{ unchanged = [], html = [] }: { unchanged?: readonly string[]; html?: readonly string[] } = {},
): DataRecord {
	const inLines = (value: unknown, name = ''): unknown => {
		if (unchanged.includes(name)) return value;
		if (typeof value === 'string') {
			return safeLine(html.includes(name) ? textOf(value) : value, longest);
		}
		if (Array.isArray(value)) return value.map((one) => inLines(one));
		if (!isDataRecord(value)) return value;
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inLines(one, key)]));
	};
	return { ...(inLines(record) as DataRecord), original: record };
}
