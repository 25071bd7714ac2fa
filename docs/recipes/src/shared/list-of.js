/** The parts of a list in Words: between commas, semicolons or lines. A part in double quotes may hold them itself. */
export const listOf = (text) =>
	Array.from(String(text).matchAll(/"([^"\n]*)"|[^",;\n][^,;\n]*/g), ([part, quoted]) =>
		(quoted ?? part).trim(),
	).filter(Boolean);
