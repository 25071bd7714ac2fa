// Every regular expression of the nodes, on a long text that suits it worst: none may take more than its size.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ends } from '../unit/ends.mts';

const ROOT = join(import.meta.dirname, '../..');
/** What takes the square of it would take minutes. */
const LENGTH = 256 * 1024;

/** One of each kind of character that a class may stand for. */
const KINDS = [...'01aF \n/.-"\\_%,<:é'];

function literalsOf(file: string): RegExp[] {
	const found: RegExp[] = [];
	const source = ts.createSourceFile(
		file,
		readFileSync(join(ROOT, file), 'utf8'),
		ts.ScriptTarget.Latest,
	);
	const visit = (node: ts.Node) => {
		if (ts.isRegularExpressionLiteral(node)) {
			const [, pattern, flags] = /^\/(.*)\/(\w*)$/s.exec(node.text)!;
			found.push(new RegExp(pattern, flags));
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

const all = globSync('{nodes,credentials}/**/*.ts', { cwd: ROOT }).flatMap((file) =>
	literalsOf(file).map((regExp): [string, RegExp] => [`${file}: ${String(regExp)}`, regExp]),
);

/** Texts that begin to match in many places, or in many ways, and then do not. */
function* worstOf({ source }: RegExp): Generator<string> {
	const own = [...new Set(source.replace(/\\[a-z]|[\^$()[\]{}?*+|\\]/gi, ''))].slice(0, 6);
	const pairs = own.flatMap((one) => own.map((other) => one + other));
	const begin = /^\^?(?:\\?([^\\^$()[\]{}?*+|.]))/.exec(source)?.[1] ?? '';
	for (const part of new Set([...KINDS, ...own, ...pairs])) {
		const text = part.repeat(LENGTH / part.length);
		for (const end of ['', '\u0001']) yield begin + text + end;
	}
}

test('there are regular expressions to try', () => expect(all.length).toBeGreaterThan(30));

test.each(all)('%s', (_name, regExp) => {
	const everywhere = new RegExp(regExp, `${regExp.flags.replace(/[gy]/g, '')}g`);
	for (const text of worstOf(regExp)) {
		expect(ends(() => text.replace(everywhere, '').length)).toBeLessThanOrEqual(text.length);
	}
});
