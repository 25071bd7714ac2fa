// The tables of README.md that are written from other pages: some recipes, and the figures that people notice.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './nodes.mts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

const SIX = [
	'Nightly sync',
	'News to chat',
	'Weekly digest',
	'Ticket vote',
	'Close the loop',
	'AI triage',
];

/** The newest release. Its recipes use no node that an installed package lacks. Before the first one: main. */
const [, newestRelease = 'main'] = /^## \[(\d\S*)\]/m.exec(read('CHANGELOG.md')) ?? [];

/** The page of the recipes, with links that lead to this release. */
export const linkedTo = (release = newestRelease, page = read('docs/recipes.md')) =>
	page.replaceAll(/(\/n8n-nodes-customer-feedback\/)[^/]+(?=\/docs\/recipes\/)/g, `$1${release}`);

/** Each with the link to copy and the first sentence of its row in docs/recipes.md. */
export function recipeRows(page: string = linkedTo()): string[][] {
	return SIX.map((name) => {
		const [, link, says = ''] =
			new RegExp(`^\\| (\\[${name}\\]\\(\\S+\\.json\\)) +\\| (.+?) +\\|$`, 'm').exec(page) ?? [];
		const [sentence] = /^.+?(?=\.(?:\s|$))/.exec(says) ?? [];
		if (!link || !sentence) throw new Error(`docs/recipes.md has no row of ${name}`);
		return [link, sentence];
	});
}

/** What people notice, by the cases of results.md. */
const NOTICED: Readonly<Record<string, string>> = {
	'Return All, 10000 posts, 50 ms: time': 'Read 10,000 posts',
	'400 creates, 50 ms: time': 'Create 400 posts',
	'memory of n8n over its idle, Return All of 50000 posts': 'Memory to read 50,000 posts',
};

/** Each with the figure of these nodes and that of HTTP Request. */
export function figureRows(results: string = read('test/bench/results.md')): string[][] {
	const measured = results.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
	return Object.entries(NOTICED).map(([known, what]) => {
		const row = measured.find(([, name]) => name === known);
		if (!row?.[2].startsWith('HTTP Request')) throw new Error(`results.md has no case "${known}"`);
		const [, , , baseline, ours] = row;
		return [what, rounded(ours), rounded(baseline)];
	});
}

/** "787 ms" as "0.8 s", and megabytes in whole numbers. */
function rounded(figure: string): string {
	const [value, unit] = figure.split(' ');
	return unit === 'ms'
		? `${(Number(value) / 1000).toFixed(1)} s`
		: `${Math.round(Number(value))} ${unit}`;
}
