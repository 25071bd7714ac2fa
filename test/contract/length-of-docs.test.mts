// People read to the end only what is short. Longer pages are split: what most people need first, the rest behind a link.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './nodes.mts';

const docs = globSync('docs/**/*.md', { cwd: root }).filter((page) => !page.endsWith('-limits.md'));

test.each([
	['README.md', ['README.md'], 1_400],
	['docs/trigger.md', ['docs/trigger.md'], 1_000],
	['docs/questions.md', ['docs/questions.md'], 500],
	['all of docs, without the limits of the trigger,', docs, 9_500],
])('%s is short', (_name, pages, most) => {
	const words = pages.flatMap((page) =>
		readFileSync(join(root, page), 'utf8').split(/\s+/).filter(Boolean),
	);
	const advice = 'Shorten a sentence, or move what few people need to a linked page';
	expect(words.length, advice).toBeLessThanOrEqual(most);
});
