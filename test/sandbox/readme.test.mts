// The check of a service that README.md offers: its command line, as it is written there, and the answer to expect.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../contract/nodes.mts';
import { ownSandbox, sandbox } from './own-sandbox.mts';

const run = promisify(execFile);
const [, section] = readFileSync(join(root, 'README.md'), 'utf8').split('## Does it fit');
const [, command] = section.match(/```sh\n(curl .+)\n```/)!;
const [, answer] = section.match(/```json\n([\s\S]+?)```/)!;
const { hostname } = new URL(command.match(/https:[^"]+/)![0]);

ownSandbox();

const typed = async (apiKey: string) => {
	const line = command
		.replace(`https://${hostname}`, sandbox.baseUrl)
		.replace('YOUR_API_KEY', apiKey);
	const { stdout } = await run('sh', ['-c', line]);
	return JSON.parse(stdout) as unknown;
};

test('the command gives what README.md says', async () => {
	const [post] = sandbox.createPosts(1, { title: 'Dark mode' });
	const expected = JSON.parse(answer.replaceAll('1042', String(post))) as object;
	expect(await typed(sandbox.apiKey)).toMatchObject(expected);
	expect(sandbox.requests.at(-1)).toMatchObject({ method: 'GET', path: '/v1/posts?page=0' });
});

test('and not with a key that the service does not know', async () => {
	expect(await typed('of-nobody')).toMatchObject({ status: 'error' });
});
