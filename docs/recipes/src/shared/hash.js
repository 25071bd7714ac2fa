/** 64 bits of a text, by its letters alone: n8n has no hash in code, and one in an expression for each row silences it. */
export function hashOf(text) {
	let [one, two] = [0x811c9dc5, 0x9747b28c];
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		one = Math.imul(one ^ code, 0x01000193);
		two = Math.imul(two ^ (code + (two >>> 13)), 0x5bd1e995);
	}
	return [one ^ (one >>> 15), two ^ (two >>> 13)]
		.map((half) => (half >>> 0).toString(16).padStart(8, '0'))
		.join('');
}
