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

async function start(recipe: string, change?: (text: string) => string): Promise<string> {
	const workflow = await kitchen.setUp(recipe, {}, change);
	await kitchen.activate(workflow);
	return workflow;
}

async function ask(path: string, body: unknown): Promise<{ code: number; said: object }> {
	const answer = await kitchen.call(path, body as object);
	return { code: answer.status, said: (await answer.json()) as object };
}

test('ticket-vote answers what it saved, and why it saved nothing', async () => {
	const email = 'ada@customer.example';
	sandbox.createUsers(1, { data_mail: email });
	await start('ticket-vote');
	const asks = async (body: object) => await ask('ticket-request', body);
	const title = 'Export as CSV';
	const saved = { saved: true, voted: true };
	expect(await asks({ ticket: 'T-1', title, email })).toMatchObject({ code: 200, said: saved });
	const other = { ticket: 'T-2', title: ' export as csv ', email: 'eve@elsewhere.example' };
	const unknown = { saved: true, voted: false, status: 'open' };
	expect(await asks(other)).toMatchObject({ code: 200, said: unknown });
	const missing = "'ticket' is missing. 'title' is missing. 'email' is missing.";
	const wrongs: [object, string][] = [
		[[{ ticket: 'T-3', title, email }], missing],
		[{ ticket: '{{ticket.id}}', title, email }, "'ticket' is empty."],
		[{ ticket: 'T-3', title: { text: title }, email }, "'title' must be text."],
	];
	const nothing = { saved: false, voted: false, post: null, status: null };
	for (const [body, wrong] of wrongs) {
		const message = `${wrong} Send 'ticket', 'title' and 'email' as text. Nothing was changed.`;
		expect(await asks(body), wrong).toEqual({ code: 422, said: { ...nothing, message } });
	}
	const failures = [
		[{ type: 'unauthorized' }, 424],
		[{ type: 'forbidden' }, 424],
		[{ type: 'emptyBody', status: 200 }, 502],
	] as const;
	for (const [action, code] of failures) {
		sandbox.fault({ method: 'POST', path: /vote$/, action, times: Infinity });
		const refused = { code, said: { saved: true, voted: false } };
		expect(await asks({ ticket: 4, title, email }), action.type).toMatchObject(refused);
		sandbox.clearFaults();
	}
	expect(kitchen.posted('/v1/post')).toHaveLength(1);
});

test.each([
	['POST', /post$/, { type: 'internalError', applied: false }, 502],
	['POST', /post$/, { type: 'resetBefore' }, 502],
	['POST', /post$/, { type: 'truncatedJson' }, 502],
	['POST', /post$/, { type: 'upgradeRequired' }, 424],
	['GET', /\/comments/, { type: 'html', status: 503 }, 502],
	['POST', /comment$/, { type: 'internalError', applied: true }, 502],
	['PUT', /meta$/, { type: 'internalError', applied: true }, 502],
] as const)(
	'ticket-vote answers that nothing was saved, and whether to call again: %s %s %o',
	async (method, path, action, code) => {
		await start('ticket-vote');
		sandbox.fault({ method, path, action, times: Infinity });
		const title = `Call again: ${action.type} at ${String(path)}`;
		const call = { ticket: 'T-9', title, email: 'ada@customer.example' };
		const nothing = { saved: false, voted: false, post: null, status: null };
		const said = { ...nothing, message: expect.stringMatching(/./) };
		expect(await ask('ticket-request', call)).toEqual({ code, said });
		sandbox.clearFaults();
		expect(await ask('ticket-request', call)).toMatchObject({ code: 200, said: { saved: true } });
		const kept = sandbox.rows('SELECT comment FROM comments');
		expect(kept.filter(({ comment }) => String(comment).includes(title))).toHaveLength(1);
	},
);

test('ticket-vote keeps the words and address of each ticket once, under one title, and answers the status of its post', async () => {
	sandbox.run('DELETE FROM comments');
	const [post] = sandbox.createPosts(1, { title: 'Customer request: Acme', status: 'done' });
	await kitchen.activate(
		await kitchen.setUp('ticket-vote', {}, (text) =>
			text
				.replace('"value":"ticket"', '"value":"ticket.number"')
				.replace(
					/("name":"Ticket address","type":"string","value":)""/,
					'$1"https://desk.example.com/t/{ticket}"',
				),
		),
	);
	const title = ' Customer request:\nAcme';
	const call = {
		ticket: { number: 7 },
		title,
		details: 'Dark, please',
		email: 'eve\u200B@elsewhere.example',
	};
	for (const times of [1, 2]) {
		expect(await ask('ticket-request', call), `${times}`).toMatchObject({
			code: 200,
			said: { post, status: 'done', voted: false },
		});
	}
	// The customer writes again in the same ticket.
	await ask('ticket-request', { ...call, details: 'Also at night' });
	const long = 'Very long '.repeat(30).trim();
	await ask('ticket-request', { ...call, ticket: { number: '8' }, title: long });
	const kept = (id: number, words: string, details = 'Dark, please') =>
		`Ticket ${id} of eve@elsewhere.example\nhttps://desk.example.com/t/${id}\n${words}\n${details}`;
	expect(sandbox.rows('SELECT comment, public FROM comments')).toEqual([
		{ comment: kept(7, title.trim()), public: 0 },
		{ comment: kept(7, title.trim(), 'Also at night'), public: 0 },
		{ comment: kept(8, long), public: 0 },
	]);
	expect(sandbox.rows('SELECT description FROM posts WHERE title LIKE ?', 'Very long%')).toEqual([
		{ description: `${long}\n\nDark, please` },
	]);
});

test('jira comments once on each post whose label a done issue has', async () => {
	for (const table of ['comments', 'post_metadata']) sandbox.run(`DELETE FROM ${table}`);
	const posts = sandbox.createPosts(2);
	const workflow = await start('jira');
	// Of a post that was deleted, too.
	const labels = ['urgent', 'feedback-999999', ...posts.map((post) => `feedback-${post}`)];
	for (const times of [1, 2]) {
		await ask('issue-closed', { key: 'FEED-1', labels, resolution: 'Done' });
		await until('it has ended', async () => {
			const all = await n8n.executions(workflow);
			return all.length === times && all.every(({ status }) => status === 'success');
		});
	}
	expect(sandbox.rows('SELECT feedback_id, public FROM comments ORDER BY 1')).toEqual(
		posts.map((feedback_id) => ({ feedback_id, public: 1 })),
	);
	expect(sandbox.rows('SELECT feedback_id, value FROM post_metadata ORDER BY 1')).toEqual(
		posts.map((feedback_id) => ({ feedback_id, value: 'FEED-1' })),
	);
});

test('feedback-form thanks before it looks for the customer, keeps the words and address of each, and says what to send', async () => {
	for (const table of ['posts', 'comments', 'votes']) sandbox.run(`DELETE FROM ${table}`);
	const email = 'grace@customer.example';
	const [user] = sandbox.createUsers(1, { data_mail: email });
	const german = (text: string) =>
		text
			.replace('"fieldLabel":"Idea"', '"fieldLabel":"Was wünschst du dir?"')
			.replace('"fieldLabel":"Details"', '"fieldLabel":"Mehr „dazu“"')
			.replace('Thank you! We read every idea.', "Thank you! We'll read it.");
	await kitchen.activate(await kitchen.setUp('feedback-form', {}, german));
	const sends = async (...values: string[]) => {
		const answer = await kitchen.call('feedback-form', formOf(...values));
		return ((await answer.json()) as { formSubmittedText: string }).formSubmittedText;
	};
	const thanks = "Thank you! We'll read it.";
	const wish = `Dark mode ${'please '.repeat(66)}`.trim();
	for (const [at, address] of [email, 'eve@elsewhere.example', 'no address'].entries()) {
		expect(await sends(wish, `At night ${at}`, address)).toBe(thanks);
	}
	await until('it is voted for', () => sandbox.rows('SELECT * FROM votes').length > 0);
	expect(await sends(' ', '', email)).toContain("fill in 'Was wünschst du dir?' and 'Email'");
	expect(await sends('{{first_name}}', '', email)).toContain("fill in 'Was wünschst du dir?'");
	expect(await sends('Other')).toContain("and 'Email'");
	sandbox.fault({ method: 'POST', path: /post$/, action: { type: 'unauthorized' } });
	expect(await sends('Other', '', email)).toContain('Please send it again later.');
	// Nothing of the customer is asked for before the answer, whose time would show who is known.
	const known = sandbox.requests.length;
	sandbox.fault({ path: '/v1/users', action: { type: 'timeout' } });
	expect(await sends(wish, 'At night 3', 'no address')).toBe(thanks);
	await until('it is looked up', () =>
		sandbox.requests.slice(known).some(({ path }) => path.startsWith('/v1/users')),
	);
	const title = `${wish.slice(0, 79)}…`;
	expect(sandbox.rows('SELECT title, description FROM posts')).toEqual([
		{ title, description: `${wish}\n\nAt night 0` },
	]);
	expect(sandbox.rows('SELECT comment, public FROM comments')).toEqual([
		{ comment: `From ${email}`, public: 0 },
		{ comment: `From eve@elsewhere.example\n${wish}\nAt night 1`, public: 0 },
		{ comment: `From no address\n${wish}\nAt night 2`, public: 0 },
		{ comment: `From no address\n${wish}\nAt night 3`, public: 0 },
	]);
	expect(sandbox.rows('SELECT user_id, vote FROM votes WHERE user_id = ?', user)).toHaveLength(1);
});

test('feedback-form takes the idea of a field of any kind, and fails where its form asks for no address', async () => {
	for (const table of ['posts', 'comments', 'votes']) sandbox.run(`DELETE FROM ${table}`);
	const longer = (text: string) =>
		text.replace(
			'"fieldLabel":"Idea","fieldType":"text"',
			'"fieldLabel":"Idee","fieldType":"textarea"',
		);
	const workflow = await start('feedback-form', longer);
	const sends = async (...values: string[]) =>
		await (await kitchen.call('feedback-form', formOf(...values))).text();
	expect(await sends('Dark mode', 'Soon', 'eve@elsewhere.example')).toContain('Thank you!');
	expect(sandbox.rows('SELECT title, description FROM posts')).toEqual([
		{ title: 'Dark mode', description: 'Soon' },
	]);
	await kitchen.clear();
	expect(await n8n.executions(workflow)).toMatchObject([{ status: 'success' }]);
	const without = await start('feedback-form', (text) =>
		text.replace(/,\{"fieldLabel":"Email"[^{}]*\}/, ''),
	);
	expect(await sends('Dark mode', '')).toContain("fill in 'Idea' and 'email'");
	const [failed] = await until('it has failed', async () => {
		const all = await n8n.executions(without);
		return all.some(({ status }) => status === 'error') && all;
	});
	expect((await n8n.finished(failed.id)).error?.message).toContain("'email'");
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
	expect(await asks('ada@erasure.example')).toEqual([424, refused('API key')]);
	sandbox.clearFaults();
	sandbox.fault({ method: 'DELETE', action: { type: 'forbidden' } });
	expect(await asks('ada@erasure.example')).toEqual([424, refused("not allowed to run 'Delete")]);
	expect(await asks('twin@erasure.example')).toEqual([422, refused('2 end-users')]);
	const noText = [422, refused('Send the address of one end-user, as text.')];
	for (const action of [
		{ type: 'internalError', applied: false },
		{ type: 'truncatedJson' },
	] as const) {
		sandbox.fault({ path: '/v1/users', action, times: Infinity });
		expect(await asks('ada@erasure.example'), action.type).toEqual([502, refused('')]);
		sandbox.clearFaults();
	}
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
	const failed = 6 + noAddress.length;
	expect(statuses.slice(0, failed)).toEqual(Array(failed).fill('error'));
	expect(statuses.slice(failed)).not.toContain('error');
});
