// Each promise of docs/security.md names the tests that hold it; what is not protected names the setting that helps.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './nodes.mts';

const inRepository = (file: string) => readFileSync(join(root, file), 'utf8');
const [protection, rest] = inRepository('docs/security.md').split('## What is not protected');
const [unprotected, build] = rest.split('## How the package is built');

/** The first cell of its row, or the first words of its line; a file of tests; words of a title in it. */
const held = `
	One credential per request      | unit/node/one-credential    | sends no new key to the old address
	One credential per item         | unit/node/one-credential    | sends each item with the key, and to the address
	One credential per item         | unit/node/one-credential    | remembers nothing of one workspace for another
	Only allowed hosts              | contract/credentials        | neither in the clear nor elsewhere unless allowed
	Only allowed hosts              | unit/node/allowed-domains   | go on to nowhere else, by a redirect or a proxy
	Only allowed hosts              | unit/node/allowed-domains   | to a host that the credential does not allow
	Encryption                      | unit/client/base-url        | what cannot be used
	Encryption                      | unit/client/base-url        | plain http goes out when it is allowed
	Checked certificates            | unit/node/ignore-ssl-issues | nobody whose certificate cannot be checked
	No redirects                    | unit/node/wire              | follows no redirect
	No traces                       | unit/client/redaction       | every form in which a key may be echoed
	No traces                       | faults/fuzz.slow            | fillings of the fields
	No traces                       | unit/node/key-hash          | what is stored differs from place to place
	Time                            | unit/node/large-and-slow    | sends its body byte by byte
	Size                            | unit/node/large-and-slow    | takes in no more of an answer than may be
	Size                            | faults/standstill.slow      | no answer holds n8n up or fills its memory
	Depth                           | unit/service/json           | data are too deep beyond a number of levels
	Markup                          | unit/node/escaping          | text of others
	Markup                          | unit/node/credential-test   | what the service says is shown as plain text
	Quotes                          | unit/client/redaction       | of many entries the first 20 are quoted
	It has no runtime dependencies  | package/published           | brings no packages along
	It has no runtime dependencies  | contract/imports            | imports nothing at run time that is not there in n8n
	Every package in the lock files | contract/supply-chain       | each package has an integrity
	Install scripts are turned off  | contract/supply-chain       | runs no install script but that of
	Tests run without permissions   | contract/supply-chain       | gives nobody more than they need
	Tests run without permissions   | contract/supply-chain       | only tags on main are published
`
	.trim()
	.split('\n')
	.map((row) => row.split('|').map((cell) => cell.trim()));

test('each promise of docs/security.md has its tests', () => {
	const rows = [...protection.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, name]) => name);
	const promised = rows.filter((name) => name !== 'Protection' && !name.startsWith('---'));
	const lines = [...build.matchAll(/^- (.*)/gm)].map(([, line]) => line);
	const known = [...new Set(held.map(([claim]) => claim))];
	const ofBuild = lines.map((line) => known.find((name) => line.startsWith(name)) ?? line);
	expect([...promised, ...ofBuild], 'Add it to `held`').toEqual(known);
});

test.each(held)('%s: there is a test in %s called %s', (_claim, file, title) => {
	expect(inRepository(`test/${file}.test.mts`)).toContain(title);
});

test('what is not protected says what to do about it', () => {
	for (const [, line] of unprotected.matchAll(/^- (.*)/gm)) {
		expect(line).toMatch(/\b(Give|Set|Keep|Limit|works in every version|See)\b/);
	}
});
