// npm skips prepublishOnly here, since .npmrc turns scripts off: what keeps a publish by hand away is the provenance
// it asks for.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { served } from '../n8n-host/ports.mts';

test('a publish by hand is refused before anything is uploaded', async () => {
	const asked: string[] = [];
	const registry = createServer((request, response) => {
		asked.push(request.method!);
		response.writeHead(request.method === 'GET' ? 404 : 200).end('{}');
	});
	const { port, close } = await served(registry);
	const home = await mkdtemp(join(tmpdir(), 'by-hand-'));
	// Beside the logs that npm writes at home, which it would pack while they grow.
	const place = join(home, 'package');
	mkdirSync(place);
	const { name, version, publishConfig } = packageJson;
	writeFileSync(join(place, 'package.json'), JSON.stringify({ name, version, publishConfig }));
	const host = `127.0.0.1:${port}`;
	const publish = promisify(execFile)(
		'npm',
		['publish', `--registry=http://${host}`, `--//${host}/:_authToken=of-nobody`],
		// Without what shows npm that it runs in CI.
		{ cwd: place, env: { PATH: process.env.PATH, HOME: home } },
	);
	await expect(publish).rejects.toThrow('provenance');
	expect(asked).not.toContain('PUT');
	await close();
	await rm(home, { recursive: true });
});
