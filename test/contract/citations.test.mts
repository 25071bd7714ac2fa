// Comments of the nodes cite docs/openapi.yaml: what they name has to be in there.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './nodes.mts';

const written = readFileSync(join(root, 'docs/openapi.yaml'), 'utf8');
const { components } = parse(written) as { components: Record<string, object> };
const operations = [...written.matchAll(/operationId: (\w+)/g)].map(([, name]) => name);
const names = new Set([
	'info',
	'x-not-shown',
	...Object.keys(components),
	...Object.values(components).flatMap((some) => Object.keys(some)),
	...operations,
]);

const citations = globSync('{nodes,credentials}/**/*.ts', { cwd: root }).flatMap((file) => {
	// A comment may go on in its next line.
	const text = readFileSync(join(root, file), 'utf8').replaceAll(/\s*\n\s*(?:\*|\/\/) /g, ' ');
	return [...text.matchAll(/((?:`[\w/-]+`[^`.()]*)+)docs\/openapi\.yaml/g)].flatMap(([, cited]) =>
		[...cited.matchAll(/`([\w/-]+)`/g)].map(([, name]) => [name, file]),
	);
});

test('comments cite the specification', () => expect(citations.length).toBeGreaterThan(15));

test.each(citations)('%s, cited in %s, is in docs/openapi.yaml', (name) => {
	expect([...names]).toContain(name);
});
