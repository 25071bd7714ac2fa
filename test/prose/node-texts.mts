// Every text in the code of the nodes and credentials: what stands in quotes and has at least three words.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Passage } from './rules.mts';

/** In place of a value that is put into a text. */
const VALUE = 'X';

type IsText = (text: string, node: ts.Node) => boolean;

export function nodeTexts(root: string): Passage[] {
	return globSync('{nodes,credentials}/**/*.ts', { cwd: root })
		.sort()
		.flatMap((file) => textsIn(file, readFileSync(join(root, file), 'utf8')));
}

export function textsIn(file: string, code: string, isText: IsText = isProse): Passage[] {
	const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
	const texts: Passage[] = [];
	const look = (node: ts.Node): void => {
		const text = written(node);
		if (text === undefined) return ts.forEachChild(node, look);
		if (isText(text, node)) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart());
			texts.push({ file, line: line + 1, text });
		}
	};
	look(source);
	return texts;
}

/** What engineers read in code: each comment, and the title of each test. */
export function commentsAndTitles(file: string, code: string): Passage[] {
	const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
	const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
	const comments = new Map<number, string>();
	const titles = textsIn(file, code, (_, { parent }) => isTitle(parent));
	const look = (node: ts.Node): void => {
		const ranges = [
			...(ts.getLeadingCommentRanges(code, node.pos) ?? []),
			...(ts.getTrailingCommentRanges(code, node.end) ?? []),
		];
		for (const { pos, end } of ranges) comments.set(pos, code.slice(pos, end));
		for (const child of node.getChildren(source)) look(child);
	};
	look(source);
	const read = [...comments].map(([position, text]) => ({ line: lineAt(position), text }));
	return [...joined(read.sort((a, b) => a.line - b.line)), ...titles].map(({ line, text }) => ({
		file,
		line,
		text: text.replaceAll(/`[^`]*`/g, 'Code'),
	}));
}

/** Comments without their marks; one that goes on in the next line is read in one go. */
function joined(comments: { line: number; text: string }[]): { line: number; text: string }[] {
	const found: { line: number; last: number; text: string }[] = [];
	for (const { line, text } of comments) {
		const words = text
			.replaceAll(/^\/\*+|\*\/$|^\s*(?:\*(?!\/)|\/\/)/gm, '')
			.replaceAll(/\s+/g, ' ');
		const before = found.at(-1);
		if (before?.last === line - 1 && text.startsWith('//')) {
			Object.assign(before, { last: line, text: before.text + words });
		} else found.push({ line, last: line, text: words });
	}
	return found.map((one) => ({ line: one.line, text: one.text.trim() }));
}

/** The first thing that `test`, `describe` and their kin are given. */
const isTitle = (parent: ts.Node) =>
	ts.isCallExpression(parent) && /^(?:test|it|describe)\b/.test(parent.expression.getText());

function written(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isTemplateExpression(node)) {
		return node.templateSpans.reduce(
			(text, { literal }) => `${text}${VALUE}${literal.text}`,
			node.head.text,
		);
	}
	if (ts.isParenthesizedExpression(node)) return written(node.expression);
	if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
		const [left, right] = [written(node.left), written(node.right)];
		return left === undefined || right === undefined ? undefined : left + right;
	}
	return undefined;
}

function isProse(text: string): boolean {
	const isExpression = text.startsWith('={{');
	return (
		!isExpression && text.split(/\s+/).filter((word) => /^['"(]?\p{L}{2,}/u.test(word)).length >= 3
	);
}
