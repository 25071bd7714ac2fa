// Every text in the code of the nodes and credentials: what stands in quotes and has at least three words.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Passage } from './rules.mts';

/** In place of a value that is put into a text. */
const VALUE = 'X';

type IsText = (text: string, node: ts.Node) => boolean;

export function nodeTexts(root: string, isText: IsText = isProse): Passage[] {
	return globSync('{nodes,credentials}/**/*.ts', { cwd: root })
		.sort()
		.flatMap((file) => textsIn(file, readFileSync(join(root, file), 'utf8'), isText));
}

/** What a reader of all panels looks for: short labels as well, each with the place where it stands in the code. */
export function tableOfTexts(root: string): string {
	const rows = nodeTexts(root, (text, node) => isProse(text) || isLabel(node)).map(
		({ file, line, text }) =>
			`| ${file}:${line} | ${text.replaceAll('|', '\\|').replaceAll('\n', ' ')} |`,
	);
	return ['| Where | Text |', '| --- | --- |', ...rows].join('\n');
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

/** Joined literals are one text. */
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

const LABELS = new Set(['displayName', 'name', 'action', 'description', 'hint', 'placeholder']);

/** Not an API name, which begins with a small letter. */
function isLabel({ parent }: ts.Node): boolean {
	return (
		ts.isPropertyAssignment(parent) &&
		LABELS.has(parent.name.getText()) &&
		/^['"`]\p{Lu}/u.test(parent.initializer.getText())
	);
}
