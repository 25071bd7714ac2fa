// What a first poll ignores, after an activation, a restart, a publication or a new name.
import { expect, test } from 'vitest';
import { begun, ids, ownSandboxInEachTest, sandbox, watching } from './n8n.mts';

ownSandboxInEachTest({ v1PerPage: 10 });

const modes = ['init', 'leadershipChange', 'update', 'activate', 'create'] as const;
const budgets = { default: 300_000, durable: 36_000, 'n8n before 2.38': null };
/** Where a throw would silence the trigger permanently, and the next tick can report the failure. Ticks have less time. */
const swallows = (mode: string, first: boolean, memory: boolean, budget: number | null) =>
	first && memory && budget !== 36_000 && mode !== 'activate' && mode !== 'create';

for (const activationMode of modes) {
	for (const [engine, pollBudgetMs] of Object.entries(budgets)) {
		for (const first of [true, false]) {
			for (const memory of [true, false]) {
				const quiet = swallows(activationMode, first, memory, pollBudgetMs);
				const name = `${activationMode}, ${engine}, ${first ? 'first' : 'later'}, ${memory ? 'with' : 'without'} memory`;
				test(`${name}: a failure is ${quiet ? 'logged' : 'thrown'}`, async () => {
					const trigger = watching(sandbox, {}, { activationMode, pollBudgetMs });
					if (memory) await trigger.poll();
					if (first) trigger.restart();
					else if (!memory) {
						sandbox.fault({ action: { type: 'unauthorized' } });
						await trigger.poll().catch(() => undefined);
					}
					sandbox.fault({ action: { type: 'unauthorized' } });
					if (!quiet) return await expect(trigger.poll()).rejects.toThrow(/API key/);
					expect(await trigger.poll()).toEqual([]);
					expect(trigger.logged.at(-1)).toMatch(/^The first poll after a start failed.*API key/);
				});
			}
		}
	}
}

test('what was created while the workflow was inactive fires when it is active again', async () => {
	const trigger = await begun(sandbox, 'newPost', {}, { activationMode: 'activate' });
	const created = sandbox.createPosts(2);
	trigger.restart();
	expect(ids(await trigger.poll())).toEqual(created);
});

test.each(['activate', 'create'] as const)(
	'with Ignore Items While Inactive it does not fire, and what is created later does: %s',
	async (activationMode) => {
		const options = { ignoreWhileInactive: true };
		const trigger = await begun(sandbox, 'newPost', { options }, { activationMode });
		const first = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual(first);
		sandbox.createPosts(2);
		trigger.restart();
		sandbox.fault({ action: { type: 'unauthorized' } });
		await expect(trigger.poll()).rejects.toThrow();
		expect(await trigger.poll()).toEqual([]);
		const later = sandbox.createPosts(2);
		expect(ids(await trigger.poll())).toEqual(later);
		// A restart of n8n is no activation.
		const meanwhile = sandbox.createPosts(2);
		trigger.restart('init');
		expect(ids(await trigger.poll())).toEqual(meanwhile);
	},
);
