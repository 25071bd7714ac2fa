import { defineConfig } from 'vitest/config';

/** Vitest leaves one core unused, which of two is half of them. */
const maxWorkers = '100%';

export default defineConfig({
	test: {
		projects: [
			{
				test: {
					name: 'unit',
					include: ['test/{unit,contract,faults,probe,sandbox}/**/*.test.mts'],
					// A test says what must happen, not how fast: property tests take their time on a busy machine.
					testTimeout: 60_000,
					maxWorkers,
					// An odd one, half an hour off: nothing may depend on the zone of the machine.
					env: { TZ: 'America/St_Johns' },
				},
			},
			{
				test: {
					// The same service, different in whatever nobody has confirmed: what people rely on holds in both.
					name: 'second-mood',
					include: [
						'test/contract/operations.test.mts',
						'test/unit/trigger/{engine,stories}.test.mts',
					],
					testTimeout: 60_000,
					maxWorkers,
					env: { TZ: 'America/St_Johns', SANDBOX_MOOD: 'second' },
				},
			},
			{
				test: {
					name: 'e2e',
					include: ['test/{e2e,package,browser,recipes}/**/*.test.mts'],
					globalSetup: ['test/e2e/shared-n8n.mts'],
					fileParallelism: false,
					testTimeout: 120_000,
					hookTimeout: 240_000,
					expect: { poll: { timeout: 30_000 } },
				},
			},
		],
	},
});
