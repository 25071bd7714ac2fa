// Every test is run by one project, or by a configuration of its own: what none includes is never run, and nobody notices.
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import type { UserWorkspaceConfig } from 'vitest/config';
import crash from '../crash/vitest.config.mts';
import foreignService from '../foreign-service/vitest.config.mts';
import queue from '../queue/vitest.config.mts';
import packageJson from '../../package.json' with { type: 'json' };
import all from '../../vitest.config.mts';

const root = dirname(dirname(import.meta.dirname));
const projects = [
	...(all.test!.projects as UserWorkspaceConfig[]),
	crash,
	foreignService,
	queue,
].flatMap(({ test }) => test ?? []);

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

test('each name of a project names files, and stands in a script', () => {
	const scripts = Object.values(packageJson.scripts).join('\n');
	for (const project of projects) {
		expect(filesOf(project), String(project.name)).not.toEqual([]);
		expect(scripts).toMatch(new RegExp(`--project ${project.name}\\b|test/${project.name}/`));
	}
});
