// What has to pass before anything is merged; .ci/run starts it. test/README.md says what runs when, and for how long.
// What burns CPU runs first, then beside each other steps that mostly wait for the clock.
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
const inOldest = { env: { N8N_VERSION: oldest }, nice: 5 };
const oldestN8n = newestN8n.then(async () => {
	await steps.prepare(`install n8n ${oldest}`, [...setup, '--n8n'], inOldest);
});
// The packages of all steps are made of this build.
if (await steps.check('build', ['npm', 'run', 'build'])) await noteBuild();
// What burns CPU comes first and alone: beside several n8n it takes four times as long, and so do they.
await steps.check('lint', ['npm', 'run', 'lint']);
await steps.tests('tests without n8n', ['test:unit']);
await steps.tests('long tests without n8n', ['test:slow']);
await Promise.all([browser, newestN8n]);

await Promise.all([
	steps.tests('in the newest n8n', ['test:e2e'], { nice: 5 }),
	// Nothing comes before these: a worker that has to wait for the CPU is refused more often.
	steps.tests('n8n in queue mode, many creates', ['test:queue', 'test/queue/creates'], {
		env: { WORKERS: '2' },
	}),
	(async () => {
		await oldestN8n;
		const files = ['test/e2e', 'test/package', '--exclude', 'test/e2e/events*'];
		await steps.tests(`in n8n ${oldest}`, ['test:e2e', ...files], inOldest);
	})(),
]);

const { passed, failed, skipped, leftOut } = steps.count;
console.log(steps.table);
console.log(`\n${skipped.length} skipped, ${leftOut} left out in an n8n that lacks what they test`);
for (const name of skipped) console.log(`  skipped: ${name}`);
console.log(`${passed} passed, ${failed + skipped.length} failed`);
process.exitCode = failed + skipped.length === 0 ? 0 : 1;
