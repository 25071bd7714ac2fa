// What people read whose n8n is too old. It is played by one that is not, with an older zod beside the package.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { startN8n, type N8nHost } from '../n8n-host/host.mts';

const n8n: N8nHost = await startN8n();
afterAll(async () => await n8n.stop());

test('n8n says in its log which version is needed', async () => {
	await n8n.pause();
	const before = n8n.log.length;
	await givenZod('3.24.1');
	await n8n.start();
	const said = n8n.log.slice(before);
	expect(said).toContain(`${packageJson.name} needs n8n 1.100.1 or newer: update n8n.`);
	expect(said).not.toContain("Package subpath './v4'");
});

/** With what that version exports: no `zod/v4`. */
async function givenZod(version: string): Promise<void> {
	const nodes = join(n8n.userFolder, '.n8n', 'nodes', 'node_modules');
	const zod = join(nodes, packageJson.name, 'node_modules', 'zod');
	await mkdir(zod, { recursive: true });
	await writeFile(join(zod, 'index.js'), '');
	const exports = { './package.json': './package.json', '.': './index.js' };
	await writeFile(join(zod, 'package.json'), JSON.stringify({ name: 'zod', version, exports }));
}
