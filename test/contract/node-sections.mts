// The parts of the pages that are written from the nodes, and from what they deliver, each between two markers.
import { columnMeanings, recordRows } from './columns.mts';
import { eventRows, eventsByKind, exampleItem } from './event-items.mts';
import { actionNodes, type PublishedNode } from './nodes.mts';
import { operationOf } from './openapi.mts';
import { figureRows, recipeRows } from './readme-sections.mts';
import { endpointOf } from './expectations.mts';

/** The file is from the root of the repository. */
type Section = readonly [file: string, name: string, text: () => string | Promise<string>];

export const topicOf = ({ name }: PublishedNode) =>
	name.replace(/^Feedback(?=.)/, '').toLowerCase();

/** Where the Docs link of the node's panel leads to. */
export const pageOf = (node: PublishedNode) =>
	node.resources.length > 0 ? `docs/nodes/${topicOf(node)}.md` : `docs/${topicOf(node)}.md`;

const table = (head: string[], rows: string[][]) =>
	[head, head.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`)
		.join('\n');

/** What an operation asks for, and whether that is documented. */
function endpointCell(key: string): string {
	const { request, then } = endpointOf(key);
	const isNamedOnly = operationOf(then ?? request)['x-not-shown']?.startsWith('Only named');
	const requests = [request, then].filter(Boolean).map((one) => `\`${one}\``);
	return requests.join('<br>') + (isNamedOnly ? ' (undocumented)' : '');
}

const operationsTable = ({ resources }: PublishedNode) =>
	table(
		['Resource', 'Operation', 'Endpoint'],
		resources.flatMap(({ name, value, operations }) =>
			operations.map(({ option }, at) => [
				at === 0 ? name : '',
				option.name,
				endpointCell(`${value}.${option.value}`),
			]),
		),
	);

const overview = table(
	['Node', 'Operations'],
	actionNodes.map((node) => [
		`[${node.description.displayName}](${pageOf(node)})`,
		node.resources
			.map(
				({ name, operations }) =>
					`${name}: ${operations.map(({ option }) => option.name).join(', ')}`,
			)
			.join('<br>'),
	]),
);

export const sections: readonly Section[] = [
	['README.md', 'operations', () => overview],
	['README.md', 'events', () => table(['Record', 'Events'], eventsByKind())],
	['README.md', 'recipes', () => table(['Recipe', 'What it does'], recipeRows())],
	['README.md', 'figures', () => table(['What', 'These nodes', 'HTTP Request'], figureRows())],
	[
		'docs/trigger.md',
		'events',
		async () => table(['Event', '`event`', 'Its item adds'], await eventRows()),
	],
	[
		'docs/trigger.md',
		'item',
		async () => `\`\`\`json\n${JSON.stringify(await exampleItem())}\n\`\`\``,
	],
	[
		'docs/columns.md',
		'records',
		() => table(['Record', 'With Simplify', 'Only in the whole record'], recordRows()),
	],
	['docs/columns.md', 'meanings', () => table(['Column', 'What it holds'], columnMeanings())],
	...actionNodes.map((node): Section => [pageOf(node), 'operations', () => operationsTable(node)]),
];

/** @throws where the page lacks the markers of a section, in their order */
export async function withSections(file: string, page: string): Promise<string> {
	let text = page;
	for (const [of, name, written] of sections) {
		if (of === file) text = withSection(text, file, name, await written());
	}
	return text;
}

function withSection(page: string, file: string, name: string, text: string): string {
	const [opening, closing] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
	const [start, end] = [page.indexOf(opening), page.indexOf(closing)];
	if (start < 0 || end < start) throw new Error(`${file} lacks ${opening} and ${closing}`);
	return `${page.slice(0, start + opening.length)}\n\n${text}\n\n${page.slice(end)}`;
}
