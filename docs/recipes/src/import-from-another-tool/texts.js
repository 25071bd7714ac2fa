/** A text as the service keeps it, with single blanks. It takes tags away, but no address in angle brackets. */
export const squeezed = (text) =>
	String(text ?? '')
		.normalize()
		.replace(/<\/?[a-z][a-z\d]*(?:\s[^<>]*)?\/?>/gi, '')
		.replace(/\s+/g, ' ')
		.trim();

/** Equal for titles that mean one post. */
export const asTitle = (text) => squeezed(text).toLowerCase();
