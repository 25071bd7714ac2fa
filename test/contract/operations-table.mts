// The table of operations in README.md, from the operation tables of the nodes.
import { nodes } from './nodes.mts';

export const START = '<!-- operations:start -->';
export const END = '<!-- operations:end -->';

const cell = (text: string) => text.replaceAll('|', '\\|');

export const operationsTable = [
	'| Node | Resource | Operation | What it does |',
	'| --- | --- | --- | --- |',
	...nodes.flatMap(({ description, resources }) =>
		resources.flatMap(({ name, operations }, r) =>
			operations.map(({ option }, o) => {
				const [node, resource] = [r + o === 0 ? description.displayName : '', o === 0 ? name : ''];
				return `| ${[node, resource, option.name, option.description].map(cell).join(' | ')} |`;
			}),
		),
	),
].join('\n');

/** @returns undefined when the text lacks the markers, in their order */
export function withTable(readme: string): string | undefined {
	const [start, end] = [readme.indexOf(START), readme.indexOf(END)];
	if (start < 0 || end < start) return undefined;
	return `${readme.slice(0, start + START.length)}\n\n${operationsTable}\n\n${readme.slice(end)}`;
}

/** Without what formatting adds to a table. */
export function unpadded(table: string): string {
	return table.replaceAll(/ +/g, ' ').replaceAll(/-{2,}/g, '--');
}
