// Apart from `npm test`: several n8n at once, a database and a queue, and minutes at the documented limit.
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'queue',
		include: ['test/queue/**/*.test.mts'],
		fileParallelism: false,
		testTimeout: 1_800_000,
		hookTimeout: 600_000,
	},
});
