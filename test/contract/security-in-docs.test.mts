// Each promise of docs/security.md links to the tests that try to break it. Whether a link leads anywhere is looked at by the
// prose check.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './nodes.mts';

const [people, build] = readFileSync(join(root, 'docs/security.md'), 'utf8').split(
	'## How the package is built',
);
const [, , ...rows] = people
	.split('\n')
	.filter((line) => line.startsWith('|'))
	.map((line) => line.split('|').map((cell) => cell.trim()));

test.each(rows.map(([, who, , cannot]) => [who, cannot]))(
	'what %s cannot do is tested',
	(_, cannot) => {
		expect(cannot).toMatch(/\]\(\.\.\/test\/\S+\.test\.mts\)/);
	},
);

test.each(build.match(/^- .*/gm)!)('%s', (promise) => {
	expect(promise).toMatch(/\]\(\.\.\/test\/\S+\.test\.mts\)/);
});
