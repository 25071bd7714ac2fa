// Which faults the tests of the layers below the nodes, and of the trigger, would let through: Stryker puts them in one by
// one, and runs the tests that reach the place. `npm run test:mutants -- --mutate nodes/shared/client/path.ts` for one file.
export default {
	testRunner: 'vitest',
	plugins: ['@stryker-mutator/vitest-runner'],
	// All test files are named there; which of them are related need not be found out for each mutant.
	vitest: { configFile: 'test/mutants/vitest.config.mts', related: false },
	mutate: [
		'nodes/shared/client/**/*.ts',
		'nodes/shared/service/**/*.ts',
		'nodes/FeedbackTrigger/**/*.ts',
		// What they say is for people to read.
		'!nodes/FeedbackTrigger/FeedbackTrigger.node.ts',
		'!nodes/FeedbackTrigger/fields.ts',
	],
	coverageAnalysis: 'perTest',
	// What a module makes once, when it is loaded, would need all tests for each of its mutants.
	ignoreStatic: true,
	concurrency: 2,
	dryRunTimeoutMinutes: 30,
	// Beside one and a half times what its tests take: an endless loop is mostly found by counting.
	timeoutMS: 15_000,
	// Copied to a place of its own, without what no unit test reads.
	ignorePatterns: ['dist', '.github/images', 'test/n8n-host'],
	reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	htmlReporter: { fileName: 'test/mutants/report/index.html' },
	jsonReporter: { fileName: 'test/mutants/report/mutants.json' },
	incrementalFile: 'test/mutants/report/incremental.json',
	thresholds: { high: 95, low: 90, break: null },
};
