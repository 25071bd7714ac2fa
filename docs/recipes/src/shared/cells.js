import { isLeftOver, visible } from './left-over.js';

const kindOf = (value) =>
	Array.isArray(value) ? 'a list' : typeof value === 'boolean' ? 'true or false' : 'an object';

/** A cell as text. What a program leaves where nothing is set is empty, and a formula without a value is refused. */
export function textOf(name, value) {
	if (value === null || value === undefined) return '';
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	if (typeof value !== 'string')
		throw new Error(`'${name}' must be text, but is ${kindOf(value)}.`);
	const text = visible(value);
	if (!isLeftOver(text)) return text;
	if (text.startsWith('#')) throw new Error(`'${name}' is ${text}, which a formula left.`);
	if (text.startsWith('[')) throw new Error(`'${name}' is ${text}. Map a field inside the object.`);
	return '';
}

/** A cell as number. 1.200 may be another number in another country. */
export function numberOf(name, value) {
	const text = textOf(name, value);
	if (text === '' || typeof value === 'number') return text === '' ? '' : value;
	if (!/^-?\d+(?:\.\d+)?$/.test(text) || /\.\d{3}$/.test(text)) {
		throw new Error(`'${name}' must be a number such as 1200 or 99.50, but is ${text}.`);
	}
	return Number(text);
}
