// Every file, or part of a file, that is written from the operation tables, and how it should read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './nodes.mts';
import { sections, withSections } from './node-sections.mts';
import { linkedTo } from './readme-sections.mts';
import { built, names } from '../recipes/sources.mts';
import { outputSchemas } from './output-schemas.mts';

export interface Generated {
	/** From the root of the repository. */
	file: string;
	text: string;
}

const RECIPES = 'docs/recipes.md';

/** README.md and the pages of the nodes, each with its generated sections, and the recipes with links to the release. */
export const generatedPages: readonly Generated[] = await Promise.all(
	[...new Set([RECIPES, ...sections.map(([file]) => file)])].map(async (file) => {
		const page = file === RECIPES ? linkedTo() : readFileSync(join(root, file), 'utf8');
		return { file, text: await formatted(await withSections(file, page), 'markdown') };
	}),
);

export const generatedSchemas: readonly Generated[] = await Promise.all(
	outputSchemas.map(async ({ file, schema }) => ({
		file,
		text: await formatted(JSON.stringify(schema), 'json'),
	})),
);

/** The recipes as n8n imports them. */
export const generatedRecipes: readonly Generated[] = await Promise.all(
	names.map(async (name) => ({
		file: `docs/recipes/${name}.json`,
		text: await formatted(JSON.stringify(built(name), null, '\t'), 'json'),
	})),
);

/** As `npm run format` would leave it, so that formatting makes none stale. */
async function formatted(text: string, parser: 'json' | 'markdown'): Promise<string> {
	const options = await resolveConfig(join(root, 'package.json'));
	return await format(text, { ...options, parser });
}
