// One n8n for all end-to-end files that do not need one of their own; vitest starts it before the first of them.
import type { TestProject } from 'vitest/node';
import { temporaryFolder } from '../n8n-host/folder.mts';
import { packTarball, startN8n } from '../n8n-host/host.mts';

declare module 'vitest' {
	interface ProvidedContext {
		n8n: { baseUrl: string; logFile: string };
		/** The connector as it is, packed once for all that install it. */
		tarball: string;
	}
}

/** Its administrator forbids requests into the network, but to where the tests have their servers. */
const env = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
	N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const packed = await temporaryFolder('packed-');
	const tarball = await packTarball(packed.path);
	const n8n = await startN8n({ env, tarball });
	project.provide('n8n', { baseUrl: n8n.baseUrl, logFile: n8n.logFile });
	project.provide('tarball', tarball);
	return async () => {
		await n8n.stop();
		await packed.remove();
	};
}
