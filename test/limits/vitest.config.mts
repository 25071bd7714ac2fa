// Apart from `npm test`: the documented limit takes minutes to reach and to wait for.
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		name: 'limits',
		include: ['test/limits/**/*.test.mts'],
		testTimeout: 600_000,
		hookTimeout: 240_000,
	},
});
