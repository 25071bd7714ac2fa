// Links and pictures of the pages that lead to nothing in this repository. Addresses on the web are not asked for.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { readPage } from '../package/markdown.mts';
import type { Finding } from './rules.mts';

/** `home` is where the repository stands on the web: what a page says of an address below it is looked up here. */
export function deadLinks(root: string, home: string, file: string): Finding[] {
	const page = readPage(readFileSync(join(root, file), 'utf8'));
	return [...page.links, ...page.pictures]
		.filter((to) => !leadsSomewhere(root, home, file, to))
		.map((to) => ({ file, line: 1, says: `leads nowhere: ${to}` }));
}

function leadsSomewhere(root: string, home: string, file: string, to: string): boolean {
	const inRepository = pathInRepository(home, file, to);
	if (inRepository === undefined) return true;
	const [path, anchor] = inRepository.split('#');
	if (!existsSync(join(root, path))) return false;
	if (!anchor || !path.endsWith('.md')) return true;
	return readPage(readFileSync(join(root, path), 'utf8')).anchors.includes(anchor);
}

/** undefined for another place on the web. */
function pathInRepository(home: string, file: string, to: string): string | undefined {
	const raw = home.replace('https://github.com/', 'https://raw.githubusercontent.com/');
	for (const start of [`${home}/blob/main/`, `${home}/raw/main/`, `${raw}/main/`]) {
		if (to.startsWith(start)) return to.slice(start.length);
	}
	if (/^[a-z]+:/.test(to)) return undefined;
	return to.startsWith('#') ? `${file}${to}` : normalize(join(dirname(file), to));
}
