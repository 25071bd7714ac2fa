// Every test is run by one project: what none includes is never run, and nobody notices.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { UserWorkspaceConfig } from 'vitest/config';
import packageJson from '../../package.json' with { type: 'json' };
import all from '../../vitest.config.mts';
import { nights } from './nights.mts';

const root = dirname(dirname(import.meta.dirname));
const projects = (all.test!.projects as UserWorkspaceConfig[]).flatMap(({ test }) => test ?? []);

const filesOf = ({ include = [], exclude = [] }: (typeof projects)[number]) =>
	globSync(include, { cwd: root, exclude });
/** Those of another project, played again. */
const isAgain = ({ name }: (typeof projects)[number]) => name === 'second-mood';

test('every test belongs to one project', () => {
	const names = Map.groupBy(
		projects
			.filter((project) => !isAgain(project))
			.flatMap((project) => filesOf(project).map((file) => ({ file, name: project.name }))),
		({ file }) => file,
	);
	const files = globSync('test/**/*.test.mts', { cwd: root, exclude: ['**/node_modules/**'] });
	expect(files.length).toBeGreaterThan(150);
	const wrong = files.filter((file) => names.get(file)?.length !== 1);
	expect(wrong.map((file) => [file, names.get(file)])).toEqual([]);
});

test('each name of a project names files, and stands in a command', () => {
	const atNight = Object.values(nights).map(({ run }) => run.join(' '));
	const commands = [...Object.values(packageJson.scripts), ...atNight].join('\n');
	for (const project of projects) {
		expect(filesOf(project), String(project.name)).not.toEqual([]);
		expect(commands).toMatch(new RegExp(`--project ${project.name}\\b`));
	}
});

test('test:night answers an unknown name with those that it knows', () => {
	const night = join(import.meta.dirname, 'night.mts');
	const { status, stderr } = spawnSync(process.execPath, [night, 'fuzz'], { encoding: 'utf8' });
	expect(status).toBe(1);
	expect(stderr).toContain(Object.keys(nights).join(', '));
});
