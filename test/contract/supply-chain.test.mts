// How foreign code comes here, and how ours leaves: locks, workflows and scripts.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
	['package-lock.json', 1000],
	['test/node/package-lock.json', 2],
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
			release: 'n8n-node release',
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
		for (const job of jobs.filter((one) => /: write/.test(one))) {
			expect(basename(file)).toBe('publish.yml');
			expect(job).toMatch(/^publish:\n/);
			expect(job).toMatch(/\n {4}environment: npm\n/);
			// Nothing of the repository or of its dependencies runs there.
			expect(job).not.toMatch(/checkout|npm (?:ci|install|run|test)|\.ci\/run/);
			expect(job).toContain('needs: [build, test, versions]');
			expect(job).toContain('cmp package/*.tgz tested-package/*.tgz');
			expect(job).toContain('npm publish ./package/*.tgz --ignore-scripts --provenance');
		}
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
	const packing = jobsOf(text).filter((job) => /^ +name: package$/m.test(job));
	expect(packing.map((job) => [...job.matchAll(/- run: (.*)/g)].map(([, run]) => run))).toEqual([
		['npm run build', 'npm pack --ignore-scripts --pack-destination "$RUNNER_TEMP/package"'],
	]);
});

test('only tags on main are published', () => {
	const text = readText('.github/workflows/publish.yml');
	expect(text).toContain('git merge-base --is-ancestor "$GITHUB_SHA" origin/main');
	expect(text.match(/secrets\./g)).toHaveLength(1);
});
