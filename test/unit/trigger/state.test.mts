// Rows S1 to S18: what the trigger remembers, and what restarts, crashes and foreign memories make of it.
import type { IDataObject } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';
import { FeedbackTrigger } from '../../../nodes/FeedbackTrigger/FeedbackTrigger.node';
import { bearer, pollContext, type PollSetup, StaticData } from '../n8n-context.mts';
import { Listing, registration, type Registration } from './listing.mts';
import { ownSandboxInEachTest, sandbox } from './own-sandbox.mts';
import { durablePolling, polling } from './polling.mts';

ownSandboxInEachTest({ v1PerPage: 10 });

const newPosts = { events: ['newPost'] };
const ids = (items: IDataObject[]) => items.map(({ feedback_id }) => feedback_id);

describe('S1: the poll of a registration', () => {
	const modes = ['init', 'leadershipChange', 'update', 'activate', 'create'] as const;
	const budgets = { default: 300_000, durable: 36_000, 'n8n before 2.38': null };
	/** Where a throw would silence the trigger for good, and the next tick can report the failure. */
	const swallows = (mode: string, first: boolean, memory: boolean, budget: number | null) =>
		first &&
		memory &&
		(mode === 'init' || mode === 'leadershipChange' || (mode === 'update' && budget !== 36_000));

	for (const activationMode of modes) {
		for (const [engine, pollBudgetMs] of Object.entries(budgets)) {
			for (const first of [true, false]) {
				for (const memory of [true, false]) {
					const quiet = swallows(activationMode, first, memory, pollBudgetMs);
					const name = `${activationMode}, ${engine}, ${first ? 'first' : 'later'}, ${memory ? 'with' : 'without'} memory`;
					test(`${name}: a failure is ${quiet ? 'logged' : 'thrown'}`, async () => {
						const trigger = polling(sandbox, newPosts, { activationMode, pollBudgetMs });
						if (memory) await trigger.poll();
						trigger.save();
						if (first) trigger.restart();
						else if (!memory) {
							sandbox.fault({ action: { type: 'unauthorized' } });
							await trigger.poll().catch(() => undefined);
						}
						sandbox.fault({ action: { type: 'unauthorized' } });
						if (!quiet) return await expect(trigger.poll()).rejects.toThrow(/API key/);
						expect(await trigger.poll()).toEqual([]);
						expect(trigger.logged.at(-1)).toMatchObject({
							level: 'warn',
							message: expect.stringMatching(/^The first poll after a start failed.*API key/),
						});
					});
				}
			}
		}
	}

	test('after it, the failure shows, and then what came meanwhile is delivered', async () => {
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		trigger.save();
		trigger.restart();
		sandbox.fault({ times: 2, action: { type: 'unauthorized' } });
		const created = sandbox.createPosts(2);
		expect(await trigger.poll()).toEqual([]);
		await expect(trigger.poll()).rejects.toThrow();
		expect(ids(await trigger.poll())).toEqual(created);
	});
});

describe('S2 to S5: saving', () => {
	test('S2: a poll whose first request fails remembers nothing, and the next one delivers', async () => {
		sandbox.createPosts(5);
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		const posts = sandbox.createPosts(25);
		const before = trigger.memory;
		sandbox.fault({ action: { type: 'unauthorized' } });
		await expect(trigger.poll()).rejects.toThrow('The API key was rejected');
		expect(trigger.memory).toEqual(before);
		expect(ids(await trigger.poll())).toEqual(posts);
	});

	test('S2: whichever later request fails, what came before is delivered, and the rest with the next polls', async () => {
		// By requests, of which the first page takes two where pages begin at 1.
		sandbox.settings.pageBase = 0;
		sandbox.createPosts(5);
		for (let after = 1; after < 4; after++) {
			const trigger = polling(sandbox, newPosts);
			await trigger.poll();
			const posts = sandbox.createPosts(350);
			sandbox.fault({ after, action: { type: 'unauthorized' } });
			const first = ids(await trigger.poll());
			expect(first).toEqual(posts.slice(-100 * after));
			expect(trigger.logged.at(-1)?.message).toMatch(/New Post could not be read completely/);
			const rest = [...ids(await trigger.poll()), ...ids(await trigger.poll())];
			expect(rest.toSorted()).toEqual(posts.slice(0, -100 * after));
			expect(await trigger.poll()).toEqual([]);
		}
	});

	test('S2: a list that fails beside others is named in the third poll without news', async () => {
		sandbox.createPosts(5);
		const trigger = polling(sandbox, { events: ['newPost', 'newNpsResponse'] });
		await trigger.poll();
		sandbox.fault({ path: /promoter/, times: 3, action: { type: 'forbidden' } });
		for (let polls = 1; polls < 3; polls++) expect(await trigger.poll()).toEqual([]);
		await expect(trigger.poll()).rejects.toThrow(/New NPS Response/);
		expect(await trigger.poll()).toEqual([]);
	});

	test.each(['events', 'simplify', 'options', 'postFilters'])(
		'S2: an expression in %s that cannot be evaluated loses no batch',
		async (name) => {
			const listing = new Listing();
			let isBroken = false;
			const parameters = new Proxy<Registration['parameters']>(newPosts, {
				get(target, key) {
					if (isBroken && key === name) throw new Error('Referenced node is unexecuted');
					return target[key as string];
				},
			});
			const staticData = new StaticData();
			const poll = registration(listing, { parameters, staticData });
			await poll();
			const { feedback_id: id } = listing.create(1);
			const before = JSON.stringify(staticData.node);
			isBroken = true;
			await expect(poll()).rejects.toThrow('Referenced node is unexecuted');
			expect(JSON.stringify(staticData.node)).toBe(before);
			isBroken = false;
			expect(ids(await poll())).toEqual([id]);
		},
	);

	test('S3: each change of the memory is one that n8n notices', async () => {
		const trigger = polling(sandbox, newPosts);
		for (let polls = 0; polls < 3; polls++) {
			trigger.save();
			sandbox.createPosts(1);
			const { node } = trigger.staticData;
			const before = JSON.stringify(node);
			await trigger.poll();
			expect(JSON.stringify(node)).not.toBe(before);
		}
		trigger.save();
		sandbox.fault({ action: { type: 'unauthorized' } });
		await expect(trigger.poll()).rejects.toThrow();
		expect(trigger.staticData.changed).toBe(false);
	});

	test('S4: what is remembered is plain JSON', async () => {
		const trigger = polling(sandbox, { events: ['newPost', 'postChanged', 'newNpsResponse'] });
		for (let polls = 0; polls < 3; polls++) {
			sandbox.createPosts(120);
			await trigger.poll();
			expect(trigger.memory).toStrictEqual({ ...trigger.staticData.node });
		}
	});

	test('S5: any older saved memory repeats nothing it holds and loses nothing it does not', async () => {
		sandbox.createPosts(3);
		const trigger = polling(sandbox, newPosts);
		const memories: Array<{ memory: IDataObject; since: number }> = [];
		const created: number[] = [];
		for (let polls = 0; polls < 5; polls++) {
			await trigger.poll();
			memories.push({ memory: trigger.memory, since: created.length });
			created.push(...sandbox.createPosts(polls));
		}
		for (const { memory, since } of memories) {
			trigger.remember(memory);
			expect(ids(await trigger.poll())).toEqual(created.slice(since));
		}
	});

	test('S5: after polls without news and a crash nothing comes again', async () => {
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		trigger.save();
		const created = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual(created);
		for (let polls = 0; polls < 3; polls++) await trigger.poll();
		trigger.restart();
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('S6: Re-Deliver After Crash', () => {
	const redelivering = { ...newPosts, options: { redeliver: true } };

	test('without it a restart repeats nothing', async () => {
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		sandbox.createPosts(2);
		await trigger.poll();
		await trigger.restartProcess();
		expect(await trigger.poll()).toEqual([]);
	});

	test('with it the next process delivers the last batch once more, this one does not', async () => {
		const trigger = polling(sandbox, redelivering);
		await trigger.poll();
		sandbox.createPosts(1);
		await trigger.poll();
		const last = sandbox.createPosts(2);
		const delivered = await trigger.poll();
		expect(ids(delivered)).toEqual(last);
		expect(await trigger.poll()).toEqual([]);
		await trigger.restartProcess();
		expect(await trigger.poll()).toEqual(delivered);
		expect(await trigger.poll()).toEqual([]);
	});

	test('with it also a batch from deep pages comes again', async () => {
		sandbox.createPosts(20);
		const trigger = polling(sandbox, redelivering);
		await trigger.poll();
		const created = sandbox.createPosts(450);
		expect(ids(await trigger.poll())).toEqual(created);
		await trigger.restartProcess();
		expect(ids(await trigger.poll())).toEqual(created);
	});

	test('a batch of an earlier run than the last does not come again', async () => {
		const trigger = polling(sandbox, redelivering);
		await trigger.poll();
		sandbox.createPosts(1);
		await trigger.poll();
		const last = sandbox.createPosts(1);
		await trigger.poll();
		await trigger.restartProcess();
		expect(ids(await trigger.poll())).toEqual(last);
		await trigger.restartProcess();
		expect(ids(await trigger.poll())).toEqual(last);
	});
});

describe('S7: durable cursors', () => {
	test('what comes between activation and the first scheduled poll is delivered', async () => {
		sandbox.createPosts(5);
		const trigger = durablePolling(sandbox, newPosts);
		expect(await trigger.register()).toEqual([]);
		const created = sandbox.createPosts(2);
		expect(ids(await trigger.poll())).toEqual(created);
		expect(await trigger.poll()).toEqual([]);
	});

	test('what comes after a first scheduled poll without news is delivered', async () => {
		sandbox.createPosts(5);
		const trigger = durablePolling(sandbox, newPosts);
		await trigger.register();
		expect(await trigger.poll()).toEqual([]);
		const created = sandbox.createPosts(2);
		expect(ids(await trigger.poll())).toEqual(created);
		expect(await trigger.poll()).toEqual([]);
	});

	test('what comes between two registrations without a scheduled poll is delivered', async () => {
		sandbox.createPosts(5);
		const trigger = durablePolling(sandbox, newPosts);
		await trigger.register();
		const [first] = sandbox.createPosts(1);
		expect(ids(await trigger.register())).toEqual([first]);
		expect(await trigger.register()).toEqual([]);
		const [second] = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual([second]);
	});

	test('the same after the filter was changed', async () => {
		sandbox.createPosts(5, { status: 'planned' });
		const trigger = durablePolling(sandbox, newPosts);
		await trigger.register();
		await trigger.poll();
		trigger.reconfigure({ ...newPosts, postFilters: { filter: 'planned' } });
		await trigger.register();
		const created = sandbox.createPosts(1, { status: 'planned' });
		expect(ids(await trigger.poll())).toEqual(created);
	});

	test('what was handed on long ago is not taken for the baseline of a later activation', async () => {
		const trigger = durablePolling(sandbox, newPosts);
		await trigger.register();
		await trigger.poll();
		trigger.reconfigure({ events: ['newChangelogUpdate'] });
		await trigger.register();
		await trigger.poll();
		sandbox.createPosts(3);
		trigger.reconfigure(newPosts);
		await trigger.register();
		const created = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual(created);
	});

	test('only a registration without memory writes into the data of the workflow, until there is news', async () => {
		const trigger = durablePolling(sandbox, newPosts);
		await trigger.register();
		const { ofTheUser, ...handedOn } = trigger.shared;
		expect(ofTheUser).toBe('untouched');
		expect(Object.values(handedOn)).toHaveLength(1);
		expect(JSON.stringify(handedOn).length).toBeLessThan(500);
		sandbox.createPosts(3);
		await trigger.poll();
		expect(trigger.shared).toEqual({ ofTheUser });
		await trigger.poll();
		await trigger.register();
		expect(trigger.shared).toEqual({ ofTheUser });
	});

	test('what was handed on under other filters is no baseline', async () => {
		sandbox.createPosts(5);
		const trigger = durablePolling(sandbox, { ...newPosts, postFilters: { filter: 'planned' } });
		await trigger.register();
		trigger.reconfigure(newPosts);
		expect(await trigger.poll()).toEqual([]);
		const created = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual(created);
	});

	test('what is handed on for an event whose turn it was not is kept for it', async () => {
		sandbox.createPosts(5);
		const trigger = durablePolling(sandbox, { events: ['newPost', 'newChangelogUpdate'] });
		await trigger.register();
		const posts = sandbox.createPosts(1);
		const updates = sandbox.createUpdates(1);
		sandbox.fault({ path: '/v1/updates', action: { type: 'forbidden' } });
		const first = await trigger.poll();
		expect(ids(first)).toEqual(posts);
		const second = await trigger.poll();
		expect(second.map(({ changelog_id }) => changelog_id)).toEqual(updates);
		expect(await trigger.poll()).toEqual([]);
	});

	test('what is handed on is taken once, also where n8n has not saved that it is gone', async () => {
		const planned = { events: ['postChanged'], postFilters: { segment: 'a' } };
		const open = { events: ['postChanged'], postFilters: { segment: 'b' } };
		sandbox.run(`UPDATE users SET segments = '["a", "b"]'`);
		const [post] = sandbox.createPosts(1);
		const trigger = durablePolling(sandbox, planned);
		await trigger.register();
		const handedOn = trigger.shared;
		await trigger.poll();
		trigger.reconfigure(open);
		await trigger.poll();
		sandbox.run(`UPDATE posts SET title = 'Another' WHERE feedback_id = ?`, post);
		trigger.reconfigure(planned);
		trigger.share(handedOn);
		expect(await trigger.poll()).toEqual([]);
	});

	test('two triggers of one workflow each hand on their own', async () => {
		sandbox.createPosts(5);
		sandbox.createUpdates(5);
		const workflow = new StaticData();
		const one = durablePolling(sandbox, newPosts, { id: 'one', workflow });
		const updatesOnly = { events: ['newChangelogUpdate'] };
		const other = durablePolling(sandbox, updatesOnly, { id: 'other', workflow });
		await one.register();
		await other.register();
		const posts = sandbox.createPosts(1);
		const updates = sandbox.createUpdates(1);
		expect(ids(await one.poll())).toEqual(posts);
		expect((await other.poll()).map(({ changelog_id }) => changelog_id)).toEqual(updates);
	});

	test('where there is nothing to hand on, the data of the workflow need not be saved', async () => {
		const workflow = new StaticData();
		const trigger = durablePolling(sandbox, newPosts, { workflow });
		await trigger.poll();
		workflow.save();
		await trigger.register();
		expect(workflow.changed).toBe(false);
	});

	test('a change between activation and the first poll is told, also of 3,000 posts', async () => {
		const [post] = sandbox.createPosts(3_000);
		sandbox.settings.v1PerPage = 100;
		const trigger = durablePolling(sandbox, { events: ['postChanged'] });
		await trigger.register();
		expect(JSON.stringify(trigger.shared).length).toBeGreaterThan(32_000);
		sandbox.run(
			`UPDATE posts SET title = 'Another', updated = '2099-01-01 00:00:00' WHERE feedback_id = ?`,
			post,
		);
		expect(await trigger.poll()).toMatchObject([{ feedback_id: post, changedFields: ['title'] }]);
	});

	test('Ignore Items While Inactive: what came while it was switched off is passed over', async () => {
		const anew = { ...newPosts, options: { beginAnew: true } };
		const trigger = durablePolling(sandbox, anew);
		await trigger.register();
		await trigger.poll();
		sandbox.createPosts(3);
		await trigger.register();
		const created = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual(created);
		expect(await trigger.poll()).toEqual([]);
	});

	test('the default engine is not burdened with it', async () => {
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		expect(Object.keys(trigger.memory)).toEqual(['/v1/posts']);
	});
});

describe('S8 to S13: baselines', () => {
	test('S9: 5,000 posts that are there are not delivered, and each is remembered', async () => {
		sandbox.createPosts(5_000);
		const trigger = polling(sandbox, newPosts);
		expect(await trigger.poll()).toEqual([]);
		expect((trigger.memory['/v1/posts'] as IDataObject).isComplete).toBe(true);
		sandbox.requests.length = 0;
		expect(await trigger.poll()).toEqual([]);
		// The newest page, and one page of the audit.
		expect(sandbox.requests).toHaveLength(2);
	});

	test('S10: publishing the workflow anew loses and repeats nothing', async () => {
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		const created = sandbox.createPosts(1);
		trigger.reconfigure({ ...newPosts, simplify: false }, { activationMode: 'update' });
		expect(ids(await trigger.poll())).toEqual(created);
		expect(await trigger.poll()).toEqual([]);
	});

	test('what came while the workflow was switched off is delivered when it is activated again', async () => {
		const trigger = polling(sandbox, newPosts, { activationMode: 'activate' });
		await trigger.poll();
		trigger.save();
		const created = sandbox.createPosts(2);
		trigger.restart();
		expect(ids(await trigger.poll())).toEqual(created);
	});

	test.each(['activate', 'create'] as const)(
		'Ignore Items While Inactive passes it over, and nothing that comes later: %s',
		async (activationMode) => {
			const anew = { ...newPosts, options: { beginAnew: true } };
			const trigger = polling(sandbox, anew, { activationMode });
			await trigger.poll();
			const first = sandbox.createPosts(1);
			expect(ids(await trigger.poll())).toEqual(first);
			trigger.save();
			sandbox.createPosts(2);
			trigger.restart();
			sandbox.fault({ action: { type: 'unauthorized' } });
			await expect(trigger.poll()).rejects.toThrow();
			expect(await trigger.poll()).toEqual([]);
			const later = sandbox.createPosts(2);
			expect(ids(await trigger.poll())).toEqual(later);
			// A restart of n8n is no activation.
			const meanwhile = sandbox.createPosts(2);
			trigger.restart({ activationMode: 'init' });
			expect(ids(await trigger.poll())).toEqual(meanwhile);
		},
	);

	test('Ignore Items While Inactive reads the whole list, however little of it was owed', async () => {
		sandbox.createPosts(250);
		const anew = { ...newPosts, options: { beginAnew: true } };
		const trigger = polling(sandbox, anew, { activationMode: 'activate' });
		await trigger.poll();
		trigger.save();
		trigger.restart();
		sandbox.requests.length = 0;
		expect(await trigger.poll()).toEqual([]);
		expect(new Set(sandbox.requests.map(({ path }) => path)).size).toBeGreaterThanOrEqual(3);
	});

	test('S12: a renamed node takes a new baseline, without a flood', async () => {
		sandbox.createPosts(5);
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		trigger.remember({});
		expect(await trigger.poll()).toEqual([]);
	});

	test('S13: an idle poll sets and deletes nothing', async () => {
		sandbox.createPosts(5);
		const trigger = polling(sandbox, { events: ['newPost', 'postChanged', 'newChangelogUpdate'] });
		await trigger.poll();
		trigger.save();
		for (let polls = 0; polls < 25; polls++) await trigger.poll();
		expect(trigger.staticData.changed).toBe(false);
	});
});

describe('S11: a manual test', () => {
	/** Fails as soon as the memory of the active workflow is asked for. */
	const byHand = async (parameters: PollSetup['parameters']) => {
		const context = Object.assign(
			pollContext(FeedbackTrigger, {
				credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
				parameters,
				mode: 'manual',
				activationMode: 'manual',
			}),
			{
				getWorkflowStaticData: () => {
					throw new Error('The memory of the active workflow is not to be touched');
				},
			},
		);
		return (await new FeedbackTrigger().poll.call(context))![0].map(({ json }) => json);
	};

	test('shows the newest few of each event, oldest first, as real output', async () => {
		const posts = sandbox.createPosts(150);
		const updates = sandbox.createUpdates(2);
		const shown = await byHand({ events: ['newPost', 'newChangelogUpdate', 'newNpsResponse'] });
		expect(shown.map(({ eventId }) => eventId)).toEqual([
			...updates.map((id) => `newChangelogUpdate:${id}`),
			...posts.slice(-3).map((id) => `newPost:${id}`),
		]);
		expect(shown.at(-1)).toMatchObject({ event: 'newPost', title: 'Post 150' });
	});

	test('keeps to the filters', async () => {
		const [wanted] = sandbox.createPosts(1, { status: 'planned' });
		sandbox.createPosts(5);
		const filter = { __rl: true, mode: 'list', value: 'planned' };
		const shown = await byHand({ ...newPosts, postFilters: { filter } });
		expect(ids(shown)).toEqual([wanted]);
	});

	test('where there is nothing, says so in the words of n8n, with a hint', async () => {
		await expect(byHand(newPosts)).rejects.toMatchObject({
			message: 'No data with the current filter could be found',
			description: expect.stringContaining('Nothing in the service matches New Post'),
		});
	});

	test('where no post has the votes yet, says how many it takes', async () => {
		sandbox.createPosts(1);
		await expect(byHand({ events: ['postReachedVotes'], votes: 500 })).rejects.toHaveProperty(
			'description',
			expect.stringMatching(/Post Reached Vote.* needs a post with at least 500 votes\./),
		);
	});

	test('shows a change with a plausible earlier state, since it is not known what was', async () => {
		const [post] = sandbox.createPosts(1, { status: 'planned' });
		const shown = await byHand({ events: ['postStatusChanged', 'postChanged'] });
		expect(shown).toMatchObject([
			{
				event: 'postChanged',
				feedback_id: post,
				changedFields: ['description', 'status', 'title', 'type'],
			},
			{ event: 'postStatusChanged', feedback_id: post, from: 'open', to: 'planned' },
		]);
	});

	test('says which event could not be read', async () => {
		sandbox.createPosts(1);
		sandbox.fault({ path: '/v1/updates', times: 2, action: { type: 'forbidden' } });
		await expect(byHand({ events: ['newPost', 'newChangelogUpdate'] })).rejects.toThrow(
			'New Changelog Update',
		);
	});

	test('while the workflow is active, takes nothing away from it', async () => {
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		const created = sandbox.createPosts(2);
		await byHand(newPosts);
		expect(ids(await trigger.poll())).toEqual(created);
	});
});

describe('S14 to S16: what is forgotten', () => {
	test('S15: a list that is empty for once does not come again as new', async () => {
		sandbox.createPosts(30);
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		const empty = { status: 'success', data: { items: [], has_more: false, page: 0 } };
		sandbox.fault({ action: { type: 'json', value: empty } });
		expect(await trigger.poll()).toEqual([]);
		for (let polls = 0; polls < 25; polls++) expect(await trigger.poll()).toEqual([]);
	});

	test('S16: two of one second, seen by different polls, come once each', async () => {
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		const created = '2026-01-01 00:00:00';
		const first = sandbox.createPosts(1, { created });
		expect(ids(await trigger.poll())).toEqual(first);
		const second = sandbox.createPosts(1, { created });
		expect(ids(await trigger.poll())).toEqual(second);
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('S17: what the memory belongs to', () => {
	beforeEach(() => {
		sandbox.createPosts(5);
		sandbox.createPosts(5, { status: 'planned' });
	});

	test('a changed filter takes what is there as known, and goes on from there', async () => {
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		trigger.reconfigure({ ...newPosts, postFilters: { filter: 'planned' } });
		expect(await trigger.poll()).toEqual([]);
		const created = sandbox.createPosts(1, { status: 'planned' });
		sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual(created);
	});

	const all = { filter: 'planned', segment: 'pro', type: 'bug' };
	test.each([
		['one way', all],
		['the other way', { type: 'bug', segment: 'pro', filter: 'planned' }],
		['as locators', { ...all, filter: { __rl: true, mode: 'key', value: 'planned' } }],
	])(
		'filters are remembered by their names, whichever way they stand: %s',
		async (_way, postFilters) => {
			const trigger = polling(sandbox, { ...newPosts, postFilters });
			await trigger.poll();
			const { scope, settings } = trigger.memory['/v1/posts'] as Record<string, string>;
			expect(JSON.parse(scope)).toEqual([sandbox.baseUrl, '/v1/posts', { segment: 'pro' }]);
			expect(settings).toBe(JSON.stringify({ newPost: { filters: all } }));
			expect(await trigger.poll()).toEqual([]);
		},
	);

	test('another key of the same workspace changes nothing', async () => {
		const trigger = polling(sandbox, { events: ['newPost', 'newNpsResponse'] });
		respond(3);
		await trigger.poll();
		const created = sandbox.createPosts(1);
		const responses = respond(1);
		sandbox.addKey('rotated');
		sandbox.revokeKey(sandbox.apiKey);
		trigger.save();
		trigger.restart({ credentials: bearer(sandbox.baseUrl, 'rotated') });
		const delivered = await trigger.poll();
		expect(delivered.map(({ eventId }) => eventId).sort()).toEqual(
			[
				...created.map((id) => `newPost:${id}`),
				...responses.map((id) => `newNpsResponse:${id}`),
			].sort(),
		);
	});

	test('a key of another workspace whose list is short starts anew, too', async () => {
		const trigger = polling(sandbox, { events: ['newNpsResponse'] });
		respond(3);
		await trigger.poll();
		trigger.save();
		sandbox.addKey('elsewhere', { workspace: 'other' });
		respond(5, 'other');
		trigger.restart({ credentials: bearer(sandbox.baseUrl, 'elsewhere') });
		expect(await trigger.poll()).toEqual([]);
		const [created] = respond(1, 'other');
		expect(await trigger.poll()).toMatchObject([{ promoter_id: created }]);
	});

	test('a key of another workspace starts anew, without a flood', async () => {
		const trigger = polling(sandbox, { events: ['newPost', 'newNpsResponse'] });
		respond(3);
		await trigger.poll();
		trigger.save();
		sandbox.addKey('elsewhere', { workspace: 'other' });
		sandbox.createPosts(120, {}, 'other');
		respond(120, 'other');
		trigger.restart({ credentials: bearer(sandbox.baseUrl, 'elsewhere') });
		expect(await trigger.poll()).toEqual([]);
		const created = sandbox.createPosts(1, {}, 'other');
		expect(ids(await trigger.poll())).toEqual(created);
	});

	test('an event that is chosen again later does not deliver what came in between', async () => {
		const trigger = polling(sandbox, { events: ['newPost', 'newChangelogUpdate'] });
		await trigger.poll();
		trigger.reconfigure({ events: ['newChangelogUpdate'] });
		await trigger.poll();
		sandbox.createPosts(3);
		trigger.reconfigure(newPosts);
		expect(await trigger.poll()).toEqual([]);
	});

	function respond(count: number, workspace = 'main'): number[] {
		const users = sandbox.createUsers(count, {}, workspace);
		return users.map((user) => {
			const [{ id }] = sandbox.rows(
				`INSERT INTO promoters (workspace_id, user_id, vote, meta, comment, created, updated)
				SELECT workspace_id, user_id, 9, '{}', '', '2026-01-01 00:00:00', '2026-01-01 00:00:00'
				FROM users WHERE user_id = ? RETURNING promoter_id AS id`,
				user,
			);
			return Number(id);
		});
	}
});

describe('S18: a memory that is none of ours', () => {
	const snapshot = { names: [], parts: [['2026', '1*5']] };
	const valid = {
		...{ v: 1, serial: 1, scope: 'x', account: 'abc', settings: '{}', snapshot, texts: [] },
		...{ isComplete: true, isUnordered: false, latest: '', depth: 0 },
	};
	const withParts = (...parts: unknown[]) => ({ ...valid, snapshot: { names: [], parts } });
	const foreign: unknown[] = [
		null,
		42,
		'text',
		[],
		[valid],
		{},
		{ ...valid, v: 2 },
		{ ...valid, scope: 7 },
		{ ...valid, settings: {} },
		{ ...valid, snapshot: null },
		withParts(['2026', '1*5;drop']),
		withParts(['2026', '1*5:a b']),
		withParts(['2026']),
		withParts(['2'.repeat(100), '1*5']),
		withParts(['2026', 'x,'.repeat(400_000)]),
		{ ...valid, depth: -1 },
		{ ...valid, backlog: { from: -1, to: 'x' } },
		{ ...valid, backlog: { from: 1e300, to: 2 } },
		{ ...valid, backlog: 'all' },
		{ ...valid, posts: { a: 1 } },
		{ ...valid, comments: { names: [], parts: [['', '?']] } },
		{ ...valid, unconfirmed: { by: 5 } },
		{ ...valid, unconfirmed: { by: 'x', records: [['1', '', '?']], comments: [] } },
	];

	for (const memory of foreign) {
		test(`${JSON.stringify(memory).slice(0, 70)} starts a silent baseline and says so`, async () => {
			sandbox.createPosts(3);
			const trigger = polling(sandbox, newPosts);
			trigger.remember({ '/v1/posts': memory as IDataObject, other: 'kept' });
			expect(await trigger.poll()).toEqual([]);
			expect(trigger.logged.map(({ message }) => message)).toEqual([
				expect.stringContaining('What was stored for New Post cannot be read'),
			]);
			const created = sandbox.createPosts(1);
			expect(ids(await trigger.poll())).toEqual(created);
			expect(trigger.memory.other).toBe('kept');
		});
	}
});
