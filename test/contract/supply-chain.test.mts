// How foreign code comes here, and how ours leaves: locks, workflows and scripts.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from './nodes.mts';

interface Locked {
	link?: boolean;
	integrity?: string;
	resolved?: string;
}

const locksOfN8n = globSync('test/n8n-host/.hosts/*/pnpm-lock.yaml', { cwd: root });

const readText = (file: string) => readFileSync(join(root, file), 'utf8');
const jobsOf = (workflow: string) =>
	workflow.slice(workflow.indexOf('\njobs:\n')).split(/\n {2}(?=[\w-]+:\n)/);

test.each([
	['package-lock.json', 800],
	['test/node/package-lock.json', 1],
	['test/foreign-service/package-lock.json', 200],
])('%s: each package has an integrity, and names no registry', (file, least) => {
	const { packages } = JSON.parse(readText(file)) as { packages: Record<string, Locked> };
	const foreign = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link);
	expect(foreign.length).toBeGreaterThan(least);
	const unsure = foreign.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'));
	expect(unsure.map(([path]) => path)).toEqual([]);
	expect(foreign.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('the set-up runs no install script but that of the database driver of n8n', () => {
	expect(readText('.npmrc')).toContain('ignore-scripts=true');
	const rebuilt = readText('test/setup.mjs').matchAll(/await rebuild\((.*)\)/g);
	expect([...rebuilt].map(([, what]) => what)).toEqual(["folder, 'sqlite3'"]);
});

test('there is a lock for each of four versions of n8n', () => {
	expect(locksOfN8n).toHaveLength(4);
});

test.each(locksOfN8n)('%s: each package has an integrity, and names no registry', (file) => {
	const resolutions = readText(file).match(/^ +resolution: .*$/gm) ?? [];
	expect(resolutions.length).toBeGreaterThan(500);
	const sure = /^ {4}resolution: \{integrity: sha512-[\w+/]+={0,2}\}$/;
	expect(resolutions.filter((line) => !sure.test(line))).toEqual([]);
});

describe('npm scripts', () => {
	const { setup, release, prepublishOnly, ...ours } = packageJson.scripts;

	test('n8n publishes by its own tool', () => {
		expect({ release, prepublishOnly }).toEqual({
			release: 'npm run -s generate && n8n-node release',
			prepublishOnly: 'n8n-node prerelease',
		});
	});

	// By npm, so that a shell looks for `node` after the set-up has placed it: shells remember where a command is.
	test.each(Object.entries(ours))('%s sets up, then runs what is installed', (_name, line) => {
		const [first, ...commands] = line.split(' && ').map((command) => command.split(' '));
		expect(setup).toBe('node test/setup.mjs');
		expect(first.slice(0, 4)).toEqual(['npm', 'run', '-s', 'setup']);
		for (const [program, file] of commands) {
			const path = program === 'node' ? file : `node_modules/.bin/${program}`;
			expect(existsSync(join(root, path)), path).toBe(true);
		}
	});
});

describe.each(globSync('.github/workflows/*.yml', { cwd: root }))('%s', (file) => {
	const text = readText(file);
	const jobs = jobsOf(text);

	test('takes each action by its commit', () => {
		const actions = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
		expect(actions.length).toBeGreaterThan(0);
		for (const action of actions) expect(action).toMatch(/^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
	});

	test('takes actions that run on Node.js 24', () => {
		const since = { checkout: 5, 'setup-node': 5, 'upload-artifact': 6, 'download-artifact': 7 };
		for (const [, name, major] of text.matchAll(/uses: actions\/([\w-]+)@\S+ # v(\d+)/g)) {
			expect(Number(major), name).toBeGreaterThanOrEqual(since[name as keyof typeof since]);
		}
	});

	test('leaves no token of the repository behind', () => {
		const checkouts = text
			.split(/^ +- (?=uses|name|run)/m)
			.filter((step) => /^uses: .*checkout/.test(step));
		for (const step of checkouts) expect(step).toContain('persist-credentials: false');
	});

	test('gives nobody more than they need', () => {
		expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)$/m);
		expect(text).not.toContain('write-all');
		for (const job of jobs.filter((one) => /: write/.test(one) && !one.startsWith('report:'))) {
			expect(basename(file)).toBe('publish.yml');
			expect(job).toMatch(/^publish:\n/);
			expect(job).toMatch(/\n {4}environment: npm\n/);
			// Nothing of the repository or of its dependencies runs there.
			expect(job).not.toMatch(/checkout|npm (?:ci|install|run|test)|\.ci\/run/);
			expect(job).toContain('needs: [build, test, versions]');
			expect(job).toContain('run: cmp package/*.tgz tested-package/*.tgz\n');
			expect(job).toContain('npm publish ./package/*.tgz --ignore-scripts --provenance');
		}
	});

	test('runs npm scripts that there are', () => {
		const run = [...text.matchAll(/npm (?:run )?(test\b[\w:]*|(?<=run )[\w:]+)/g)];
		for (const [, name] of run) expect(Object.keys(packageJson.scripts)).toContain(name);
	});

	test('waits for jobs that there are', () => {
		const names = jobs.map((job) => job.slice(0, job.indexOf(':')));
		const needed = [...text.matchAll(/needs: \[(.*)\]/g)].flatMap(([, list]) => list.split(', '));
		expect(needed.filter((name) => !names.includes(name))).toEqual([]);
	});
});

test('an action is the same commit in every workflow', () => {
	const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map(readText).join('\n');
	const uses = new Set([...workflows.matchAll(/uses: (.*)/g)].map(([, action]) => action));
	const names = [...uses].map((action) => action.split('@')[0]);
	expect(names).toEqual([...new Set(names)]);
});

test('what is published was packed by a job that only builds', () => {
	const text = readText('.github/workflows/publish.yml');
	expect(text.match(/if-no-files-found: error/g)).toEqual(text.match(/if-no-files-found: .*/g));
	const packing = jobsOf(text).filter((job) => /^ +name: package$/m.test(job));
	expect(packing.map((job) => [...job.matchAll(/- run: (.*)/g)].map(([, run]) => run))).toEqual([
		['npm run build', 'npm pack --ignore-scripts --pack-destination "$RUNNER_TEMP/package"'],
	]);
});

describe('a tag is published', () => {
	const text = readText('.github/workflows/publish.yml');
	const [, indented] = text.match(/- name: The tag is .*\n +run: \|\n((?: {10}.*\n)+)/)!;
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
		return spawnSync('bash', ['-e', '-c', indented], { cwd: folder, env }).status;
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

	test('with one secret alone', () => {
		expect(text.match(/secrets\./g)).toHaveLength(1);
	});
});

test.each([
	['ci', 'pull_request:\n  push:\n    branches: [main]'],
	['nightly', "schedule:\n    - cron: '17 2 * * *'\n  workflow_dispatch:"],
	['publish', "push:\n    tags: ['*.*.*']"],
])('%s.yml starts when it should', (name, events) => {
	expect(readText(`.github/workflows/${name}.yml`)).toContain(`\non:\n  ${events}\n\n`);
});

test.each(['ci', 'publish'])('%s.yml runs all that a change must pass', (name) => {
	const [line, ...more] = readText(`.github/workflows/${name}.yml`).match(/^.*\.ci\/run$/gm)!;
	expect([line.trim(), more]).toEqual(['- run: bash .ci/run', []]);
	expect(existsSync(join(root, '.ci/run'))).toBe(true);
});

test('what a change must pass fails where the installation does', () => {
	const env = { ...process.env, 'BASH_FUNC_node%%': '() { return 1; }' };
	const { status, stdout } = spawnSync('bash', ['.ci/run'], { cwd: root, env, encoding: 'utf8' });
	expect([status, stdout]).toEqual([1, '0 passed, 1 failed\n']);
});

test('every variable that the nightly tests set is read by a test', () => {
	const [jobs] = readText('.github/workflows/nightly.yml').split('  report:\n');
	const set = jobs.matchAll(/^ {10}([A-Z_]+): /gm);
	const names = [...set].map(([, name]) => name);
	expect(names).toContain('HISTORIES');
	const tests = globSync('test/**/*.test.mts', { cwd: root }).map(readText).join('\n');
	expect(names.filter((name) => !tests.includes(`process.env.${name} `))).toEqual([]);
});

test('new versions are looked for wherever there is something locked by npm', () => {
	const text = readText('.github/dependabot.yml');
	const [, folders] = text.match(/- package-ecosystem: npm\n +directories: \[(.*)\]/)!;
	const locked = globSync('{,test/*/}package-lock.json', { cwd: root });
	expect(folders.split(', ').map((folder) => join(folder, 'package-lock.json').slice(1))).toEqual(
		locked.toSorted(),
	);
	expect(text).toContain('- package-ecosystem: github-actions\n    directory: /\n');
});

test.each([
	['node-22', 'node-version: 22', 'vitest.mjs run --project unit --project slow'],
	['install-on-node-20', 'node-version: 20', '- run: npm run build'],
])('ci.yml tries an older Node.js that the docs name: %s', (name, ...lines) => {
	const job = jobsOf(readText('.github/workflows/ci.yml')).find((one) => one.startsWith(name));
	for (const line of lines) expect(job).toContain(line);
});

describe('a night that fails', () => {
	const text = readText('.github/workflows/nightly.yml');
	const jobs = jobsOf(text);
	const report = jobs.find((job) => job.startsWith('report'))!;
	const [, indented] = report.match(/run: \|\n((?: {10}.*\n?)+)/)!;

	test('is reported, whichever job failed, by a job that runs nothing of the repository', () => {
		const others = [...text.matchAll(/^ {2}(\w+):\n {4}runs-on/gm)].map(([, name]) => name);
		expect(others.pop()).toBe('report');
		expect(report).toContain(`needs: [${others.join(', ')}]\n    if: failure()\n`);
		expect(report).not.toMatch(/uses:|npm /);
		expect(report.match(/\w+: write/g)).toEqual(['issues: write']);
	});

	test.each([
		['opens an issue', '', 'issue create --title The nightly run failed --body See'],
		['comments on the issue that is open', '12', 'issue comment 12 --body It failed again: '],
	])('%s', (_what, open, call) => {
		const gh = `gh() { [ "$2" = list ] && echo '${open}' || echo "$*"; }`;
		const { stdout } = spawnSync('bash', ['-e', '-c', `${gh}\n${indented}`], { encoding: 'utf8' });
		expect(stdout).toContain(call);
	});
});

test('each night the tests run in another order', () => {
	expect(readText('.github/workflows/nightly.yml')).toContain('test:unit -- --sequence.shuffle.');
});

test('the package is public, is found and strictly checked by n8n', () => {
	const { keywords, n8n, publishConfig } = packageJson;
	expect(publishConfig.access).toBe('public');
	expect(keywords).toContain('n8n-community-node-package');
	expect(n8n.strict).toBe(true);
});
