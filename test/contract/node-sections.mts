// The sections of the nodes in README.md, each with its table of operations, from the operation tables of the nodes.
import { nodes, type PublishedNode } from './nodes.mts';

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

/** The heading is what the Docs link of the node's panel jumps to. */
export const nodeSections = nodes
	.filter(({ resources }) => resources.length > 0)
	.map((node) => {
		const { displayName, description } = node.description;
		return `### ${displayName}\n\n${description}.\n\n${operationsTable(node)}`;
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
