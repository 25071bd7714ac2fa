// What the pages for engineers name is there: each npm script, and each file and folder.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { nights } from '../ci/nights.mts';
import { root } from './nodes.mts';

const scripts = Object.keys(packageJson.scripts);
/** What npm and n8n run by themselves, and what each other script runs first. */
const NOT_FOR_PEOPLE = ['prepublishOnly', 'setup'];

const pages = ['*.md', '.github/*.md', 'docs/**/*.md', 'test/*.md', 'test/*/*.md']
	.flatMap((pattern) => globSync(pattern, { cwd: root }))
	.sort();
const read = (page: string) => readFileSync(join(root, page), 'utf8');

const scriptsIn = (page: string) =>
	[...read(page).matchAll(/npm (?:run )?(test(?:\b|:)[\w:]*|(?<=run )[\w:]+)/g)].map(
		([, name]) => name,
	);

const nightsIn = (page: string) =>
	[...read(page).matchAll(/test:night -- (\w+)/g)].map(([, name]) => name);

/** Paths from the root of the repository, but for those that stand for several. */
const pathsIn = (page: string) =>
	[...read(page).matchAll(/`((?:\.ci|\.github|docs|nodes\/shared|test)\/[^`\s]*)`/g)]
		.map(([, path]) => path)
		.filter((path) => !/[<>{}*]/.test(path));

test('what README asks of a service is the first page', () => {
	const asked = [...read('README.md').matchAll(/^curl .*"(\S+)"/gm)].map(([, address]) => address);
	expect(asked).toEqual(['https://feedback.example.com/v1/posts?page=0']);
});

describe.each(pages)('%s', (page) => {
	test('names npm scripts that package.json has', () => {
		expect(scriptsIn(page).filter((name) => !scripts.includes(name))).toEqual([]);
	});

	test('names what test:night runs', () => {
		const others = nightsIn(page).filter((name) => !(name in nights) && name !== 'NAME');
		expect(others).toEqual([]);
	});

	test('names files that there are', () => {
		expect(pathsIn(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
	});
});

test('every npm script for people is named on a page', () => {
	const named = new Set(pages.flatMap(scriptsIn));
	const missing = scripts.filter((name) => !named.has(name) && !NOT_FOR_PEOPLE.includes(name));
	expect(missing, 'Name it in docs/development.md').toEqual([]);
});

test('the page on the tests of the trigger names test files that there are', () => {
	const folder = join(root, 'test/unit/trigger');
	const rows = readFileSync(join(folder, 'README.md'), 'utf8').match(/^\|.*$/gm) ?? [];
	const cells = rows.map((row) => row.split('|').at(-2) ?? '');
	const named = cells.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));
	const isThere = (name: string) =>
		globSync(`${name}{,.slow}.test.mts`, { cwd: folder }).length > 0;
	expect(named.length).toBeGreaterThan(30);
	expect(named.filter((name) => !isThere(name))).toEqual([]);
});
