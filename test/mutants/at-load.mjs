// What a module makes when it is loaded stays as it is, whichever mutant is switched on later. Stryker leaves it out by
// itself (`ignoreStatic`), but not where a test loads a module anew: then it asks the tests of that file alone, which look
// at other things.

/** @param {import('@babel/core').NodePath} path */
function shouldIgnore(path) {
	if (path.isProgram() || path.getFunctionParent()) return undefined;
	return holdsFunction(path) ? undefined : 'Made when the module is loaded';
}

/** @param {import('@babel/core').NodePath} path */
function holdsFunction(path) {
	let found = path.isFunction();
	path.traverse({
		Function(inner) {
			found = true;
			inner.stop();
		},
	});
	return found;
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'at-load', value: { shouldIgnore } }];
