import { defineConfig } from 'vitest/config';

/** The unit tests of what is mutated, without those that take long because they look at everything at once. */
export default defineConfig({
	test: {
		include: ['test/unit/{client,service,trigger}/**/*.test.mts', 'test/unit/node/**/*.test.mts'],
		exclude: [
			'test/unit/client/{shared-quota,pace-of-many}.test.mts',
			'test/unit/node/wire.test.mts',
			'test/unit/trigger/{events,model,requests,size}.test.mts',
		],
		testTimeout: 60_000,
		env: { TZ: 'America/St_Johns' },
	},
});
