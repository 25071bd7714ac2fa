// Every recipe on a bad day: events at once, odd ones among them, each outside step fails for one, and everything comes twice.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, type TestContext } from 'vitest';
import { needs } from '../versions/needs.mts';
import { type BadDay, BadDays } from './bad-days.mts';
import { days } from './days.mts';
import type { Kitchen } from './kitchen.mts';
import { inOtherWords, MARK, marked, translated } from './other-words.mts';
import { startOwnN8n } from './own-n8n.mts';
import { until } from '../n8n-host/host.mts';
import { readRecipe, recipes } from './recipe.mts';
import { deleteTable, rowsOf } from './tables.mts';

/** The oldest n8n that a recipe is tried in. Up to 2.0 that of the tests lacks vm2, and with it the Code node. */
const oldestFor = (recipe: string, { needs = '1' }: BadDay) =>
	readRecipe(recipe).nodes.some(({ type }) => type.endsWith('.code')) ? '2.1' : needs;

/** What a story leaves in the service. */
const HELD =
	'votes comments post_metadata promoters group_members groups posts updates queue_items'.split(
		' ',
	);

/** How many steps of each recipe fail, from its start, and at how many it is killed, from its end: no recipe has more than 6. */
const FAILING = Number(process.env.STEPS ?? 0);
const KILLED = Number(process.env.STEPS ?? 1);

/** Those whose words go to nobody but a caller, or that copy records without any. */
const SILENT = new Set<string>([
	'erasure-request',
	'done-posts',
	'nightly-sync',
	'nightly-sync-postgres',
	'posts-to-google-sheets',
	'crm-to-groups',
	'plan-and-revenue',
]);

const { n8n, open, clear } = await startOwnN8n();
const kitchen = await open();

afterEach(async () => {
	await clear();
	for (const table of HELD) kitchen.sandbox.run(`DELETE FROM ${table}`);
	kitchen.sandbox.run('DELETE FROM users WHERE admin_id = 0');
});

describe.each(Object.entries(days))('%s', (name, day) => {
	const { recipe = name, failed = 0, webhook, decision } = day;

	async function begin(context: TestContext, change = {}, words?: typeof inOtherWords) {
		needs(oldestFor(recipe, day), 'which lacks a node of this recipe', context);
		return await BadDays.begin(n8n.rest, kitchen, recipe, { ...day, ...change }, 'by hand', words);
	}

	test('serves all events at once in other words by services that refuse seven requests, and adds no double when they come again', async (context) => {
		const change = {
			decision: decision && marked(decision),
			seen: (here: Kitchen) => day.seen(translated(here)),
		};
		const story = await begin(context, change, inOtherWords);
		if (webhook && !day.form && !day.file) {
			expect([401, 403]).toContain((await kitchen.call(webhook, {}, 'guessed')).status);
		}
		story.disturb();
		await story.run();
		expect(story.seen).toEqual(story.everything);
		expect(await story.failed()).toHaveLength(failed);
		const said = JSON.stringify(day.seen(kitchen));
		expect(said.includes(JSON.stringify(MARK).slice(1, -1))).toBe(!SILENT.has(name));
		await story.run();
		expect(story.seen).toEqual(story.everythingTwice);
	});

	test.for(decision ? ['Ignore'] : [])(
		'only asks, where a person answers %s',
		async (no, context) => {
			const story = await begin(context, { decision: no });
			await story.run();
			expect(story.seen).toEqual(story.everything.filter((one) => one.startsWith('chat: ')));
		},
	);

	test.for(Object.entries(day.steps).slice(0, FAILING))(
		'serves the others when %s fails for one event, and shows the failure',
		async ([, failing], context) => {
			const story = await begin(context);
			const all = story.incomplete;
			story.refuse(failing);
			await story.run();
			expect((await story.failed()).length).toBeGreaterThan(failed);
			expect(story.incomplete).toHaveLength(failing.all ? all.length : 1);
			story.recover();
			if (failing.remedy === 'retry') {
				await story.retry();
				expect(story.seen).toEqual(story.everything);
			} else {
				await story.run();
				expect(story.incomplete).toEqual([]);
				expect(story.surplus).toEqual([]);
			}
		},
	);
});

test('docs/compatibility.md says which recipes are tried in an older n8n, and since which one', () => {
	const page = readFileSync(join(recipes, '..', 'compatibility.md'), 'utf8').toLowerCase();
	const [since1, since1123] = ['1', '1.123'].map((version) =>
		Object.entries(days)
			.filter(([name, { recipe = name, ...day }]) => oldestFor(recipe, day) === version)
			.map(([name]) => name.replaceAll('-', ' ')),
	);
	const from1123 = since1123.length > 0 ? `, ${listed(since1123)} from 1.123` : '';
	expect(page).toContain(`${listed(since1)} also passed in all others${from1123}.`);
});

const listed = (names: string[]) =>
	[names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');

test('posts-to-google-sheets fails and saves nothing if a column has another name', async (context) => {
	const recipe = 'posts-to-google-sheets';
	needs('2.1', 'which lacks a package of Google Sheets', context);
	const story = await BadDays.begin(n8n.rest, kitchen, recipe, days[recipe]);
	const [columns, ...rows] = kitchen.others.rows;
	columns[1] = 'headline';
	const runs = async () => (await rowsOf(n8n.rest, 'sync_runs')).map(({ read }) => read);
	await deleteTable(n8n.rest, 'sync_runs');
	const before = structuredClone(rows);
	await story.run();
	expect(await story.failed()).toHaveLength(1);
	expect(kitchen.others.rows.slice(1)).toEqual(before);
	columns[1] = 'title';
	await story.run();
	expect(await runs()).toEqual([kitchen.sandbox.rows('SELECT feedback_id FROM posts').length]);
});

test('the address of a post, set once in the credential, is a link in chat, sheet and issue', async (context) => {
	needs('2.1', 'which lacks a package of Google Sheets', context);
	const { sandbox, others } = kitchen;
	const { baseUrl, apiKey } = sandbox;
	const postAddress = 'https://feedback.example.com/p/{id}';
	await n8n.rest.updateCredential(kitchen.credential, { baseUrl, apiKey, postAddress });
	const [post] = sandbox.createPosts(1, { title: 'Dark mode', status: 'open' });
	const link = `https://feedback.example.com/p/${post}`;
	others.rows = [[...'feedback_id title status type total_sum total_comments'.split(' ')]];
	others.rows[0].push(...'data_mail description created updated post_url'.split(' '));
	const sheet = await n8n.rest.run(await kitchen.setUp('posts-to-google-sheets'), 'Every Night');
	expect(sheet.error).toBeUndefined();
	expect(others.rows[1].at(-1)).toBe(link);

	await n8n.rest.run(await kitchen.setUp('weekly-digest'), 'Every Monday');
	expect(others.messages.at(-1)).toContain(`Dark mode #${post} ${link}`);

	await kitchen.activate(await kitchen.setUp('jira'));
	await kitchen.polls('/v1/posts', 1);
	sandbox.run("UPDATE posts SET status = 'planned', updated = ?", new Date().toISOString());
	const issue = await until('the issue is made', () =>
		others.received.find(({ path }) => path.endsWith('/issue')),
	);
	expect(JSON.stringify(issue.body)).toContain(link);
	await n8n.rest.updateCredential(kitchen.credential, { baseUrl, apiKey });
});

test.for([1, 2, 3, 4, 5, 6].slice(0, KILLED))(
	'n8n is killed while a step of each recipe is answered, the %i. from its end: nothing is lost, and its note says what is doubled',
	async (at, context) => {
		needs('2.1', 'which lacks a node of most recipes', context);
		const killed = [];
		// The last in the list take longest to come that far, and no request waits for ever.
		for (const [name, day] of Object.entries(days).reverse()) {
			const { recipe = name, steps } = day;
			const all = Object.entries(steps);
			const [step, failing] = all.at(-1 - ((at - 1) % all.length))!;
			const story = await BadDays.begin(n8n.rest, await open(), recipe, day, 'published');
			await story.hold(failing);
			killed.push({ recipe, step, day, failing, story });
		}
		await n8n.kill();
		for (const { story } of killed) story.recover();
		await n8n.start();
		const outcome = [];
		for (const { recipe, step, day, failing, story } of killed) {
			// A customer who got no answer may never send the form again.
			const isRetried = day.form !== undefined || failing.remedy === 'retry';
			await (isRetried ? story.retry() : story.run());
			const { doubled = /^$/ } = day;
			const isSaid = /Run twice:.*crash/.test(JSON.stringify(readRecipe(recipe)));
			expect(isSaid, `${recipe} says that a crash may double`).toBe(day.doubled !== undefined);
			const untold = story.doubled.filter((one) => !doubled.test(one));
			outcome.push({ recipe, step, lost: story.incomplete, untold });
		}
		const expected = killed.map(({ recipe, step }) => ({ recipe, step, lost: [], untold: [] }));
		expect(outcome).toEqual(expected);
	},
);
