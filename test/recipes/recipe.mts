// The recipes as they are published.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { WorkflowDraft, WorkflowNode } from '../n8n-host/rest.mts';

export const recipes = join(import.meta.dirname, '..', '..', 'docs', 'recipes');

export function readRecipe(name: string): WorkflowDraft {
	return JSON.parse(readFileSync(join(recipes, `${name}.json`), 'utf8'));
}

/** All of them, by the names of their files. */
export const all = globSync('*.json', { cwd: recipes })
	.sort()
	.map((file) => basename(file, '.json'))
	.map((name) => ({ ...readRecipe(name), name }));

/** The fields of the step Words. */
export const wordsOf = ({ nodes }: WorkflowDraft) =>
	(
		nodes.find(({ name, type }) => name === 'Words' && type.endsWith('.set'))?.parameters as
			| { assignments: { assignments: Array<{ name: string; value: unknown }> } }
			| undefined
	)?.assignments.assignments ?? [];

const SETTINGS =
	/address|label|key|path|url|table|column|format|type|status|secret|hours|repository|done if|left out if|yes words|no words|empty cells|answers shown|^(?:ticket|title|details|email|reference|text|name|longest|left out)$/i;

/** Named like a setting, but words that people see. */
const HEADINGS = ['type', 'status', 'status heading', 'Type', 'Status', 'Address'];

/** What is no word but leads somewhere, or is asked of the caller or the service. */
export const isSetting = (name: string) =>
	SETTINGS.test(name) && !HEADINGS.includes(name) && name !== 'postStatusChanged';

const TABLE =
	/^=\{\{ \$\('(?<list>[^']+)'\)\.all\(\)\.find\(\(\{ json \}\) => json\.name === \$\('(?<creates>[^']+)'\)\.params\.tableName\)\.json\.id \}\}$/;

/** The columns of a Data Table that is found among all by its exact name, with those of n8n; nothing if its ID comes from elsewhere. */
export function columnsOf(nodes: WorkflowNode[], dataTableId: string): string[] | undefined {
	const { list, creates } = TABLE.exec(dataTableId)?.groups ?? {};
	const parametersOf = (step: string) => nodes.find(({ name }) => name === step)?.parameters;
	if (parametersOf(list)?.operation !== 'list') return undefined;
	const { column } = parametersOf(creates)!.columns as { column: Array<{ name: string }> };
	return ['id', 'createdAt', 'updatedAt', ...column.map(({ name }) => name)];
}
