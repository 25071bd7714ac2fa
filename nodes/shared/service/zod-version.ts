import { version } from 'zod/package.json';

const [major, minor] = version.split('.').map(Number);

/**
 * The message if the installed zod has no `zod/v4`, otherwise undefined. n8n has had one since 1.100.1, but an older
 * zod that another community node put into the folder of community nodes takes precedence.
 */
export const tooOld =
	major < 3 || (major === 3 && minor < 25)
		? `n8n-nodes-customer-feedback needs n8n 1.100.1 or newer. It found zod ${version} and needs 3.25, so update n8n, or the community node that brought this zod.`
		: undefined;
