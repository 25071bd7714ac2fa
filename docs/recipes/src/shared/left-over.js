// What templates, programs and formulas leave where nothing was filled in.

/** Nobody sees these. Emoji need joiners and a variant. */
const HIDDEN =
	/(?![\u200c\u200d]|(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|[\ufe0e\ufe0f]\u20e3)[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

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
