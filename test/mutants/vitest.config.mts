import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { atLoad } from './at-load.mts';

/** Most mutants are found before it is their turn. */
const LONG = [
	'engine',
	'dates-and-ids',
	'order',
	'votes',
	'growing-lists',
	'end-of-list',
	'activation',
	'items',
	'requests',
	'model',
	'shared-limit',
];

class LongLast extends BaseSequencer {
	async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const length = ({ moduleId }: TestSpecification) =>
			LONG.findIndex((name) => moduleId.includes(`/${name}.`));
		return (await super.sort(files)).toSorted((a, b) => length(a) - length(b));
	}
}

/** `MUTANTS_OF=trigger`: the tests of one folder alone, which then share what they load. It takes half the time. */
const { MUTANTS_OF: folder } = process.env;

/** The unit tests of what is mutated, without those that take long because they look at everything at once. */
export default defineConfig({
	plugins: [atLoad],
	test: {
		include: folder
			? [`test/unit/${folder}/**/*.test.mts`]
			: [
					'test/unit/{client,service,trigger,node,operations}/**/*.test.mts',
					'test/contract/{items,requests,updates}.test.mts',
				],
		isolate: !folder,
		exclude: [
			'test/unit/{node/wire,trigger/old-zod.slow}.test.mts',
			'test/unit/trigger/{events,requests,size}.slow.test.mts',
		],
		testTimeout: 60_000,
		sequence: { sequencer: LongLast },
		setupFiles: ['test/mutants/setup.mts'],
		// Fewer random histories of the trigger than else, for each of some thousand mutants.
		env: { TZ: 'America/St_Johns', HISTORIES: '40' },
	},
});
