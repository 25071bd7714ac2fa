// The recipes as they are written: docs/recipes/src/<recipe>.json has the steps, and files beside it have code and texts.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

export const sources = join(import.meta.dirname, '..', '..', 'docs', 'recipes', 'src');

/** All recipes, by the names of their files. */
export const names = globSync('*.json', { cwd: sources })
	.map((file) => basename(file, '.json'))
	.sort();

/** What may stand in a recipe in place of a text. */
export const references = {
	/** A text as it is. */
	$file: (_recipe: string, file: string) => textOf(file).trimEnd(),
	/** The code of a Code step. */
	$code: (_recipe: string, file: string) =>
		importedBy(file) + withoutImports(file).replace(RESULT, 'return ').trimEnd(),
	/** An expression: the default export of a file. What it imports stands before it, in a function. */
	$expression(_recipe: string, file: string) {
		const [, expression] = /^export default ([^]+);\n$/m.exec(withoutImports(file)) ?? [];
		if (expression === undefined) throw new Error(`${file} does not end in a default export`);
		const [before, after] = aroundExpression(file);
		return `={{ ${before}${expression}${after} }}`;
	},
	/** A note of the canvas: the section with this number. */
	$note: (recipe: string, at: string) => notesOf(recipe)[Number(at)].replace(/^(#.*)\n\n/, '$1\n'),
};

export type Reference = [kind: keyof typeof references, at: string];

const RESULT = /^export default /m;
const IMPORT = /^import [^;]+ from '([^']+)';\n+/gm;

/** Whether a value is no text but says where it is. */
export function referenceOf(value: unknown): Reference | undefined {
	const [[kind, at] = ['', '']] = Object.entries(Object(value));
	return kind in references ? [kind as Reference[0], String(at)] : undefined;
}

/** A recipe as n8n imports it. */
export function built(recipe: string): object {
	return JSON.parse(textOf(`${recipe}.json`), (_name, value) => {
		const [kind, at] = referenceOf(value) ?? [];
		return kind && at !== undefined ? references[kind](recipe, at) : value;
	});
}

/** The modules that a module needs, each once and behind those that it needs itself: a Code step cannot import. */
export function importedBy(file: string, joined = new Set([file])): string {
	const others = [...textOf(file).matchAll(IMPORT)].map(([, name]) => join(dirname(file), name));
	return others
		.filter((other) => !joined.has(other) && joined.add(other))
		.map((other) => importedBy(other, joined) + withoutImports(other))
		.join('');
}

/** What stands around the default export of a file in its expression. */
export function aroundExpression(file: string): readonly [before: string, after: string] {
	const imported = importedBy(file);
	return imported ? [`(() => {\n${imported}return `, `;\n})()`] : ['', ''];
}

/** What a module says of what it imports. */
export const importsOf = (file: string) => textOf(file).match(IMPORT)?.join('') ?? '';

const withoutImports = (file: string) =>
	textOf(file)
		.replaceAll(IMPORT, '')
		.replaceAll(/^export (?!default)/gm, '');

/** The sections of the notes of a recipe. */
export const notesOf = (recipe: string) =>
	textOf(`${recipe}/notes.md`)
		.trimEnd()
		.split(/\n\n(?=###? )/);

export function textOf(file: string): string {
	const path = join(sources, file);
	if (relative(sources, path).startsWith('..')) throw new Error(`${file} is not in ${sources}`);
	return readFileSync(path, 'utf8');
}
