import { type INode, NodeOperationError } from 'n8n-workflow';
import { version } from 'zod/package.json';

/** n8n brings `zod/v4` since 1.100.1, but a zod in the folder of community nodes takes precedence, which another one put there. */
export function checkZod(node: INode): void {
	const [major, minor] = version.split('.').map(Number);
	if (major > 3 || (major === 3 && minor >= 25)) return;
	const message = `The trigger needs zod 3.25 or newer, but found zod ${version}`;
	const description =
		'Update n8n to 1.100.1 or newer. If it is newer, update or remove the community node that brought this zod.';
	throw new NodeOperationError(node, message, { description });
}
