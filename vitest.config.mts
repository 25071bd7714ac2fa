import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Vitest leaves one core unused, which of two is half of them. */
const maxWorkers = '100%';

/** Mostly wait for polls, and would be waited for at the end. How long files take vitest knows only where it has run before. */
const LONG =
	/(?:(?:bad|busy)-days|demo|events(?:\.slow)?|large-import|left-empty|nightly-sync|trigger|used)\.test\.mts$/;

/** A test says what must happen, not how fast. On a busy machine all takes its time. */
const PATIENT = {
	testTimeout: 180_000,
	hookTimeout: 600_000,
	expect: { poll: { timeout: 120_000 } },
};

class LongFirst extends BaseSequencer {
	async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const isLong = ({ moduleId }: TestSpecification) => Number(LONG.test(moduleId));
		return (await super.sort(files)).toSorted((a, b) => isLong(b) - isLong(a));
	}
}

/** Random histories and every fault in every operation: half of the time of all tests without n8n. */
const SLOW = 'test/**/*.slow.test.mts';

export default defineConfig({
	// Packages whose source maps name files that they do not ship are no news.
	logLevel: 'error',
	test: {
		reporters: ['test/ci/reporter.mts'],
		sequence: { sequencer: LongFirst },
		projects: [
			{
				test: {
					name: 'unit',
					include: ['test/{unit,contract,faults,prose,sandbox,ci}/**/*.test.mts'],
					exclude: [SLOW],
					// What they import is loaded once for many files, which is half of their time.
					isolate: false,
					...PATIENT,
					maxWorkers,
					// An odd one, half an hour off: nothing may depend on the zone of the machine.
					env: { TZ: 'America/St_Johns' },
				},
			},
			{
				test: {
					name: 'slow',
					include: [SLOW],
					...PATIENT,
					maxWorkers,
					env: { TZ: 'America/St_Johns' },
				},
			},
			{
				test: {
					// The same service, different in whatever nobody has confirmed: what people rely on holds in both.
					name: 'second-mood',
					include: [
						'test/contract/{items,requests,updates}.test.mts',
						'test/unit/trigger/engine.test.mts',
					],
					...PATIENT,
					maxWorkers,
					env: { TZ: 'America/St_Johns', SANDBOX_MOOD: 'second' },
				},
			},
			{
				test: {
					name: 'e2e',
					include: ['test/{e2e,package,browser,recipes}/**/*.test.mts'],
					globalSetup: ['test/e2e/shared-n8n.mts'],
					// More than there are cores, since they wait. Older versions of n8n are tried in parallel themselves.
					maxWorkers: process.env.N8N_VERSION ? 1 : 3,
					sequence: { groupOrder: 1 },
					...PATIENT,
					testTimeout: 600_000,
				},
			},
			{
				test: {
					name: 'crash',
					include: ['test/crash/**/*.test.mts'],
					// They mostly wait.
					maxWorkers: 2,
					sequence: { groupOrder: 2 },
					...PATIENT,
					testTimeout: 3_600_000,
				},
			},
			{
				test: {
					name: 'queue',
					include: ['test/queue/**/*.test.mts'],
					fileParallelism: false,
					sequence: { groupOrder: 3 },
					...PATIENT,
					testTimeout: 1_800_000,
				},
			},
		],
	},
});
