import { isLeftOver, visible } from '../shared/left-over.js';
import { listOf } from '../shared/list-of.js';
import { loosely } from './lists.js';

const kindOf = (value) =>
	Array.isArray(value) ? 'a list' : typeof value === 'boolean' ? 'true or false' : 'an object';

/** Whether a cell says that it is empty. */
export const emptyBy = (words) => {
	const empty = new Set(listOf(words['Empty cells']).map(loosely));
	return (text) => text === '' || isLeftOver(text) || empty.has(loosely(text));
};

/** A cell as a person wrote it. */
export const textBy = (isEmpty) => (field, value) => {
	if (value === null || value === undefined) return '';
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	if (typeof value !== 'string')
		throw new Error(`'${field}' must be text, but is ${kindOf(value)}.`);
	if (/[\ufffd\0]/.test(value))
		throw new Error(
			`'${field}' has lost letters. The file is not in UTF-8: save it as XLSX or CSV UTF-8.`,
		);
	const text = visible(value).replace(/\r\n?/g, '\n');
	// Exports put ' before what a spreadsheet would take for a formula.
	if (!isEmpty(text)) return text.replace(/^'(?=[-=+@])/, '');
	if (text.startsWith('#')) throw new Error(`'${field}' is ${text}, which a formula left.`);
	if (text.startsWith('['))
		throw new Error(`'${field}' is ${text}. Map a field inside the object.`);
	return '';
};
