const HIDDEN =
	/[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** A text without characters that nobody sees, such as marks of direction. */
export const visible = (text) =>
	String(text ?? '')
		.replace(HIDDEN, '')
		.trim();

/** The beginning of a text as a title: one line of at most 80 characters. */
export const titleOf = (text) =>
	text
		.replace(/\s+/g, ' ')
		.trim()
		.slice(0, 162)
		.replace(/^(.{79}).{2,}$/u, '$1…');
