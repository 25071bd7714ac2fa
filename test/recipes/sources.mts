// The recipes as they are written: docs/recipes/src/<recipe>.json has the steps, and files beside it have code and texts.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const sources = join(import.meta.dirname, '..', '..', 'docs', 'recipes', 'src');

/** All recipes, by the names of their files. */
export const names = globSync('*.json', { cwd: sources })
	.map((file) => basename(file, '.json'))
	.sort();

/** What stands in a recipe in place of a text, and how the text is read. */
const readers: Readonly<Record<string, (recipe: string, at: string) => string>> = {
	/** A text as it is. */
	$file: (_recipe, file) => textOf(file).trimEnd(),
	/** The code of a Code step. */
	$code: (_recipe, file) =>
		codeOf(file)
			.replace(/^export default /m, 'return ')
			.trimEnd(),
	/** An expression: the default export of a file. */
	$expression: (_recipe, file) => `={{ ${codeOf(file).slice('export default '.length, -2)} }}`,
	/** A note of the canvas: the section with this number. */
	$note: (recipe, at) =>
		textOf(`${recipe}/notes.md`)
			.trimEnd()
			.split(/\n\n(?=###? )/)
			[Number(at)].replace(/^(#.*)\n\n/, '$1\n'),
};

/** A recipe as n8n imports it. */
export function built(recipe: string): object {
	return JSON.parse(textOf(`${recipe}.json`), (_name, value) => {
		const [[kind, at] = []] = Object.entries(Object(value));
		return kind !== undefined && kind in readers ? readers[kind](recipe, String(at)) : value;
	});
}

/** A module behind those that it imports, each once: a Code step cannot import. */
function codeOf(file: string, joined = new Set<string>()): string {
	joined.add(file);
	const withImports = textOf(file).replaceAll(
		/^import [^;]+ from '([^']+)';\n+/gm,
		(_import, name) => {
			const other = join(dirname(file), name);
			return joined.has(other) ? '' : codeOf(other, joined);
		},
	);
	return withImports.replaceAll(/^export (?!default)/gm, '');
}

function textOf(file: string): string {
	const path = join(sources, file);
	if (relative(sources, path).startsWith('..')) throw new Error(`${file} is not in ${sources}`);
	return readFileSync(path, 'utf8');
}
