// What runs each night, and `browser`, a part of `npm run test:all`.
interface Night {
	/** What test/setup.mjs installs for it. */
	setup: readonly string[];
	run: readonly string[];
	env?: Readonly<Record<string, string>>;
}

const vitest = (project: string, ...words: string[]) => [
	'vitest',
	'run',
	'--project',
	project,
	...words,
];

export const nights: Readonly<Record<string, Night>> = {
	/** The nodes in the editor of n8n. */
	browser: { setup: ['--n8n', '--browser'], run: vitest('e2e', 'test/browser') },
	/** Every supported version of n8n. */
	versions: { setup: ['--n8n=all', '--browser'], run: ['node', 'test/versions/main.mts'] },
	/** n8n is killed while posts arrive, and starts while the service is down. */
	crash: { setup: ['--n8n'], run: vitest('crash') },
	/** Several workers of n8n, with Redis and PostgreSQL. */
	queue: { setup: ['--n8n'], run: vitest('queue'), env: { CREATES: '2000' } },
	/** A large sync, a large import, and each step of each recipe that fails. */
	sync: {
		setup: ['--n8n'],
		run: vitest(
			'e2e',
			...['nightly-sync', 'large-import', 'bad-days'].map((name) => `test/recipes/${name}`),
		),
		env: { POSTS: '5000', RUNS: '20', STEPS: '6' },
	},
	/** Random histories of the trigger, other ones each night. */
	histories: {
		setup: [],
		run: vitest('slow', 'test/unit/trigger/model'),
		env: { HISTORIES: '20000' },
	},
	/** Every fault in every operation, odd answers, and rows in random orders. */
	faults: {
		setup: [],
		run: vitest('slow', 'test/faults', '--testTimeout=600000'),
		env: { FAULTS: 'all' },
	},
	/** The tests without n8n in another order, whose seed is printed. */
	order: { setup: [], run: vitest('unit', '--sequence.shuffle.tests') },
};
