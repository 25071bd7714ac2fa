// A client is generated from docs/openapi.yaml, and a program over it compiles and runs against the sandbox.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { root } from '../contract/nodes.mts';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { document, here, program, ran } from './tools.mts';

const client = join(here, 'client');

ownSandbox();

beforeAll(() => {
	const generated = join(client, 'generated.d.ts');
	// A field with a default may be left out of a request.
	const words = [document, '--output', generated, '--default-non-nullable', 'false'];
	const { status, printed } = ran(program('openapi-typescript/bin/cli.js'), ...words);
	expect(status, printed).toBe(0);
});

test('it compiles', () => {
	const compiler = join(root, 'node_modules/typescript/bin/tsc');
	expect(ran(compiler, '--project', client)).toEqual({ status: 0, printed: '' });
});

test('it runs', async () => {
	const words = [join(client, 'main.mts'), sandbox.baseUrl, sandbox.apiKey];
	const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
	const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
	expect(JSON.parse(printed)).toEqual({
		post: { title: 'Export as CSV', total_up: '1', vote: 'success' },
		group: { weight: 1, isMember: true, removed: 204 },
		refused: 'invalid_argument',
		missing: 'Feedback not found.',
	});
});
