// The sources of the recipes: what is built of them, and how a recipe that was changed in the editor becomes sources again.
import { expect, test } from 'vitest';
import { built, names, referenceOf, textOf } from '../recipes/sources.mts';
import { LONG, split } from '../recipes/split.mts';
import type { WorkflowDraft } from '../n8n-host/rest.mts';

/** The workflow with another text in place of one. */
const changed = (recipe: string, change: (text: string) => string) =>
	JSON.parse(change(JSON.stringify(built(recipe)))) as WorkflowDraft;

test.each(names)('%s that comes back as it was changes none of its sources', (recipe) => {
	const { [`${recipe}.json`]: steps, ...files } = split(recipe, built(recipe) as WorkflowDraft);
	expect(files).toEqual({});
	expect(JSON.parse(steps)).toEqual(JSON.parse(textOf(`${recipe}.json`)));
});

test.each(names)('%s has code, long expressions and long texts in files beside it', (recipe) => {
	const inline: string[] = [];
	JSON.parse(textOf(`${recipe}.json`), (name, value) => {
		const isLong = typeof value === 'string' && (value.includes('\n') || value.length >= LONG);
		if (name === 'jsCode' ? !referenceOf(value) : isLong && name !== 'description') {
			inline.push(`${name}: ${value}`);
		}
		return value;
	});
	expect(inline).toEqual([]);
});

test.each(names)(
	'%s has no two functions of one name in a step: one would hide the other',
	(recipe) => {
		const { nodes } = built(recipe) as WorkflowDraft;
		const doubled = nodes.flatMap(({ name, parameters }) => {
			const code = String(parameters?.jsCode ?? '');
			const declared = [...code.matchAll(/^(?:async )?(?:const|let|class|function) (\w+)/gm)];
			const all = declared.map(([, one]) => one);
			return all.filter((one, at) => all.indexOf(one) < at).map((one) => `${name}: ${one}`);
		});
		expect(doubled).toEqual([]);
	},
);

test('a text of a changed workflow goes back to where it came from', () => {
	const workflow = changed('close-the-loop', (text) =>
		text.replace('### 1 When', '### 1 When a post is done'),
	);
	const code = workflow.nodes.find(({ name }) => name === 'Tickets')!;
	const change = (text: unknown) => String(text).replace('// Do not edit', '// Changed');
	code.parameters!.jsCode = change(code.parameters!.jsCode);
	const { 'close-the-loop.json': steps, ...files } = split('close-the-loop', workflow);
	expect(JSON.parse(steps)).toEqual(JSON.parse(textOf('close-the-loop.json')));
	expect(files).toEqual({
		'close-the-loop/notes.md': expect.stringContaining('\n\n### 1 When a post is done\n'),
		'close-the-loop/tickets.js': change(textOf('close-the-loop/tickets.js')),
	});
});

test('an expression goes back without what it imports, which is changed in its own file', () => {
	const file = 'erasure-request/answer.response-code.js';
	const { 'erasure-request.json': steps, ...files } = split(
		'erasure-request',
		changed('erasure-request', (text) => text.replace('? 422 : 404', '? 422 : 410')),
	);
	expect(JSON.parse(steps)).toEqual(JSON.parse(textOf('erasure-request.json')));
	expect(files).toEqual({ [file]: textOf(file).replace('404', '410') });
	const inShared = changed('erasure-request', (text) => text.replace('=== 400', '=== 401'));
	expect(() => split('erasure-request', inShared)).toThrow(`${file}: change what it imports`);
});

test('a new step gets files of its own', () => {
	const workflow = built('close-the-loop') as WorkflowDraft;
	const jsCode = 'const items = $input.all();\nreturn items.map(({ json }) => ({ json }));';
	const value = `={{ ${'$json.title + '.repeat(10)}'' }}`;
	workflow.nodes.push(
		{ id: 'new', name: 'My Code', type: 'n8n-nodes-base.code', parameters: { jsCode } },
		{ id: 'set', name: 'My Set', type: 'n8n-nodes-base.set', parameters: { value } },
	);
	const { 'close-the-loop.json': steps, ...files } = split('close-the-loop', workflow);
	expect(files).toEqual({
		'close-the-loop/my-code.js':
			'const items = $input.all();\nexport default items.map(({ json }) => ({ json }));\n',
		'close-the-loop/my-set.value.js': `export default ${value.slice(4, -3)};\n`,
	});
	expect(steps).toContain('"$code": "close-the-loop/my-code.js"');
	expect(steps).toContain('"$expression": "close-the-loop/my-set.value.js"');
});

test('no file from outside of the sources gets into a recipe', () => {
	expect(() => textOf('../../../package.json')).toThrow('is not in');
});
