// The probe against the sandbox in each of its moods: every one has to be told apart from the documented one, by what it
// differs in and by nothing else.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { filterParameters, moods } from '../sandbox/moods.mts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/server.mts';
import type { Finding, Verdict } from './findings.mts';
import { probe, type Report } from './probe.mts';
import { toMarkdown, toText } from './report.mts';

let sandbox: Sandbox | undefined;
afterEach(async () => {
	await sandbox?.close();
	sandbox = undefined;
});

async function probed(
	options: SandboxOptions = {},
	prepare: (sandbox: Sandbox) => void = () => {},
) {
	await sandbox?.close();
	sandbox = await startSandbox({ demoData: true, ...options });
	prepare(sandbox);
	const { baseUrl, apiKey } = sandbox;
	return await probe({ baseUrl, apiKey, write: true, timeoutMs: 2_000 });
}

type Told = Record<string, [found: string, verdict: Verdict]>;

const told = (findings: readonly Finding[]): Told =>
	Object.fromEntries(findings.map(({ topic, found, verdict }) => [topic, [found, verdict]]));

const documented = await probed();
await sandbox?.close();
sandbox = undefined;
const usual = told(documented.findings);

function differences(report: Report): Told {
	return Object.fromEntries(
		Object.entries(told(report.findings)).filter(
			([topic, [found, verdict]]) => found !== usual[topic]?.[0] || verdict !== usual[topic][1],
		),
	);
}

const filtersIgnored: Told = {
	'Status filter of posts': ['neither', 'breaks'],
	'Status filter of changelog updates': ['neither', 'breaks'],
	'Filters of posts': ['without effect: type, search', 'breaks'],
	'Filters of changelog updates': ['without effect: type, search', 'breaks'],
	'Filters of end-users': ['without effect: search', 'differs'],
	'Filters of comments': ['without effect: search', 'differs'],
};
const arrays: Told = {
	'List of posts': ['items, an array', 'differs'],
	'List of changelog updates': ['items, an array', 'differs'],
	'List of end-users': ['items, an array', 'differs'],
	'List of comments': ['comments, an array', 'differs'],
};
const textIds: Told = {
	'IDs of changelog updates': ['text', 'differs'],
	'IDs of end-users': ['text', 'differs'],
	'IDs of NPS responses': ['text', 'differs'],
	'IDs of comments': ['text', 'differs'],
};
const errors = (form: string, verdict: Verdict): Told => ({
	'Something that is not there, in /v1': [form, verdict],
});
const gone = (status: number, words: string): Told => ({
	'List of end-users': [`not there (HTTP ${status})`, 'breaks'],
	'List of comments': [`not there (HTTP ${status})`, 'breaks'],
	'List of documents': [`not there (HTTP ${status})`, 'breaks'],
	'List of groups': [`HTTP ${status}: ${words}`, 'holds'],
});

const switches: Array<[name: string, SandboxOptions, Told]> = [
	['pageBase', { pageBase: 1 }, { 'First page of /v1': ['1, and page 0 is page 1', 'differs'] }],
	[
		'pageZero: empty',
		{ pageBase: 1, pageZero: 'empty' },
		{ 'First page of /v1': ['1, and page 0 is empty', 'breaks'] },
	],
	[
		'pageZero: refused',
		{ pageBase: 1, pageZero: 'refused' },
		{ 'First page of /v1': ['page 0: refused (HTTP 400)', 'breaks'] },
	],
	[
		'pastTheEnd',
		{ pastTheEnd: 'refused' },
		{ 'A page behind the last one': ['refused (HTTP 404)', 'breaks'] },
	],
	[
		'v1PerPage',
		{ v1PerPage: 5 },
		{ 'Page size of /v1': ['per_page is followed, 5 without it', 'differs'] },
	],
	['hasMore', { hasMore: false }, { 'has_more in /v1': ['nowhere', 'differs'] }],
	[
		'ignoredParameters: per_page',
		{ ignoredParameters: ['per_page'] },
		{ 'Page size of /v1': ['per_page is ignored, 10 without it', 'differs'] },
	],
	[
		'ignoredParameters: sort',
		{ ignoredParameters: ['sort'] },
		{ 'Order of posts on request': ['not followed: old', 'breaks'] },
	],
	['ignoredParameters: filters', { ignoredParameters: filterParameters }, filtersIgnored],
	[
		'postOrder',
		{ postOrder: 'trend' },
		{ 'Order of posts where none is asked for': ['as with sort=trend', 'differs'] },
	],
	[
		'updateStatusParameter',
		{ updateStatusParameter: 'filter' },
		{ 'Status filter of changelog updates': ['filter', 'breaks'] },
	],
	['mapsAsArrays', { mapsAsArrays: true }, arrays],
	['emptyMapAsArray', { emptyMapAsArray: true }, { 'An empty map': ['[]', 'differs'] }],
	['idsAsText', { idsAsText: true }, textIds],
	['longIds', { longIds: true }, { 'IDs of posts': ['beyond 2^53', 'differs'] }],
	['undocumentedLists: 404', { undocumentedLists: 404 }, gone(404, 'not found')],
	['undocumentedLists: 405', { undocumentedLists: 405 }, gone(405, 'refused')],
	[
		'v1Errors: keyed',
		{ v1Errors: 'keyed' },
		errors('HTTP 404, data.key and data.message', 'differs'),
	],
	['v1Errors: inData', { v1Errors: 'inData' }, errors('HTTP 404, data.message', 'differs')],
	['v1Errors: http200', { v1Errors: 'http200' }, errors('HTTP 200, message', 'breaks')],
	[
		'v1Creates: record',
		{ v1Creates: 'record' },
		{
			'Answer to a post created': ['the record', 'differs'],
			'Answer to a comment created': ['the record', 'differs'],
		},
	],
	[
		'v1Creates: id',
		{ v1Creates: 'id' },
		{
			'Answer to a comment created': ['the ID, with message', 'differs'],
			'Answer to a changelog update created': ['the ID, with message', 'differs'],
		},
	],
	[
		'v1Creates: status',
		{ v1Creates: 'status' },
		{
			'Answer to a post created': ['the status alone', 'breaks'],
			'Answer to a comment created': ['the status alone', 'breaks'],
			'Answer to a changelog update created': ['the status alone', 'breaks'],
		},
	],
	[
		'unknownFields',
		{ unknownFields: true },
		{ 'Fields beyond the documented ones': ['field_of_tomorrow', 'differs'] },
	],
	[
		'limitHeaders',
		{ limitHeaders: true },
		{
			'Limits that answers tell': [
				'v2 x-ratelimit-limit: 300, v2 x-ratelimit-window: 60',
				'differs',
			],
		},
	],
];

/** What follows from the first thing told, or is told by it in other words. */
const FOLLOWS =
	/^(A whole list|A page behind|A path|A key|An empty map|has_more|Filters of|IDs of|Page size|Order of posts|Something)/;

test('the documented mood is as assumed, and everything can be told in it', () => {
	for (const { topic, found, verdict } of documented.findings) {
		expect([topic, found, verdict]).toEqual([topic, found, 'holds']);
	}
	expect(documented.isGood).toBe(true);
});

describe('a switch is told apart by what it changes', () => {
	test.each(switches)('%s', async (_name, options, expected) => {
		const report = await probed(options);
		const found = differences(report);
		expect(found).toMatchObject(expected);
		const others = Object.keys(found).filter((topic) => !(topic in expected));
		expect(others.filter((topic) => !FOLLOWS.test(topic))).toEqual([]);
		const breaks = Object.values(expected).some(([, verdict]) => verdict === 'breaks');
		if (breaks) expect(report.isGood).toBe(false);
	});

	test('the second mood, all at once', async () => {
		const found = differences(await probed(moods.second));
		expect(found).toEqual({
			...filtersIgnored,
			...arrays,
			...textIds,
			'First page of /v1': ['1, and page 0 is page 1', 'differs'],
			'An empty map': ['[]', 'differs'],
			'has_more in /v1': ['nowhere', 'differs'],
			'Order of posts where none is asked for': ['as with sort=trend', 'differs'],
		});
	});
});

describe('what it leaves behind', () => {
	const state = ({ rows }: Sandbox) =>
		['posts', 'comments', 'votes', 'post_metadata', 'updates', 'promoters', 'groups'].map((table) =>
			rows(`SELECT * FROM ${table}`),
		);

	test.each<[string, SandboxOptions]>([
		['documented', {}],
		['second', moods.second],
		['creates that do not name what they made', { v1Creates: 'status' }],
	])('nothing that it wrote: %s', async (_mood, options) => {
		let before: unknown;
		await probed(options, (started) => void (before = state(started)));
		expect(state(sandbox!)).toEqual(before);
	});

	test('without --write it only reads', async () => {
		sandbox = await startSandbox({ demoData: true });
		await probe({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey });
		expect(new Set(sandbox.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
	});
});

describe('a service that does not answer', () => {
	test('a refused key ends it at once', async () => {
		sandbox = await startSandbox();
		const report = await probe({ baseUrl: sandbox.baseUrl, apiKey: 'not-a-key' });
		expect(told(report.findings)).toEqual({
			'A list of the service': ['HTTP 401: the key is refused', 'failed'],
		});
		expect(report.isGood).toBe(false);
	});

	test('so does a host that is not the service', async () => {
		const foreign = createServer((_request, response) => response.end('<h1>Welcome, Ada</h1>'));
		foreign.listen(0, '127.0.0.1');
		await once(foreign, 'listening');
		const { port } = foreign.address() as AddressInfo;
		const report = await probe({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key' });
		foreign.close();
		expect(told(report.findings)).toEqual({
			'A list of the service': ['HTTP 200: not an answer of the service', 'failed'],
		});
	});

	test('a half-broken one is told of as far as it answers', async () => {
		const times = Number.POSITIVE_INFINITY;
		const report = await probed({}, ({ fault }) => {
			fault({ path: '/v1/updates', times, action: { type: 'html', status: 502 } });
			fault({ path: '/v1/users', times, action: { type: 'truncatedJson' } });
			fault({ path: '/v1/promoter', times, action: { type: 'resetBefore' } });
			fault({ path: '/v2', times, action: { type: 'upgradeRequired' } });
		});
		expect(told(report.findings)).toMatchObject({
			'List of posts': ['items, by id', 'holds'],
			'List of changelog updates': ['HTTP 502: the service failed', 'failed'],
			'List of end-users': ['HTTP 200: not an answer of the service', 'failed'],
			'List of NPS responses': [expect.stringMatching(/^no answer/), 'failed'],
			'List of documents': ['HTTP 200: the plan does not include it', 'unknown'],
			'First page of /v1': ['0', 'holds'],
		});
		expect(report.isGood).toBe(false);
	});

	test('an empty workspace leaves most unknown, and that is no fault', async () => {
		const report = await probed({ demoData: false });
		expect(told(report.findings)).toMatchObject({
			'List of posts': ['there are none', 'unknown'],
			'Order of posts on request': ['needs 3 posts, there are 0', 'unknown'],
			'Answer to a post created': ['needs 1 posts, there are 0', 'unknown'],
			'A page behind the last one': ['empty', 'holds'],
		});
		expect(report.isGood).toBe(true);
	});
});

test('no key and nothing that people wrote stands in the report, even if the service echoes it', async () => {
	const report = await probed({ apiKey: 'secret' }, ({ fault, run }) => {
		run(`UPDATE posts SET type = 'type-of-ada', status = 'status-of-ada'`);
		run(`UPDATE users SET data_name = 'ada', data_mail = 'ada@customer.example'`);
		fault({
			path: '/v1/post/0',
			action: { type: 'status', status: 404, body: { status: 'error', message: 'secret, Ada' } },
		});
		fault({
			path: '/v2/documents',
			action: {
				type: 'json',
				value: { status: 'success', data: { items: [{ document_id: 1, secret: 1, 'a@b.c': 2 }] } },
			},
		});
	});
	const texts = [toText(report), toMarkdown(report, new Date()), JSON.stringify(report)];
	for (const text of texts) expect(text).not.toMatch(/secret|ada\b|a@b/i);
	expect(texts[1]).toContain('***');
});

test('the command prints the table, writes it as Markdown, and its exit says how it went', async () => {
	sandbox = await startSandbox({ demoData: true, ignoredParameters: ['search'] });
	const folder = await mkdtemp(join(tmpdir(), 'probe-'));
	const out = join(folder, 'probe.md');
	const words = ['--base-url', `${sandbox.baseUrl}/v1/`, '--key', sandbox.apiKey, '--out', out];
	const child = spawn(process.execPath, [join(import.meta.dirname, 'main.mts'), ...words]);
	let printed = '';
	for await (const chunk of child.stdout) printed += String(chunk);
	if (child.exitCode === null) await once(child, 'exit');
	const markdown = await readFile(out, 'utf8');
	await rm(folder, { recursive: true });
	expect(child.exitCode).toBe(1);
	for (const text of [printed, markdown]) {
		expect(text).toMatch(/BREAKS.*Filters of posts.*type, search.*without effect: search/);
		expect(text).not.toContain(sandbox.apiKey);
	}
});
