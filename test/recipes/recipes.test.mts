// What single recipes promise beyond their bad days, in a real n8n.
import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { sharedN8n } from '../e2e/session.mts';
import { byId, postsNode } from '../e2e/workflows.mts';
import { send } from '../contract/workspace.mts';
import { until, type WorkflowNode } from '../n8n-host/host.mts';
import { called } from './bad-days.mts';
import { answer, openKitchen, ownPath } from './kitchen.mts';
import { readRecipe, recipes } from './recipe.mts';
import { addRow, deleteTable, rowsOf } from './tables.mts';

const n8n = await sharedN8n();
const kitchen = await openKitchen(n8n);
const { sandbox } = kitchen;

afterAll(async () => await kitchen.close());
afterEach(async () => await kitchen.clear());

test('no step of a recipe has an issue when it is imported, but for its credential', async () => {
	const types = await n8n.types<INodeTypeDescription>('nodes');
	const issues = globSync('*.json', { cwd: recipes }).flatMap((file) =>
		readRecipe(basename(file, '.json')).nodes.flatMap((node) => {
			const version = node.typeVersion ?? 1;
			const type = types.find(
				(one) => one.name === node.type && [one.version].flat().includes(version),
			);
			if (!type) return [`${file}: n8n has no ${node.type} ${version}`];
			const found = NodeHelpers.getNodeParametersIssues(type.properties, node as INode, type);
			return Object.values(found?.parameters ?? {}).map(
				(issue) => `${file}: ${node.name}: ${issue}`,
			);
		}),
	);
	expect(issues).toEqual([]);
});

test.each(['posts-to-google-sheets', 'crm-to-groups', 'plan-and-revenue', 'nightly-sync'])(
	'%s saves that it ran when it found no record, and writes none',
	async (recipe) => {
		sandbox.run('DELETE FROM posts');
		kitchen.others.rows = [['feedback_id', 'title']];
		const tables = [
			'sync_runs',
			'crm_accounts',
			'customers',
			'feedback_posts',
			'feedback_comments',
		];
		const ours = (text: string) =>
			tables.reduce((all, table) => all.replaceAll(`"${table}"`, `"idle_${table}"`), text);
		const workflow = await kitchen.setUp(recipe, {}, ours);
		for (const times of [1, 2]) {
			expect((await n8n.run(workflow, 'Every Night')).error).toBeUndefined();
			const runs = await rowsOf(n8n, 'idle_sync_runs');
			expect(runs.map(({ read }) => read)).toEqual(Array(times).fill(0));
		}
		expect(kitchen.others.rows).toHaveLength(1);
		expect(sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		for (const table of tables) await deleteTable(n8n, `idle_${table}`);
	},
);

test('close-the-loop informs each owner which customers asked for a post, and nobody where the table has no owners', async () => {
	const table = 'customers_of_owners';
	const ours = (text: string) => text.replaceAll('"customers"', `"${table}"`);
	await n8n.run(await kitchen.setUp('plan-and-revenue', {}, ours), 'Every Night');
	const [user] = sandbox.createUsers(1, { data_mail: 'ada@acme.example' });
	const [post] = sandbox.createPosts(1, { title: 'Export', user, status: 'done' });
	const comment = 'Ticket 7 of bob@umbrella.example and cem@initech.example';
	sandbox.createComments(1, { post, comment, public: false });
	const event = { event: 'postStatusChanged', eventId: '1', feedback_id: post, title: 'Export' };
	const pinned = { 'Post Done': [{ ...event, to: 'done', data_mail: 'ada@acme.example' }] };
	const workflow = await kitchen.setUp('close-the-loop', pinned, ours);
	await kitchen.activate(workflow);
	const done = `Done: Export #${post}`;
	await addRow(n8n, table, { email: 'ada@acme.example' });
	expect((await n8n.run(workflow, 'Post Done')).error).toBeUndefined();
	expect(kitchen.others.messages).toEqual([done]);
	await addRow(n8n, table, { email: 'Bob@umbrella.example', owner: '<@U1>' });
	await addRow(n8n, table, { email: 'cem@initech.example', owner: '<@U2>' });
	expect((await n8n.run(workflow, 'Post Done')).error).toBeUndefined();
	await until('the owners are informed', () => kitchen.others.messages.length === 4);
	const asked = (owner: string, email: string) =>
		`${owner}: your customers ${email} asked for Export #${post}. It is done.`;
	expect(kitchen.others.messages.slice(1).toSorted()).toEqual([
		asked('<@U1>', 'Bob@umbrella.example'),
		asked('<@U2>', 'cem@initech.example'),
		done,
	]);
	await deleteTable(n8n, table);
});

test('release-notes publishes and comments once although answers are lost, and a comment is refused', async () => {
	const { messages } = kitchen.others;
	sandbox.run('DELETE FROM comments');
	const posts = sandbox.createPosts(3, { status: 'done' });
	for (const post of posts) {
		const entry = { key: 'release_note', value: 'waiting' };
		await send(sandbox, 'PUT', `/v1/post/${post}/meta`, entry);
	}
	const workflow = await kitchen.setUp('release-notes', {}, (text) =>
		text.replace('"name":"Update address","type":"string","value":""', (one) =>
			one.replace('""', '"https://a.example/{id}"'),
		),
	);
	const cut = { type: 'resetAfter' } as const;
	sandbox.fault({ method: 'POST', path: /update$/, action: cut });
	const execution = await n8n.begin(workflow, 'Every Friday');
	await until('a person is asked', () => messages.length > 0);
	await answer(messages[0], 'Publish');
	expect((await n8n.finished(execution)).error).toBeUndefined();
	const updates = sandbox.rows('SELECT changelog_id FROM updates');
	expect(updates).toHaveLength(1);
	const marks = () => sandbox.rows("SELECT value FROM post_metadata WHERE key = 'release_note'");
	const remembered = posts.map(() => ({ value: `${updates[0].changelog_id as number}` }));
	expect(marks()).toEqual(remembered);
	const written = () =>
		sandbox.rows('SELECT feedback_id, comment FROM comments ORDER BY feedback_id');
	const links = posts.map((feedback_id) => ({
		feedback_id,
		comment: expect.stringContaining(`https://a.example/${updates[0].changelog_id as number}`),
	}));
	expect(written()).toEqual(links);

	// Comments alone are missing: one answer is lost, and one request is refused.
	sandbox.run('DELETE FROM comments');
	sandbox.run("UPDATE post_metadata SET value = 'waiting'");
	sandbox.fault({ method: 'POST', path: /comment$/, action: cut });
	sandbox.fault({ method: 'POST', path: /comment$/, action: { type: 'forbidden' } });
	const again = await n8n.begin(workflow, 'Every Friday');
	await until('a person is asked again', () => messages.length > 1);
	await answer(messages[1], 'Publish');
	expect((await n8n.finished(again)).error).toBeUndefined();
	expect(written()).toHaveLength(3);
	expect(marks()).toHaveLength(3);

	// A comment that is always refused: the other posts are not drafted again.
	sandbox.run('DELETE FROM comments');
	sandbox.run("UPDATE post_metadata SET value = 'waiting'");
	const path = new RegExp(`/post/${posts[1]}/comment$`);
	for (let time = 0; time < 2; time++) {
		sandbox.fault({ method: 'POST', path, action: { type: 'forbidden' } });
	}
	const last = await n8n.begin(workflow, 'Every Friday');
	await until('a person is asked for the last time', () => messages.length > 2);
	await answer(messages[2], 'Publish');
	expect((await n8n.finished(last)).error).toBeDefined();
	expect(written().map(({ feedback_id }) => feedback_id)).toEqual([posts[0], posts[2]]);
	const waiting = "SELECT feedback_id FROM post_metadata WHERE value = 'waiting'";
	expect(sandbox.rows(waiting)).toEqual([{ feedback_id: posts[1] }]);
});

test('support-conversations queues each mail on its own, and what failed by a Retry, all once', async () => {
	const start = 'Mail Received';
	const workflow = await kitchen.setUp('support-conversations', {}, (text) =>
		called(text, 'mails', start),
	);
	await kitchen.activate(workflow);
	const mails = ['<p>one</p>', '<img src="https://a.example/1.png">', '', '', '<b>five</b>'].map(
		(textHtml, at) => ({
			from: `Ada <user_${at}@customer.example>`,
			subject: `Mail ${at}`,
			textHtml,
			textPlain: at === 3 ? 'four' : '',
			metadata: { 'message-id': `<${at}@customer.example>` },
		}),
	);
	sandbox.fault({ method: 'POST', path: /queue$/, after: 1, action: { type: 'forbidden' } });
	await kitchen.call('mails', mails);
	const ended = async (count: number) =>
		await until(`${count} executions have ended`, async () => {
			const all = await n8n.executions(workflow);
			const isRunning = all.some(({ status }) => ['new', 'running'].includes(status));
			return all.length === count && !isRunning ? all : undefined;
		});
	const [failed, ...others] = (await ended(1 + mails.length)).filter(
		({ status }) => status === 'error',
	);
	expect(others).toEqual([]);
	const queued = () => sandbox.rows('SELECT text, user_email FROM queue_items ORDER BY user_email');
	expect(queued()).toHaveLength(4);
	await n8n.retry(failed.id);
	await ended(2 + mails.length);
	const texts = ['one', 'Mail 1', 'Mail 2', 'four', 'five'];
	expect(queued()).toEqual(
		texts.map((text, at) => ({ text, user_email: `user_${at}@customer.example` })),
	);
	await kitchen.call('mails', mails);
	await ended(3 + 2 * mails.length);
	expect(queued()).toHaveLength(5);
	await deleteTable(n8n, 'conversations');
});

test('weekly-digest says which posts gained most votes since the last one that was sent', async () => {
	sandbox.run('DELETE FROM posts');
	const [one, two] = sandbox.createPosts(2, { created: '2026-01-01 00:00:00' });
	const weekly = { field: 'weeks', triggerAtDay: [1], triggerAtHour: 9 };
	const soon = { field: 'seconds', secondsInterval: 4 };
	const workflow = await kitchen.setUp('weekly-digest', {}, (text) =>
		text.replace(JSON.stringify(weekly), JSON.stringify(soon)),
	);
	const { messages } = kitchen.others;
	const gained = (text = '') => /Gained.*\n((?:• .*\n)+)/.exec(text)?.[1].trim().split('\n');
	const next = async () => {
		const before = messages.length;
		await until('a digest is sent', () => messages.length > before);
		return gained(messages.at(-1));
	};
	await kitchen.activate(workflow);
	expect(await next()).toBeUndefined();
	expect(await next()).toBeUndefined();
	kitchen.others.refuse(/hooks/, 'all');
	sandbox.run('UPDATE posts SET total_up = total_up + 3 WHERE feedback_id = ?', one);
	sandbox.run('UPDATE posts SET total_up = total_up + 5 WHERE feedback_id = ?', two);
	await until('a digest was not sent', async () =>
		(await n8n.executions(workflow)).some(({ status }) => status === 'error'),
	);
	kitchen.others.recover();
	expect(await next()).toEqual([`• Post 2 #${two}, votes: +5`, `• Post 1 #${one}, votes: +3`]);
	const [added] = sandbox.createPosts(1, { title: 'New one' });
	sandbox.run('UPDATE posts SET total_up = 2 WHERE feedback_id = ?', added);
	await until('it is in a digest', async () => String(await next()).includes('New one'));
	expect(await next()).toBeUndefined();
});

/** What differs between the recipes of trackers, which have one shape. */
const trackers = [
	{
		recipe: 'jira',
		webhook: 'issue-closed',
		finds: /search/,
		creates: /issue$/,
		closed: (label: string) => ({ key: 'FEED-2', labels: [label], resolution: 'Done' }),
	},
	{
		recipe: 'github',
		webhook: 'github-issue-closed/webhook',
		finds: /labels=/,
		creates: /issues$/,
		closed: (label: string) => ({
			action: 'closed',
			issue: { html_url: 'FEED-2', labels: [{ name: label }], state_reason: 'completed' },
		}),
	},
];

test.for(trackers)(
	'$recipe makes one issue of a post although answers are lost, and the tracker is down until a person retries',
	async ({ recipe, creates, finds }) => {
		const { others } = kitchen;
		const event = { event: 'postStatusChanged', to: 'planned', description: 'x'.repeat(40_000) };
		const events = [1, 2, 3].map((id) => ({ ...event, eventId: `${id}`, feedback_id: id }));
		const workflow = await kitchen.setUp(recipe, { 'Post Planned': events });
		const all = ['feedback-1', 'feedback-2', 'feedback-3'];
		others.disturb(creates, 504, 2);
		expect((await n8n.run(workflow, 'Post Planned')).error).toBeUndefined();
		expect(others.issues.toSorted()).toEqual(all);
		expect(JSON.stringify(others.received[0].body).length).toBeLessThan(31_000);

		others.issues.length = 0;
		others.disturb(creates, 504, 3);
		const run = n8n.run(workflow, 'Post Planned');
		await until('the issues are made', () => others.issues.length === 3);
		others.disturb(finds, 504, Infinity);
		expect((await run).error?.message).toContain('Post ');
		const [failed] = (await n8n.executions(workflow)).toReversed();
		others.recover();
		await n8n.retry(failed.id);
		await until('the retry has ended', async () => {
			const all = await n8n.executions(workflow);
			return all.some(({ mode, status }) => mode === 'retry' && status === 'success');
		});
		expect(others.issues.toSorted()).toEqual(all);
	},
);

test.for(trackers)(
	'$recipe of two workspaces keeps to the posts of its own, also where those have the same ID',
	async ({ recipe, webhook, closed }) => {
		const other = await openKitchen(n8n);
		const ours = (text: string) =>
			text
				.replaceAll(other.others.url, kitchen.others.url)
				.replaceAll('"feedback"', '"feedback-b"')
				.replaceAll('issue-closed', 'issue-closed-b');
		const [post] = sandbox.createPosts(1);
		other.sandbox.createPosts(1);
		other.sandbox.run('UPDATE posts SET feedback_id = ?', post);
		const event = { event: 'postStatusChanged', eventId: '1', feedback_id: post, to: 'planned' };
		const pins = { 'Post Planned': [event] };
		const one = await kitchen.setUp(recipe, pins);
		const two = await other.setUp(recipe, pins, ours);
		for (const workflow of [one, two, one, two]) {
			await n8n.run(workflow, 'Post Planned');
			kitchen.others.findAll();
		}
		expect(kitchen.others.issues).toEqual([`feedback-${post}`, `feedback-b-${post}`]);

		await kitchen.activate(await kitchen.setUp(recipe));
		await other.activate(await other.setUp(recipe, {}, ours));
		const body = closed(`feedback-b-${post}`);
		expect((await kitchen.call(webhook, body)).status).toBe(200);
		const theirs = webhook.replace('issue-closed', 'issue-closed-b');
		expect((await other.call(theirs, body)).status).toBe(200);
		const path = `/v1/post/${post}/comment`;
		await until('the comment is made', () => other.posted(path).length > 0);
		expect(kitchen.posted(path)).toEqual([]);
		await other.clear();
		await other.close();
	},
);

test('jira answers 422 to any other body, and says what is missing and what to send', async () => {
	const [post] = sandbox.createPosts(1);
	const workflow = await kitchen.setUp('jira');
	await kitchen.activate(workflow);
	const body = { key: 'FEED-1', labels: [`feedback-${post}`], resolution: 'Done' };
	// What else can be wrong is tried with ticket-vote, whose step Check is the same.
	const answers = [
		[{}, "'key' is missing. 'labels' is missing. 'resolution' is missing."],
		[{ ...body, labels: body.labels.join(', ') }, "'labels' must be a list of texts."],
		[{ ...body, labels: [body.labels] }, "'labels' must be a list of texts."],
	] as const;
	const send = "Send 'key' and 'resolution' as text, and 'labels' as a list of texts.";
	for (const [sent, wrong] of answers) {
		const answer = await kitchen.call('issue-closed', sent);
		const refusal = { accepted: false, message: `${wrong} ${send} Nothing was changed.` };
		expect([answer.status, await answer.json()]).toEqual([422, refusal]);
	}
	expect(kitchen.posted(`/v1/post/${post}/comment`)).toEqual([]);
	const answer = await kitchen.call('issue-closed', body);
	expect([answer.status, await answer.json()]).toEqual([200, { accepted: true }]);
});

test('error-workflow names the workflow, the node and the reason, once for each of six that fail three times at once', async () => {
	const errorWorkflow = await kitchen.setUp('error-workflow');
	await kitchen.activate(errorWorkflow);
	const paths = [1, 2, 3, 4, 5, 6].map((at) => `fails-always-${at}`);
	for (const path of paths) {
		const webhook: WorkflowNode = {
			name: 'Called',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: { path: ownPath(path), httpMethod: 'POST', options: {} },
		};
		const failing = await n8n.createWorkflow({
			name: path,
			nodes: [webhook, postsNode('get', { postId: byId(999_999) }, kitchen.credential)],
			connections: { Called: { main: [[{ node: 'Posts', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1', errorWorkflow },
		});
		await kitchen.activate(failing);
	}
	const calls = [...paths, ...paths, ...paths];
	await Promise.all(calls.map(async (path) => await kitchen.call(path, {})));
	await until('the error workflow has run for each', async () => {
		const all = await n8n.executions(errorWorkflow);
		return all.length === calls.length && all.every(({ status }) => status === 'success');
	});
	expect(kitchen.others.messages.toSorted()).toEqual(
		paths.map((path) => expect.stringMatching(new RegExp(`^${path} failed in Posts: .*999999`))),
	);
});
