import type { Problem } from '../service/problems';

/** How much of one text of an answer is quoted, in characters. */
const LONGEST_QUOTE = 500;

/** How many entries of a list are quoted, such as the fields of a validation error. */
const MOST_ENTRIES = 50;

/**
 * A problem that may be shown and stored: without secrets, should the service echo them, and of bounded size. Cut only
 * afterwards, or else half a secret could stay at the end.
 * @param secrets every form in which they may appear
 */
export function redacted(problem: Problem, secrets: readonly string[]): Problem {
	const longestFirst = secrets.toSorted((a, b) => b.length - a.length);
	const clean = (text: string) =>
		longestFirst.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
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
