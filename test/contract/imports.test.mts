import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { importsIn } from './imports.mts';
import { root } from './nodes.mts';

const files = globSync(['nodes/**/*.ts', 'credentials/**/*.ts'], { cwd: root })
	.map((file) => file.split(sep).join('/'))
	.sort();

const imports = new Map(
	files.map((file) => [file, importsIn(readFileSync(join(root, file), 'utf8'))]),
);
const importsOf = (file: string) => imports.get(file)!;

function fileOf(file: string, from: string): string {
	const found = relative(root, join(root, dirname(file), from))
		.split(sep)
		.join('/');
	return [`${found}.ts`, `${found}/index.ts`].find((one) => files.includes(one))!;
}

/** What is left of the files when those go, again and again, that import none of the others or that none imports. */
function inCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
	const left = new Set(graph.keys());
	const imported = (file: string) => graph.get(file)!.filter((one) => left.has(one));
	for (let before = -1; before !== left.size; ) {
		before = left.size;
		const used = new Set([...left].flatMap(imported));
		for (const file of left) {
			if (imported(file).length === 0 || !used.has(file)) left.delete(file);
		}
	}
	return [...left];
}

test('no file imports itself by way of others, be it for types', () => {
	const local = (file: string) => importsOf(file).all.filter((from) => from.startsWith('.'));
	const graph = new Map(files.map((file) => [file, local(file).map((from) => fileOf(file, from))]));
	expect(inCircles(graph)).toEqual([]);
	const circle = new Map([
		['top', ['a']],
		['a', ['b']],
		['b', ['c', 'bottom']],
		['c', ['a']],
		['bottom', []],
	]);
	expect(inCircles(circle)).toEqual(['a', 'b', 'c']);
});

/** The packages that n8n loads only to describe a node or a credential. */
function loadedToDescribe(file: string, seen = new Set<string>()): string[] {
	seen.add(file);
	return importsOf(file).atOnce.flatMap((from) => {
		if (!from.startsWith('.')) return [from];
		const next = fileOf(file, from);
		return seen.has(next) ? [] : loadedToDescribe(next, seen);
	});
}

test('only what the trigger has stored is checked by zod, and only once it runs', () => {
	const users = files.filter((file) => importsOf(file).all.some((from) => from.startsWith('zod')));
	expect(users).toEqual([
		'nodes/FeedbackTrigger/snapshot/cursor.ts',
		'nodes/FeedbackTrigger/zod-version.ts',
	]);
	expect(loadedToDescribe('nodes/FeedbackTrigger/FeedbackTrigger.node.ts')).not.toContain('zod/v4');
});

test('an import whose name is computed is seen', () => {
	for (const code of ['require(name)', 'import(name)']) {
		expect(importsIn(code).atRunTime).toEqual(['(computed)']);
	}
});
