// How foreign code comes here: locks and scripts. What GitHub runs is in github.test.mts.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from './nodes.mts';

interface Locked {
	link?: boolean;
	integrity?: string;
	resolved?: string;
}

const locksOfN8n = globSync('test/n8n-host/.hosts/*/pnpm-lock.yaml', { cwd: root });

const readText = (file: string) => readFileSync(join(root, file), 'utf8');

test.each([
	['package-lock.json', 800],
	['test/node/package-lock.json', 1],
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

test.each(locksOfN8n)('%s: each package has an integrity, and names no registry', (file) => {
	const resolutions = readText(file).match(/^ +resolution: .*$/gm) ?? [];
	expect(resolutions.length).toBeGreaterThan(500);
	const sure = /^ {4}resolution: \{integrity: sha512-[\w+/]+={0,2}\}$/;
	expect(resolutions.filter((line) => !sure.test(line))).toEqual([]);
});

describe('npm scripts', () => {
	/** The set-up itself, and what n8n publishes with. */
	const others = ['setup', 'release', 'prepublishOnly'];
	const ours = Object.entries(packageJson.scripts).filter(([name]) => !others.includes(name));

	// By npm, so that a shell looks for `node` after the set-up has placed it: shells remember where a command is.
	test.each(ours)('%s sets up, then runs what is installed', (_name, line) => {
		const [first, ...commands] = line.split(' && ').map((command) => command.split(' '));
		expect(first.slice(0, 4)).toEqual(['npm', 'run', '-s', 'setup']);
		for (const [program, file] of commands) {
			const path = program === 'node' ? file : `node_modules/.bin/${program}`;
			expect(existsSync(join(root, path)), path).toBe(true);
		}
	});
});

test('what a change must pass fails where the installation does', () => {
	const env = { ...process.env, 'BASH_FUNC_node%%': '() { return 1; }' };
	const { status, stdout } = spawnSync('bash', ['.ci/run'], { cwd: root, env, encoding: 'utf8' });
	expect([status, stdout]).toEqual([1, '0 passed, 1 failed\n']);
});

test('what a change must pass is more than what a contributor waits for', () => {
	const [, plan] = /test\/ci\/main\.mts (\w+)$/m.exec(readText('.ci/run'))!;
	expect([plan, packageJson.scripts.test.split(' ').at(-1)]).toEqual(['merge', 'test']);
});

test('new versions are looked for wherever something is locked by npm, and of actions', () => {
	const locks = globSync('{,test/*/}package-lock.json', { cwd: root });
	const of = (ecosystem: string) => ({
		'package-ecosystem': ecosystem,
		schedule: { interval: 'weekly' },
	});
	expect(parse(readText('.github/dependabot.yml'))).toEqual({
		version: 2,
		updates: [
			{
				...of('npm'),
				directories: locks.map((lock) => `/${dirname(lock)}`.replace('/.', '/')).toSorted(),
				groups: { development: { patterns: ['*'] } },
			},
			{ ...of('github-actions'), directory: '/' },
		],
	});
});

test('the package is public, is found and strictly checked by n8n', () => {
	const { keywords, n8n, publishConfig } = packageJson;
	expect(publishConfig.access).toBe('public');
	expect(keywords).toContain('n8n-community-node-package');
	expect(n8n.strict).toBe(true);
	// Which Node.js runs the nodes is a matter of n8n.
	expect(packageJson).not.toHaveProperty('engines');
});
