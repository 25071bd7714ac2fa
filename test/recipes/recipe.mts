// The recipes as they are published.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDraft } from '../n8n-host/rest.mts';

export const recipes = join(import.meta.dirname, '..', '..', 'docs', 'recipes');

export function readRecipe(name: string): WorkflowDraft {
	return JSON.parse(readFileSync(join(recipes, `${name}.json`), 'utf8'));
}
