// Apart from `npm test`: these tests kill n8n again and again, and take minutes.
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'crash',
		include: ['test/crash/**/*.test.mts'],
		fileParallelism: false,
		testTimeout: 3_600_000,
		hookTimeout: 240_000,
	},
});
