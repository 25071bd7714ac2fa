import type { INodePropertyMode } from 'n8n-workflow';
import { isDataRecord } from '../service/records';
import type { Field } from './field';
import { type Examples, type PickerName, pickers } from './picker-table';
import { numericId } from './sent';

/**
 * The mode and value of a resource locator. n8n 2.41 stores one that was added to a collection and left empty without
 * `__rl`, the mark that its own check looks for.
 * @returns undefined for another value, such as an expression instead of the whole field
 */
export function locatorValue(parameter: unknown): { mode: string; value: unknown } | undefined {
	if (!isDataRecord(parameter) || !('value' in parameter)) return undefined;
	const { mode, value } = parameter;
	return typeof mode === 'string' ? { mode, value } : undefined;
}

/** A picker, apart from its type. */
type PickerField = Pick<Field, 'displayName' | 'name'> & Partial<Omit<Field, 'sent'>>;

/**
 * Chooses a thing, or a key that the workspace defines: from a searchable list first, or in the other ways of its picker.
 */
export function locator(field: PickerField, searchListMethod: PickerName): Field<string> {
	const { noun, examples } = pickers[searchListMethod];
	return {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...field,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${noun}...`,
				typeOptions: { searchListMethod, searchable: true },
			},
			...Object.entries(examples).map(
				([name, example]): INodePropertyMode => ({
					...MODES[name as keyof Examples],
					name,
					type: 'string',
					placeholder: `e.g. ${example}`,
				}),
			),
		],
	};
}

/** The same for an end-user, whose ID is a number in a body. */
export const endUserLocator = (field: PickerField): Field<number | string> => ({
	...locator(field, 'searchEndUsers'),
	sent: numericId,
});

/** An end-user that something is done for, under the name the endpoint gives the field. */
export const onBehalfOf = (name: 'user' | 'user_id', description: string): Field<number | string> =>
	endUserLocator({ displayName: 'End-User', name, description });

/** A segment, by an ID that the service shows only on its end-users. */
export const segment = (description: string): Field<string> =>
	locator({ displayName: 'Segment', name: 'segment', description }, 'searchSegments');

const LOOKED_UP = 'Fails unless exactly one record matches';

const matching = (regex: string, errorMessage: string): INodePropertyMode['validation'] => [
	{ type: 'regex', properties: { regex, errorMessage } },
];

/** The ways to name one beside the list; what `lookups.ts` finds is called as its field. */
const MODES: Readonly<Record<keyof Examples, Omit<INodePropertyMode, 'name' | 'type'>>> = {
	id: {
		displayName: 'By ID',
		validation: matching('\\s*[^\\s/]+\\s*', 'Enter an ID without spaces or slashes'),
	},
	data_mail: {
		displayName: 'By Email',
		hint: LOOKED_UP,
		validation: matching('\\s*[^\\s@]+@[^\\s@]+\\s*', 'Enter an email address'),
	},
	data_id: { displayName: 'Own ID', hint: LOOKED_UP },
	key: { displayName: 'By Value', hint: 'From List shows only those of the newest records' },
};
