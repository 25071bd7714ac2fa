import { version } from 'zod/package.json';

const [major, minor] = version.split('.').map(Number);

/**
 * Why nothing can run beside a zod without `zod/v4`; undefined beside any other. n8n brings one from 1.100.1 on, but an older
 * one that another community node has put into their folder comes first.
 */
export const tooOld =
	major < 3 || (major === 3 && minor < 25)
		? `n8n-nodes-customer-feedback needs n8n 1.100.1 or newer. It found zod ${version} and needs 3.25, so update n8n, or the community node that brought this zod.`
		: undefined;
