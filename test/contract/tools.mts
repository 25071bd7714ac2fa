// An operation as a tool of an AI agent, with every field left to the model, the way n8n's editor writes that down.
import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../nodes/shared/node/operation';
import { allFields, holderOf, placedAs, type Values } from './examples.mts';

export interface ToolArgument {
	/** Under which the model fills it in: its label, with what n8n does not take in a key replaced. */
	key: string;
	description: string;
	type: 'string' | 'number' | 'boolean';
	field: INodeProperties;
	collection?: string;
}

/** Every field that the editor lets the model fill in. */
export function toolArguments(operation: Operation): ToolArgument[] {
	return allFields(operation)
		.filter(({ field }) => field.type !== 'notice')
		.filter(({ field }) => !['returnAll', 'limit'].includes(field.name))
		.map(({ field, ...place }) => ({
			key: field.displayName.replaceAll(/[^a-zA-Z0-9-]/g, '_').slice(0, 63),
			description: field.description ?? '',
			type: field.type === 'number' || field.type === 'boolean' ? field.type : 'string',
			field,
			...place,
		}));
}

export function leftToTheModel(operation: Operation): Values {
	const parameters: Values = {};
	for (const { key, description, type, field, ...place } of toolArguments(operation)) {
		const value = `={{ $fromAI('${key}', \`${description}\`, '${type}') }}`;
		holderOf(parameters, place)[field.name] = placedAs(field, value);
	}
	return parameters;
}
