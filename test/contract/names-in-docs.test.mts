// Each name in bold in the docs is one that people find: a label of our panels, or a word of n8n. A sentence in bold that ends
// with a full stop or a colon begins a paragraph, and is no name.
import { type ICredentialType, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { allFields } from './examples.mts';
import { pageOf } from './node-sections.mts';
import { nodes, operations, type PublishedNode, root } from './nodes.mts';

/** What n8n calls things itself, by where it says so. */
const OF_N8N: Readonly<Record<string, readonly string[]>> = {
	'its menus and buttons': [
		'Actions',
		'Add a description',
		'Add first step',
		'Execute step',
		'Executions',
		'Fetch Test Event',
		'Human review',
		'Import > From URL',
		'Execute workflow',
		'Install a community node',
		'Let the model define this parameter',
		'Overview > Data tables',
		'Save',
		'Settings > Community Nodes',
		'Tool',
	],
	'each node': [
		'Always Output Data',
		'Continue On Fail',
		'Custom API Call',
		'Execute Once',
		'Retry On Fail',
	],
	'each credential': ['Allowed HTTP Request Domains', 'Specific Domains'],
	'its own nodes': [
		'Filter',
		'If',
		'AI Agent',
		'JSON',
		'Loop Over Items',
		'MCP Server Trigger',
		'Remove Duplicates',
		'Send and Wait for Response',
		'If',
		'Switch',
		'Upsert',
		'Webhook',
	],
};

interface Labelled {
	displayName?: string;
	name: string;
	options?: unknown;
	values?: unknown;
	modes?: unknown;
}

/** The labels of these fields and of all that they offer, each also below the one before it: `Filters > Status`. */
function labelsIn(fields: readonly Labelled[]): string[] {
	return fields.flatMap((field) => {
		const label = field.displayName ?? field.name;
		const inner = [field.options, field.values, field.modes].flatMap((part) =>
			labelsIn((part ?? []) as Labelled[]),
		);
		return [label, ...inner, ...inner.map((one) => `${label} > ${one}`)];
	});
}

/** What the panel of a node shows, and how its operations are called where they are chosen. */
function namesOf(node: PublishedNode): string[] {
	const { displayName, properties } = node.description;
	const offered = operations.filter((one) => one.node === node);
	return [
		displayName,
		...labelsIn(properties as Labelled[]),
		...offered.flatMap(({ resource, operation: { option, fields } }) => [
			`${resource.name} > ${option.name}`,
			...labelsIn(fields as Labelled[]).map((label) => `${option.name} > ${label}`),
			option.action,
			NodeHelpers.makeDescription(
				{ resource: resource.value, operation: option.value },
				node.description,
			),
		]),
	];
}

/** A credential, its fields, and what n8n calls a new one of it. */
async function namesOfCredential(file: string): Promise<string[]> {
	const source = join(root, file.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
	const [Type] = Object.values((await import(/* @vite-ignore */ source)) as object) as Array<
		new () => ICredentialType
	>;
	const { displayName, properties } = new Type();
	const short = displayName.replace(/ API$/, '');
	return [
		displayName,
		`${short} account`,
		`Connect to ${short}`,
		...labelsIn(properties as INodeProperties[] as Labelled[]),
	];
}

const common = [
	...Object.values(OF_N8N).flat(),
	...(await Promise.all(packageJson.n8n.credentials.map(namesOfCredential))).flat(),
];
/** The notes of a recipe name its steps; test/contract/recipes looks at them. */
const pages = globSync('docs/**/*.md', { cwd: root, exclude: ['docs/recipes/src/**'] });
const files = ['README.md', ...pages.sort()];

function namesIn(file: string): string[] {
	const text = readFileSync(join(root, file), 'utf8').replaceAll(/^>.*$|^```[\s\S]*?^```/gm, '');
	return [...text.matchAll(/\*\*([^*]+)\*\*/g)]
		.map(([, name]) => name)
		.filter((name) => !/[.:]$/.test(name));
}

/** The page of a node is about that node, and any other page about all of them. */
function knownOn(file: string): { whose: string; names: ReadonlySet<string> } {
	const node = nodes.find((one) => pageOf(one) === file);
	const names = new Set([...common, ...(node ? [node] : nodes).flatMap(namesOf)]);
	return { whose: node?.description.displayName ?? 'our nodes', names };
}

const shareWord = (one: string, other: string) =>
	one.split(/\W+/).some((word) => new RegExp(`\\b${word}\\b`, 'i').test(other));

test.each(files)('%s calls everything as it is called in the editor', (file) => {
	const { whose, names } = knownOn(file);
	const wrong = namesIn(file)
		.filter((name) => !names.has(name))
		.map((name) => {
			const like = [...names].filter((one) => shareWord(name, one) && !one.includes(' > '));
			const hint = like.length > 0 ? `; like it are ${like.slice(0, 8).join(', ')}` : '';
			return `**${name}** is no label of ${whose}, of a credential or of n8n${hint}`;
		});
	const advice = `Write each name in ${file} as the editor shows it. What n8n itself calls so belongs to OF_N8N in this test.`;
	expect(wrong, advice).toEqual([]);
});

test('the words of n8n are those that the docs use', () => {
	const used = new Set(files.flatMap(namesIn));
	const unused = Object.values(OF_N8N).flat();
	expect(unused.filter((name) => !used.has(name))).toEqual([]);
});

test.each(['Changed Since', 'Created Since'])('docs/syncs.md names each list with %s', (label) => {
	const lists = operations
		.filter(({ operation }) =>
			allFields(operation).some(({ field }) => field.displayName === label),
		)
		.map(({ operation }) => `${operation.output.kind.noun}s`);
	const text = readFileSync(join(root, 'docs', 'syncs.md'), 'utf8');
	const [, named = ''] =
		new RegExp(`\\*\\*${label}\\*\\* of ([^.*]+?)(?:, or|\\.)`).exec(text) ?? [];
	const advice = `Name these lists after **${label}** in docs/syncs.md`;
	expect(named.split(/, | and /).toSorted(), advice).toEqual([...new Set(lists)].toSorted());
});

test('README.md explains only messages that the nodes have', () => {
	const code = globSync('nodes/**/*.ts', { cwd: root }).map((file) =>
		readFileSync(join(root, file), 'utf8'),
	);
	const [, rest] = readFileSync(join(root, 'README.md'), 'utf8').split('## Troubleshooting');
	const quoted = [...rest.split('\n## ')[0].matchAll(/^\| (\S.*?) +\|/gm)]
		.map(([, message]) => message)
		.filter((message) => !/^(What you see|Nothing fires|-+|n8n: .*)$/.test(message))
		.map((message) => message.replace(/^… | …$/, ''));
	expect(quoted.length).toBeGreaterThan(0);
	expect(quoted.filter((message) => !code.some((text) => text.includes(message)))).toEqual([]);
});
