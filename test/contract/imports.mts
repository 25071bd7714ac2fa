// What a file of code loads, in whichever form it says so.
import ts from 'typescript';

/** What a community package finds at run time: n8n's own copies of these, Node.js's hashes, and nothing else. */
export const AT_RUN_TIME = ['n8n-workflow', 'zod/v4', 'zod/package.json', 'node:crypto'];

export interface Import {
	/** The specifier as written. */
	from: string;
	/** Whether nothing is left of it in the compiled code. */
	typeOnly: boolean;
	/** Whether it is loaded when the code around it runs, and not with the file. */
	onDemand: boolean;
}

export function importsIn(code: string): Import[] {
	const found: Import[] = [];
	const add = (specifier: ts.Node | undefined, typeOnly: boolean, onDemand = false) => {
		if (!specifier) return;
		found.push({
			from: ts.isStringLiteralLike(specifier) ? specifier.text : '(computed)',
			typeOnly,
			onDemand,
		});
	};
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, onlyTypes(node.importClause));
		else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
		else if (ts.isImportTypeNode(node)) add((node.argument as ts.LiteralTypeNode).literal, true);
		else if (ts.isExternalModuleReference(node)) add(node.expression, false);
		else if (ts.isCallExpression(node) && loads(node))
			add(node.arguments[0], false, isOnDemand(node));
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('file.ts', code, ts.ScriptTarget.Latest, true));
	return found;
}

function onlyTypes(clause: ts.ImportClause | undefined): boolean {
	if (!clause) return false; // For its effects.
	if (clause.isTypeOnly) return true;
	const { name, namedBindings } = clause;
	if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false;
	return namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

const isOnDemand = ({ expression }: ts.CallExpression) =>
	expression.kind === ts.SyntaxKind.ImportKeyword;

const loads = (call: ts.CallExpression) =>
	isOnDemand(call) || (ts.isIdentifier(call.expression) && call.expression.text === 'require');
