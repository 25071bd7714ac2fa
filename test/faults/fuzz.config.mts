import { defineConfig } from 'vitest/config';

/** The fuzzing of `npm test`, with ten times the cases. */
export default defineConfig({
	test: {
		include: ['test/faults/fuzz.test.mts'],
		env: { FUZZ_CASES: '100000' },
		testTimeout: 600_000,
	},
});
