// The prose of a Markdown page, passage by passage: code is a word, and fenced code is left out.
import type { Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { Passage } from './rules.mts';

const markdown = unified().use(remarkParse).use(remarkGfm);
const READ_IN_ONE_GO = ['paragraph', 'heading', 'tableCell'];

export function passagesOf(file: string, text: string): Passage[] {
	const passages: Passage[] = [];
	visit(markdown.parse(text) as Root, READ_IN_ONE_GO, (node) => {
		const said = plain(node as Nodes).trim();
		if (said) passages.push({ file, line: node.position?.start.line ?? 0, text: said });
	});
	return passages;
}

function plain(node: Nodes): string {
	if (node.type === 'inlineCode') return 'code';
	if (node.type === 'html' || node.type === 'image') return '';
	if (node.type === 'break') return ' ';
	if ('children' in node) return node.children.map(plain).join('');
	return 'value' in node ? node.value.replaceAll('\n', ' ') : '';
}
