// What recipes answer to support desks, forms and other callers.
import { afterAll, afterEach, expect, test } from 'vitest';
import { send } from '../contract/workspace.mts';
import { sharedN8n } from '../e2e/session.mts';
import { until } from '../n8n-host/host.mts';
import { formOf, openKitchen } from './kitchen.mts';

const n8n = await sharedN8n();
const kitchen = await openKitchen(n8n);
const { sandbox } = kitchen;

afterAll(async () => await kitchen.close());
afterEach(async () => await kitchen.clear());

async function start(recipe: string): Promise<string> {
	const workflow = await kitchen.setUp(recipe);
	await kitchen.activate(workflow);
	return workflow;
}

function change(post: number, status: string): void {
	const sql = "UPDATE posts SET status = ?, updated = datetime('now') WHERE feedback_id = ?";
	sandbox.run(sql, status, post);
}

test('close-the-loop answers a ticket again when the post is done again, and not for the same change', async () => {
	const { others, polls } = kitchen;
	const [post] = sandbox.createPosts(1);
	const ticket = { key: 'ticket-T1', value: 'T1' };
	await send(sandbox, 'PUT', `/v1/post/${post}/meta`, ticket);
	await start('close-the-loop');
	await polls('/v1/posts', 2);
	for (const times of [1, 2]) {
		change(post, 'done');
		await until(`there are ${times} answers`, () => others.received.length === times);
		await until('it is remembered', () => answered().length === times);
		change(post, 'open');
		await polls('/v1/posts', 2);
	}
	expect(new Set(answered()).size).toBe(2);
	expect(others.messages).toHaveLength(2);
});

const answered = () =>
	sandbox.requests
		.filter(({ method }) => method === 'PUT')
		.map(({ body }) => body as { key: string; value: string })
		.filter(({ key }) => key === 'answered-T1')
		.map(({ value }) => value);

test('ticket-vote answers what it saved, and why it saved nothing', async () => {
	const email = 'ada@customer.example';
	sandbox.createUsers(1, { data_mail: email });
	await start('ticket-vote');
	const asks = async (body: object) => {
		const answer = await kitchen.call('ticket-request', body);
		return { status: answer.status, ...((await answer.json()) as object) };
	};
	const title = 'Export as CSV';
	const saved = { status: 200, saved: true };
	expect(await asks({ ticket: 'T-1', title, email })).toMatchObject({ ...saved, voted: true });
	const other = { ticket: 'T-2', title: ' export as csv ', email: 'eve@elsewhere.example' };
	expect(await asks(other)).toMatchObject({ ...saved, voted: false });
	const missing = "'ticket' is missing. 'title' is missing. 'email' is missing.";
	const wrongs: [object, string][] = [
		[[{ ticket: 'T-3', title, email }], missing],
		[{ request: { ticket: 'T-3', title, email } }, missing],
		[{ title, email }, "'ticket' is missing."],
		[{ ticket: null, title, email }, "'ticket' is missing."],
		[{ ticket: 'T-3', title }, "'email' is missing."],
		[{ ticket: '{{ticket.id}}', title, email }, "'ticket' is empty."],
		[{ ticket: 'undefined', title, email }, "'ticket' is empty."],
		[{ ticket: 'T-3', title: ' ', email }, "'title' is empty."],
		[{ ticket: 'T-3', title: '[object Object]', email }, "'title' is empty."],
		[{ ticket: 'T-3', title: { text: title }, email }, "'title' must be text."],
		[{ ticket: 'T-3', title: [title], email }, "'title' must be text."],
		[{ ticket: 'T-3', title: true, email }, "'title' must be text."],
	];
	for (const [body, wrong] of wrongs) {
		expect(await asks(body), wrong).toEqual({
			...{ status: 422, saved: false, voted: false, post: null },
			message: `${wrong} Send 'ticket' (text), 'title' (text), 'email' (text). Nothing was changed.`,
		});
	}
	sandbox.fault({ method: 'POST', path: /vote$/, action: { type: 'unauthorized' } });
	const refused = { status: 502, saved: true, voted: false };
	expect(await asks({ ticket: 4, title, email })).toMatchObject(refused);
	expect(kitchen.posted('/v1/post')).toHaveLength(1);
});

test('feedback-form thanks in the same words whether the address is known, and says what to send', async () => {
	sandbox.run('DELETE FROM posts');
	const email = 'grace@customer.example';
	const [user] = sandbox.createUsers(1, { data_mail: email });
	await start('feedback-form');
	const sends = async (...values: string[]) => {
		const answer = await kitchen.call('feedback-form', formOf(...values));
		return ((await answer.json()) as { formSubmittedText: string }).formSubmittedText;
	};
	const thanks = 'Thank you! We read every idea.';
	for (const address of [email, email, 'eve@elsewhere.example', 'no address']) {
		expect(await sends('Dark mode', 'At night', address)).toBe(thanks);
	}
	expect(await sends(' ', '', email)).toContain("'Idea' is empty.");
	expect(await sends('Other')).toContain("'Email' is");
	sandbox.fault({ method: 'POST', path: /post$/, action: { type: 'unauthorized' } });
	expect(await sends('Other', '', email)).toContain('Please send it again later.');
	expect(sandbox.rows('SELECT title, description FROM posts')).toEqual([
		{ title: 'Dark mode', description: 'At night' },
	]);
	expect(sandbox.rows('SELECT user_id, vote FROM votes WHERE user_id = ?', user)).toHaveLength(1);
});

test('erasure-request deletes the one end-user with the address, answers what was done, and shows what failed', async () => {
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
		const answer = await kitchen.call('erasure-request', { email });
		return [answer.status, await answer.json()];
	};
	const refused = (text: string) => ({ erased: false, message: expect.stringContaining(text) });
	const unknown = [404, refused('No end-user has this email address. Nothing was deleted.')];

	sandbox.fault({ path: '/v1/users', action: { type: 'unauthorized' } });
	expect(await asks('ada@erasure.example')).toEqual([502, refused('API key')]);
	sandbox.clearFaults();
	sandbox.fault({ method: 'DELETE', action: { type: 'forbidden' } });
	expect(await asks('ada@erasure.example')).toEqual([502, refused("not allowed to run 'Delete")]);
	expect(await asks('twin@erasure.example')).toEqual([422, refused('2 end-users')]);
	const noText = [422, refused('Send email: the address of one end-user, as text.')];
	expect(await asks('')).toEqual(noText);
	const byId = { __rl: true, mode: 'id', value: String(bystander) };
	// A list or an object is nobody, so that it cannot be somebody else.
	const noAddress = [byId, [byId], ['eve@erasure.example'], ['eve@erasure.example', 'x'], [], ['']];
	for (const email of noAddress) {
		expect(await asks(email), JSON.stringify(email)).toEqual(noText);
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
