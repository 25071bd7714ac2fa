// The prose of a Markdown page, passage by passage: code is a word, and fenced code is left out.
import type { Passage } from './rules.mts';

const MARKER = /^(?:#{1,6}|>|[-*+]|\d+[.)])\s+/;

/** Paragraphs, headings, list items, and each line of the cells of a table. */
export function passagesOf(file: string, text: string): Passage[] {
	const passages: Passage[] = [];
	let open: Passage | undefined;
	let fence: string | undefined;
	const withoutComments = text.replaceAll(/<!--[\s\S]*?-->/g, (comment) =>
		comment.replaceAll(/[^\n]/g, ''),
	);
	for (const [index, written] of withoutComments.split('\n').entries()) {
		let rest = written.trim();
		const [mark] = /^(?:```+|~~~+)/.exec(rest) ?? [];
		if (mark && (fence === undefined || rest === fence)) {
			[open, fence] = [undefined, fence ? undefined : mark];
		}
		if (mark || fence || /^\[[^\]]+\]: |^\|?[\s|:-]*$/.test(rest)) {
			if (!fence) open = undefined;
			continue;
		}
		const line = index + 1;
		if (rest.startsWith('|')) {
			const cells = rest.replaceAll(/^\||\|$/g, '').split(/(?<!\\)\||<br>/);
			passages.push(...cells.map((cell) => ({ file, line, text: cell })));
			open = undefined;
			continue;
		}
		const isHeading = rest.startsWith('#');
		while (MARKER.test(rest)) [open, rest] = [undefined, rest.replace(MARKER, '')];
		if (open) open.text += ` ${rest}`;
		else passages.push((open = { file, line, text: rest }));
		if (isHeading) open = undefined;
	}
	return passages
		.map((passage) => ({ ...passage, text: plain(passage.text) }))
		.filter((passage) => passage.text !== '');
}

/** Without marks, pictures, and the targets of links. A sentence may begin with code, so it is written as a name. */
function plain(markdown: string): string {
	return markdown
		.replaceAll(/(`+)[^`].*?\1/g, 'Code')
		.replaceAll(/!\[[^\]]*\]\([^)]*\)|<[^>]*>/g, '')
		.replaceAll(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
		.replaceAll(/\*+|(?<!\w)_|_(?!\w)|\\(?=[|*_[\]])/g, '')
		.trim();
}
