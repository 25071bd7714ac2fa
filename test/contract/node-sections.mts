// The sections of the nodes in README.md, each with its table of operations, its picture and a sample of its output.
import { nodes, type PublishedNode } from './nodes.mts';
import { samples } from './samples.mts';

export const START = '<!-- operations:start -->';
export const END = '<!-- operations:end -->';

const cell = (text: string) => text.replaceAll('|', '\\|');

const operationsTable = ({ resources }: PublishedNode) =>
	[
		'| Resource | Operation | What it does |',
		'| --- | --- | --- |',
		...resources.flatMap(({ name, operations }) =>
			operations.map(({ option }, at) => {
				const cells = [at === 0 ? name : '', option.name, option.description];
				return `| ${cells.map(cell).join(' | ')} |`;
			}),
		),
	].join('\n');

/** Light or dark, as the reader has it. */
const picture = ({ name, description: { displayName } }: PublishedNode) => {
	const file = `.github/images/${name.replace('Feedback', '').toLowerCase()}`;
	return [
		'<picture>',
		`  <source media="(prefers-color-scheme: dark)" srcset="${file}-dark.png">`,
		`  <img alt="The panel of ${displayName} beside its output" src="${file}-light.png">`,
		'</picture>',
	].join('\n');
};

const sample = ({ name }: PublishedNode) => {
	const { of, item } = samples[name];
	const json = JSON.stringify(item, null, 2);
	const summary = `<summary>One item of ${of}</summary>`;
	return `<details>\n${summary}\n\n\`\`\`json\n${json}\n\`\`\`\n\n</details>`;
};

/** The heading is what the Docs link of the node's panel jumps to. */
export const nodeSections = nodes
	.filter(({ resources }) => resources.length > 0)
	.map((node) => {
		const { displayName, description } = node.description;
		const parts = [`### ${displayName}`, `${description}.`, operationsTable(node)];
		return [...parts, picture(node), sample(node)].join('\n\n');
	})
	.join('\n\n');

/** @returns undefined when the text lacks the markers, in their order */
export function withNodeSections(readme: string): string | undefined {
	const [start, end] = [readme.indexOf(START), readme.indexOf(END)];
	if (start < 0 || end < start) return undefined;
	return `${readme.slice(0, start + START.length)}\n\n${nodeSections}\n\n${readme.slice(end)}`;
}

/** Without what formatting adds to a table. */
export function unpadded(table: string): string {
	return table.replaceAll(/ +/g, ' ').replaceAll(/-{2,}/g, '--');
}
