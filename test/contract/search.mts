// How n8n's list of nodes is searched: with n8n's own function, in the copy that n8n-workflow brings.
import { createRequire } from 'node:module';

/** As the editor keeps a node for its search. */
interface Listed {
	key: string;
	properties: { displayName: string; codex?: { alias?: string[] } };
}

export interface Searchable {
	name: string;
	displayName: string;
	codex?: { alias?: string[] };
}

const TRIGGER = 'Trigger';

const fromWorkflow = createRequire(createRequire(import.meta.url).resolve('n8n-workflow'));
const { sublimeSearch } = fromWorkflow('@n8n/utils/search/sublime-search') as {
	sublimeSearch(words: string, nodes: Listed[]): Array<{ item: Listed }>;
};

/**
 * The names of the nodes that these words find, the best match first. A trigger that is named after a node is listed as
 * part of that node: n8n searches the aliases of the node alone.
 */
export function found(words: string, nodes: readonly Searchable[]): string[] {
	const names = new Set(nodes.map(({ name }) => name));
	const listed = nodes
		.filter(({ name }) => !name.endsWith(TRIGGER) || !names.has(name.slice(0, -TRIGGER.length)))
		.map(
			({ name, displayName, codex }): Listed => ({
				key: name,
				properties: { displayName, codex },
			}),
		);
	return sublimeSearch(words, listed).map(({ item }) => item.properties.displayName);
}
