// Recipes that connect the workspace with a support desk or an issue tracker.
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

const setStatus = (post: number, status: string) =>
	kitchen.sandbox.run(
		"UPDATE posts SET status = ?, updated = datetime('now') WHERE feedback_id = ?",
		status,
		post,
	);

test('support-to-intelligence sends a conversation to the queue, and refuses a caller without the secret', async () => {
	await start('support-to-intelligence');
	const conversation = {
		title: 'Ticket 4711',
		text: 'We miss an export',
		url: 'https://support.example.com/tickets/4711',
		name: 'Ada Lovelace',
		email: 'ada@example.com',
	};
	expect((await callWebhook('support-conversation', conversation, 'guessed')).status).toBe(403);
	expect((await callWebhook('support-conversation', conversation)).status).toBe(200);
	expect(kitchen.posted('/v1/intelligence/queue').map(({ body }) => body)).toEqual([
		{
			text: 'We miss an export',
			title: 'Ticket 4711',
			ref: 'https://support.example.com/tickets/4711',
			user_name: 'Ada Lovelace',
			user_email: 'ada@example.com',
			service: 'support-desk',
		},
	]);
});

test('close-the-loop answers the ticket of a post whose status changes, and informs the team of each', async () => {
	const [asked, other] = kitchen.sandbox.createPosts(2, { title: '<Export>' });
	await send(kitchen.sandbox, 'PUT', `/v1/post/${asked}/meta`, {
		key: 'ticket-47/11',
		value: '47/11',
	});
	await start('close-the-loop');
	await kitchen.polls('/v1/posts', 2);
	setStatus(asked, 'planned');
	setStatus(other, 'done');
	await until('both are reported', () => kitchen.others.messages.length > 1);
	await until('the ticket is answered', () => kitchen.others.received.length > 0);
	await kitchen.polls('/v1/posts', 2);
	expect(kitchen.others.messages.toSorted()).toEqual([
		'&lt;Export&gt; 1: open to planned',
		'&lt;Export&gt; 2: open to done',
	]);
	expect(kitchen.others.received).toEqual([
		{
			path: '/api/tickets/47%2F11/replies',
			body: { message: 'Your request "<Export> 1" is now planned.' },
			authorized: true,
		},
	]);
});

test('issue-link makes an issue of a planned post, keeps its key, and comments when it is closed', async () => {
	const { sandbox, others } = kitchen;
	const [post, other] = sandbox.createPosts(2, { title: 'Dark mode', description: 'At night' });
	const workflow = await start('issue-link');
	await kitchen.polls('/v1/posts', 2);
	setStatus(post, 'planned');
	setStatus(other, 'done');
	const meta = `/v1/post/${post}/meta`;
	await until('the key is kept', () => sandbox.requests.some(({ method }) => method === 'PUT'));
	expect(others.received).toMatchObject([
		{
			path: '/rest/api/2/issue',
			authorized: true,
			body: { fields: { summary: 'Dark mode 1', labels: [`feedback-${post}`] } },
		},
	]);
	expect(sandbox.requests.find(({ method }) => method === 'PUT')).toMatchObject({
		path: meta,
		body: { key: 'issue', value: 'FEED-1' },
	});
	const labels = ['ui', `feedback-${post}`];
	const resolution = 'Done';
	await callWebhook('issue-closed', { key: 'FEED-2', labels, resolution });
	await callWebhook('issue-closed', { key: 'FEED-1', labels, resolution: "Won't Do" });
	await callWebhook('issue-closed', { key: 'OTHER-1', labels: ['ui'], resolution });
	await callWebhook('issue-closed', { key: 'OTHER-2', resolution });
	const comments = () => kitchen.posted(`/v1/post/${post}/comment`);
	for (const times of [1, 2]) {
		await callWebhook('issue-closed', { key: 'FEED-1', labels, resolution });
		await until('the post has a comment', () => comments().length > 0);
		await kitchen.polls('/v1/posts', 2);
		expect(
			comments().map(({ body }) => body),
			`closed ${times} times`,
		).toEqual([{ comment: 'This is done. Thank you for the idea!', public: true }]);
	}
	const statuses = (await n8n.executions(workflow)).map(({ status }) => status);
	expect(new Set(statuses)).toEqual(new Set(['success']));
});

test('ticket-vote votes for the post with the title of the request, or creates it, and keeps the ticket', async () => {
	const { sandbox } = kitchen;
	const emails = ['ada@customer.example', 'grace@customer.example'];
	const [ada, grace] = emails.flatMap((data_mail) => sandbox.createUsers(1, { data_mail }));
	await start('ticket-vote');
	const asks = async (ticket: unknown, title: string, email: string) =>
		await (await callWebhook('ticket-request', { ticket, title, email })).json();
	expect(await asks('T-1', 'Export as CSV', emails[0])).toMatchObject({ saved: true });
	expect(await asks('T-2', 'export as csv', emails[1])).toMatchObject({ saved: true });
	expect(await asks('T-3', 'Export as CSV', 'eve@elsewhere.example')).toEqual({
		saved: false,
		message: expect.stringContaining('eve@elsewhere.example'),
	});
	for (const ticket of [undefined, null, '', ' ']) {
		const message = 'The ticket is missing. Send ticket, title and email. Nothing was saved.';
		const refusal = { saved: false, message };
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
	for (const email of [
		'eve',
		'%',
		`${bystander}`,
		bystander,
		byId,
		[byId],
		['eve@erasure.example', 'x'],
	]) {
		expect(await asks(email), JSON.stringify(email)).toEqual(unknown);
	}
	expect(deleted()).toEqual([]);
	expect(await asks(' Ada@Erasure.example')).toEqual([200, { erased: true, user_id: ada }]);
	expect(await asks('ada@erasure.example')).toEqual(unknown);
	expect(deleted()).toEqual([ada]);
	expect(counted()).toEqual(before);
	const statuses = (await n8n.executions(workflow)).map(({ status }) => status);
	expect(statuses.slice(0, 4)).toEqual(Array(4).fill('error'));
	expect(statuses.slice(4)).not.toContain('error');
});
