/** A longer text is no address and no title, and equals no other. To normalize one could take seconds. */
export const LONGEST_COMPARED = 1_000;

/** Without width, such as a soft hyphen or a zero-width space. The tags behind a flag say which flag it is. */
const INVISIBLE = /(?!\u200C|\u200D|[\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}/gu;

/** Joiners show among emoji, and in scripts whose letters join. Those scripts have no upper and lower case. */
const IDLE_JOINERS = /(?<=^|[\p{Lu}\p{Ll}\p{N}\p{P}\p{Sc}\p{Sm}\s])[\u200C\u200D]+/gu;

/** Blanks and what has no width, with controls and the empty cell of Braille, which show nothing either. */
const SHOWN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text shows nothing, and so counts as empty. */
export const isBlank = (text: string): boolean => !SHOWN.test(text);

/** A text without any character that has no width, for an address or a number: nobody can see them, or type them. */
export const withoutInvisible = (text: string): string =>
	text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');

/** A text without characters that have no width and change nothing, for an own ID or a title in any script. */
export const visible = (text: string): string =>
	text.replace(INVISIBLE, '').replace(IDLE_JOINERS, '');

/** As a text is shown: accents as they are written most often, since macOS writes them apart from their letters. */
export function shown(text: string): string {
	if (text.length > LONGEST_COMPARED) return text;
	return visible(text).normalize().replace(/\s+/g, ' ').trim();
}

/** The same text for texts that are shown alike but for letter case; undefined for one that is too long. */
export const loosely = (text: string): string | undefined =>
	text.length > LONGEST_COMPARED ? undefined : shown(text).toLowerCase();

/**
 * The same text for equal values of a field, in the field's own terms; undefined for one that equals no other. None counts
 * outer spaces and what cannot be seen. Titles and email addresses ignore letter case.
 */
export function comparable(by: string, value: unknown): string | undefined {
	const text = String(value ?? '');
	if (text.length > LONGEST_COMPARED) return undefined;
	if (by === 'title') return loosely(text);
	if (by !== 'data_mail') return visible(text).trim();
	// Of other letters, such as the Kelvin sign, lower case makes those of another person.
	const address = withoutInvisible(text).trim();
	return address.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Whether the values of a field are equal, as `comparable` has it. Works the wanted one out once, for any number of records. */
export function hasValue(by: string, value: string): (record: Record<string, unknown>) => boolean {
	const wanted = comparable(by, value);
	return (record) => wanted !== undefined && comparable(by, record[by]) === wanted;
}

/**
 * Whether two IDs of the caller's own that differ only in letter case are surely one: if one of them is in one case as a
 * whole, as people and databases write an ID that has none. Those of Salesforce may differ in the case of one letter.
 */
export const isSameInOneCase = (one: string, other: string): boolean =>
	[one, other].some((text) => text === text.toLowerCase() || text === text.toUpperCase());
