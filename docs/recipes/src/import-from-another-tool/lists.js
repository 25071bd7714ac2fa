import { listOf } from '../shared/list-of.js';

// The lists in Words, and the names of columns as they are compared.

/** "Author Email", author_email and authorEmail are one name. */
export const nameOf = (column) =>
	String(column ?? '')
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();

export const isFilled = (cell) => String(cell ?? '').trim() !== '';

export const loosely = (value) =>
	String(value ?? '')
		.trim()
		.toLowerCase();

/** The names in a list, as they are compared. */
export const namesIn = (list) => listOf(list).map(nameOf).filter(Boolean);
