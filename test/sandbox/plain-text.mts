const elements =
	'a|abbr|article|aside|audio|b|blockquote|body|br|button|code|dd|div|dl|dt|em|figure|font|footer|form|h[1-6]|head|' +
	'header|hr|html|i|iframe|img|input|li|link|main|nav|ol|p|pre|s|script|section|small|span|strong|style|sub|sup|' +
	'svg|table|tbody|td|th|thead|title|tr|u|ul|video';
const tag = new RegExp(`</?(?:${elements})(?:\\s[^<>]*)?/?>`, 'gi');

/** A description is plain text or Markdown, never HTML: tags go, `Array<string>` and `<https://…>` stay. */
export function withoutHtml(text: string): string {
	return text.replaceAll(tag, '');
}

/** What the service shows for Markdown, as far as a test can care: escaped text in paragraphs. */
export function asHtml(text: string): string {
	const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	const paragraphs = escaped.split(/\n{2,}/).filter((paragraph) => paragraph !== '');
	return paragraphs.map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`).join('');
}
