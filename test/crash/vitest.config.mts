// Apart from `npm test`: these tests kill n8n again and again, and take minutes. They mostly wait, so they run in parallel.
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'crash',
		include: ['test/crash/**/*.test.mts'],
		testTimeout: 3_600_000,
		hookTimeout: 600_000,
	},
});
