// The probe against the sandbox in each of its moods that matter: each has to show in the table.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { filterParameters } from '../sandbox/moods.mts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/server.mts';
import { type Finding, probe } from './probe.mts';

let sandbox: Sandbox | undefined;
afterEach(async () => await sandbox?.close());

async function probed(options: SandboxOptions = {}, prepare = (_: Sandbox) => {}) {
	await sandbox?.close();
	sandbox = await startSandbox({ demoData: true, ...options });
	prepare(sandbox);
	return await probe(sandbox.baseUrl, sandbox.apiKey, 2_000);
}

const shown = ({ topic, found, verdict }: Finding) => `${topic}: ${found} (${verdict})`;

test('the documented service is as assumed, all can be answered, and nothing is written', async () => {
	const { findings, isGood } = await probed();
	expect(findings.filter(({ verdict }) => verdict !== 'as assumed')).toEqual([]);
	expect(isGood).toBe(true);
	expect(new Set(sandbox!.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
});

const noFilter = (list: string, ...parameters: string[]) =>
	parameters.map((one) => `Filter ${one} of ${list}: without effect (BREAKS)`);

test.each<[string, SandboxOptions, string[]]>([
	['pages from 1', { pageBase: 1 }, ['First page of /v1: 1, and page 0 is page 1 (differs)']],
	[
		'an empty page 0',
		{ pageBase: 1, pageZero: 'empty' },
		['First page of /v1: 1, and page 0 is empty (BREAKS)'],
	],
	[
		'a refused page 0',
		{ pageBase: 1, pageZero: 'refused' },
		['A list of the service: HTTP 400: refused (NO ANSWER)'],
	],
	[
		'an end that is refused',
		{ pastTheEnd: 'refused' },
		['A page behind the last one: a refusal, read as empty (differs)'],
	],
	[
		'a refusal where nothing is found',
		{ nothingFound: 'refused' },
		[
			'A page behind the last one: a refusal, read as empty (differs)',
			'A list without any match: a refusal, read as empty (differs)',
		],
	],
	[
		'no has_more',
		{ hasMore: false },
		['Page size and has_more of /v1: per_page is followed, has_more is not said (differs)'],
	],
	[
		'no per_page',
		{ ignoredParameters: ['per_page'] },
		['Page size and has_more of /v1: per_page is ignored, has_more is said (differs)'],
	],
	[
		'no sort',
		{ ignoredParameters: ['sort'] },
		['Order of posts by sort=old: not followed (BREAKS)'],
	],
	[
		'no filters',
		{ ignoredParameters: filterParameters },
		[
			...noFilter('posts', 'filter', 'type', 'search'),
			...noFilter('changelog updates', 'type', 'search', 'status'),
			'Filter search of end-users: without effect (differs)',
			'Filter search of comments: without effect (differs)',
		],
	],
	[
		'no undocumented lists',
		{ undocumentedLists: 404 },
		['end-users', 'comments', 'documents'].map(
			(one) => `List of ${one}: HTTP 404: notFound (BREAKS)`,
		),
	],
	[
		'errors under HTTP 200',
		{ v1Errors: 'http200' },
		['A post that is not there: HTTP 200: refused (BREAKS)'],
	],
])('a service with %s shows in the table', async (_, options, expected) => {
	const { findings, isGood, markdown } = await probed(options);
	const found = findings.filter(({ verdict }) => verdict !== 'as assumed').map(shown);
	expect(found).toEqual(expect.arrayContaining(expected));
	expect(isGood).toBe(!found.some((one) => /BREAKS|NO ANSWER/.test(one)));
	for (const one of findings) expect(markdown).toContain(`| ${one.topic} |`);
});

test('an empty workspace leaves most unknown, which breaks nothing', async () => {
	const { findings, isGood } = await probed({ demoData: false });
	expect(findings.map(shown)).toContain('List of posts: needs posts (not known)');
	expect(isGood).toBe(true);
});

test('a list that is answered as an error in other words breaks what depends on it', async () => {
	const envelope = { status: 'error', message: 'Sorry' };
	const action = { type: 'status', status: 404, body: envelope } as const;
	const { findings } = await probed({}, ({ fault }) =>
		fault({ path: /search=connector-probe-none/, times: Infinity, action }),
	);
	expect(findings.map(shown)).toContain('A list without any match: HTTP 404: notFound (BREAKS)');
});

test('a refused key, or a host that is not the service, ends it at once', async () => {
	sandbox = await startSandbox();
	const refused = await probe(sandbox.baseUrl, 'not-a-key');
	expect(refused.findings.map(shown)).toEqual([
		'A list of the service: HTTP 401: unauthorized (NO ANSWER)',
	]);
	const foreign = createServer((_request, response) => response.end('<h1>Welcome, Ada</h1>'));
	foreign.listen(0, '127.0.0.1');
	await once(foreign, 'listening');
	const { port } = foreign.address() as AddressInfo;
	const other = await probe(`http://127.0.0.1:${port}`, 'key');
	foreign.close();
	expect(other.findings.map(shown)).toEqual([
		'A list of the service: HTTP 200: notTheService (NO ANSWER)',
	]);
});

test('the command prints the table without the key, and its exit says how it went', async () => {
	sandbox = await startSandbox({ demoData: true, ignoredParameters: ['search'] });
	const words = [`${sandbox.baseUrl}/v1/`, sandbox.apiKey];
	const child = spawn(process.execPath, [`${import.meta.dirname}/main.mts`, ...words]);
	let printed = '';
	for await (const chunk of child.stdout) printed += String(chunk);
	if (child.exitCode === null) await once(child, 'exit');
	expect(child.exitCode).toBe(1);
	expect(printed).toContain('| BREAKS | Filter search of posts | followed | without effect |');
	expect(printed).not.toContain(sandbox.apiKey);
});
