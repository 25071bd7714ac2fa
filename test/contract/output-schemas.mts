// The output schemas that n8n reads from `__schema__`, to show what a node gives before it has run.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Operation, outputFields } from '../../nodes/shared/node/operation';
import { events } from '../../nodes/FeedbackTrigger/events';
import { postList } from '../../nodes/shared/service/posts';
import { simpleFields } from '../../nodes/shared/service/records';
import { textual, type ValueType } from '../../nodes/shared/service/values';
import {
	operations,
	type PublishedNode,
	type PublishedOperation,
	root,
	trigger,
} from './nodes.mts';

/** As much of JSON Schema as n8n's editor understands: it shows nothing else, and nothing at all without properties. */
export interface OutputSchema extends ValueType {
	/** n8n's own files number their changes. */
	version: number;
}

/** Where n8n looks for the schema of an operation, from the root of the repository. */
export const schemaFile = ({ node, resource, operation }: PublishedOperation) =>
	join(folderOf(node), resource.value, `${operation.option.value}.json`);

function folderOf(node: PublishedNode): string {
	const version = String([node.description.version].flat().at(-1));
	const folder = `v${[...version.split('.'), '0', '0'].slice(0, 3).join('.')}`;
	return join(node.folder, '__schema__', folder);
}

export function readSchema(one: PublishedOperation): OutputSchema {
	const file = schemaFile(one);
	if (!existsSync(join(root, file)))
		throw new Error(`${file} is missing: run \`npm run generate\``);
	return JSON.parse(readFileSync(join(root, file), 'utf8')) as OutputSchema;
}

/** What an operation gives unless the user changes its options. */
const outputSchema = ({ output }: Operation): OutputSchema => ({
	type: 'object',
	properties: outputFields(output),
	version: 1,
});

/** What an item of the trigger may hold, whichever event it is of. The default event comes first. */
const triggerSchema: OutputSchema = {
	type: 'object',
	properties: Object.assign(
		{ event: textual },
		...[postList.record, ...events.map(({ list, record }) => record ?? list.record)].map(
			simpleFields,
		),
		{ post_url: textual, eventId: textual },
	),
	version: 1,
};

export const outputSchemas: ReadonlyArray<{ file: string; schema: OutputSchema }> = [
	...operations.map((one) => ({ file: schemaFile(one), schema: outputSchema(one.operation) })),
	{ file: join(folderOf(trigger), 'output.json'), schema: triggerSchema },
];
