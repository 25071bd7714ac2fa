import { version } from 'zod/package.json';

const [major, minor] = version.split('.').map(Number);

/** Why nothing can run in an n8n that is too old; undefined in all others. The first that brings `zod/v4` is 1.100.1. */
export const tooOld =
	major < 3 || (major === 3 && minor < 25)
		? `n8n-nodes-customer-feedback needs n8n 1.100.1 or newer. This version has zod ${version}, and 3.25 is needed.`
		: undefined;
