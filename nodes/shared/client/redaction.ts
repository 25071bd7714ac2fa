import type { Problem } from '../service/problems';

/** How much of one text of an answer is quoted, in characters. */
const LONGEST_QUOTE = 500;

/** How much of it is looked through, so that a long one holds up nobody. */
const MOST_LOOKED_AT = 64 * 1024;

/** How many entries of a list are quoted, such as the fields of a validation error. */
const MOST_ENTRIES = 50;

/**
 * A problem that may be shown and stored: without secrets, should the service echo them, and of bounded size. Cut only
 * afterwards, or else half a secret could stay at the end.
 * @param secrets as they are; every form in which they may be echoed is worked out here
 */
export function redacted(problem: Problem, secrets: readonly string[]): Problem {
	const hidden = patternOf(secrets);
	const longest = Math.max(0, ...secrets.map(({ length }) => length)) * LONGEST_FORM;
	const clean = (text: string) => {
		const rest = text.slice(0, MOST_LOOKED_AT).replace(hidden, '***');
		return text.length > MOST_LOOKED_AT ? rest.slice(0, -longest || undefined) : rest;
	};
	const { kind, ...said } = problem;
	const shown = JSON.stringify(said, (_key, value: unknown) => {
		if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES) as unknown[];
		return typeof value === 'string' ? cut(clean(value)) : value;
	});
	return { kind, ...(JSON.parse(shown) as Omit<Problem, 'kind'>) };
}

/** Never between the two halves of a character. */
function cut(text: string): string {
	return text.length > LONGEST_QUOTE
		? `${text.slice(0, LONGEST_QUOTE).replace(/[\uD800-\uDBFF]$/, '')}…`
		: text;
}

/** Characters that one of a secret takes at most, however it is written. */
const LONGEST_FORM = 24;

const NOTHING = /(?!)/g;

function patternOf(secrets: readonly string[]): RegExp {
	const forms = secrets
		.filter((secret) => secret !== '')
		.toSorted((a, b) => b.length - a.length)
		.flatMap((secret) => [written(secret), ...base64Of(secret)]);
	return forms.length > 0 ? new RegExp(forms.join('|'), 'g') : NOTHING;
}

/** As JSON, JavaScript, HTML or a URL write it, each character for itself. */
function written(text: string): string {
	return Array.from(text, characterForms).join('');
}

const NAMED: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
	'+': 'plus',
	'/': 'sol',
	'=': 'equals',
};

function characterForms(character: string): string {
	const code = character.charCodeAt(0);
	const hex = code
		.toString(16)
		.padStart(2, '0')
		.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
	const named = NAMED[character] ? `|${NAMED[character]}` : '';
	const plain = /[\da-z]/i.test(character) ? character : `\\x${code.toString(16).padStart(2, '0')}`;
	return [
		`(?:\\\\{0,4}${plain}`,
		`%(?:25){0,2}${hex}`,
		`\\\\{1,4}(?:u00|x)${hex}`,
		`&(?:amp;){0,2}(?:#0{0,4}${code}|#[xX]0{0,4}${hex}${named});?)`,
	].join('|');
}

/** In base64 a text reads in one of three ways, by where it begins: alone, or behind a user and a colon of any length. */
function base64Of(secret: string): string[] {
	if (secret.length < SHORTEST_IN_BASE64) return [];
	return [0, 1, 2].map((before) => {
		const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]).toString('base64');
		// What stands at its ends also depends on its neighbours.
		const own = encoded.slice(
			Math.ceil((before * 8) / 6),
			Math.floor(((before + Buffer.byteLength(secret)) * 8) / 6),
		);
		const alphabets = Array.from(own, (digit) => {
			if (digit === '+') return `(?:${characterForms('+')}|-)`;
			return digit === '/' ? `(?:${characterForms('/')}|_)` : digit;
		});
		return `[\\w+/-]?${alphabets.join('')}[\\w+/-]{0,3}=*`;
	});
}

/** A shorter one would be found in texts that have nothing to do with it. */
const SHORTEST_IN_BASE64 = 4;
