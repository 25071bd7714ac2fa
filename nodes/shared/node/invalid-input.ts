/** What a user entered cannot be sent; nothing was. */
export class InvalidInput extends Error {
	constructor(
		/** One entry per field: its label, its API name, and what is wrong with it, as words that follow the name. */
		readonly fields: ReadonlyArray<{ label: string; name: string; message: string }>,
		/** What to do about it. */
		readonly advice = 'Correct the fields named here.',
	) {
		super(fields.map(inWords).join('; '));
		this.name = 'InvalidInput';
	}
}

/** What an error names a field by. */
export interface Labelled {
	displayName: string;
	name: string;
}

/** The refusal of one field. */
export const refusedField = (
	{ displayName: label, name }: Labelled,
	message: string,
	advice?: string,
) => new InvalidInput([{ label, name, message }], advice);

export function inWords({ label, name, message }: InvalidInput['fields'][number]): string {
	return `${fieldName(label, name)} ${message}`;
}

/** By its label, and where it is a part of a field by the place in it: "'Metadata' (meta.plan)". */
export function fieldName(label: string, name: string): string {
	return name.includes('.') ? `'${label}' (${name})` : `'${label}'`;
}
