// What n8n's reviewers look at and its lint does not see, on the packed tarball.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { AT_RUN_TIME, importsIn } from '../contract/imports.mts';
import { root } from '../contract/nodes.mts';
import { temporaryFolder } from '../n8n-host/folder.mts';
import { homeOf, pathInRepository } from '../prose/links.mts';
import { readPage } from './markdown.mts';

const run = promisify(execFile);
const place = await temporaryFolder('published-');
const tarball = inject('tarball');
await run('tar', ['-xzf', tarball, '-C', place.path]);
const unpacked = join(place.path, 'package');
/** Paths inside the package, with slashes, sorted. */
const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
	.filter((entry) => entry.isFile())
	.map((entry) => relative(unpacked, join(entry.parentPath, entry.name)).split(sep).join('/'))
	.sort();
const text = (file: string) => readFileSync(join(unpacked, file), 'utf8');
const packageJson = JSON.parse(text('package.json'));
const nodes: string[] = packageJson.n8n.nodes;
const credentials: string[] = packageJson.n8n.credentials;
const readme = readPage(text('README.md'));

afterAll(async () => await place.remove());

/** Characters of a compiled module whose source declares types alone. */
const NOTHING_BUT_TYPES = 120;

const filesLike = (pattern: RegExp) => files.filter((file) => pattern.test(file));

test('is small', () => {
	expect(statSync(tarball).size).toBeLessThan(130_000);
});

test('registers every node and credential that is in it, and no others', () => {
	expect(filesLike(/\.node\.js$/)).toEqual(nodes.toSorted());
	expect(filesLike(/\.credentials\.js$/)).toEqual(credentials.toSorted());
});

test('holds nothing that nobody needs', () => {
	const needed = [
		'LICENSE',
		'README.md',
		'package.json',
		...loadedBy([...nodes, ...credentials]),
		...nodes.map((file) => `${file}on`),
		...[...nodes, ...credentials].flatMap(iconsOf),
		...filesLike(/\.js$/).filter((file) => text(file).length < NOTHING_BUT_TYPES),
		...filesLike(/\/__schema__\//), // Compared with the operations by a test of its own.
	];
	expect(files).toEqual([...new Set(needed)].sort());
});

test.each(nodes)('%s has a codex of its own', (file) => {
	const [name] = file.split('/').at(-1)!.split('.');
	expect(JSON.parse(text(`${file}on`))).toMatchObject({
		node: `${packageJson.name}.${name[0].toLowerCase()}${name.slice(1)}`,
		codexVersion: '1.0',
	});
});

test('brings no packages along', () => {
	const { dependencies, bundledDependencies, peerDependencies } = packageJson;
	expect(dependencies ?? bundledDependencies).toBeUndefined();
	expect(peerDependencies).toEqual({ 'n8n-workflow': '*' });
});

test('installs alone where somebody runs npm install: a second n8n-workflow would not be that of n8n', async () => {
	const folder = await temporaryFolder('installed-');
	const words = ['install', '--offline', '--audit=false', '--fund=false', tarball];
	await run('npm', words, { cwd: folder.path });
	const installed = readdirSync(join(folder.path, 'node_modules'));
	await folder.remove();
	expect(installed.filter((name) => !name.startsWith('.'))).toEqual([packageJson.name]);
});

test('imports only what n8n has for it', () => {
	const foreign = filesLike(/\.js$/).flatMap((file) =>
		importsIn(text(file))
			.atRunTime.filter((from) => !from.startsWith('.') && !AT_RUN_TIME.includes(from))
			.map((from) => `${file}: ${from}`),
	);
	expect(foreign).toEqual([]);
});

describe('README.md', () => {
	test.each([
		'Installation',
		'Operations',
		'Credentials',
		'Compatibility',
		'Usage',
		'Resources',
		'Version history',
	])('has a section on %s', (section) => {
		expect(readme.headings).toContain(section);
	});

	test('takes its pictures from the web, where npm shows them too, and each is in this repository', () => {
		const { raw } = homeOf(packageJson.repository.url);
		const pictures = readme.pictures.filter((to) => !to.startsWith('https://img.shields.io/'));
		expect(pictures.length).toBeGreaterThan(0);
		for (const to of pictures) {
			expect(to).toMatch(`${raw}/`);
			expect(existsSync(join(root, to.slice(raw.length))), to).toBe(true);
		}
	});

	test('has each anchor once', () => {
		expect(readme.anchors).toEqual([...new Set(readme.anchors)]);
	});

	test('is in English', () => {
		expect(text('README.md')).toMatch(/^[\p{ASCII}\p{Pd}…→·×≥≤^]*$/u);
	});
});

test('every address in this repository that the package names is there', () => {
	const { pages } = homeOf(packageJson.repository.url);
	const named = filesLike(/\.(js|json)$/).flatMap((file) =>
		[...text(file).matchAll(new RegExp(`${pages}[^\\s'"\`]*`, 'g'))].map(([to]) => to),
	);
	expect(named.length).toBeGreaterThan(nodes.length);
	const page = (to: string) => pathInRepository(packageJson.repository.url, '', to) ?? to;
	expect(named.filter((to) => !existsSync(join(root, page(to))))).toEqual([]);
});

/** These modules and, over any number of steps, all that they load out of the package. */
function loadedBy(modules: string[]): string[] {
	const found = new Set(modules);
	for (const file of found) {
		for (const from of importsIn(text(file)).atRunTime) {
			if (!from.startsWith('.')) continue;
			const path = posix.join(posix.dirname(file), from);
			found.add([`${path}.js`, `${path}/index.js`].find((one) => files.includes(one)) ?? path);
		}
	}
	return [...found];
}

function iconsOf(file: string): string[] {
	return [...text(file).matchAll(/'file:([^']+)'/g)].map(([, icon]) =>
		posix.join(posix.dirname(file), icon),
	);
}
