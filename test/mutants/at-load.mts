import type { Plugin } from 'vite';

const BEGIN = 'const atLoad = globalThis.__stryker__ ?? {}, ofTest = atLoad.currentTestId;';

/**
 * What a module makes when it is loaded would need all tests for each of its mutants, so Stryker leaves it out
 * (`ignoreStatic`). But where a test loads a module again, Stryker takes it for a test that reaches the place, and asks this
 * one alone, which looks at other things. So no test counts as running while a module is loaded.
 */
export const atLoad: Plugin = {
	name: 'at-load',
	transform(code, id) {
		if (!/\/nodes\/.*\.ts$/.test(id)) return undefined;
		return `${BEGIN} atLoad.currentTestId = undefined; ${code}\natLoad.currentTestId = ofTest;`;
	},
};
