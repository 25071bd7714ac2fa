import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedPages, generatedRecipes, generatedSchemas } from './generated.mts';
import { root } from './nodes.mts';
import { linkedTo } from './readme-sections.mts';
import { outputSchemas } from './output-schemas.mts';

const inRepository = (file: string) => readFileSync(join(root, file), 'utf8');

test.each([...generatedPages, ...generatedSchemas, ...generatedRecipes])(
	'$file is up to date',
	({ file, text }) => {
		const advice = 'Read what changed. If it is true, run `npm run generate`.';
		expect(existsSync(join(root, file)) && inRepository(file), advice).toBe(text);
	},
);

test('links to recipes lead to the release', () => {
	const links = linkedTo('0.2.0').match(/https:\S+\.json/g) ?? [];
	expect(links.length).toBeGreaterThan(5);
	for (const link of links)
		expect(link).toContain('/n8n-nodes-customer-feedback/0.2.0/docs/recipes/');
});

test('output schemas are those of operations that exist', () => {
	const files = globSync('nodes/*/__schema__/**/*.json', { cwd: root });
	expect(files.sort(), 'Run `npm run generate`').toEqual(
		outputSchemas.map(({ file }) => file).sort(),
	);
});
