// Every node that the package publishes, with its operations: what a contract test runs over, so that nothing new escapes it.
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Operation, Resource } from '../../nodes/shared/node/operation';
import packageJson from '../../package.json' with { type: 'json' };

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface PublishedNode {
	name: string;
	/** From the root of the repository. */
	folder: string;
	Node: new () => INodeType;
	description: INodeType['description'];
	/** In the order in which the node shows them. */
	resources: Resource[];
}

export interface PublishedOperation {
	node: PublishedNode;
	resource: Resource;
	operation: Operation;
	/** Such as `post.getAll`. */
	key: string;
}

export const nodes: PublishedNode[] = [];
for (const file of packageJson.n8n.nodes) nodes.push(await load(file));

export const operations: PublishedOperation[] = nodes.flatMap((node) =>
	node.resources.flatMap((resource) =>
		resource.operations.map((operation) => ({
			node,
			resource,
			operation,
			key: `${resource.value}.${operation.option.value}`,
		})),
	),
);

/** The choices of a node's Resource or Operation, as n8n sees them. */
export function choices(
	{ description }: PublishedNode,
	name: 'resource' | 'operation',
	resource?: string,
): INodePropertyOptions[] {
	const shownFor = ({ displayOptions }: INodeProperties) =>
		resource === undefined || displayOptions?.show?.resource?.includes(resource);
	return description.properties
		.filter((property) => property.name === name && shownFor(property))
		.flatMap(({ options }) => options as INodePropertyOptions[]);
}

async function load(distFile: string): Promise<PublishedNode> {
	const file = distFile.replace(/^dist\//, '').replace(/\.js$/, '.ts');
	const [name] = file.split('/').at(-1)!.split('.');
	const { [name]: Node } = (await loadModule(file)) as Record<string, new () => INodeType>;
	const { description } = new Node();
	const folder = dirname(file);
	const found = await resourcesIn(folder);
	const node = { name, folder, Node, description, resources: [] as Resource[] };
	const order = choices(node, 'resource').map(({ value }) => value);
	node.resources = found.toSorted((a, b) => order.indexOf(a.value) - order.indexOf(b.value));
	return node;
}

/** Each folder of a node with an index holds one resource. */
async function resourcesIn(folder: string): Promise<Resource[]> {
	const resources: Resource[] = [];
	for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
		const index = join(folder, entry.name, 'index.ts');
		if (!entry.isDirectory() || !existsSync(join(root, index))) continue;
		const exported = Object.values(await loadModule(index)) as Resource[];
		resources.push(...exported.filter((value) => Array.isArray(value.operations)));
	}
	return resources;
}

async function loadModule(file: string): Promise<object> {
	return (await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)) as object;
}
