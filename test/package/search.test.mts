// The same words among all nodes that n8n has, as its editor searches them.
import type { INodeTypeDescription } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { found, type Searchable } from '../contract/search.mts';
import { wordsAndNodes } from '../contract/search-words.mts';
import { sharedN8n } from '../e2e/session.mts';

const n8n = await sharedN8n();
const isListed = ({ hidden, outputs }: INodeTypeDescription) =>
	hidden !== true && !(Array.isArray(outputs) && outputs.includes('ai_tool'));
/** By name, since n8n gives a node once for each of its versions. */
const listed = new Map<string, Searchable>(
	(await n8n.types<INodeTypeDescription>('nodes'))
		.filter(isListed)
		.map((description) => [description.name, description]),
);

test.each(wordsAndNodes)('"%s" shows %s among the first three', (words, node) => {
	expect(found(words, [...listed.values()]).slice(0, 3)).toContain(node);
});
