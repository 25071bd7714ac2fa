// Whether the words that people type find the nodes, by the names and aliases of the nodes and n8n's own search.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodes, root } from './nodes.mts';
import { found, type Searchable } from './search.mts';
import { wordsAndNodes } from './search-words.mts';

const searchable = nodes.map(({ name, folder, description }): Searchable => {
	const codex = JSON.parse(readFileSync(join(root, folder, `${name}.node.json`), 'utf8'));
	return { name, displayName: description.displayName, codex };
});

test.each(wordsAndNodes)('"%s" finds %s first', (words, node) => {
	expect(found(words, searchable)[0]).toBe(node);
});

// The API has no answers to ask people for, other than the NPS.
test.each(['customer satisfaction', 'csat survey', 'satisfaction'])(
	'"%s" finds nothing',
	(words) => {
		expect(found(words, searchable)).toEqual([]);
	},
);
