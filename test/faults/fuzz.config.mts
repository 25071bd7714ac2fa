import { defineConfig } from 'vitest/config';

/** All cases of test/faults, of which `npm test` plays a tenth. */
export default defineConfig({
	test: {
		include: ['test/faults/*.test.mts'],
		env: { FAULTS: 'all', TZ: 'America/St_Johns' },
		testTimeout: 600_000,
	},
});
