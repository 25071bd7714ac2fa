// What becomes of the items when one of three fails, by the real engine: each setting of On Error, the first or the
// middle item failing, Retry On Fail on and off.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Execution, StoredCredential } from '../n8n-host/host.mts';
import { readPage } from '../figures.mts';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { sharedN8n } from './session.mts';
import { runPosts } from './workflows.mts';

const n8n = await sharedN8n();
let credential: StoredCredential;

ownSandbox();
beforeAll(async () => {
	sandbox.createPosts(1, { type: 'idea' });
	credential = await n8n.credentialFor(sandbox);
});
beforeEach(() => {
	sandbox.requests.length = 0;
	sandbox.run('DELETE FROM posts');
});

const ITEMS = 3;
/** n8n's own number of tries with Retry On Fail. */
const TRIES = 3;

type OnError = 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';

const cases = (['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const).flatMap(
	(onError) =>
		[0, 1].flatMap((failing) =>
			[false, true].map((retryOnFail) => ({ onError, failing, retryOnFail })),
		),
);

async function create(
	failing: number,
	settings: { onError: OnError; retryOnFail: boolean },
): Promise<Execution> {
	const input = Array.from({ length: ITEMS }, (_, index) => ({
		title: `Item ${index}`,
		type: index === failing ? 'a type that is not there' : 'idea',
	}));
	const parameters = {
		title: '={{ $json.title }}',
		type: { __rl: true, mode: 'id', value: '={{ $json.type }}' },
	};
	const tries = { maxTries: TRIES, waitBetweenTries: 1 };
	return await runPosts(n8n, credential, 'create', parameters, { input, ...settings, ...tries });
}

const outcome = (execution: Execution, output: number) =>
	execution.items('Posts', output).map(({ json, pairedItem }) => ({
		...(json.feedback_id === undefined ? { failed: json.error.message } : { made: true }),
		pairedItem,
	}));

/** Where posts show which types are in use, it names them. */
const refused = expect.stringMatching(
	/^The service refused to run 'Create post': .*type|^'Type' is 'a type that is not there'/i,
);
const sent = () => sandbox.requests.filter(({ method }) => method === 'POST');
const timesSent = (item: number) =>
	sent().filter(({ body }) => (body as { title: string }).title === `Item ${item}`).length;
const made = (item: number) => ({ made: true, pairedItem: { item } });
const others = (failing: number) => [0, 1, 2].filter((item) => item !== failing).map(made);

test.each(cases)(
	'$onError, item $failing fails, Retry On Fail $retryOnFail',
	async ({ onError, failing, retryOnFail }) => {
		const execution = await create(failing, { onError, retryOnFail });

		if (onError === 'stopWorkflow') {
			expect(execution.status).toBe('error');
			expect(execution.error).toMatchObject({
				message: refused,
				description: expect.stringMatching(/Check the fields/),
				httpCode: '400',
				context: { itemIndex: failing },
			});
			const tries = retryOnFail ? TRIES : 1;
			expect(timesSent(failing)).toBe(tries);
			// The others may be under way by then.
			for (const other of [0, 1, 2].filter((item) => item !== failing)) {
				expect(timesSent(other)).toBeLessThanOrEqual(tries);
			}
			return;
		}

		expect(execution.status).toBe('success');
		const failed = { failed: refused, pairedItem: { item: failing } };
		if (onError === 'continueErrorOutput') {
			expect(outcome(execution, 0)).toEqual(others(failing));
			expect(outcome(execution, 1)).toEqual([failed]);
			// The input comes along, so that the error branch can go on with it.
			const [{ json }] = execution.items('Posts', 1);
			expect(json).toMatchObject({ title: `Item ${failing}`, error: { httpCode: '400' } });
		} else {
			const all = [0, 1, 2].map((item) => (item === failing ? failed : made(item)));
			expect(outcome(execution, 0)).toEqual(all);
			expect(outcome(execution, 1)).toEqual([]);
			expect(Object.keys(execution.json('Posts')[failing])).toEqual(['error']);
		}
		// n8n takes a node whose first item failed for one that failed, and runs all of it again.
		const runs = retryOnFail && failing === 0 ? TRIES : 1;
		expect(sent()).toHaveLength(ITEMS * runs);
		expect(sandbox.rows('SELECT title FROM posts')).toHaveLength((ITEMS - 1) * runs);
	},
);

test('Retry On Fail creates again what succeeded, so docs/errors-and-retries.md says to leave it off', async () => {
	expect(readPage('docs/errors-and-retries.md')).toContain(
		'runs the whole step again, also the items that succeeded. Leave it off for creates',
	);
	await create(ITEMS - 1, { onError: 'stopWorkflow', retryOnFail: true });
	expect(sandbox.rows("SELECT title FROM posts WHERE title = 'Item 0'")).toHaveLength(TRIES);
});
