import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'foreign-service',
		include: ['test/foreign-service/*.test.mts'],
		hookTimeout: 120_000,
		testTimeout: 60_000,
	},
});
