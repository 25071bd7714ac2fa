import { isLeftOver, visible } from './left-over.js';

// Excel saves long numbers like this, and the digits behind it are lost.
const SHORTENED = /^[+-]?\d(?:[.,]\d+)?e[+-]?\d+$/i;

const isText = (value) => ['string', 'number'].includes(typeof value);

const isShortened = (value) =>
	SHORTENED.test(visible(value)) ||
	(typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER);

/** A part of a call by its name. A dot leads into an object, unless a name has it. */
export function partOf(sent, name) {
	const at = (from, key) => (Object.hasOwn(Object(from), key) ? from[key] : undefined);
	return at(sent, name) ?? name.split('.').reduce(at, sent);
}

/** What is wrong with a value, by the name of its sentence in Words, or nothing. */
export function faultOf(kind, value) {
	const isOptional = kind.endsWith('?');
	if (value === undefined || value === null) return isOptional ? '' : 'missing';
	if (kind === 'list') {
		return Array.isArray(value) && value.every(isText) ? '' : 'not a list';
	}
	if (!isText(value)) return 'not text';
	if (kind === 'id' && isShortened(value)) return 'shortened';
	return isOptional || textOf(value) !== '' ? '' : 'empty';
}

/** A text without what nobody sees, empty where nothing was filled in. */
export function textOf(value) {
	const text = isText(value) ? visible(value) : '';
	return isLeftOver(text) ? '' : text;
}

/**
 * The parts of a call as texts and lists, and in `wrong` what the caller has to mend. All are checked before the first of them is
 * saved, and a part may stand inside another text: no node can do either. A part that ends in ? may be missing.
 * @returns {Json}
 */
export function checked(parts, sent, words) {
	/** @type {Json} */
	const values = {};
	const wrong = [];
	for (const [part, kind] of Object.entries(parts)) {
		const name = String(words[part] ?? '').trim() || part;
		const value = partOf(sent, name);
		const fault = faultOf(kind, value);
		if (fault) wrong.push(String(words[fault] ?? '').replaceAll('{name}', () => name));
		const list = fault ? [] : value;
		values[part] = kind === 'list' ? (list ?? []).map(textOf) : textOf(value);
	}
	return { ...values, wrong: wrong.length > 0 ? [...wrong, words.refused].join(' ') : '' };
}
