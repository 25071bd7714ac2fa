// Each figure in the docs that the code decides, beside what is measured or what the code says.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Feedback } from '../../nodes/Feedback/Feedback.node';
import { normalizeBaseUrl } from '../../nodes/shared/client/base-url';
import { LARGEST_LOOKUP } from '../../nodes/shared/client/finder';
import { LARGEST_LIST } from '../../nodes/shared/client/list-reader';
import { V2_LIMIT } from '../../nodes/shared/client/rate-limiter';
import { TransportFailure } from '../../nodes/shared/client/transport';
import { LARGEST_ANSWER } from '../../nodes/shared/node/answer-body';
import { schemes } from '../../nodes/shared/node/credential';
import { limit } from '../../nodes/shared/node/fields';
import { ITEMS_AT_ONCE } from '../../nodes/shared/node/run';
import { DEEPEST, MOST_VALUES } from '../../nodes/shared/service/json';
import { LARGEST_PAGE, MOST_RECORDS } from '../../nodes/shared/service/pages';
import { figure, readPage } from '../figures.mts';
import { readPage as readMarkdown } from '../package/markdown.mts';
import { engines } from '../n8n-host/engines.mts';
import { versions } from '../n8n-host/hosts.mjs';
import { calls, html } from '../unit/client/calls.mts';
import { error, scene, type Scene, type Step } from '../unit/client/scripted-transport.mts';
import { bearer, execute, testCredential } from '../unit/n8n-context.mts';
import { VirtualClock } from '../unit/virtual-clock.mts';
import { nodes, operations, root } from './nodes.mts';
import { ownWorkspace, sandbox } from './own-workspace.mts';
import { letThrough } from './expectations.mts';

const RETRIES = 'docs/errors-and-retries.md';
const SECURITY = 'docs/security.md';
const COMMON = 'docs/nodes/common.md';
const AGENTS = 'docs/ai-agents.md';

const MINUTE = 60_000;
const MB = 1024 * 1024;

test('docs/credentials.md names hosts that the key may go to over http://', () => {
	const [hosts] = /(?<=`http:\/\/`, except to ).*?\. /.exec(readPage('docs/credentials.md'))!;
	const named = [...hosts.matchAll(/`(.+?)`/g)].map(([, host]) => host);
	expect(named).toHaveLength(3);
	for (const host of named) normalizeBaseUrl(`http://${host.replace('.0.0.0/8', '.9.9.9')}`, false);
});

figure(RETRIES, /sends a request up to (\S+) times/, async () => [
	(await given([error(500, 'write_failed')])).sent.length,
]);
figure(RETRIES, /no answer in (\S+) seconds/, async () => [
	(await neverAnswered()).sent[0].timeoutMs / 1000,
]);
figure(
	RETRIES,
	/gives up after (\S+) minutes, and no try begins in the last (\S+) seconds/,
	async () => {
		const { tookMs } = await neverAnswered();
		const lastTries = await Promise.all(refusals.map(async (one) => (await given([one])).lastMs));
		return [tookMs / MINUTE, (tookMs - Math.max(...lastTries)) / 1000];
	},
);
figure(RETRIES, /all requests of a step end within (\S+) minutes/, async () => {
	const all = refusals.map(async (one) => (await given([one], 400)).tookMs);
	// The page names the most that it may be.
	return [Math.max(4, ...(await Promise.all(all)).map((ms) => ms / MINUTE))];
});
figure(RETRIES, /allows (\S+) requests in (\S+) seconds per workspace/, () => [
	V2_LIMIT.requests,
	V2_LIMIT.windowMs / 1000,
]);
figure(RETRIES, /wait for as long as the service asks, up to (\S+) seconds/, async () => [
	(await given([error(429, 'rate_limit', { 'retry-after': '3600' })])).heldMs / 1000,
]);
figure(COMMON, /runs up to (\S+) input items in parallel/, () => [ITEMS_AT_ONCE]);
figure(COMMON, /returns at most (\S+) flat fields/, () => [
	Math.max(...operations.map(({ operation: { output } }) => output.kind.simple.length)),
]);
figure(AGENTS, /at most \*\*Limit\*\* records, (\S+) by default/, () => [Number(limit.default)]);
figure(
	AGENTS,
	/Fifty posts with long texts are about (\S+) KB/,
	async () => [(await longPostsForModel()) / 1000],
	0.1,
);
figure(AGENTS, /It returns (\S+) posts at most/, async () => {
	sandbox.createPosts(10, { title: 'Export as CSV' });
	const parameters = { resource: 'post', operation: 'findSimilar', text: 'Export as CSV' };
	return [(await inSandbox(parameters)).length];
});
figure('docs/credentials.md', /The credential test reads (\S+) post/, async () => {
	const { baseUrl, apiKey } = sandbox;
	await testCredential(Feedback, 'feedbackBearerApi', { baseUrl, apiKey });
	const [{ path }] = sandbox.requests;
	return [Number(new URL(path, baseUrl).searchParams.get('per_page'))];
});
figure(
	'docs/openapi.yaml',
	/The API key as (user name|password) and an empty (user name|password)\./,
	() => {
		const [user] = atob(schemes.basic('the-key').replace('Basic ', '')).split(':');
		const names = ['user name', 'password'];
		return user === 'the-key' ? names : names.toReversed();
	},
);
figure('docs/syncs.md', /It takes a request for (\S+) posts/, () => [LARGEST_PAGE]);
figure('docs/syncs.md', /If (\S+) of (\S+) posts changed, the node reads (\S+) pages/, async () => [
	30,
	20_000,
	await pagesForChanged(30, 20_000),
]);
figure(
	'docs/syncs.md',
	/With (\S+) posts that have a comment each, a night takes about (\S+) requests/,
	async () => [1_000, 10 * (await requestsOfNight(100))],
	0.1,
);
figure(SECURITY, /\[(\S+) seconds\]/, async () => [
	(await neverAnswered()).sent[0].timeoutMs / 1000,
]);
figure('docs/syncs.md', /list can hold (\S+) MB, or (\S+) MB to look something up/, () => [
	LARGEST_LIST / MB,
	LARGEST_LOOKUP / MB,
]);
figure(SECURITY, /\[(\S+) MB\]/, () => [LARGEST_ANSWER / MB]);
figure(
	'nodes/shared/node/explanations.ts',
	/One answer can hold (\S+) MB, (\S+) records and (\S+) million values/,
	() => [LARGEST_ANSWER / MB, MOST_RECORDS, MOST_VALUES / 1e6],
);
figure(SECURITY, /\[(\S+) million values\]/, () => [MOST_VALUES / 1e6]);
figure(SECURITY, /\[(\S+) levels\]/, () => [DEEPEST]);
figure('docs/trigger-limits.md', /set `(\w+)`, `(\w+)`, `(\w+)` and `(\w+)` to `true`/, () =>
	Object.keys(engines.durable),
);
figure(
	'docs/nodes/documents.md',
	/A title has (\S+) to (\S+) characters\. Content has up to (\S+) MB\. A document has up to (\S+) tags/,
	() => {
		const titles = accepted('document.create', 'title').map((title) => [...title].length);
		const [content] = accepted('document.create', 'content').map((text) => Buffer.byteLength(text));
		const [tags] = accepted<string[]>('document.create', 'tags');
		return [Math.min(...titles), Math.max(...titles), content / MB, tags.length];
	},
);
figure(
	'docs/nodes/groups.md',
	/Metadata has at most (\S+) keys\. Keys and values have at most (\S+) characters/,
	() => {
		const entries = accepted<object>('group.create', 'meta').map((meta) => Object.entries(meta));
		const texts = entries.flat().map(([, value]) => [...String(value)].length);
		return [Math.max(...entries.map(({ length }) => length)), Math.max(...texts)];
	},
);
figure('README.md', /\n(\S+) \[n8n\]\(\S+\) nodes and a trigger/, () => [nodes.length - 1]);
figure('docs/verification.md', /## Why (\S+) nodes\?/, () => [nodes.length - 1]);
figure('CHANGELOG.md', /\*\*(\S+) nodes\*\*/, () => [nodes.length - 1]);
figure('CHANGELOG.md', /A trigger with (\S+) events/, () => {
	const { description } = nodes.find(({ resources }) => resources.length === 0)!;
	return [description.properties.find(({ name }) => name === 'events')!.options!.length];
});
figure('CHANGELOG.md', /n8n (\S+) or newer\*\*.+ Tested up to (\S+) in \w+ \d{4}/, () => [
	versions[0],
	String(versions.at(-1)),
]);
figure('README.md', /Tested up to (\S+) in \w+ \d{4}/, () => [String(versions.at(-1))]);

ownWorkspace();

const answers: ReadonlyArray<[row: string, ...scripts: Array<readonly Step[]>]> = [
	['429 `rate_limit`', [error(429, 'rate_limit')]],
	['500 `write_failed`', [error(500, 'write_failed')]],
	[
		'500 `internal_error`, 502 to 504, a lost connection or no answer in 60 seconds',
		...[502, 503, 504].map((status) => [error(status, 'bad_gateway')]),
		[error(500, 'internal_error')],
		['ECONNRESET'],
		['ETIMEDOUT'],
	],
	['No connection', ['ECONNREFUSED'], ['ENOTFOUND']],
	['401 or 403', [error(401, 'unauthorized')], [error(403, 'forbidden')]],
	['404 or 409', [error(404, 'not_found')], [error(409, 'conflict')]],
	['400 `validation_error`', [error(400, 'validation_error')]],
	['200 `upgrade_required`', [error(200, 'upgrade_required')]],
	[
		'A redirect, a web page or incomplete JSON',
		[{ status: 302, headers: { location: 'https://elsewhere.example' }, body: '' }],
		[html],
		[{ status: 200, headers: {}, body: '{"status":"succ' }],
	],
];

test.each(answers)(`${RETRIES} says whether it is retried: %s`, async (row, ...scripts) => {
	const [, says] = new RegExp(`^\\| ${row} +\\| (\\w+)`, 'm').exec(readPage(RETRIES))!;
	for (const script of scripts) {
		const [reads, creates] = [await given(script), await given(script, 1, calls.create)];
		const retries = [reads, creates].map(({ sent }) => sent.length > 1).join();
		expect(retries, JSON.stringify(script)).toBe(
			{ Yes: 'true,true', Only: 'true,false', No: 'false,false' }[says],
		);
	}
});

test('every page that names the oldest n8n names the one that is tested', () => {
	const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];
	const named = pages.flatMap((page) =>
		[...readPage(page).matchAll(/([\d.]+\d)(?: |%20)or(?: |%20)newer/g)]
			.filter(([, version]) => version.split('.').length === 3)
			.map(([, version]) => `${page}: ${version}`),
	);
	expect(named.length).toBeGreaterThan(2);
	const advice = `Name ${versions[0]}, the oldest n8n under test/n8n-host/.hosts`;
	expect(
		named.filter((one) => !one.endsWith(`: ${versions[0]}`)),
		advice,
	).toEqual([]);
});

test('docs/compatibility.md has a row for each version that is tested', () => {
	const rows = [...readPage('docs/compatibility.md').matchAll(/^\| (\d\S+) +\|/gm)];
	const advice = 'Run `npm run test:night -- versions` and copy its table';
	expect(
		rows.map(([, version]) => version),
		advice,
	).toEqual(versions);
});

test('docs/recipes.md has a recipe for each file, with the link to copy', () => {
	const files = globSync('*.json', { cwd: join(root, 'docs', 'recipes') }).sort();
	const page = readMarkdown(readPage('docs/recipes.md'));
	const linked = page.links.filter((to) => to.endsWith('.json')).map((to) => to.split('/').at(-1));
	expect(linked.toSorted()).toEqual(files);
});

/** A service that refuses every request since its limit is reached, and asks for this many seconds. */
const refusals = [0, 1, 10, 30, 59, 61, 100, 169, 170, 171, 200].map((seconds) =>
	error(429, 'rate_limit', { 'retry-after': String(seconds) }),
);

/** What the nodes send as it is, at the limits of the specification: `requests.test.mts` tries each, and one more. */
const accepted = <T = string,>(operation: string, field: string) =>
	letThrough
		.filter(([accepting, fields]) => accepting === operation && field in fields)
		.map(([, fields]) => fields[field] as T);

type Call = (one: Scene) => Promise<unknown>;

/** What became of calls, all made at once: of reads, unless said otherwise. */
async function given(script: readonly Step[], count = 1, call: Call = calls.get) {
	const one = scene(script);
	const start = one.clock.now();
	const all = Array.from({ length: count }, async () => await call(one).catch(() => undefined));
	await Promise.all(all);
	const lastMs = Math.max(...one.sent.map(({ at }) => at - start));
	return {
		sent: one.sent,
		lastMs,
		tookMs: one.clock.now() - start,
		heldMs: one.rateLimiter.heldMs(),
	};
}

/** Each try ends when the client waits no longer for its answer. */
async function neverAnswered() {
	const clock = new VirtualClock();
	const one = scene(async ({ timeoutMs }) => await clock.sleep(timeoutMs).then(lost), {}, clock);
	await calls.get(one).catch(() => undefined);
	return { sent: one.sent, tookMs: clock.now() - one.sent[0].at };
}

function lost(): never {
	throw new TransportFailure('ETIMEDOUT', 'No answer came in time');
}

const inSandbox = async (parameters: Record<string, unknown>, asTool = false) =>
	await execute(Feedback, {
		parameters,
		asTool,
		credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
	});

const getAll = async (resource: string, operation: string, filters: object = {}) =>
	await inSandbox({ resource, operation, returnAll: true, filters });

async function pagesForChanged(changed: number, count: number): Promise<number> {
	sandbox.run('DELETE FROM posts');
	const posts = sandbox.createPosts(count);
	const since = '2025-06-01 00:00:00';
	sandbox.run(
		`UPDATE posts SET created = datetime('2025-01-01', '+' || (feedback_id - ?) || ' seconds'),
			updated = datetime('2025-01-01', '+' || (feedback_id - ?) || ' seconds')`,
		posts[0],
		posts[0],
	);
	for (const [at, id] of posts.slice(100, 100 + changed).entries())
		sandbox.run(
			'UPDATE posts SET updated = ? WHERE feedback_id = ?',
			`2025-06-02 00:00:${10 + at}`,
			id,
		);
	sandbox.requests.length = 0;
	const found = await getAll('post', 'getAll', { changedSince: since });
	expect(found).toHaveLength(changed);
	return sandbox.requests.length;
}

/** What Nightly sync asks for: all posts, and the comments of all posts. */
async function requestsOfNight(posts: number): Promise<number> {
	sandbox.run('DELETE FROM posts');
	for (const id of sandbox.createPosts(posts)) sandbox.createComments(1, { post: id });
	sandbox.requests.length = 0;
	await getAll('post', 'getAll');
	await getAll('comment', 'getAllOfPosts');
	return sandbox.requests.length;
}

/** Bytes that a model reads of fifty posts, each with more text than it is shown. */
async function longPostsForModel(): Promise<number> {
	sandbox.createPosts(50, { title: 'Dark mode for the dashboard', description: 'x'.repeat(5_000) });
	const output = await inSandbox({ resource: 'post', operation: 'getAll' }, true);
	return Buffer.byteLength(JSON.stringify(output.map(({ json }) => json)));
}
