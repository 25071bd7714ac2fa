// What GitHub runs, and with which rights. Whoever changes a workflow changes what is checked, or who may publish: the
// tables here make sure that it is meant.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from './nodes.mts';

interface Step {
	name?: string;
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
	env?: Record<string, unknown>;
}

interface Workflow {
	jobs: Record<string, { steps: Step[] }>;
}

const readText = (file: string) => readFileSync(join(root, file), 'utf8');
const all = globSync('.github/workflows/*.yml', { cwd: root }).map(readText).join('');
const [ci, nightly, publish] = ['ci', 'nightly', 'publish'].map(
	(name) => parse(readText(`.github/workflows/${name}.yml`)) as Workflow,
);

const scriptOf = (workflow: Workflow, job: string, name: string) =>
	workflow.jobs[job].steps.find((step) => step.name === name)!.run!;

/** A step in a few words, and all that it says beyond them. A script of several lines is run by a test of its own. */
function inShort({ uses, run, name, ...rest }: Step): unknown {
	const what = uses?.replace(/^actions\/|@.*$/g, '') ?? (run!.includes('\n') ? name : run!);
	return Object.keys(rest).length === 0 ? what : [what, rest];
}

/** Everything that a workflow says, but for names that nobody reads. */
const told = ({ jobs, ...rest }: Workflow) => ({
	...rest,
	jobs: Object.fromEntries(
		Object.entries(jobs).map(([name, { steps, ...job }]) => [name, [job, ...steps.map(inShort)]]),
	),
});

const on = (minutes: number) => ({ 'runs-on': 'ubuntu-latest', 'timeout-minutes': minutes });
const checkout = ['checkout', { with: { 'persist-credentials': false } }];
const node = (version: number) => ['setup-node', { with: { 'node-version': version } }];
const begin = [checkout, node(24)];
const install = (packages: string) =>
	`sudo apt-get update && sudo apt-get install --yes ${packages}`;

test('each change is tried with all that it must pass, and with older versions of Node.js', () => {
	expect(told(ci)).toEqual({
		name: 'CI',
		on: { pull_request: null, push: { branches: ['main'] } },
		concurrency: { group: 'ci-${{ github.ref }}', 'cancel-in-progress': true },
		permissions: { contents: 'read' },
		jobs: {
			check: [on(60), ...begin, install('redis-server postgresql'), 'bash .ci/run'],
			'node-22': [
				...[on(30), checkout, node(22), 'npm run setup'],
				'node node_modules/vitest/vitest.mjs run --project unit --project slow',
			],
			'install-on-node-20': [on(15), checkout, node(20), 'npm run build'],
		},
	});
});

test('each night what takes too long for a change is tried', () => {
	const { report, ...jobs } = told(nightly).jobs;
	expect({ ...told(nightly), jobs }).toEqual({
		name: 'Nightly',
		on: { schedule: [{ cron: '17 2 * * *' }], workflow_dispatch: null },
		permissions: { contents: 'read' },
		jobs: {
			versions: [on(90), ...begin, install('postgresql'), 'npm run test:versions'],
			crash: [on(120), ...begin, 'npm run test:crash'],
			sync: [
				...[on(60), ...begin, install('postgresql')],
				[
					'npm run test:e2e -- test/recipes/nightly-sync test/recipes/bad-days',
					{ env: { POSTS: 5000, RUNS: 20, STEPS: 6 } },
				],
			],
			histories: [
				...[on(60), ...begin],
				['npm run test:slow -- test/unit/trigger/model', { env: { HISTORIES: 20000 } }],
			],
			faults: [on(60), ...begin, 'npm run fuzz'],
			mock: [on(15), ...begin, 'npm run test:mock'],
			order: [on(30), ...begin, 'npm run test:unit -- --sequence.shuffle.tests'],
			queue: [
				...[on(60), ...begin, install('redis-server postgresql')],
				['npm run test:queue', { env: { CREATES: 2000 } }],
			],
		},
	});
	expect(report).toEqual([
		{
			...on(5),
			needs: Object.keys(jobs),
			if: 'failure()',
			permissions: { issues: 'write' },
		},
		[
			'Open an issue, or comment on the open one',
			{
				env: {
					GH_TOKEN: '${{ github.token }}',
					GH_REPO: '${{ github.repository }}',
					RUN: '${{ github.server_url }}/${{ github.repository }}/actions/runs/${{ github.run_id }}',
				},
			},
		],
	]);
});

test('a tag is built, tested, and published by a job that runs nothing of the repository', () => {
	const reading = (minutes: number) => ({ ...on(minutes), permissions: { contents: 'read' } });
	const pack = 'npm pack --ignore-scripts --pack-destination "$RUNNER_TEMP/package"';
	const upload = (name: string) => [
		'upload-artifact',
		{ with: { name, path: '${{ runner.temp }}/package/*.tgz', 'if-no-files-found': 'error' } },
	];
	expect(told(publish)).toEqual({
		name: 'Publish',
		on: { push: { tags: ['*.*.*'] } },
		permissions: {},
		jobs: {
			build: [reading(15), ...begin, 'npm run build', pack, upload('package')],
			test: [
				reading(90),
				['checkout', { with: { 'fetch-depth': 0, 'persist-credentials': false } }],
				...[node(24), 'The tag is on main, is the version, and CHANGELOG.md speaks of it'],
				...[install('redis-server postgresql'), 'bash .ci/run', 'npm run test:crash'],
				...['npm run test:queue', pack, upload('tested-package')],
			],
			versions: [reading(90), ...begin, install('postgresql'), 'npm run test:versions'],
			publish: [
				{
					...on(10),
					needs: ['build', 'test', 'versions'],
					environment: 'npm',
					permissions: { 'id-token': 'write' },
				},
				...['download-artifact', 'cmp package/*.tgz tested-package/*.tgz', node(24)],
				['Publish', { env: { NPM_TOKEN: '${{ secrets.NPM_TOKEN }}' } }],
			],
		},
	});
});

test('each action is taken by its commit, the same one everywhere, and runs on Node.js 24', () => {
	const since = { checkout: 5, 'setup-node': 5, 'upload-artifact': 6, 'download-artifact': 7 };
	const taken = [...new Set(all.match(/(?<=uses: ).*/g))].map((line) => {
		const [, name, major] = /^actions\/([\w-]+)@[\da-f]{40} # v(\d+)\.\d+\.\d+$/.exec(line)!;
		expect(Number(major), name).toBeGreaterThanOrEqual(since[name as keyof typeof since]);
		return name;
	});
	expect(taken.toSorted()).toEqual(Object.keys(since).toSorted());
});

test('every npm script that a workflow runs is there', () => {
	for (const [, name] of all.matchAll(/npm run ([\w:]+)/g))
		expect(Object.keys(packageJson.scripts)).toContain(name);
	expect(existsSync(join(root, '.ci/run'))).toBe(true);
});

describe('a tag is published', () => {
	const name = 'The tag is on main, is the version, and CHANGELOG.md speaks of it';
	const script = scriptOf(publish, 'test', name);
	let folder: string;
	beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'tagged-'))));
	afterEach(() => rmSync(folder, { recursive: true }));

	const git = (...words: string[]) =>
		execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
			cwd: folder,
			encoding: 'utf8',
		}).trim();

	/** What the check ends with, for a tag on this commit of a repository with a version. */
	function check(tag: string, { at = 'origin/main', changelog = '## [1.2.3] - 2026-01-01' } = {}) {
		git('init', '-q');
		writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.3" }');
		writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
		git('add', '.');
		git('commit', '-q', '-m', 'on main');
		git('update-ref', 'refs/remotes/origin/main', 'HEAD');
		git('commit', '-q', '--allow-empty', '-m', 'elsewhere');
		const env = { ...process.env, GITHUB_SHA: git('rev-parse', at), GITHUB_REF_NAME: tag };
		return spawnSync('bash', ['-e', '-c', script], { cwd: folder, env }).status;
	}

	test('if it is on main, is the version, and CHANGELOG.md has it', () => {
		expect(check('1.2.3')).toBe(0);
	});

	test.each<[string, string, Parameters<typeof check>[1]?]>([
		['another version', '1.2.4'],
		['a part of the version', '1.2'],
		['a commit that is not on main', '1.2.3', { at: 'HEAD' }],
		['no word in CHANGELOG.md', '1.2.3', { changelog: '## [1.2.30] - 2026-01-01' }],
	])('not with %s', (_what, tag, options) => {
		expect(check(tag, options)).not.toBe(0);
	});
});

test('every variable that the nightly tests set is read by a test', () => {
	const steps = Object.values(nightly.jobs).flatMap((job) => job.steps);
	const set = steps.filter(({ uses, run = '' }) => !uses && !run.includes('gh issue'));
	const names = set.flatMap(({ env = {} }) => Object.keys(env));
	expect(names).toContain('HISTORIES');
	const tests = globSync('test/**/*.test.mts', { cwd: root }).map(readText).join('\n');
	expect(names.filter((name) => !tests.includes(`process.env.${name} `))).toEqual([]);
});

test.each([
	['', ['publish ./package/*.tgz --ignore-scripts --provenance --access public']],
	[
		'secret',
		[
			'config set //registry.npmjs.org/:_authToken secret --location=user',
			'publish ./package/*.tgz --ignore-scripts --provenance --access public',
		],
	],
])('publishes as a trusted publisher, or by the token of the first time: "%s"', (token, calls) => {
	const script = `npm() { echo "$*"; }\n${scriptOf(publish, 'publish', 'Publish')}`;
	const env = { ...process.env, NPM_TOKEN: token };
	const { stdout } = spawnSync('bash', ['-e', '-c', script], { encoding: 'utf8', env });
	expect(stdout.trim().split('\n')).toEqual(calls);
});

test.each([
	[
		'opens an issue',
		'',
		'issue create --title The nightly run failed --body See which jobs failed, and why: of/run',
	],
	['comments on the issue that is open', '12', 'issue comment 12 --body It failed again: of/run'],
])('a night that fails %s', (_what, open, call) => {
	const gh = `gh() { echo "$*" >&2; [ "$2" != list ] || echo '${open}'; }`;
	const script = `${gh}\n${scriptOf(nightly, 'report', 'Open an issue, or comment on the open one')}`;
	const env = { ...process.env, RUN: 'of/run' };
	const { status, stderr } = spawnSync('bash', ['-e', '-c', script], { encoding: 'utf8', env });
	const list =
		'issue list --state open --search in:title "The nightly run failed" --json number --jq .[0].number';
	expect([status, stderr]).toEqual([0, `${list}\n${call}\n`]);
});
