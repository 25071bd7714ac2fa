// Operations over a service that answers what a test says.
import type { IDataObject } from 'n8n-workflow';
import { bearer, byId, execute, type NodeClass } from '../n8n-context.mts';
import { scriptedService } from '../scripted-service.mts';

export function scriptedOperations() {
	const service = scriptedService();
	return {
		service,
		/** Runs one operation, `resource.operation`, and gives what came out. */
		async run(
			Node: NodeClass,
			task: string,
			parameters: Record<string, unknown>,
			items?: IDataObject[],
		) {
			const [resource, operation] = task.split('.');
			const output = await execute(Node, {
				parameters: { resource, operation, ...parameters },
				credentials: bearer(service.baseUrl, 'key'),
				items,
			});
			return output.map(({ json }) => json);
		},
	};
}

export const post = { postId: byId(7) };
