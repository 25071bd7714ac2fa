// What has to pass before anything is merged; .ci/run starts it. test/README.md says what runs when, and for how long.
// Steps that mostly wait for the clock run beside steps that burn CPU, which leave them the CPU whenever they want it.
// The last line counts: each vitest test, and lint and build as one each. A skipped test counts as failed.
import { versions } from '../n8n-host/hosts.mjs';
import { noteBuild } from '../n8n-host/package.mts';
import { Steps } from './steps.mts';

const [oldest] = versions;
const steps = new Steps();
process.on('exit', () => steps.close());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => process.exit(1));
}
// What cannot be had fails here, instead of being left out.
process.env.CI = 'true';

const setup = ['node', 'test/setup.mjs'];
const browser = steps.prepare('install a browser', [...setup, '--browser']);
const newestN8n = steps.prepare('install the newest n8n', [...setup, '--n8n']);
const oldestN8n = newestN8n.then(
	async () =>
		await steps.prepare(`install n8n ${oldest}`, [...setup, '--n8n'], {
			env: { N8N_VERSION: oldest },
			nice: 5,
		}),
);
const built = steps.check('build', ['npm', 'run', 'build']).then(async (isBuilt) => {
	// The packages of all steps are made of this build.
	if (isBuilt) await noteBuild();
});
const ready = Promise.all([built, browser, newestN8n]);
const recipes = 'test/recipes';

// Three lanes: on two cores, a fourth makes all of them wait, and waiting for n8n costs CPU, too.
await Promise.all([
	built.then(async () => {
		await steps.check('lint', ['npm', 'run', 'lint'], { nice: 10 });
		await steps.tests('tests without n8n', ['test:unit'], { nice: 10 });
		await steps.tests('long tests without n8n', ['test:slow'], { nice: 10 });
		await ready;
		const others = ['test:e2e', '--exclude', `${recipes}/**`];
		await steps.tests('in the newest n8n', others, { nice: 5 });
	}),
	ready.then(async () => {
		await steps.tests('n8n is killed', ['test:crash'], { env: { KILLS: '3' }, nice: 5 });
		await steps.tests('recipes', ['test:e2e', recipes], { nice: 5 });
	}),
	ready.then(async () => {
		// Nothing comes before these: a worker that has to wait for the CPU is refused more often.
		await steps.tests('n8n in queue mode, many creates', ['test:queue', 'test/queue/creates']);
		await steps.tests('n8n in queue mode, accidents', ['test:queue', 'test/queue/accidents']);
		await oldestN8n;
		const env = { N8N_VERSION: oldest };
		const files = ['test/e2e', 'test/package', '--exclude', 'test/e2e/events*'];
		await steps.tests(`in n8n ${oldest}`, ['test:e2e', ...files], { env, nice: 5 });
	}),
]);

const { passed, failed, skipped, leftOut } = steps.count;
console.log(steps.table);
console.log(`\n${skipped.length} skipped, ${leftOut} left out in an n8n that lacks what they test`);
for (const name of skipped) console.log(`  skipped: ${name}`);
console.log(`${passed} passed, ${failed + skipped.length} failed`);
process.exitCode = failed + skipped.length === 0 ? 0 : 1;
