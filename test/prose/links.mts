// Links and pictures of the pages that lead to nothing in this repository. Addresses on the web are not asked for.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { readPage } from '../package/markdown.mts';
import type { Finding } from './rules.mts';

/** Where the files of the repository stand on the web: as pages, and as they are. */
export function homeOf(repositoryUrl: string): { pages: string; raw: string } {
	const home = repositoryUrl.replaceAll(/^git\+|\.git$/g, '');
	const raw = home.replace('https://github.com/', 'https://raw.githubusercontent.com/');
	return { pages: `${home}/blob/main`, raw: `${raw}/main` };
}

/** Addresses on the web that belong to this repository are looked up in it. */
export function deadLinks(root: string, repositoryUrl: string, file: string): Finding[] {
	const page = readPage(readFileSync(join(root, file), 'utf8'));
	return [...page.links, ...page.pictures]
		.filter((to) => !leadsSomewhere(root, pathInRepository(repositoryUrl, file, to)))
		.map((to) => ({ file, line: 1, says: `leads nowhere: ${to}` }));
}

function leadsSomewhere(root: string, target: string | undefined): boolean {
	if (target === undefined) return true;
	const [path, anchor] = target.split('#');
	if (!existsSync(join(root, path))) return false;
	if (!anchor || !path.endsWith('.md')) return true;
	return readPage(readFileSync(join(root, path), 'utf8')).anchors.includes(anchor);
}

/** undefined for another place on the web. */
export function pathInRepository(
	repositoryUrl: string,
	file: string,
	to: string,
): string | undefined {
	const { pages, raw } = homeOf(repositoryUrl);
	for (const start of [pages, raw]) {
		if (to.startsWith(`${start}/`)) return to.slice(start.length + 1);
	}
	// At the tag of a release.
	const tagged = raw.replace(/main$/, '');
	if (to.startsWith(tagged)) return to.slice(tagged.length).replace(/^[^/]+\//, '');
	if (/^[a-z]+:/.test(to)) return undefined;
	return to.startsWith('#') ? `${file}${to}` : normalize(join(dirname(file), to));
}
