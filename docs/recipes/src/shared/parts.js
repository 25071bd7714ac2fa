/** The sentence of an item, without what empty texts left of it, and the link to its post. */
function lineOf(json) {
	const sentence = String(json[json.event] ?? json.line)
		.replace(/ {2,}/g, ' ')
		.replace(/(?<![ :-])[ :-]+$/, '');
	return [sentence, json.post_url].filter(Boolean).join(' ');
}

/** The lines of each kind of event, below its heading if it has one. A heading may say how many are left out already. */
export function partsOf(items) {
	const parts = new Map();
	for (const json of items) {
		const kind = String(json.event).replace(/Heading$/, '');
		if (!parts.has(kind)) parts.set(kind, { heading: [], lines: [], left: 0 });
		const part = parts.get(kind);
		(/Heading$/.test(json.event) ? part.heading : part.lines).push(lineOf(json));
		part.left += json.left ?? 0;
	}
	return [...parts.values()];
}

/** Takes the last line of the longest part until the rest has at most so many characters, or is one line. */
export function shorten(parts, most, more) {
	const all = parts.flatMap(({ heading, lines }) => [...heading, ...lines]);
	const isCut = parts.filter(({ left }) => left > 0).length;
	let length = all.reduce((sum, line) => sum + line.length + 1, isCut * (more.length + 1) - 1);
	let count = parts.reduce((sum, { lines }) => sum + lines.length, 0);
	for (; length > most && count > 1; count--) {
		const longest = parts.reduce((one, other) =>
			other.lines.length >= one.lines.length ? other : one,
		);
		if (longest.left === 0) length += more.length + 1;
		length -= longest.lines.pop().length + 1;
		longest.left++;
	}
}

/** Each part with the number of lines that it lacks. */
export const joined = (parts, more) =>
	parts
		.flatMap(({ heading, lines, left }) => [
			...heading,
			...lines,
			...(left > 0 ? [more.replaceAll('{number}', left)] : []),
		])
		.join('\n')
		.trim();
