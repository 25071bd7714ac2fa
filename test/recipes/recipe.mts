// The recipes as they are published.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { WorkflowDraft } from '../n8n-host/rest.mts';

export const recipes = join(import.meta.dirname, '..', '..', 'docs', 'recipes');

export function readRecipe(name: string): WorkflowDraft {
	return JSON.parse(readFileSync(join(recipes, `${name}.json`), 'utf8'));
}

/** All of them, by the names of their files. */
export const all = globSync('*.json', { cwd: recipes })
	.sort()
	.map((file) => basename(file, '.json'))
	.map((name) => ({ ...readRecipe(name), name }));
