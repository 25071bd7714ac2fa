import { version } from 'zod/package.json';

/** The first n8n that brings a zod with `zod/v4`, which is 3.25 or newer. */
const MINIMUM = '1.100.1';

const [major, minor] = version.split('.').map(Number);

// While the package is loaded: n8n writes this to its log, and shows it to whoever has just installed the package.
if (major < 3 || (major === 3 && minor < 25)) {
	throw new Error(
		`n8n-nodes-customer-feedback needs n8n ${MINIMUM} or newer: update n8n. This one comes with zod ${version}, and 3.25 is needed.`,
	);
}
