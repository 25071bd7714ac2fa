// The page of the sandbox as HTTP: its forms, odd texts, other sites, and the chat. In a browser: test/browser/demo.test.mts.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moods } from '../moods.mts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../server.mts';
import { ask, clientOf, type Reply } from '../rules/client.mts';
import { html, written } from './html.mts';

let sandbox: Sandbox;
let person: number;
let post: number;

const open = async (options: SandboxOptions = {}) => {
	sandbox = await startSandbox(options);
	[person] = sandbox.createUsers(1, { data_full_name: 'Ada Okafor' });
	[post] = sandbox.createPosts(1, { title: 'Dark mode', status: 'open', user: person });
};
beforeEach(async () => await open());
afterEach(async () => await sandbox.close());

const get = async (path = '/', headers: Record<string, string> = {}) =>
	await ask(sandbox, 'GET', path, { headers });
const send = async (path: string, fields: object, headers: Record<string, string> = {}) => {
	const body = String(new URLSearchParams({ token: sandbox.page.token, ...fields }));
	const type = { 'content-type': 'application/x-www-form-urlencoded' };
	return await ask(sandbox, 'POST', path, { headers: { ...type, ...headers }, body });
};
const chat = async (body: unknown, headers: Record<string, string> = {}) =>
	await ask(sandbox, 'POST', '/chat', { headers, body });
const read = async (path: string) => (await clientOf(sandbox)('GET', path)).json.data;
const newest = (table: string) => sandbox.rows(`SELECT * FROM ${table} ORDER BY rowid DESC`)[0];

/** What the page says after a form. */
const saidAfter = async ({ status, headers }: Reply) => {
	expect(status).toBe(303);
	const { text } = await get(String(headers.location));
	return /role="status">([^<]*)</.exec(text)![1];
};

describe('a form', () => {
	test('sends an idea of a person, and shows it', async () => {
		const fields = { as: person, title: 'Export', description: 'As CSV\r\nor as XLSX' };
		const said = await saidAfter(await send('/page/idea', fields));
		const { feedback_id: id } = newest('posts');
		expect(said).toBe(`Idea #${id} was sent.`);
		expect(await read(`/v1/post/${id}`)).toMatchObject({
			title: 'Export',
			description: 'As CSV\nor as XLSX',
			type: 'idea',
			status: 'open',
			user: { user_id: person },
		});
		expect((await get()).text).toContain(`id="post-${id}"`);
	});

	test('votes as a person, once, and takes the vote back', async () => {
		const path = `/page/post/${post}/vote`;
		for (const vote of [1, 1]) await send(path, { as: person, vote });
		expect(await read(`/v1/post/${post}`)).toMatchObject({ total_up: '1' });
		expect((await get(`/?as=${person}`)).text).toContain('aria-pressed="true"');
		const said = await saidAfter(await send(path, { as: person, vote: 0 }));
		expect(said).toBe(`The vote for post #${post} was saved.`);
		expect(await read(`/v1/post/${post}`)).toMatchObject({ total_up: '0' });
		expect((await get(`/?as=${person}`)).text).not.toContain('aria-pressed="true"');
	});

	test('votes as whom one has chosen', async () => {
		const [other] = sandbox.createUsers(1, { data_full_name: 'Ben Larsson' });
		await send(`/page/post/${post}/vote`, { as: person, vote: 1 });
		for (const [as, isVoted] of [
			[person, 'true'],
			[other, 'false'],
			[0, 'false'],
		]) {
			expect((await get(`/?as=${as}`)).text).toContain(`aria-pressed="${isVoted}"`);
		}
	});

	test.each([
		['a customer', () => person, 'Ada Okafor'],
		['the team', () => 0, 'Product team'],
	])('comments as %s', async (_who, as, name) => {
		const path = `/page/post/${post}/comment`;
		const said = await saidAfter(await send(path, { as: as(), comment: 'Me too' }));
		const { comment_id } = newest('comments');
		expect(said).toBe(`Comment #${comment_id} was sent.`);
		expect(await read(`/v1/post/${post}/comment/${comment_id}`)).toMatchObject({
			comment: 'Me too',
			public: true,
			user: { data_full_name: name },
		});
	});

	test('changes a status, which the API cannot, and says so', async () => {
		const said = await saidAfter(await send(`/page/post/${post}/status`, { status: 'completed' }));
		expect(said).toBe(`The status of post #${post} was changed.`);
		expect(await read(`/v1/post/${post}`)).toMatchObject({ status: 'completed' });
		expect((await get()).text).toContain('The API has no way to change a status.');
	});

	test('publishes a changelog update', async () => {
		const fields = { title: 'Dark mode', description: 'Under Settings' };
		const said = await saidAfter(await send('/page/update', fields));
		const { changelog_id: id } = newest('updates');
		expect(said).toBe(`Changelog update #${id} was published.`);
		expect(await read(`/v1/update/${id}`)).toMatchObject({ ...fields, draft: false });
	});

	test('answers an NPS survey, and answers it again', async () => {
		const score = async (vote: number) =>
			await saidAfter(await send('/page/score', { as: person, vote, comment: 'Slow' }));
		const said = [await score(3), await score(9)];
		const { promoter_id: id, vote } = newest('promoters');
		expect(said).toEqual(Array(2).fill(`NPS response #${id} was sent.`));
		expect(vote).toBe(9);
	});

	test('of a title leads to the chat, which a phone shows below the forms, and takes no blanks', async () => {
		const { headers } = await send('/page/idea', { as: person, title: 'Export' });
		expect(headers.location).toMatch(/#chat$/);
		const [, pattern] = /name="title" pattern="([^"]*)"/.exec((await get()).text)!;
		for (const [title, isTaken] of [
			[' ', false],
			[' Export it ', true],
		] as const)
			expect(new RegExp(`^(?:${pattern})$`, 'v').test(title)).toBe(isTaken);
	});

	test('keeps the person who sent it for the next one, and the place on the page', async () => {
		const [other] = sandbox.createUsers(1, { data_full_name: 'Ben Larsson' });
		const path = `/page/post/${post}/comment`;
		const { headers } = await send(path, { as: other, comment: 'Me too' });
		expect(headers.location).toMatch(new RegExp(`#post-${post}$`));
		expect((await get(String(headers.location))).text).toContain(
			`<option value="${other}" selected>Ben Larsson`,
		);
	});

	test.each(Object.keys(moods))('works in a service of the mood %s', async (mood) => {
		await sandbox.close();
		await open(moods[mood]);
		const comment = { as: person, comment: 'Me too' };
		for (const [path, fields] of [
			['/page/idea', { as: person, title: 'Export' }],
			[`/page/post/${post}/vote`, { as: person, vote: 1 }],
			[`/page/post/${post}/comment`, comment],
			[`/page/post/${post}/status`, { status: 'planned' }],
			['/page/update', { title: 'Export' }],
			['/page/score', { as: person, vote: 7 }],
		] as const) {
			expect(await saidAfter(await send(path, fields)), path).toMatch(/#[1-9]\d+ /);
		}
	});

	test('is no request of n8n: what clients ask stands below the chat, and nothing else', async () => {
		await send('/page/idea', { as: person, title: 'Export' });
		await send(`/page/post/${post}/comment`, { as: person, comment: 'Me too' });
		expect(sandbox.requests).toEqual([]);
		expect((await get()).text).toContain('Nothing yet.');
		await read('/v1/posts?sort=new');
		expect(sandbox.requests).toHaveLength(1);
		expect((await get()).text).toContain('<code>GET /v1/posts?sort=new</code> 200');
	});

	test.each<[string, () => [path: string, fields: object]]>([
		['an idea without a title', () => ['/page/idea', { as: person, title: '' }]],
		['an idea of nobody', () => ['/page/idea', { as: 99, title: 'Export' }]],
		['a vote for a post that is gone', () => ['/page/post/1/vote', { as: person, vote: 1 }]],
		['a comment on no post', () => ['/page/post/x/comment', { as: person, comment: 'Me too' }]],
		['a status for a post that is gone', () => ['/page/post/1/status', { status: 'open' }]],
		['a status of two words', () => [`/page/post/${post}/status`, { status: 'not now' }]],
		['a score of 11', () => ['/page/score', { as: person, vote: 11 }]],
		['an update without a title', () => ['/page/update', { title: '' }]],
	])('says why the service refused %s', async (_what, form) => {
		const before = everything();
		const [path, fields] = form();
		const { status, text } = await send(path, fields);
		expect(status).toBe(400);
		expect(text).toMatch(/The service refused this: .+ Go back and change it/s);
		expect(everything()).toEqual(before);
	});
});

/** All that a form could have changed. */
const everything = () =>
	['posts', 'votes', 'comments', 'updates', 'promoters'].map((table) =>
		sandbox.rows(`SELECT * FROM ${table}`),
	);

describe('an odd text is shown as text', () => {
	const odd: Record<string, string> = {
		'a script': '<script>alert(1)</script>',
		'an image that fails': '<img src=x onerror=alert(1)>',
		'the end of an attribute': '" autofocus onfocus="alert(1)',
		'the end of an attribute in single quotes': "' onfocus='alert(1)",
		'the end of a field': '</textarea></option></select></title><h1>',
		'a comment of HTML': '<!-- <bdi> -->',
		entities: '&lt;b&gt; &amp; &#39;',
		'a mark that turns the direction': '\u202Etxt.exe\u202D\u2066',
		'a link that runs': 'javascript:alert(1)',
		'5,000 characters': 'a'.repeat(5_000),
		'5,000 characters without a Latin letter': '日本'.repeat(2_500),
		'emoji of several code points': '👩‍👩‍👧‍👦🏳️‍🌈',
	};
	/** Writes it wherever a person can. */
	const everywhere = async (text: string) => {
		const [author] = sandbox.createUsers(1, { data_full_name: text });
		const [shown] = sandbox.createPosts(1, { title: text, description: text, user: author });
		sandbox.createComments(1, { post: shown, user: author, comment: text });
		sandbox.run('UPDATE posts SET status = ? WHERE feedback_id = ?', text, shown);
		await chat({ text });
		await ask(sandbox, 'GET', `/v1/posts?search=${encodeURIComponent(text.slice(0, 500))}`);
		return (await get(`/?as=${author}`)).text;
	};
	/** Tags with their attributes, as a browser would find them; what differs from one sandbox to the next is left out. */
	const tagsOf = (page: string) =>
		page
			.match(/<[a-z/!](?:"[^"]*"|[^">])*>/g)!
			.map((tag) => tag.replaceAll(/"[^"]*"/g, '""').replaceAll(/\s+/g, ' '));

	test.each(Object.entries(odd))('%s', async (_what, text) => {
		const page = await everywhere(text);
		const escaped = html`${text}`.source;
		// Title, description, comment, status, two names and a message.
		expect(page.split(`<bdi>${escaped}</bdi>`)).toHaveLength(8);
		await sandbox.close();
		await open();
		expect(tagsOf(page)).toEqual(tagsOf(await everywhere('plain')));
	});

	test.each(Object.entries(odd))('%s arrives at the API as it was written', async (_what, text) => {
		await send(`/page/post/${post}/comment`, { as: person, comment: text });
		expect(newest('comments').comment).toBe(text);
	});

	test('any text', () => {
		const page = (text: string) =>
			html`<p title="${text}">${written(text)} ${[text, 1]}</p>`.source;
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom(...'<>"\'&!/-= abi') }), (text) => {
				expect(tagsOf(page(text))).toEqual(tagsOf(page('plain')));
			}),
		);
	});

	test('in a text that was refused', async () => {
		const { text } = await send('/page/post/1/comment', { as: person, comment: odd['a script'] });
		expect(text).toContain('You wrote:');
		expect(text).toContain(html`${odd['a script']}`.source);
		expect(text).not.toContain('<script');
	});

	test('in the reason of a refusal as well', async () => {
		const { text } = await send(`/page/post/${post}/status`, { status: '<b> <i>' });
		expect(text).not.toMatch(/<[bi]>/);
		expect((await get('/?as=1&sent=%3Cb%3E&id=%3Ci%3E')).text).not.toMatch(/<[bi]>/);
	});
});

describe('another site', () => {
	const idea = { title: 'Buy this' };

	test.each<[string, object, Record<string, string>]>([
		['without the token', { token: '' }, {}],
		['with a token of another sandbox', { token: 'AAAAAAAAAAAAAAAAAAAAAA' }, {}],
		['with the token, from another site', {}, { 'sec-fetch-site': 'cross-site' }],
		['with the token, from another port', {}, { 'sec-fetch-site': 'same-site' }],
		['with the token, by the bar of addresses', {}, { 'sec-fetch-site': 'none' }],
		['as JSON', {}, { 'content-type': 'application/json' }],
		['as plain text', {}, { 'content-type': 'text/plain' }],
		['under a name of its own', {}, { host: 'evil.example' }],
	])('cannot send a form %s', async (_how, fields, headers) => {
		const before = everything();
		const { status } = await send('/page/idea', { as: person, ...idea, ...fields }, headers);
		expect([403, 415]).toContain(status);
		expect(everything()).toEqual(before);
	});

	test.each([
		['/', 200],
		['/page/now', 200],
		['/enter/of-nobody', 404],
		['/v1/posts', 401],
	])('reads nothing of %s under a name that leads to this machine', async (path, usual) => {
		const { port, page } = sandbox;
		const asNamed = async (host: string) => await get(path, { host });
		for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
			expect((await asNamed(host)).status, host).toBe(usual);
		}
		const near = [`127.0.0.1.evil.example:${port}`, `evil-localhost:${port}`, '127.0.0.1:1'];
		for (const host of ['evil.example', `evil.example:${port}`, 'localhost', ...near]) {
			const { status, text } = await asNamed(host);
			expect(status, host).toBe(403);
			expect(text).toContain(`Open http://127.0.0.1:${port}/`);
			expect(text).not.toContain(page.token);
		}
	});

	test('cannot show the page in a frame, and nothing but its own files is loaded', async () => {
		const { headers } = await get();
		const policy = String(headers['content-security-policy']);
		for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
			expect(policy).toContain(rule);
		}
		expect(policy).not.toContain('unsafe');
		expect(headers['cache-control']).toBe('no-store');
	});

	test('cannot write into the chat under a name that leads to this machine', async () => {
		expect((await chat({ text: 'Buy this' }, { host: 'evil.example' })).status).toBe(403);
		expect(sandbox.page.messages).toEqual([]);
	});

	test('cannot write into the chat, since a browser asks first for JSON', async () => {
		const sent = await chat('{"text":"Buy this"}', { 'content-type': 'text/plain' });
		expect(sent.status).toBe(415);
		expect(sandbox.page.messages).toEqual([]);
	});
});

describe('the chat', () => {
	const since = async (after: number) => (await get(`/page/now?after=${after}`)).json;

	test('shows each message once, the newest first', async () => {
		for (const text of ['First', 'Second']) expect((await chat({ text })).status).toBe(200);
		const { last, messages } = await since(0);
		expect(messages.match(/First|Second/g)).toEqual(['Second', 'First']);
		expect((await since(last)).messages).toBe('');
		await chat({ text: 'Third' });
		expect((await since(last)).messages).toMatch(/Third/);
		expect((await since(last)).messages).not.toMatch(/First|Second/);
	});

	test('keeps the newest hundred', async () => {
		for (let number = 1; number <= 101; number++) await chat({ text: `Message ${number}.` });
		const { text } = await get();
		expect(text).not.toContain('Message 1.');
		for (const kept of ['Message 2.', 'Message 101.']) expect(text).toContain(kept);
		expect((await since(100)).messages).toContain('Message 101.');
	});

	test.each([[{}], [{ text: 1 }], [{ text: null }], [[]], ['null'], ['{']])(
		'takes no %j',
		async (body) => {
			expect((await chat(body)).status).toBe(400);
			expect(sandbox.page.messages).toEqual([]);
		},
	);

	test('says what to do with it where no workflow is named', async () => {
		expect((await get()).text).toContain(`<code>${sandbox.baseUrl}/chat</code>`);
	});

	test('names the workflows that send to it', async () => {
		const url = 'http://127.0.0.1:1/workflow/a';
		sandbox.page.workflows = [{ name: 'News <to> chat', what: 'new posts', url }];
		const { text } = await get();
		expect(text).toContain(`href="${url}"`);
		expect(text).toContain(`href="${url}/executions"`);
		expect(text).toContain('News &lt;to&gt; chat');
		expect(text).toContain('and open the workflow that sent it.');
	});
});

test('the posts are sent again when they look different, and only then', async () => {
	const now = async (version: string) =>
		(await get(`/page/now?as=${person}&version=${version}`)).json;
	const { version, posts } = await now('');
	expect(posts).toContain('Dark mode');
	expect(await now(version)).not.toHaveProperty('posts');
	await clientOf(sandbox)('POST', '/v1/post', { title: 'By n8n', type: 'idea' });
	expect((await now(version)).posts).toContain('By n8n');
});

test('the page without anything to show', async () => {
	await sandbox.close();
	sandbox = await startSandbox();
	const { text } = await get();
	expect(text).toContain('There are no posts yet.');
	expect(text).toMatch(/<option value="0" selected>Product team/);
	await saidAfter(await send('/page/idea', { as: 0, title: 'Export' }));
	expect(await read(`/v1/post/${newest('posts').feedback_id}`)).toMatchObject({ title: 'Export' });
});

describe('a path that hands out a cookie', () => {
	test('gives it to who knows the path', async () => {
		const { status, headers } = await get(sandbox.page.enterWith('n8n-auth=abc'));
		expect(status).toBe(303);
		expect(headers.location).toBe('/');
		expect(headers['set-cookie']).toBe('n8n-auth=abc; Path=/; HttpOnly; SameSite=Lax');
	});

	test.each([
		['a wrong path', () => '/enter/AAAAAAAAAAA'],
		['a part of the path', () => sandbox.page.entry!.path.slice(0, -1)],
		['the page itself', () => '/'],
	])('and to nobody else: %s', async (_how, path) => {
		sandbox.page.enterWith('n8n-auth=abc');
		const { headers, text } = await get(path());
		expect(headers['set-cookie']).toBeUndefined();
		expect(text).not.toContain(sandbox.page.entry!.path);
		expect(text).not.toContain('n8n-auth');
	});

	test('no path does before there is a cookie', async () => {
		expect((await get('/enter/undefined')).status).toBe(404);
	});
});
