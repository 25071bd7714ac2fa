// What `npm test`, `npm run test:all` and .ci/run run; test/README.md says what belongs to which.
//   node test/ci/main.mts test|all|merge
// The last line counts: each vitest test, and build and lint as one each. In CI a skipped test counts as failed.
import { versions } from '../n8n-host/hosts.mjs';
import { noteBuild } from '../n8n-host/package.mts';
import { Steps } from './steps.mts';

const [oldest] = versions;
const steps = new Steps();
process.on('exit', () => steps.close());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => process.exit(1));
}

const setup = ['node', 'test/setup.mjs'];
const inOldest = { env: { N8N_VERSION: oldest }, nice: 5 };

/** What every change can break, and a contributor waits for. n8n is installed beside what does without it. */
async function runShort(): Promise<void> {
	const n8n = steps.prepare('install n8n', [...setup, '--n8n'], { nice: 5 });
	// The packages of all steps are made of this build.
	if (await steps.check('build', ['npm', 'run', '-s', 'build'])) await noteBuild();
	await steps.tests('tests without n8n', ['test:unit'], { live: true });
	await n8n;
	await steps.tests('in n8n', ['test:e2e', 'test/e2e', 'test/package'], { live: true });
}

/** The rest of what a change must pass before it is merged. */
async function runLong(): Promise<void> {
	const browser = steps.prepare('install a browser', [...setup, '--n8n', '--browser'], { nice: 5 });
	await steps.tests('long tests without n8n', ['test:slow'], { live: true });
	await browser;
	await steps.tests('recipes and the editor', ['test:e2e', 'test/recipes', 'test/browser'], {
		live: true,
	});
}

/** What burns CPU, or waits for a browser, comes alone: beside several n8n it takes four times as long, and so do they. */
async function runBeforeMerge(): Promise<void> {
	// What cannot be had fails here, instead of being left out.
	process.env.CI = 'true';
	await steps.counted('npm test', ['npm', 'test']);
	const installs = (async () => {
		await steps.prepare('install a browser', [...setup, '--browser'], { nice: 5 });
		await steps.prepare(`install n8n ${oldest}`, [...setup, '--n8n'], inOldest);
	})();
	await steps.check('lint', ['npm', 'run', 'lint']);
	await steps.tests('long tests without n8n', ['test:slow']);
	await installs;
	await steps.tests('recipes and the editor', ['test:e2e', 'test/recipes', 'test/browser']);
	const older = ['test/e2e', 'test/package', '--exclude', 'test/e2e/events*'];
	await Promise.all([
		// Nothing comes before these: a worker that has to wait for the CPU is refused more often.
		steps.tests('many creates in queue mode', ['test:night', 'queue', 'test/queue/creates'], {
			env: { CREATES: '700', WORKERS: '2' },
		}),
		steps.tests(`in n8n ${oldest}`, ['test:e2e', ...older], inOldest),
	]);
}

const plans: Readonly<Record<string, () => Promise<void>>> = {
	test: runShort,
	async all() {
		await runShort();
		await runLong();
	},
	merge: runBeforeMerge,
};

const [plan, ...files] = process.argv.slice(2);
if (files.length > 0) {
	console.error(`Run only some tests with: npx vitest run ${files.join(' ')}`);
	process.exit(1);
}
await plans[plan]();

const { passed, failed, skipped, leftOut } = steps.count;
const mustNotSkip = Boolean(process.env.CI);
console.log(`\n${steps.table}\n`);
if (skipped.length + leftOut > 0)
	console.log(`${skipped.length} skipped, ${leftOut} left out in an n8n that lacks what they test`);
for (const name of skipped) console.log(`  skipped: ${name}`);
const bad = failed + (mustNotSkip ? skipped.length : 0);
console.log(`${passed} passed, ${bad} failed`);
process.exitCode = bad === 0 ? 0 : 1;
