// Splits a recipe that was changed in the editor and downloaded into its sources again:
//   node test/recipes/split.mts news-to-chat ~/Downloads/news-to-chat.json
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WorkflowDraft, WorkflowNode } from '../n8n-host/rest.mts';
import {
	aroundExpression,
	importedBy,
	importsOf,
	notesOf,
	type Reference,
	referenceOf,
	references,
	sources,
	textOf,
} from './sources.mts';

/** From this length on a text has a file of its own. */
export const LONG = 120;

/** A text that is one expression. */
const EXPRESSION = /^=\{\{ ?((?:(?!\}\})[^])+?) ?\}\}$/;

/** The files of the sources that differ, by their names: where a text came from, it goes back. */
export function split(recipe: string, downloaded: WorkflowDraft): Record<string, string> {
	const source = JSON.parse(textOf(`${recipe}.json`)) as WorkflowDraft;
	const files: Record<string, string> = {};
	const notes = notesOf(recipe);

	function taken(known: unknown, value: unknown, at: string): unknown {
		if (typeof value === 'object' && value !== null) {
			const parts = Object.entries(value).map(([name, one]) => {
				const place = name === 'jsCode' ? at : `${at}.${name}`;
				return [name, taken((known as Record<string, unknown> | undefined)?.[name], one, place)];
			});
			return Array.isArray(value) ? parts.map(([, one]) => one) : Object.fromEntries(parts);
		}
		if (typeof value !== 'string') return value;
		const [kind, file] = referenceOf(known) ?? newReference(value, at) ?? [];
		if (!kind || file === undefined) return value;
		const isThere = kind === '$note' || existsSync(join(sources, file));
		if (!isThere || references[kind](recipe, file) !== value) {
			if (kind === '$note') notes[Number(file)] = value;
			else files[file] = written(kind, file, value, isThere);
		}
		return { [kind]: kind === '$note' ? Number(file) : file };
	}

	const nodes = downloaded.nodes.map((node) => {
		const known = source.nodes.find(({ id }) => id === node.id);
		const at = `${recipe}/${node.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
		const parameters = taken(known?.parameters, node.parameters, at);
		return { ...node, parameters, ...(known?.credentials && { credentials: known.credentials }) };
	}) as WorkflowNode[];
	const { name, connections, settings } = downloaded;
	files[`${recipe}.json`] = JSON.stringify(
		{ ...source, name, nodes, connections, settings },
		null,
		'\t',
	);
	if (notes.join() !== notesOf(recipe).join()) files[`${recipe}/notes.md`] = notes.join('\n\n');
	return files;
}

/** Where a text goes that the sources do not have yet. */
function newReference(value: string, at: string): Reference | undefined {
	if (value.length < LONG && !value.includes('\n')) return undefined;
	if (!value.startsWith('='))
		return at.includes('.') ? ['$file', `${at}.txt`] : ['$code', `${at}.js`];
	return EXPRESSION.test(value) ? ['$expression', `${at}.js`] : ['$file', `${at}.txt`];
}

/** What a file holds for a text of the workflow. */
function written(kind: Reference[0], file: string, value: string, isThere: boolean): string {
	const imports = isThere ? importsOf(file) : '';
	if (kind === '$expression') {
		const [, expression] = EXPRESSION.exec(value) ?? [];
		if (expression === undefined) throw new Error(`${file}: this is no single expression any more`);
		const around = isThere ? aroundExpression(file) : ['', ''];
		return `${imports}export default ${inside(expression, around, file)};\n`;
	}
	if (kind !== '$code') return `${value}\n`;
	const code = inside(value, [isThere ? importedBy(file) : '', ''], file);
	return `${imports}${code.replace(/^return (?![^]*^return )/m, 'export default ')}\n`;
}

function inside(text: string, [before, after]: readonly string[], file: string): string {
	if (text.startsWith(before) && text.endsWith(after))
		return text.slice(before.length, text.length - after.length);
	throw new Error(`${file}: change what it imports in its own file`);
}

if (import.meta.main) {
	const [recipe, downloaded] = process.argv.slice(2);
	const files = split(recipe, JSON.parse(readFileSync(downloaded, 'utf8')));
	for (const [file, text] of Object.entries(files)) {
		mkdirSync(dirname(join(sources, file)), { recursive: true });
		writeFileSync(join(sources, file), text);
	}
	console.log(
		`Written: ${Object.keys(files).join(', ')}. Now run: npm run format && npm run generate`,
	);
}
