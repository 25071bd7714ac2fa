// Each promise of docs/security.md names the tests that hold it; what is not protected names the setting that helps.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './nodes.mts';

const inRepository = (file: string) => readFileSync(join(root, file), 'utf8');
const [protection, rest] = inRepository('docs/security.md').split('## What is not protected');
const [unprotected, build] = rest.split('## How the package is built');

/** By the first cell of its row, or the first words of its line: files, each with words of a title in it. */
const held: Readonly<Record<string, ReadonlyArray<[file: string, title: string]>>> = {
	'One credential per request': [
		['test/unit/node/one-credential.test.mts', 'sends no new key to the old address'],
	],
	'One credential per item': [
		['test/unit/node/one-credential.test.mts', 'sends each item with the key, and to the address'],
		['test/unit/node/one-credential.test.mts', 'remembers nothing of one workspace for another'],
	],
	'Only allowed hosts': [
		['test/unit/node/allowed-domains.test.mts', 'allows the Base URL by default'],
		['test/unit/node/allowed-domains.test.mts', 'go on to nowhere else, by a redirect or a proxy'],
		['test/unit/node/allowed-domains.test.mts', 'to a host that the credential does not allow'],
	],
	Encryption: [
		['test/unit/client/base-url.test.mts', 'what cannot be used'],
		['test/unit/client/base-url.test.mts', 'plain http goes out when it is allowed'],
	],
	'Checked certificates': [
		['test/unit/node/ignore-ssl-issues.test.mts', 'nobody whose certificate cannot be checked'],
	],
	'No redirects': [['test/unit/node/wire.test.mts', 'follows no redirect']],
	'No traces': [
		['test/unit/client/redaction.test.mts', 'every form in which a key may be echoed'],
		['test/faults/fuzz.test.mts', 'fillings of the fields'],
		['test/unit/node/key-hash.test.mts', 'what is stored differs from place to place'],
	],
	Time: [['test/unit/node/large-and-slow.test.mts', 'sends its body byte by byte']],
	Size: [
		['test/unit/node/large-and-slow.test.mts', 'takes in no more of an answer than may be'],
		['test/faults/standstill.test.mts', 'no answer holds n8n up or fills its memory'],
	],
	Depth: [['test/unit/service/json.test.mts', 'data are too deep beyond a number of levels']],
	Markup: [
		['test/unit/node/escaping.test.mts', 'text of others'],
		['test/unit/node/credential-test.test.mts', 'what the service says is shown as plain text'],
	],
	Quotes: [['test/unit/client/redaction.test.mts', 'of many entries the first 20 are quoted']],
	'It has no runtime dependencies': [
		['test/package/published.test.mts', 'brings no packages along'],
		['test/contract/imports.test.mts', 'imports nothing at run time that is not there in n8n'],
	],
	'Every package in the lock files': [
		['test/contract/supply-chain.test.mts', 'each package has an integrity'],
	],
	'Install scripts are turned off': [
		['test/contract/supply-chain.test.mts', 'runs no install script but that of'],
	],
	'Tests run without permissions': [
		['test/contract/supply-chain.test.mts', 'gives nobody more than they need'],
		['test/contract/supply-chain.test.mts', 'only tags on main are published'],
	],
};

test('each promise of docs/security.md has its tests', () => {
	const rows = [...protection.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, name]) => name);
	const promised = rows.filter((name) => name !== 'Protection' && !name.startsWith('---'));
	const lines = [...build.matchAll(/^- (.*)/gm)].map(([, line]) => line);
	const known = Object.keys(held);
	const ofBuild = lines.map((line) => known.find((name) => line.startsWith(name)) ?? line);
	expect([...promised, ...ofBuild], 'Add it to `held`').toEqual(known);
});

test.each(Object.entries(held).flatMap(([claim, tests]) => tests.map((one) => [claim, ...one])))(
	'%s: there is a test in %s called %s',
	(_, file, title) => {
		expect(inRepository(file)).toContain(title);
	},
);

test('what is not protected says what to do about it', () => {
	for (const [, line] of unprotected.matchAll(/^- (.*)/gm)) {
		expect(line).toMatch(/\b(Give|Set|Keep|Limit|works in every version|See)\b/);
	}
});
