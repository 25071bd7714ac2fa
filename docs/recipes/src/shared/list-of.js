/** The parts of a list in Words: between commas, semicolons or lines. A part in double quotes may hold them itself. */
export const listOf = (text) =>
	String(text)
		.split(/[,;\n]|"([^"\n]*)"/)
		.map((part) => (part ?? '').trim())
		.filter(Boolean);
