import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generatedPages, generatedSchemas } from './generated.mts';
import { operations, root } from './nodes.mts';
import { outputSchema, outputSchemas } from './output-schemas.mts';
import { samples } from './samples.mts';

const again = 'run `npm run generate`';
const inRepository = (file: string) => readFileSync(join(root, file), 'utf8');

test.each(await generatedPages())(
	'the tables and samples of $file are what the nodes offer',
	({ file, text }) => {
		expect(inRepository(file), again).toBe(text);
	},
);

test.each(Object.entries(samples))(
	'the sample of %s has what comes out, and all of it',
	(name, sample) => {
		const one = operations.find(({ key }) => key === sample.operation)!;
		expect(one.node.name).toBe(name);
		const { properties = {} } = outputSchema(one.operation);
		expect(Object.keys(properties)).toEqual(Object.keys(sample.item));
		for (const [field, value] of Object.entries(sample.item)) {
			const type = Array.isArray(value) ? 'array' : typeof value;
			expect([properties[field]?.type].flat(), field).toContain(type);
		}
	},
);

describe('output schemas', async () => {
	test.each(await generatedSchemas())('$file is there and up to date', ({ file, text }) => {
		expect(existsSync(join(root, file)), `missing: ${again}`).toBe(true);
		expect(JSON.parse(inRepository(file)), again).toEqual(JSON.parse(text));
	});

	test('are those of operations that exist', () => {
		const files = globSync('nodes/*/__schema__/**/*.json', { cwd: root });
		expect(files.sort()).toEqual(outputSchemas.map(({ file }) => file).sort());
	});

	test.each(outputSchemas)('$file has what n8n needs to show it', ({ schema }) => {
		expect(Object.keys(schema.properties ?? {})).not.toEqual([]);
		for (const property of Object.values(schema.properties ?? {})) {
			expect(property.type, JSON.stringify(property)).toBeDefined();
		}
	});
});
