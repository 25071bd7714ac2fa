// What templates, programs and formulas leave where nothing was filled in.

/** Nobody sees these. */
const HIDDEN =
	/[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

const TEMPLATE = /^(?:\s*\{{2,3}[^{}]*\}{2,3})+$/;
const PROGRAM = /^(?:null|undefined|none|nan|\\n)$/i;
const OBJECT = /^\[object \w+\]$/;
const FORMULA = /^#(?:[¡¿]?\p{Lu}[\p{Lu}\d/_]{0,19}[!?]|N\/?[ABDV])$/u;

/** What a person sees of a value. */
export const visible = (value) =>
	String(value ?? '')
		.replace(HIDDEN, '')
		.trim();

/** Whether a text says that there is no value. A formula or an object may have lost one. */
export const isNothing = (text) => text === '' || TEMPLATE.test(text) || PROGRAM.test(text);

export const isLeftOver = (text) => isNothing(text) || OBJECT.test(text) || FORMULA.test(text);
