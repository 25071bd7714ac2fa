// What triggers are set to, and recipes that support desks, forms and issue trackers call.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { send } from '../contract/workspace.mts';
import { sharedN8n } from '../e2e/session.mts';
import { until } from '../n8n-host/host.mts';
import { callWebhook, type Kitchen, openKitchen } from './kitchen.mts';

const n8n = await sharedN8n();
let kitchen: Kitchen;

beforeAll(async () => {
	kitchen = await openKitchen(n8n);
});
afterAll(async () => await kitchen?.close());
afterEach(async () => await kitchen.clear());

async function start(recipe: string): Promise<string> {
	const workflow = await kitchen.setUp(recipe);
	await kitchen.activate(workflow);
	return workflow;
}

const change = (post: number, what: string) =>
	kitchen.sandbox.run(
		`UPDATE posts SET ${what}, updated = datetime('now') WHERE feedback_id = ?`,
		post,
	);

test.each<[string, string, (posts: number[]) => Promise<void> | void, RegExp[]]>([
	[
		'close-the-loop',
		'/v1/posts',
		([one, two]) => {
			change(one, "status = 'planned'");
			change(two, "status = 'done'");
		},
		[/^Post 1: open to planned$/, /^Post 2: open to done$/],
	],
	[
		'gaining-traction',
		'/v1/posts',
		([one, two]) => {
			change(one, 'total_up = 9');
			change(two, 'total_up = 10');
		},
		[/^Gaining traction:\nPost 2: 10 more votes, now 10$/],
	],
	[
		'detractor-to-post',
		'/v1/promoter',
		async () => {
			for (const [at, user_id] of kitchen.sandbox.createUsers(3).entries()) {
				await send(kitchen.sandbox, 'POST', '/v1/promoter', { vote: [6, 7, 9][at], user_id });
			}
		},
		[/^NPS 6: /],
	],
])(
	'%s sends messages for what its trigger is set to, and for nothing else',
	async (recipe, list, happen, expected) => {
		const { sandbox, others, polls } = kitchen;
		const posts = sandbox.createPosts(2);
		await start(recipe);
		await polls(list, 2);
		await happen(posts);
		await until('all are sent', () => others.messages.length >= expected.length);
		await polls(list, 2);
		const messages = expected.map((one) => expect.stringMatching(one));
		expect(others.messages.toSorted()).toEqual(messages);
	},
);

test('issue-link makes an issue of a planned post alone, and comments when that issue is closed, not another', async () => {
	const { sandbox, others } = kitchen;
	const [post, other] = sandbox.createPosts(2);
	const workflow = await start('issue-link');
	await kitchen.polls('/v1/posts', 2);
	change(other, "status = 'done'");
	change(post, "status = 'planned'");
	await until('the key is kept', () => sandbox.requests.some(({ method }) => method === 'PUT'));
	const labels = [`feedback-${post}`];
	expect(others.received).toMatchObject([{ body: { fields: { labels } } }]);
	for (const key of ['FEED-2', 'FEED-1']) {
		await callWebhook('issue-closed', { key, labels, resolution: 'Done' });
	}
	await until('both calls have ended well', async () => {
		const calls = (await n8n.executions(workflow)).filter(({ mode }) => mode === 'webhook');
		return calls.length === 2 && calls.every(({ status }) => status === 'success');
	});
	expect(kitchen.posted(`/v1/post/${post}/comment`)).toHaveLength(1);
});

test('ticket-vote votes for the post with the title of the request, or creates it, and keeps the ticket', async () => {
	const { sandbox } = kitchen;
	const emails = ['ada@customer.example', 'grace@customer.example'];
	const [ada, grace] = emails.flatMap((data_mail) => sandbox.createUsers(1, { data_mail }));
	await start('ticket-vote');
	const asks = async (ticket: unknown, title: string, email: string) => {
		const answer = await callWebhook('ticket-request', { ticket, title, email });
		return { status: answer.status, ...((await answer.json()) as object) };
	};
	expect(await asks('T-1', 'Export as CSV', emails[0])).toMatchObject({ status: 200, saved: true });
	expect(await asks('T-2', 'export as csv', emails[1])).toMatchObject({ status: 200, saved: true });
	expect(await asks('T-3', 'Export as CSV', 'eve@elsewhere.example')).toEqual({
		status: 422,
		saved: false,
		message: expect.stringContaining('eve@elsewhere.example'),
	});
	for (const ticket of [undefined, null, '', ' ']) {
		const message = 'The ticket is missing. Send ticket, title and email. Nothing was saved.';
		const refusal = { status: 422, saved: false, message };
		expect(await asks(ticket, 'Export as CSV', emails[1])).toEqual(refusal);
		expect(await asks(ticket, 'Dark mode', emails[1])).toEqual(refusal);
	}
	expect(kitchen.posted('/v1/post')).toMatchObject([
		{ body: { title: 'Export as CSV', type: 'idea', user: ada } },
	]);
	const votes = sandbox.requests.filter(({ path }) => path.endsWith('/vote'));
	expect(votes).toMatchObject([{ body: { vote: 1, user_id: grace } }]);
	const kept = sandbox.requests.filter(({ method }) => method === 'PUT');
	expect(kept.map(({ body }) => body)).toEqual([
		{ key: 'ticket-T-1', value: 'T-1' },
		{ key: 'ticket-T-2', value: 'T-2' },
	]);
});

test('erasure-request deletes the one end-user with the address, answers what was done, and shows what failed', async () => {
	const { sandbox } = kitchen;
	const [ada, bystander] = ['ada', 'eve', 'twin', 'twin'].flatMap((name) =>
		sandbox.createUsers(1, { data_mail: `${name}@erasure.example` }),
	);
	const [post] = sandbox.createPosts(1);
	sandbox.createComments(1, { post, user: ada });
	await send(sandbox, 'POST', `/v1/post/${post}/vote`, { vote: 1, user_id: ada });
	await send(sandbox, 'POST', '/v1/promoter', { vote: 2, user_id: ada });
	const counted = () =>
		['posts', 'comments', 'votes', 'promoters', 'users'].map(
			(table) => sandbox.rows(`SELECT count(*) AS count FROM ${table}`)[0].count,
		);
	const deleted = () =>
		sandbox.rows('SELECT user_id FROM users WHERE deleted = 1').map(({ user_id }) => user_id);
	const before = counted();
	const workflow = await start('erasure-request');
	const asks = async (email: unknown) => {
		const answer = await callWebhook('erasure-request', { email });
		return [answer.status, await answer.json()];
	};
	const refused = (text: string) => ({ erased: false, message: expect.stringContaining(text) });
	const unknown = [404, refused('No end-user has this email address. Nothing was deleted.')];

	sandbox.fault({ path: '/v1/users', action: { type: 'unauthorized' } });
	expect(await asks('ada@erasure.example')).toEqual([502, refused('API key')]);
	sandbox.clearFaults();
	sandbox.fault({ method: 'DELETE', action: { type: 'forbidden' } });
	expect(await asks('ada@erasure.example')).toEqual([502, refused('not allowed to delete')]);
	expect(await asks('twin@erasure.example')).toEqual([422, refused('2 end-users')]);
	expect(await asks('')).toEqual([422, refused("'End-User' is empty")]);
	const byId = { __rl: true, mode: 'id', value: String(bystander) };
	// A list or an object is nobody, so that it cannot be somebody else.
	const noAddress = [byId, [byId], ['eve@erasure.example'], ['eve@erasure.example', 'x'], [], ['']];
	for (const email of noAddress) {
		const answer = [422, refused("'End-User' must be text")];
		expect(await asks(email), JSON.stringify(email)).toEqual(answer);
	}
	for (const email of ['eve', '%', `${bystander}`, bystander]) {
		expect(await asks(email), JSON.stringify(email)).toEqual(unknown);
	}
	expect(deleted()).toEqual([]);
	expect(await asks(' Ada@Erasure.example')).toEqual([200, { erased: true, user_id: ada }]);
	expect(await asks('ada@erasure.example')).toEqual(unknown);
	expect(deleted()).toEqual([ada]);
	expect(counted()).toEqual(before);
	const statuses = (await n8n.executions(workflow)).map(({ status }) => status);
	const failed = 4 + noAddress.length;
	expect(statuses.slice(0, failed)).toEqual(Array(failed).fill('error'));
	expect(statuses.slice(failed)).not.toContain('error');
});
