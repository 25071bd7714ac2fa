// What Jira must send.
const parts = { key: 'text', labels: 'list', resolution: 'text' };
const sent = $('Issue Closed').first().json.body;

// The same in every recipe: leave it as it is. Words has the names that the caller uses, and all sentences.
const words = $input.first().json;
const hidden = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
// What templates, programs and formulas leave where nothing was filled in.
const leftOver = /^(?:(?:\s*\{{2,3}[^{}]*\}{2,3})+|\[object \w+\]|null|undefined|none|nan)$/isu;
const formula = /^#(?:[¡¿]?\p{Lu}[\p{Lu}\d/_]{0,19}[!?]|N\/?[ABDV])$/u;
const shortened = /^[+-]?\d(?:[.,]\d+)?e[+-]?\d+$/i;
const isText = (value) => ['string', 'number'].includes(typeof value);
const visible = (value) => String(value).replace(hidden, '').trim();
const textOf = (value) => {
	const text = visible(value);
	return leftOver.test(text) || formula.test(text) ? '' : text;
};
const named = (name) => Object.hasOwn(Object(sent), name) ? sent[name] : name.split('.').reduce((at, key) => Object.hasOwn(Object(at), key) ? at[key] : undefined, sent);
const wrong = [];
const values = {};
for (const [part, kind] of Object.entries(parts)) {
	const given = String(words[part] ?? '');
	const name = Object.hasOwn(Object(sent), given) ? given : given.trim() || part;
	const value = named(name);
	const say = (sentence) => void wrong.push(String(words[sentence] ?? '').replaceAll('{name}', () => name));
	if (value === undefined || value === null) {
		values[part] = kind === 'list' ? [] : '';
		if (!kind.endsWith('?')) say('missing');
	} else if (kind === 'list') {
		values[part] = Array.isArray(value) && value.every(isText) ? value.map(textOf) : [];
		if (values[part].length < value.length || !Array.isArray(value)) say('not a list');
	} else {
		values[part] = isText(value) ? (kind === 'written?' ? visible : textOf)(value) : '';
		if (!isText(value)) say('not text');
		else if (kind === 'id' && (shortened.test(values[part]) || Math.abs(value) > Number.MAX_SAFE_INTEGER)) say('shortened');
		else if (!kind.endsWith('?') && values[part] === '') say('empty');
	}
}
export default [{ json: { ...values, wrong: wrong.length > 0 ? [...wrong, words.refused].join(' ') : '' } }];
