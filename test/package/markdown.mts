// Just enough of GitHub's Markdown to see whether what a page points at is there.

export interface Page {
	/** Titles as written, in order. */
	headings: string[];
	/** What the headings can be jumped to by. */
	anchors: string[];
	/** Targets of links and sources of pictures, in Markdown or HTML. */
	links: string[];
	pictures: string[];
}

export function readPage(markdown: string): Page {
	const prose = markdown.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '');
	const headings = [...prose.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, title]) => title);
	const all = (...patterns: RegExp[]) =>
		patterns.flatMap((pattern) => [...prose.matchAll(pattern)].map(([, target]) => target));
	return {
		headings,
		anchors: headings.map(anchorOf),
		links: all(
			/(?<!!)\[(?:[^[\]]|!\[[^\]]*\]\([^)]*\))*\]\(([^)\s]+)\)/g,
			/<a\s[^>]*href="([^"]+)"/g,
		),
		pictures: all(/!\[[^\]]*\]\(([^)\s]+)\)/g, /<(?:img|source)\s[^>]*src(?:set)?="([^"]+)"/g),
	};
}

export function anchorOf(heading: string): string {
	return heading
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
		.replaceAll(' ', '-');
}
