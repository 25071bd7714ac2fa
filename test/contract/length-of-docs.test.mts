// People read to the end only what is short. Longer pages are split: what most people need first, the rest behind a link.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './nodes.mts';

test.each([
	['README.md', 1_350],
	['docs/trigger.md', 1_000],
	['docs/trigger-limits.md', 1_250],
])('%s is short', (page, most) => {
	const words = readFileSync(join(root, page), 'utf8').split(/\s+/).filter(Boolean);
	const advice = 'Shorten a sentence, or move what few people need to a linked page';
	expect(words.length, advice).toBeLessThanOrEqual(most);
});
