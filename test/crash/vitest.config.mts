// Apart from `npm test`: these tests kill n8n again and again, and take minutes.
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'crash',
		include: ['test/crash/**/*.test.mts'],
		fileParallelism: false,
		testTimeout: 1_800_000,
		hookTimeout: 240_000,
	},
});
