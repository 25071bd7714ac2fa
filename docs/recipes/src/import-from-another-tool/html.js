// The service takes plain text and Markdown, and takes tags away.

const SIGNS = { amp: '&', quot: '"', apos: "'", nbsp: ' ' };

/** What tools write for these signs outside of HTML, too. Without < and >: the service takes away what then looks like a tag. */
export const withSigns = (text) =>
	text
		.replace(/&#(\d{1,7});/g, (all, code) =>
			[0, 60, 62].includes(Number(code)) || code > 0x10ffff
				? all
				: String.fromCodePoint(Number(code)),
		)
		.replace(/&(amp|quot|apos|nbsp);/g, (_, name) => SIGNS[name]);

const BLOCKS = 'p|div|ul|ol|dl|h[1-6]|table|blockquote|pre|figure|section|article';
const BEGINS = new RegExp(
	`^<(?:!doctype|html|head|body|style|script|meta|iframe|video|${BLOCKS}|br|hr|span)\\b[^<>]*>`,
	'i',
);
const INLINE = 'a|b|i|u|s|em|strong|span|code|sub|sup|small|mark|del|ins|kbd|font|center';
const PARTS = 'br|hr|img|li|dt|dd|caption|thead|tbody|tfoot|tr|td|th|figcaption|header|footer';
const ENDS = new RegExp(`<(?:br ?/?|/(?:${BLOCKS}|${INLINE}|li))>`, 'i');
const ENTITY = /&(?:[a-z]{2,8}|#x[\da-f]{2,5});/i;
const NO_TAG = new RegExp(`<(?!/?(?:${BLOCKS}|${INLINE}|${PARTS})\\b|!--)`, 'gi');
const NEW_LINE =
	/<(?:br|hr|\/(?:p|div|ul|ol|li|tr|h[1-6]|table|blockquote|pre|details))\b[^<>]*>\n?/gi;

/** With thousands of tags without an end, the step HTML stops n8n for minutes. */
const MOST_TAGS = 500;

/** HTML begins with a tag of an editor, or is one line with ends of tags or entities. All other text may be Markdown. */
export function isHtml(text) {
	if (BEGINS.test(text)) return true;
	const hasEntity = !text.includes('<') && ENTITY.test(withSigns(text));
	return !/[\n`]/.test(text) && (ENDS.test(text) || hasEntity);
}

/** Without tags, and each block on its own line. */
export const withoutTags = (text) =>
	text
		.replace(NEW_LINE, '\n')
		.replace(/<\/?[a-z][a-z\d]*(?:\s[^<>]*)?\/?>/gi, '')
		.replace(/\n{3,}/g, '\n\n')
		.trim();

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/\n/g, '<br>');

const addressIn = (name, tag) =>
	new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s"'<>]+))`, 'i')
		.exec(tag)
		?.slice(1)
		.find(Boolean) ?? '';

/** What a document says of itself. One without an end ends at the next one, so that many of them take no time. */
const ABOUT = /<(head|style|script|title)\b[^<>]*>(?:(?!<\1\b)[^])*?<\/\1\s*>/gi;
const FRAME = /<(?:!doctype|\/?(?:html|head|body|meta|link))\b[^<>]*>/gi;

/** A cell without what no browser shows of a document. */
export function bodyOf(text) {
	if (!BEGINS.test(text)) return text;
	const body = text.replace(ABOUT, '').replace(FRAME, '').trim();
	return body === text ? text : `<div>${body}</div>`;
}

/** Of a film or another page, its address. */
const withAddresses = (text) =>
	text
		.replace(/<(?:video|audio)>(?=\s*<source\b)|<\/(?:iframe|video|audio)>/gi, '')
		.replace(
			/<(?:iframe|video|audio|source|embed)(\s[^<>]*)>/gi,
			(_, tag) => ` ${addressIn('src', tag)} `,
		);

/** A text as HTML, in which <Enter> is no tag. */
const asHtml = (text) =>
	isHtml(text)
		? `<div>${withAddresses(text).replace(NO_TAG, '&lt;')}</div>`
		: `<p>${escaped(withSigns(text))}</p>`;

/** The texts as one piece of HTML, if one of them is HTML and it is not too long. What stands for < stays as it is, or it would become a tag. */
export function htmlOf(texts) {
	const html = texts.some(isHtml) ? texts.map(asHtml).join('') : '';
	return html.split('<').length > MOST_TAGS
		? ''
		: html.replace(/&(?:lt|#60|#x3c);(?=[a-z/!])/gi, '&amp;lt;');
}

/** A line of a table stays one line. */
const brokenIn = (text) =>
	text
		.replace(/^ *\|.*$/gm, (line) => line.replace(/<br ?\/?>/gi, ' '))
		.replace(/<li>/gi, '- ')
		.replace(NEW_LINE, '\n');

const plain = (text) =>
	withSigns(
		withAddresses(brokenIn(text))
			.replace(/<!--(?:(?!<!--)[^])*?-->\s*/g, '')
			.replace(/<img(\s[^<>]*)>/gi, (_, tag) => `![](${addressIn('src', tag)})`)
			.replace(
				/<a(\s[^<>]*)>((?:[^<]|<(?!\/?a\b))*)<\/a>/gi,
				(_, tag, shown) => `[${shown}](${addressIn('href', tag)})`,
			),
	);

/** Markdown as it is, with its code. What the service would take away of it becomes a line break or an address. */
export const markdownOf = (text) =>
	text
		.split(/(```[^]*?(?:```|$)|`[^`\n]+`)/)
		.map((part, at) => (at % 2 === 1 ? part : plain(part)))
		.join('')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
