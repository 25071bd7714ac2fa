import type { IDataObject, INode } from 'n8n-workflow';
import type { FoundField } from './field';
import { isTool } from './fields';
import { locatorValue } from './locator';

/** What becomes of an empty field. A field that is checked goes to its `sent` without a value. */
type Treatment = 'cleared' | 'refused' | 'checked' | 'left out';

/** A field that an expression, an AI agent or a person left empty. */
interface EmptyField extends FoundField {
	node: INode;
	/** Whether Clear Fields names it. */
	isCleared?: boolean;
	/** Whether it narrows what is returned, or what fires. */
	isFilter?: boolean;
}

/** The first row that applies counts. */
const TREATMENTS: ReadonlyArray<[applies: (empty: EmptyField) => boolean, Treatment]> = [
	// The user asked for it.
	[({ isCleared = false }) => isCleared, 'cleared'],
	// Nobody can choose for the user: `sent` has no value to say anything about.
	[({ field }) => isRequired(field) && (isPicker(field) || isDecisive(field)), 'refused'],
	// `sent` says what is missing, or takes nothing as an empty text.
	[({ field }) => isRequired(field), 'checked'],
	// AI agents leave fields empty to leave them out.
	[({ node }) => isTool(node), 'left out'],
	// A person added it and set nothing.
	[(empty) => isLeftEmpty(empty), 'left out'],
	// The service would decide who reads something, who is mailed, what is published or what is replaced.
	[({ field }) => isDecisive(field), 'refused'],
	// Without a filter a list returns everything, and everything fires.
	[({ isFilter = false }) => isFilter, 'refused'],
	// Without a user the service chooses the author. In an update, it stays unchanged; a new record has keys of its own.
	[(empty) => isMenu(empty) && !isChange(empty), 'refused'],
	// In an update it stays unchanged, and a new record begins with what the service gives it.
	[() => true, 'left out'],
];

/** What becomes of a field that is empty. */
export function treatmentOfEmpty(empty: EmptyField): Treatment {
	return TREATMENTS.find(([applies]) => applies(empty))![1];
}

/** What to do about an empty field that is refused. */
export function adviceOnEmpty({ field, collection }: FoundField): string {
	if (isRequired(field)) {
		return 'Choose an entry, or check that the item has what the expression in this field asks for.';
	}
	const fixed = isPicker(field)
		? "set it to 'From List' and leave it empty"
		: 'set it to a fixed value';
	return `Check the expression in this field, or ${collection ? 'remove the field' : fixed}.`;
}

const isRequired = ({ required }: FoundField['field']) => required === true;
const isDecisive = ({ isDecisive: decides }: FoundField['field']) => decides === true;
const isPicker = ({ type }: FoundField['field']) => type === 'resourceLocator';
const isChange = ({ collection }: FoundField) => collection === 'updateFields';

/** A menu, or a picker of a record, but no picker of a key, such as a status. */
const isMenu = ({ field }: FoundField) =>
	field.type === 'options' || (isPicker(field) && !field.modes?.some(({ name }) => name === 'key'));

/** Without an expression, and if it is a picker of a new record or a filter, in the mode From List. */
function isLeftEmpty({ node: { parameters }, ...found }: EmptyField): boolean {
	const { field, collection } = found;
	const holder = collection ? (parameters[collection] as IDataObject | undefined) : parameters;
	const stored = holder?.[field.name];
	const { mode, value } = locatorValue(stored) ?? { mode: 'list', value: stored };
	const isExpression = typeof value === 'string' && value.startsWith('=');
	return (mode === 'list' || isChange(found)) && !isExpression;
}
