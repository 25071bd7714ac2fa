export default {
	...Object.fromEntries(Object.entries($json).map(([name, value]) => [name, value === null || ['number', 'boolean'].includes(typeof value) ? value
		: (typeof value === 'string' ? value : Array.isArray(value) && value.every((one) => typeof one !== 'object') ? value.join(', ') : JSON.stringify(value) ?? '')
		.replace(/&(?:amp;){1,9}/g, '&')
		.replace(/&([a-z])(grave|acute|circ|tilde|uml|ring|cedil|caron);/gi, (entity, letter, mark) => (letter
			+ { grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', uml: '\u0308', ring: '\u030a', cedil: '\u0327', caron: '\u030c' }[mark.toLowerCase()]).normalize())
		.replace(/&([a-z]{2,6});/gi, (entity, name) => ({ quot: '"', apos: "'", lt: '<', gt: '>', nbsp: ' ', szlig: 'ß', aelig: 'æ', AElig: 'Æ', oelig: 'œ', OElig: 'Œ', oslash: 'ø', Oslash: 'Ø', ordm: 'º', ordf: 'ª',
			ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', laquo: '«', raquo: '»', hellip: '…', bull: '•', middot: '·', iexcl: '¡', iquest: '¿', sect: '§',
			euro: '€', pound: '£', yen: '¥', cent: '¢', deg: '°', times: '×', copy: '©', reg: '®', trade: '™' }[name] ?? entity))
		.replace(/&#(\d{1,7}|x[\da-f]{1,6});/gi, (entity, code) => String.fromCodePoint(Math.min(Number('0' + code), 0x10ffff)))
		.replace(/[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu, '')
		.replace(/</g, '‹').replace(/>/g, '›').replace(/`/g, "'").replace(/\]\(/g, '] (').replace(/\\n/g, '\\ n')
		.replace(/(?<![\p{L}\p{N}._%+-])@|@(?!(?!(?:everyone|here|channel|all)\b)[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}])/giu, '@\u200b')
		.replace(/[\s\p{Cc}]+/gu, ' ').trim()
		.slice(0, 402).replace(/^(.{199}).{2,}$/u, '$1…')])),
	original: $json,
	turn: $itemIndex + 1,
};
