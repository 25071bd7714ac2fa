/** How many tags n8n takes from HTML in a second. Of many more, all other workflows would wait. */
export const MOST_TAGS = 5_000;

const CLOSING =
	/<\/(?:a|b|blockquote|body|div|em|font|h[1-6]|i|li|ol|p|pre|span|strong|table|td|u|ul)>|<br ?\/?>/i;

/** Whether a text is HTML: words in angle brackets alone are words. */
export const isHtml = (text) => CLOSING.test(text);

export const hasTooManyTags = (html) => html.split('<').length > MOST_TAGS;
