// What a file of code loads, in whichever form it says so.
import ts from 'typescript';

/** What a community package finds at run time: n8n's own copies of these, Node.js's hashes, and nothing else. */
export const AT_RUN_TIME = ['n8n-workflow', 'zod/v4', 'zod/package.json', 'node:crypto'];

export interface Imports {
	all: string[];
	/** What is left of them in the compiled code. */
	atRunTime: string[];
	/** What is loaded with the file, and not when the code around it runs. */
	atOnce: string[];
}

export function importsIn(code: string): Imports {
	const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext };
	const compiled = ts.transpileModule(code, { compilerOptions }).outputText;
	const named = (text: string) =>
		ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
	const isComputed = /\b(?:require|import)\((?!['"])/.test(compiled);
	return {
		all: named(code),
		atRunTime: [...named(compiled), ...(isComputed ? ['(computed)'] : [])],
		atOnce: named(compiled.replaceAll('import(', 'later(')),
	};
}
