// Every file, or part of a file, that is written from the operation tables, and how it should read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './nodes.mts';
import { withNodeSections } from './node-sections.mts';
import { outputSchemas } from './output-schemas.mts';

export interface Generated {
	/** From the root of the repository. */
	file: string;
	text: string;
}

export function generatedReadme(): Generated {
	const text = withNodeSections(readFileSync(join(root, 'README.md'), 'utf8'));
	if (text === undefined) throw new Error('README.md lacks the markers of the operations');
	return { file: 'README.md', text };
}

/** As `npm run format` would leave them, so that formatting makes none stale. */
export async function generatedSchemas(): Promise<Generated[]> {
	const options = await resolveConfig(join(root, 'package.json'));
	return await Promise.all(
		outputSchemas.map(async ({ file, schema }) => ({
			file,
			text: await format(JSON.stringify(schema), { ...options, parser: 'json' }),
		})),
	);
}
