// The strict n8n configuration speaks for the published code; everything under test/ answers to this one, and so do the code of
// the recipes, the regular expressions of the nodes, which read texts of strangers, and who imports whom.
import { builtinRules } from 'eslint/use-at-your-own-risk';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** What ESLint recommends, without a package that only lists it. */
const recommended = Object.fromEntries(
	[...builtinRules]
		.filter(([, { meta }]) => meta.docs.recommended)
		.map(([name]) => [name, 'error']),
);

/** From the bottom up, what each layer may not import; the types neither. An area imports no other, and nothing imports an area. */
const layers = {
	'nodes/shared/service/**': '^n8n|^\\.\\./(client|node)/',
	'nodes/shared/client/**': '^n8n|^\\.\\./node/',
	'nodes/shared/node/**': '^$',
	'nodes/[A-Z]*/**': '^$',
	'credentials/**': '^$',
};

export default tseslint.config(
	{ ignores: ['n8n-host/.hosts/*/node_modules/**'] },
	{
		files: ['**/*.mts', '**/*.mjs'],
		extends: [{ rules: recommended }, tseslint.configs.recommended],
		rules: {
			'no-undef': 'off',
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
		},
	},
	{
		files: ['docs/recipes/src/**/*.js'],
		rules: {
			...recommended,
			// The types know what n8n offers.
			'no-undef': 'off',
			'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
			complexity: ['error', 12],
		},
	},
	{
		files: ['**/*.ts'],
		languageOptions: { parser: tseslint.parser },
	},
	{
		files: ['**/*.ts', 'docs/recipes/src/**/*.js'],
		plugins: { regexp },
		rules: {
			// None may take more than the size of a text, wherever in it a match could begin.
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
		},
	},
	...Object.entries(layers).map(([folder, regex]) => ({
		files: [`${folder}/*.ts`],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{ regex: `${regex}|/[A-Z][^/]*/|^(\\.\\./)+credentials/`, caseSensitive: true },
					],
				},
			],
		},
	})),
	{
		files: ['nodes/**/*.ts'],
		extends: [tseslint.configs.base],
		linterOptions: { reportUnusedDisableDirectives: 'off' },
		rules: { complexity: ['error', 12] },
	},
);
