// Every node that the package publishes, with its operations: what a contract test runs over, so that nothing new escapes it.
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { existsSync, globSync, readdirSync } from 'node:fs';
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
	/** What lies in its folder and is not offered, each with what to do about it. */
	forgotten: string[];
}

export interface PublishedOperation {
	node: PublishedNode;
	resource: Resource;
	operation: Operation;
	key: string;
}

export const nodes: PublishedNode[] = [];
for (const file of packageJson.n8n.nodes) nodes.push(await load(file));

export const [trigger] = nodes.filter(({ description }) => description.polling);
export const actionNodes = nodes.filter((node) => node !== trigger);

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
	name: 'events' | 'resource' | 'operation',
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
	const node: PublishedNode = { name, folder, Node, description, resources: [], forgotten: [] };
	const order = choices(node, 'resource').map(({ value }) => value);
	for (const inner of readdirSync(join(root, folder))) {
		const { resource, others } = await resourceIn(join(folder, inner));
		if (!resource) continue;
		if (order.includes(resource.value)) node.resources.push(resource);
		else node.forgotten.push(`Add the resource in ${folder}/${inner} to 'resources' in ${file}`);
		for (const one of others) {
			node.forgotten.push(`Add the operation in ${one} to ${folder}/${inner}/index.ts`);
		}
	}
	node.resources.sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value));
	return node;
}

/** A folder of a node with an index holds one resource, and a file for each of its operations. */
async function resourceIn(folder: string): Promise<{ resource?: Resource; others: string[] }> {
	if (!existsSync(join(root, folder, 'index.ts'))) return { others: [] };
	const exported = Object.values(await loadModule(join(folder, 'index.ts'))) as Resource[];
	const resource = exported.find((value) => Array.isArray(value.operations));
	const others: string[] = [];
	for (const file of globSync('*.ts', { cwd: join(root, folder) })) {
		const values = Object.values(await loadModule(join(folder, file))) as Operation[];
		const operation = values.find(({ option, execute }) => option && execute);
		if (operation && !resource?.operations.includes(operation)) others.push(join(folder, file));
	}
	return { resource, others };
}

async function loadModule(file: string): Promise<object> {
	return (await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)) as object;
}
