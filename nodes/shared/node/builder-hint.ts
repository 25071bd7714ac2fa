import type { INodeTypeDescription } from 'n8n-workflow';
import type { ValueTypes } from '../service/values';
import { outputFields, type Resource } from './operation';

export type BuilderHint = NonNullable<INodeTypeDescription['builderHint']>;

/**
 * What n8n's AI builders read of a node beside its fields (n8n-io/n8n#29992). They search without its workflows in mind, so
 * it names the trigger; and in 2.41 they get no output schema of a community node, so each operation says what comes out.
 */
export function builderHint(resources: readonly Resource[]): BuilderHint {
	return {
		relatedNodes: [
			{
				nodeType: 'n8n-nodes-customer-feedback.feedbackTrigger',
				relationHint:
					'Starts a workflow on new or changed feedback. Use it instead of a schedule with Get Many.',
			},
		],
		extraTypeDefContent: resources.flatMap(({ value: resource, operations }) =>
			operations.map(({ option, output }) => ({
				displayOptions: { show: { resource: [resource], operation: [option.value] } },
				content: `${option.description}\nOutput: ${typeOf(outputFields(output))}`,
			})),
		),
	};
}

/** Fields as a TypeScript type, which is what models write code against. */
export function typeOf(fields: ValueTypes): string {
	const members = Object.entries(fields).map(([name, { type, properties }]) => {
		const types = properties ? [typeOf(properties)] : [type].flat();
		return `${name}: ${types.join(' | ').replace('array', 'unknown[]')}`;
	});
	return `{ ${members.join('; ')} }`;
}
