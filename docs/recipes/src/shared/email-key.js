/** An email address as the service compares it: in any case of A to Z. */
export const emailKey = (email) =>
	String(email ?? '')
		.trim()
		.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
